// What a publisher sees and may do, through the API: the list in SQL agrees with the rule, requests go both ways with
// their mails, and nobody sees what is another's.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';
import { campaignState, type OfferStanding, type PermissionStanding } from './visibility.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

const admin = () => ({ token: office.admin.token });
const permit = (id: string, state: string, publisherId = office.publisher.userId) =>
  t.call(routes.setPermission, { ...admin(), params: { id }, body: { publisher_ids: [publisherId], state } });
const ask = (id: string, body: unknown = {}, token = office.publisher.token) =>
  t.call(routes.askForCampaign, { token, params: { id }, body });
const one = async (id: string) =>
  (await office.campaigns({ page_size: '200' })).rows.find((row: { id: string }) => row.id === id) ?? null;
const requestsOf = async (query: Record<string, string> = {}) =>
  (await t.call(routes.permissionRequests, { ...admin(), query })).body.rows;

test('the list shows exactly what the rule allows, in every case of the table', async () => {
  const now = t.clock.now();
  const permissions: (null | PermissionStanding)[] = [
    null,
    { state: 'allowed', decided: true, termsVersion: null },
    { state: 'allowed', decided: true, termsVersion: 1 },
    { state: 'allowed', decided: false, termsVersion: 1 },
    { state: 'requested', decided: false, termsVersion: 1 },
    { state: 'refused', decided: true, termsVersion: null },
    { state: 'blocked', decided: true, termsVersion: 1 },
  ];
  const wanted = new Map<string, string>();
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const standings: Partial<OfferStanding>[] = [
    {},
    { status: 'paused' },
    { status: 'pending' },
    { startsAt: new Date(now.getTime() + DAY_MS) },
    { startsAt: new Date(now.getTime() - 2 * DAY_MS), endsAt: new Date(now.getTime() - DAY_MS) },
  ];
  for (const visibility of ['Public', 'Private', 'Ask to Permission'] as const) {
    for (const requireTerms of [false, true]) {
      for (const standing of standings) {
        for (const permission of permissions) {
          const offer: OfferStanding = {
            status: 'active',
            visibility,
            startsAt: new Date(now.getTime() - DAY_MS),
            endsAt: new Date(now.getTime() + 9 * DAY_MS),
            requireTerms,
            termsVersion: 1,
            ...standing,
          };
          const { id } = await office.create({
            offer_name: 'case',
            offer_visibility: visibility,
            require_terms: requireTerms,
            status: offer.status,
            start_date: offer.startsAt.toISOString(),
            end_date: offer.endsAt.toISOString(),
          });
          if (permission) {
            await t.database.asOwner(
              `insert into offer_permissions (tenant_id, offer_id, publisher_id, state, terms_version, decided_by) values ($1, $2, $3, $4, $5, $6)`,
              [
                tenant?.id,
                id,
                office.publisher.userId,
                permission.state,
                permission.termsVersion,
                permission.decided ? office.admin.userId : null,
              ],
            );
          }
          const state = campaignState(offer, permission, now);
          if (state) wanted.set(id, state);
        }
      }
    }
  }
  const seen = new Map<string, string>();
  for (let page = 1; ; page++) {
    const { rows, total } = await office.campaigns({ q: 'case', page: String(page), page_size: '20' });
    for (const row of rows) seen.set(row.id, row.state);
    expect(total).toBe(wanted.size);
    if (rows.length < 20) break;
  }
  expect(seen).toEqual(wanted);
  expect(wanted.size).toBeGreaterThan(20);
  const runnable = [...wanted].filter(([, state]) => state === 'open' || state === 'allowed').map(([id]) => id);
  const offered = await office.campaigns({ q: 'case', show: 'runnable', page_size: '200' });
  expect(new Set(offered.rows.map((row: { id: string }) => row.id))).toEqual(new Set(runnable));
  expect(offered.total).toBe(runnable.length);
});

