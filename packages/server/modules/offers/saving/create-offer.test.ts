// POST /api/offers as the specification has it: the order of checks, the sentences, who may, the
// defaults, and that nothing typed is lost.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

const post = (body: unknown, token = office.admin.token) => t.call(routes.createOffer, { token, body });
const sentence = async (change: Record<string, unknown>) => {
  const reply = await post(office.form(change));
  return `${reply.status} ${reply.body.message}`;
};

describe("the specification's checks", () => {
  const empty = { offer_name: '', advertiser_id: '', default_campaign_url: '', revenue: '', payout: '' };
  test.each([
    ['Title', empty],
    ['Advertiser', { ...empty, offer_name: 'x' }],
    ['Default Campaign URL', { ...empty, offer_name: 'x', advertiser_id: 4 }],
    ['Revenue', { ...empty, offer_name: 'x', advertiser_id: 4, default_campaign_url: 'no url, no token' }],
    ['Payout', { payout: '', default_campaign_url: 'no url, no token' }],
  ])('come in order: %s is asked for first', async (label, change) => {
    expect(await sentence(change)).toBe(`400 ${label} is required. Please fill this field.`);
  });
  test.each([undefined, null, '   '])('a title of %j is none', async (offer_name) => {
    expect(await sentence({ offer_name })).toBe('400 Title is required. Please fill this field.');
  });
  test.each(['https://shop.example/', 'not even an address', 'https://shop.example/?a={}'])(
    'an address without a token (%s) gets its own sentence',
    async (default_campaign_url) => {
      expect(await sentence({ default_campaign_url, preview_url: 'javascript:alert(1)' })).toBe(
        '400 Please include at least one parameter (like {click_id}) in your campaign URL.',
      );
    },
  );
  test('success is 201 with the id and the number', async () => {
    const reply = await post(office.form());
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), camp_id: expect.any(Number) });
    expect((await post(office.form())).body.camp_id).toBe(reply.body.camp_id + 1);
  });
});

describe('addresses', () => {
  test.each([
    'javascript:alert({click_id})',
    'ftp://shop.example/{click_id}',
    '//shop.example/{click_id}',
    'shop.example/{click_id}',
    'https://{click_id}.shop.example/',
    'https://user@shop.example/{click_id}',
  ])('%s is refused: http and https alone, no macro in the host', async (default_campaign_url) => {
    expect(await sentence({ default_campaign_url })).toBe(
      '400 Default Campaign URL must be a full address that begins with http:// or https://',
    );
  });
  test.each(['preview_url', 'offer_preview_url', 'offer_url', 'unsubscribe_url', 'suppression_url', 'fallback_url'])(
    '%s is looked at too',
    async (field) => {
      expect(await sentence({ [field]: 'javascript:alert(1)' })).toMatch(/^400 .*begins with http/);
    },
  );
  test('unknown macros are named when the offer is saved', async () => {
    expect(await sentence({ default_campaign_url: 'https://a.example/?x={clickid}&y={click_id}&z={nope}' })).toBe(
      '400 Default Campaign URL uses unknown parameters: {clickid}, {nope}',
    );
  });
});

describe('who may', () => {
  const audited = async () =>
    (
      await t.database.asOwner<{ after: { reason: string } }>(
        `select after from audit_log where action = 'offer.refused' order by id desc limit 1`,
      )
    )[0]?.after.reason;
  let numbers = 800_000;
  const addAdvertiser = async (number: number, columns: Record<string, unknown>) => {
    await office.addPublisher({ type: 'advertiser', user_sequence_id: number, ...columns });
    return number;
  };

  test("another's admin_id is refused, and leaves a trace", async () => {
    const reply = await post(office.form({ admin_id: office.publisher.userId }));
    expect([reply.status, reply.body]).toEqual([403, { message: 'An offer can only be created in your own name.' }]);
    expect(await audited()).toBe(reply.body.message);
    expect((await post(office.form({ admin_id: office.admin.userId }))).status).toBe(201);
  });
  test.each([
    ['unknown', 400, 'This advertiser does not exist.', {}],
    ['pending', 400, 'This advertiser is not approved.', { status: 'pending', admin_user_email: 'admin@demo.test' }],
    ['rejected', 400, 'This advertiser is not approved.', { status: 'rejected', admin_user_email: 'admin@demo.test' }],
    [
      'deleted',
      400,
      'This advertiser does not exist.',
      { deleted_at: new Date(), admin_user_email: 'admin@demo.test' },
    ],
    [
      "another manager's",
      403,
      'This advertiser is in the charge of another account manager.',
      { admin_user_email: 'else@demo.test' },
    ],
    ["nobody's", 403, 'This advertiser is in the charge of another account manager.', { admin_user_email: null }],
  ])('an advertiser that is %s is refused, and leaves a trace', async (what, status, message, columns) => {
    const number = what === 'unknown' ? 899_999 : await addAdvertiser(++numbers, columns);
    const reply = await post(office.form({ advertiser_id: number }));
    expect([reply.status, reply.body]).toEqual([status, { message }]);
    expect(await audited()).toBe(message);
  });
  test("another tenant's advertiser is unknown here, and so is a publisher", async () => {
    const acme = await openOffice(t, 'acme');
    const [publisher] = await t.database.asOwner<{ number: number }>(
      'select user_sequence_id as number from users where id = $1',
      [office.publisher.userId],
    );
    const strange = await acme.addPublisher({ type: 'advertiser', admin_user_email: 'admin@demo.test' });
    for (const number of [strange.number, publisher?.number]) {
      expect((await post(office.form({ advertiser_id: number }))).body.message).toBe('This advertiser does not exist.');
    }
  });
  test("the manager's address is compared without case", async () => {
    const number = await addAdvertiser(810_001, { admin_user_email: 'Admin@Demo.test' });
    expect((await post(office.form({ advertiser_id: number }))).status).toBe(201);
  });
});

