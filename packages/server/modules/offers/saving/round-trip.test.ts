// Every field of the form, at a value that is not its default: saved, read back equal, saved again, still equal.
import { CreateOfferBody, routes } from '@tributary/contract';
import {
  namesOfKind,
  type OfferFieldName,
  offerFieldNames,
  offerFields,
} from '@tributary/contract/offers/offer-fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

/** of every plain field a value that is not its default */
const exampleOf = (name: OfferFieldName): unknown => {
  const field = offerFields[name];
  if ('address' in field) return `https://lantern.example/${name}`;
  if ('rich' in field) return `<p>The ${name}</p>`;
  if (field.kind === 'flag') return true;
  if (field.kind === 'number') return field.blank + 15;
  if (field.kind === 'choice') return field.value.options.findLast((word) => word !== field.blank);
  return `The ${name}, “typed”`;
};
const plainNames = [...namesOfKind('text'), ...namesOfKind('flag'), ...namesOfKind('number'), ...namesOfKind('choice')];
const plainExamples = Object.fromEntries(plainNames.map((name) => [name, exampleOf(name)]));

let t: TestApp;
let office: Office;
let everything: Record<string, unknown>;
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
  const upload = await t.call(routes.upload, { token: office.admin.token, body: { name: 'x.gif', data: GIF } });
  everything = {
    ...plainExamples,
    offer_name: 'Lantern “loans” — हिन्दी 💧',
    advertiser_id: office.advertiser.number,
    default_campaign_url: 'https://lantern.example/apply?c={click_id}&s={source|none}',
    revenue: '0',
    revenue_percent: 12.5,
    payout: '0',
    payout_percent: 7.25,
    objective: 'Sale',
    offer_type: 'CPS',
    category: 'finance',
    advertiser_currency: 'EUR',
    affiliate_currency: 'INR',
    start_date: 1_790_000_000,
    end_date: 1_890_000_000,
    daily_start_time: '08:30:15',
    daily_end_time: '22:45:30',
    status: 'paused',
    deep_link_hosts: ['lantern.example', '*.lantern.example', 'lantern.example:8443'],
    description: '<h2>About</h2><p style="text-align:center"><strong>Loans</strong></p>',
    private_note: 'Pays late. 3 < 4 & "quotes"',
    currency: 'EUR',
    start_hour: 9,
    end_hour: 21,
    selected_days: ['Monday', 'Sunday'],
    geo_coverage: 'in,us,gb',
    thumbnail_id: upload.body.id,
    conversion_flow_by_language: { en: 'Apply', hi: 'आवेदन', es: 'Solicitar' },
    counted_by: 'order',
    tags: ['loans', 'q4'],
    goals: [
      {
        name: 'Applied',
        token: 'applied',
        revenue: '12.345678',
        revenue_percent: null,
        payout: '0.000007',
        payout_percent: null,
        counted_by: 'order',
      },
      {
        name: 'Granted twice',
        token: 'granted.2',
        revenue: '0',
        revenue_percent: 3.5,
        payout: '0',
        payout_percent: null,
        counted_by: null,
      },
    ],
    landing_pages: [{ name: 'Short', url: 'https://lantern.example/short?c={click_id}' }],
  };
});
afterAll(() => t.close());

test('the example leaves no field of the form out, and none at its default', async () => {
  const { admin_id: _own, ...shape } = CreateOfferBody.in.shape;
  expect(Object.keys(everything).sort()).toEqual(Object.keys(shape).sort());
  const minimal = await office.create();
  const { fields } = await office.page(minimal.id);
  const same = Object.keys(everything).filter(
    (name) => JSON.stringify(fields[name]) === JSON.stringify(everything[name]),
  );
  expect(same).toEqual(['advertiser_id']);
});

test('all of it comes back as it was typed', async () => {
  const { id } = await office.create(everything);
  const page = await office.page(id);
  expect(page.fields).toEqual(everything);
  expect(page.goals.map((goal: { token: string }) => goal.token)).toEqual(['', 'applied', 'granted.2']);
  expect(page.thumbnail_url).toMatch(/^http:\/\/uploads\.localhost:3000\/demo\/[0-9a-f-]{36}$/);
});

test('what the page gives can be sent back as it is, and changes nothing', async () => {
  const { id } = await office.create(everything);
  const before = await office.page(id);
  const body = { ...before.fields, version: before.version };
  const reply = await t.call(routes.editOffer, { token: office.admin.token, params: { id }, body });
  expect([reply.status, reply.body]).toEqual([200, { id, version: before.version }]);
  expect(await office.page(id)).toEqual(before);
});

test('each field changed by itself is saved by itself, with its own line in the history', async () => {
  const { id } = await office.create();
  const { fields: standard } = await office.page(id);
  for (const name of offerFieldNames.filter((one) => !['advertiser_id', 'offer_type', 'objective'].includes(one))) {
    const { version, fields } = await office.page(id);
    const body = { ...fields, [name]: everything[name], version };
    const reply = await t.call(routes.editOffer, { token: office.admin.token, params: { id }, body });
    expect(`${name}: ${reply.status} ${reply.raw}`).toBe(`${name}: 200 {"id":"${id}","version":${version + 1}}`);
    const [newest] = (await office.page(id)).history;
    expect(newest).toMatchObject({ action: 'offer.edited', actor: 'Asha Rao' });
    expect(Object.keys(newest.after)).toEqual([name]);
    if (name !== 'goals') expect([newest.before[name], newest.after[name]]).toEqual([standard[name], everything[name]]);
  }
  expect((await office.page(id)).fields).toEqual({ ...everything, objective: 'Conversions', offer_type: 'CPR' });
});