describe('a campaign', () => {
  test('tells a publisher nothing of revenue, advertiser or private notes', async () => {
    const { id } = await office.create({
      offer_name: 'Quiet one',
      revenue: '77.7777',
      private_note: 'canary-private',
      note: 'Weekends only',
      external_offer_id: 'canary-external',
      advertiser_pricing: 'canary-pricing',
      fallback_url: 'https://canary.example/',
      goals: [{ name: 'Step', token: 'canary-token', revenue: '88.8888', payout: '1' }],
    });
    const reply = await t.call(routes.campaigns, { token: office.publisher.token, query: { q: 'quiet' } });
    expect(reply.body.rows[0]).toMatchObject({
      id,
      payout: '3',
      note: 'Weekends only',
      goals: [
        { name: 'Default', payout: '3' },
        { name: 'Step', payout: '1' },
      ],
    });
    expect(reply.raw).not.toMatch(/canary|77\.7777|88\.8888|revenue|advertiser|Novak|click_id/);
    for (const q of ['canary', 'canary-external', 'novak']) expect((await office.campaigns({ q })).total).toBe(0);
  });
  test('with a hidden payout tells it nowhere, not even by its place in a sorted list', async () => {
    await office.create({ offer_name: 'Hidden a', payout: '900', hide_payout: true, tags: ['h'] });
    await office.create({ offer_name: 'Hidden b', payout: '5' });
    const { rows } = await office.campaigns({ q: 'hidden', sort: '-payout' });
    expect(rows.map((row: { title: string; payout: string }) => [row.title, row.payout])).toEqual([
      ['Hidden b', '5'],
      ['Hidden a', null],
    ]);
    expect(JSON.stringify(rows)).not.toContain('900');
  });
  test("shows the publisher's own payout where a rule gives him one", async () => {
    const { id } = await office.create({ offer_name: 'Ruled' });
    const rule = {
      goal_id: null,
      countries: [],
      source: null,
      from_conversions: 0,
      starts_at: null,
      ends_at: null,
      payout_percent: null,
      revenue: '9',
    };
    const body = { rules: [{ ...rule, publisher_id: office.publisher.userId, payout: '3.75' }] };
    expect((await t.call(routes.setPayoutRules, { ...admin(), params: { id }, body })).status).toBe(200);
    expect(await one(id)).toMatchObject({ payout: '3.75', payout_percent: null });
    const share = { rules: [{ ...rule, publisher_id: null, payout: null, payout_percent: 12.35 }] };
    expect((await t.call(routes.setPayoutRules, { ...admin(), params: { id }, body: share })).status).toBe(200);
    expect(await one(id)).toMatchObject({ payout: null, payout_percent: 12.35, goals: [{ payout_percent: 12.35 }] });
  });
  test('is shown alone by its id, and only to whom the list shows it', async () => {
    const { id } = await office.create({ offer_name: 'Alone' });
    const secret = await office.create({ offer_name: 'Not yours', offer_visibility: 'Private' });
    const read = (asked: string) => t.call(routes.campaign, { token: office.publisher.token, params: { id: asked } });
    expect((await read(id)).body).toEqual(await one(id));
    for (const asked of [secret.id, newId(), 'nonsense']) expect((await read(asked)).status).toBe(404);
  });
  test('is found by category, country and title', async () => {
    await office.create({ offer_name: 'Narrow %_ one', category: 'health', geo_coverage: 'br,pt' });
    expect((await office.campaigns({ category: 'health', country: 'br' })).total).toBe(1);
    expect((await office.campaigns({ category: 'health', country: 'de' })).total).toBe(0);
    expect((await office.campaigns({ q: '%_ ONE' })).total).toBe(1);
  });
});