describe('defaults', () => {
  test('an offer with the five required fields gets all the others as the specification says', async () => {
    const { id } = await office.create();
    const { fields, goals, landing_pages } = await office.page(id);
    expect(fields).toMatchObject({
      objective: 'Conversions',
      offer_type: 'CPR',
      status: 'active',
      offer_visibility: 'Public',
      currency: 'INR',
      advertiser_currency: 'USD',
      affiliate_currency: 'USD',
      timezone: 'UTC',
      geo_coverage: 'ALL',
      unique_click_hours: 168,
      redirect_type: '302',
      default_landing_page_name: 'Default',
      daily_start_time: '00:00:00',
      daily_end_time: '00:00:00',
      start_date: Date.parse('2025-10-02T00:00:00Z') / 1_000,
      end_date: Date.parse('2027-10-02T00:00:00Z') / 1_000,
      conversion_tracking: 'Server Postback',
    });
    expect(goals).toEqual([
      {
        id: expect.any(String),
        number: 1,
        name: 'Default',
        token: '',
        revenue: '4.5',
        revenue_percent: null,
        payout: '3',
        payout_percent: null,
      },
    ]);
    expect(landing_pages).toEqual([
      { id: expect.any(String), number: 1, name: 'Default', url: 'https://lantern.example/apply?c={click_id}' },
    ]);
  });
  test("'Approve' is stored as active", async () => {
    const { id } = await office.create({ status: 'Approve' });
    expect((await office.page(id)).fields.status).toBe('active');
  });
  test.each([
    ['Conversions', 'CPR'],
    ['Sale', 'CPS'],
    ['App Installs', 'CPI'],
    ['Leads', 'CPL'],
    ['Impressions', 'CPM'],
    ['Clicks', 'CPC'],
  ])('the objective %s means %s, whatever type was sent', async (objective, offer_type) => {
    const { id } = await office.create({ objective, offer_type: objective === 'Sale' ? 'CPC' : 'CPS' });
    expect((await office.page(id)).fields.offer_type).toBe(offer_type);
  });
  test('dates are read as the form writes them, as ISO text and as unix seconds', async () => {
    for (const start_date of [
      '15 November 2026 10:30',
      '15-November-2026 10:30:00',
      '2026-11-15T10:30:00',
      '2026-11-15T16:00:00+05:30',
      1_794_738_600,
    ]) {
      const { id } = await office.create({ start_date });
      expect((await office.page(id)).fields.start_date).toBe(1_794_738_600);
    }
    expect(await sentence({ start_date: 'someday' })).toBe('400 "someday" is not a date and time');
    expect(await sentence({ start_date: '2028-01-01' })).toBe('400 The end date must be after the start date.');
  });
  test('inactive hours that never end are refused; a whole inactive day is not', async () => {
    const closed = { enable_time_targeting: true, enable_inactive_hours: true, start_hour: 5, end_hour: 5 };
    expect(await sentence(closed)).toBe('400 With these inactive hours the offer would never be open.');
    expect((await post(office.form({ ...closed, selected_days: '["Sunday"]' }))).status).toBe(201);
  });
});

describe('money never passes through a float', () => {
  test.each(['0.1', '0.2', '0.3', '0.000001', '999999999999.999999', '123456789.123456', '0'])(
    '%s survives exactly',
    async (amount) => {
      const { id } = await office.create({ revenue: amount, payout: amount });
      const page = await office.page(id);
      expect([page.fields.revenue, page.fields.payout, page.goals[0].revenue]).toEqual([amount, amount, amount]);
      const listed = await t.call(routes.offers, {
        token: office.admin.token,
        query: { sort: '-camp_id', page_size: '1' },
      });
      expect(listed.body.rows[0]).toMatchObject({ revenue: amount, payout: amount });
    },
  );
  test('0.1 and 0.2 add up to 0.3 in the database', async () => {
    const { id } = await office.create({ revenue: 0.1, payout: 0.2 });
    const [row] = await t.database.asOwner<{ sum: string }>(
      'select revenue_micros + payout_micros as sum from offers where id = $1',
      [id],
    );
    expect(row?.sum).toBe('300000');
  });
  test.each([0.1 + 0.2, '0.1234567', 1e-7, '1e3', '-1', -0.5, 'five', '1,000', '1000000000000', 1e21])(
    '%s is refused with a sentence',
    async (revenue) => {
      expect(await sentence({ revenue })).toBe('400 Revenue must be an amount such as 0.3, with at most six decimals.');
    },
  );
});
