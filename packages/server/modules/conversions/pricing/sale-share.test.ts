// Revenue and payout as shares of the sale, on goals and rules; without a sale amount a share waits. Expected values by hand.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBookings } from '../index.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const findings = await t.app.database.withTenant(tenant?.id ?? '', systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenant?.id ?? '')).findings,
    ...(await checkBookings(tx)),
  ]);
  await t.close();
  expect(findings).toEqual([]);
});

interface Share {
  revenue_micros?: number;
  revenue_basis_points?: number | null;
  payout_micros?: number;
  payout_basis_points?: number | null;
}

/** the default goal and, where given, one rule for all */
async function offerWith(goal: Share, rule?: Share) {
  const w = await createWorld(t);
  const offer = await w.addOffer({ offer_type: 'CPS' });
  await t.database.asOwner(
    `update offer_goals set revenue_micros = $2, revenue_basis_points = $3, payout_micros = $4, payout_basis_points = $5
     where offer_id = $1`,
    [
      offer.id,
      goal.revenue_micros ?? 0,
      goal.revenue_basis_points ?? null,
      goal.payout_micros ?? 0,
      goal.payout_basis_points ?? null,
    ],
  );
  if (rule) await w.addRule(offer.id, { ...rule });
  return { w, offer };
}
const shares = { revenue_basis_points: 1_000, payout_basis_points: 750 };

describe('shares', () => {
  test.each<[string, Share, Share | undefined, string, number, number]>([
    ['of the goal, both', shares, undefined, '80', 8, 6],
    ['of the goal, revenue alone', { revenue_basis_points: 1_250, payout_micros: 3_000_000 }, undefined, '80', 10, 3],
    [
      'a rule’s revenue share over the goal’s amount',
      { revenue_micros: 9_000_000, payout_micros: 3_000_000 },
      { revenue_basis_points: 500 },
      '80',
      4,
      3,
    ],
    ['a rule’s amount over the goal’s share', shares, { revenue_micros: 7_000_000 }, '80', 7, 6],
    [
      'a rule that sets the payout leaves the goal’s share of revenue',
      shares,
      { payout_micros: 1_000_000 },
      '80',
      8,
      1,
    ],
    [
      'rounded to the nearest micro-unit, halves up',
      { revenue_basis_points: 3_333, payout_basis_points: 1 },
      undefined,
      '0.000005',
      0.000002,
      0,
    ],
    ['of a sale of nothing', shares, undefined, '0', 0, 0],
  ])('%s', async (_what, goal, rule, sale_amount, revenue, payout) => {
    const { w, offer } = await offerWith(goal, rule);
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: 'a', sale_amount })).toBe('recorded');
    expect(await w.conversions()).toMatchObject([
      {
        status: 'approved',
        revenue_micros: String(Math.round(revenue * 1e6)),
        payout_micros: String(Math.round(payout * 1e6)),
      },
    ]);
  });
});

describe('without a sale amount', () => {
  test.each([
    ['no status', {}],
    ['approved', { status: 'approved' }],
  ])('a share waits, whoever says %s, and is priced when the sale is told', async (_what, said) => {
    const { w, offer } = await offerWith(shares);
    const click_id = w.clickId(offer.number);
    expect(await w.convert({ click_id, txn_id: 'a', ...said })).toBe('recorded');
    const waits = { status: 'pending', awaits_sale: true, revenue_micros: '0', payout_micros: '0' };
    expect(await w.conversions()).toMatchObject([waits]);
    await w.convert({ click_id, txn_id: 'a', status: 'approved' });
    expect(await w.conversions()).toMatchObject([waits]);
    expect(await w.convert({ click_id, txn_id: 'a', sale_amount: '80', status: 'approved' })).toBe('updated');
    expect(await w.conversions()).toMatchObject([
      { status: 'approved', awaits_sale: false, revenue_micros: '8000000', payout_micros: '6000000' },
    ]);
  });

  test('the end of a hold does not approve it at nothing; the sale, told later, goes by the offer’s own status', async () => {
    const { w, offer } = await offerWith(shares);
    await t.database.asOwner('update offers set hold_minutes = 10 where id = $1', [offer.id]);
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'a' });
    t.clock.advance(20 * 60_000);
    await t.database.asOwner(`insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.due', '{}')`, [
      w.tenantId,
    ]);
    await t.app.worker?.drain();
    expect(await w.conversions()).toMatchObject([{ status: 'pending', awaits_sale: true }]);
    expect(await w.convert({ click_id, txn_id: 'a', sale_amount: '80' })).toBe('updated');
    expect(await w.conversions()).toMatchObject([{ status: 'approved', payout_micros: '6000000' }]);
  });

  test('a person cannot approve it at nothing, but can set its amounts', async () => {
    const { w, offer } = await offerWith(shares);
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'a' });
    const [row] = await w.conversions();
    const params = { id: row?.id ?? '' };
    const approve = () =>
      t.call(routes.decideConversion, { token, params, body: { status: 'approved', reason: 'case' } });
    const refused = await approve();
    expect([refused.status, refused.raw]).toEqual([400, expect.stringContaining('sale amount')]);
    const many = await t.call(routes.decideConversions, {
      token,
      body: { ids: [params.id], status: 'approved', reason: 'case' },
    });
    expect(many.body).toMatchObject({ changed: 0, unchanged: 1 });
    await t.call(routes.adjustConversion, { token, params, body: { revenue: '5', payout: '3', reason: 'case' } });
    expect((await approve()).status).toBe(200);
    expect(await w.conversions()).toMatchObject([{ status: 'approved', awaits_sale: false, payout_micros: '3000000' }]);
  });

  test('an amount beside a share is enough for neither: fixed amounts alone do not wait', async () => {
    const { w, offer } = await offerWith({ revenue_micros: 5_000_000, payout_micros: 2_000_000 });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'a' });
    expect(await w.conversions()).toMatchObject([{ status: 'approved', awaits_sale: false }]);
  });
});

describe('the forms', () => {
  test('a rule or goal has an amount or a share for each side, never both', async () => {
    const w = await createWorld(t);
    const offer = await w.addOffer();
    const scope = {
      publisher_id: null,
      goal_id: null,
      countries: [],
      source: null,
      from_conversions: 0,
      starts_at: null,
      ends_at: null,
    };
    const set = (rule: object) =>
      t.call(routes.setPayoutRules, { token, params: { id: offer.id }, body: { rules: [{ ...scope, ...rule }] } });
    const both = await set({ payout: null, payout_percent: null, revenue: '3', revenue_percent: 10 });
    expect([both.status, both.raw]).toEqual([400, expect.stringContaining('not both')]);
    expect((await set({ payout: null, payout_percent: 7.5, revenue: null, revenue_percent: 10 })).status).toBe(200);
    const page = await t.call(routes.offer, { token, params: { id: offer.id } });
    expect(page.body.payout_rules).toMatchObject([{ revenue: null, revenue_percent: 10, payout_percent: 7.5 }]);
  });
});