describe('asking', () => {
  test('the manager is mailed and notified, decides once, and the publisher is mailed', async () => {
    const { id, camp_id } = await office.create({ offer_name: 'Asked', offer_visibility: 'Ask to Permission' });
    expect((await one(id)).state).toBe('askable');
    const [asked] = await Promise.all([1, 2, 3].map(() => ask(id, { traffic: 'Search ads in Pune' })));
    if (!asked) throw new Error('no reply');
    expect(asked.body).toEqual({ id: expect.any(String), state: 'requested' });
    expect((await ask(id, { traffic: 'Search ads in Pune' })).body).toEqual(asked.body);
    const arrived = (await t.inbox()).filter((mail) => mail.subject.includes('asks to run'));
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatchObject({ to: 'admin@demo.test', text: expect.stringContaining('Search ads in Pune') });
    const bell = await t.call(routes.notifications, admin());
    expect(bell.body.rows[0]).toMatchObject({ kind: 'offer-request', path: '/am/offers/requests' });

    const [request] = await requestsOf({ state: 'requested', q: 'asked' });
    expect(request).toMatchObject({
      id: asked.body.id,
      offer_id: id,
      camp_id,
      publisher_name: 'Priya Shah',
      traffic: 'Search ads in Pune',
    });
    const decide = (allow: boolean) =>
      t.call(routes.decideRequest, {
        ...admin(),
        params: { id: request.id },
        body: { allow, reason: 'Only search, please.' },
      });
    const replies = await Promise.all([decide(true), decide(true), decide(true)]);
    expect(replies.map((reply) => reply.body)).toEqual(Array(3).fill({ id: request.id, state: 'allowed' }));
    const told = (await t.inbox()).filter(
      (mail) => mail.to === 'publisher@demo.test' && mail.subject.includes('You may run'),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Only search, please.');
    const own = await t.call(routes.notifications, { token: office.publisher.token });
    expect(own.body.rows.filter(({ text }: { text: string }) => text.startsWith('Asked ('))).toMatchObject([
      {
        kind: 'request-decided',
        path: '/publisher/campaigns/my',
        text: `Asked (${camp_id}): your request was approved.`,
      },
    ]);
    expect((await one(id)).state).toBe('allowed');
  });
  test('a refusal carries its reason, and asking again is a conflict', async () => {
    const { id } = await office.create({ offer_name: 'Refused', offer_visibility: 'Ask to Permission' });
    const { body } = await ask(id);
    await t.call(routes.decideRequest, {
      ...admin(),
      params: { id: body.id },
      body: { allow: false, reason: 'No coupons.' },
    });
    expect(await one(id)).toMatchObject({ state: 'refused', reason: 'No coupons.' });
    expect((await ask(id)).status).toBe(409);
  });
  test('terms are accepted by their version, with the time; new terms must be accepted anew', async () => {
    const { id } = await office.create({ offer_name: 'Termed', require_terms: true, offer_terms: '<p>One.</p>' });
    expect(await one(id)).toMatchObject({ state: 'askable', terms: '<p>One.</p>', terms_version: 1 });
    for (const accepted of [undefined, 0, 2])
      expect((await ask(id, { accepted_terms_version: accepted })).status).toBe(400);
    expect((await ask(id, { accepted_terms_version: 1 })).body.state).toBe('allowed');
    const [row] = await t.database.asOwner(
      'select terms_version, terms_accepted_at from offer_permissions where offer_id = $1',
      [id],
    );
    expect(row).toEqual({ terms_version: 1, terms_accepted_at: t.clock.now() });
    const { fields, version } = await office.page(id);
    const body = { ...fields, offer_terms: '<p>Two.</p>', version };
    expect((await t.call(routes.editOffer, { ...admin(), params: { id }, body })).status).toBe(200);
    expect(await one(id)).toMatchObject({ state: 'askable', terms: '<p>Two.</p>', terms_version: 2 });
    const mails = (await t.inbox()).filter((mail) => mail.subject.includes('New terms'));
    expect(mails.map((mail) => mail.to)).toEqual(['publisher@demo.test']);
    expect((await ask(id, { accepted_terms_version: 2 })).body.state).toBe('allowed');
  });
  test('what a publisher joined while it was public is asked for again once it is not', async () => {
    const { id } = await office.create({ offer_name: 'Turned' });
    expect((await ask(id)).body.state).toBe('allowed');
    const { fields, version } = await office.page(id);
    await t.call(routes.editOffer, {
      ...admin(),
      params: { id },
      body: { ...fields, offer_visibility: 'Private', version },
    });
    expect(await one(id)).toBeNull();
    expect((await ask(id)).status).toBe(404);
  });
  test('my campaigns are those asked for, granted or linked to', async () => {
    const { id } = await office.create({ offer_name: 'Mine by link' });
    const mine = () => office.campaigns({ show: 'mine', q: 'mine by link' });
    expect((await mine()).total).toBe(0);
    await t.call(routes.createLink, { token: office.publisher.token, body: { offer_id: id, params: {} } });
    expect((await mine()).total).toBe(1);
  });
  test('a private offer exists for nobody whom it was not given to', async () => {
    const { id } = await office.create({ offer_name: 'Private', offer_visibility: 'Private' });
    expect((await ask(id)).status).toBe(404);
    expect((await permit(id, 'allowed')).body).toEqual({ changed: 1 });
    expect((await permit(id, 'allowed')).body).toEqual({ changed: 0 });
    expect((await one(id)).state).toBe('allowed');
    expect((await permit(id, 'blocked')).body).toEqual({ changed: 1 });
    expect(await one(id)).toBeNull();
    expect((await permit(id, 'none')).body).toEqual({ changed: 1 });
    expect((await permit(id, 'allowed', office.advertiser.userId)).body).toEqual({ changed: 0 });
  });
});

describe('walls inside a tenant', () => {
  test("a publisher never sees another's links or permissions, whatever SQL runs in his name", async () => {
    const { id } = await office.create({ offer_name: 'Walled' });
    const other = await office.addPublisher();
    const stranger = await t.signIn(other.email);
    await ask(id, { traffic: 'canary-other' }, stranger.token);
    const link = await t.call(routes.createLink, {
      token: stranger.token,
      body: { offer_id: id, params: { p1: 'canary-other' } },
    });
    expect(link.status).toBe(200);
    expect((await t.call(routes.links, { token: stranger.token })).body.total).toBe(1);
    for (const route of [routes.links, routes.campaigns, routes.exportLinks]) {
      expect((await t.call(route, { token: office.publisher.token })).raw).not.toMatch(
        new RegExp(`canary-other|${link.body.code}`),
      );
    }
    const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
    const asPublisher = { kind: 'publisher', id: office.publisher.userId } as const;
    const seen = await t.app.database.withTenant(tenant?.id ?? '', asPublisher, async (tx) => ({
      links: await tx.selectFrom('links').select('publisher_id').distinct().execute(),
      permissions: await tx.selectFrom('offer_permissions').select('publisher_id').distinct().execute(),
    }));
    expect(seen.links).toEqual([{ publisher_id: office.publisher.userId }]);
    expect(seen.permissions).toEqual([{ publisher_id: office.publisher.userId }]);
  });
  test('an advertiser sees his own campaigns and their revenue, never a payout', async () => {
    const other = await office.addPublisher({ type: 'advertiser', admin_user_email: 'admin@demo.test' });
    const foreign = await office.create({ offer_name: 'canary-foreign', advertiser_id: other.number });
    const own = await office.create({ offer_name: 'Own', revenue: '8.25', payout: '6.125' });
    const reply = await t.call(routes.advertiserCampaigns, {
      token: office.advertiser.token,
      query: { page_size: '200' },
    });
    const rows: { id: string }[] = reply.body.rows;
    expect(rows.find(({ id }) => id === own.id)).toMatchObject({ revenue: '8.25', brief: false, status: 'active' });
    expect(rows.some(({ id }) => id === foreign.id)).toBe(false);
    expect(reply.raw).not.toMatch(/canary-foreign|payout|6\.125/);
  });
});

describe('a brief', () => {
  test('becomes a pending offer that a manager completes; managers are mailed', async () => {
    const body = {
      title: 'Lantern cards',
      url: 'https://lantern.example/cards',
      objective: 'Leads',
      currency: 'USD',
      revenue: '9.5',
      budget: '1000',
      geo_coverage: 'in',
      description: '<p onclick="x()">Cards</p>',
      goals: ['Sign-up', 'First use'],
    };
    const sent = await t.call(routes.submitBrief, { token: office.advertiser.token, body });
    expect(sent.status).toBe(201);
    const listed = (await t.call(routes.advertiserCampaigns, { token: office.advertiser.token })).body.rows[0];
    expect(listed).toMatchObject({
      id: sent.body.id,
      offer_type: 'CPL',
      revenue: '9.5',
      status: 'pending',
      brief: true,
    });
    const mail = (await t.inbox()).find((one) => one.subject.includes('has submitted a campaign'));
    expect(mail?.text).toContain(`/am/offers/${sent.body.id}`);
    const setStatus = { ...admin(), params: { id: sent.body.id }, body: { status: 'active' } };
    expect((await t.call(routes.setOfferStatus, setStatus)).status).toBe(400);
    const { fields, version, goals } = await office.page(sent.body.id);
    expect(goals.map((goal: { name: string }) => goal.name)).toEqual(['Sign-up', 'First use']);
    expect(fields.description).toBe('<p>Cards</p>');
    const edit = {
      ...fields,
      version,
      payout: '7',
      status: 'active',
      default_campaign_url: `${fields.default_campaign_url}?c={click_id}`,
    };
    expect((await t.call(routes.editOffer, { ...admin(), params: { id: sent.body.id }, body: edit })).status).toBe(200);
    expect((await t.call(routes.advertiserCampaigns, { token: office.advertiser.token })).body.rows[0]).toMatchObject({
      brief: false,
      status: 'active',
    });
    expect((await one(sent.body.id)).state).toBe('open');
  });
});
