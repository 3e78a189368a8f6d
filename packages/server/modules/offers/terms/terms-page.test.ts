// The Terms tab: every version says what it pays and to whom.
import { routes } from '@tributary/contract';
import { advertiserKey } from '@tributary/contract/offers/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

test('a version names its rules and caps with what they pay, to whom, and the names that its history needs', async () => {
  const { id } = await office.create({ goals: [{ name: 'Deposit', token: 'deposit', revenue: '20', payout: '9' }] });
  const asAdmin = { token: office.admin.token, params: { id } };
  const { goals, version } = await office.page(id);
  const rule = {
    publisher_id: office.publisher.userId,
    goal_id: goals[1].id,
    countries: ['in'],
    source: null,
    from_conversions: 0,
    starts_at: null,
    ends_at: null,
    payout: '500',
    payout_percent: null,
    revenue: null,
    revenue_percent: null,
  };
  const cap = {
    publisher_id: office.publisher.userId,
    metric: 'clicks',
    period: 'day',
    limit: '5',
    action: 'fallback',
  };
  const save = (body: object) => t.call(routes.saveOffer, { ...asAdmin, body });
  const second = (await save({ version, payout_rules: [rule], caps: [cap] })).body.version;
  const { fields } = await office.page(id);
  await save({
    version: second,
    payout_rules: [{ ...rule, payout: '50', goal_id: null }],
    fields: { ...fields, goals: [] },
  });
  const { rows } = (await t.call(routes.offerTermsVersions, asAdmin)).body;
  expect(rows.map((row: { rules: { payout: string }[] }) => row.rules.map(({ payout }) => payout))).toEqual([
    ['50'],
    ['500'],
    [],
  ]);
  expect(rows[1].rules[0]).toMatchObject({ publisher_name: 'Priya Shah', goal_name: 'Deposit', countries: ['in'] });
  expect(rows[1].caps[0]).toMatchObject({ publisher_name: 'Priya Shah', limit: '5' });
  // the goal is gone, its name is not
  const { named } = await office.page(id);
  expect([named[goals[1].id], named[office.publisher.userId]]).toEqual(['Deposit', 'Priya Shah']);
  // and the advertiser, whom the offer knows by number
  expect(named[advertiserKey(Number(fields.advertiser_id))]).toBe((await office.page(id)).advertiser_name);
});
