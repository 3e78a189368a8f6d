// Somebody holds the ledger's head for long, as a demo's history or a great import does. Whoever moves money meanwhile is told so in
// time; nothing is half done, and the same key may be sent again.
import { routes } from '@tributary/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';

let t: TestApp;
let token = '';
let publisherId = '';

beforeAll(async () => {
  t = await createTestApp();
  ({ token } = await t.signIn('admin@demo.test'));
  ({ userId: publisherId } = await t.signIn('publisher@demo.test'));
});
afterAll(() => t.close());

async function holdHead(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`insert into ledger_heads (tenant_id, sequence, hash) select id, 0, '\\x00' from tenants where subdomain = 'demo'
    on conflict (tenant_id) do update set sequence = ledger_heads.sequence`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

test('a call that moves money is refused in words while the head is held, and goes through afterwards by the same key', async () => {
  const bonus = (key: string) =>
    t.call(routes.addAdjustment, {
      token,
      headers: { 'idempotency-key': key },
      body: { owner_id: publisherId, currency: 'USD', amount: '5', reason: 'Agreed' },
    });
  const day = t.clock.now().toISOString().slice(0, 10);
  const deposit = () =>
    t.call(routes.recordDeposit, {
      token,
      headers: { 'idempotency-key': 'c' },
      body: { advertiser_id: advertiserId, currency: 'USD', amount: '9', received_on: day, allocate: 'none' },
    });
  const { userId: advertiserId } = await t.signIn('advertiser@demo.test');
  const letGo = await holdHead();
  const waiting = [bonus('a'), bonus('b'), deposit()];
  // one of them is ended as the server does when a statement's time is over; the others wait for the lock in vain
  const pidOf = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and application_name = 'tributary-app' order by pid limit 1`;
  for (;;) {
    const [row] = await t.database.asOwner<{ pid: number }>(pidOf);
    if (row && (await t.database.asOwner('select pg_cancel_backend($1)', [row.pid])).length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const refused = await Promise.all(waiting);
  for (const { status, body, headers } of refused) {
    expect([status, body.error, headers['retry-after']]).toEqual([
      503,
      {
        code: 'unavailable',
        message:
          'Other changes to the same figures are still being booked, so nothing of this was done. Please try again in a moment.',
      },
      '5',
    ]);
  }
  await letGo();
  const counts = async () =>
    (
      await t.database.asOwner(`select (select count(*)::int from adjustments) as adjustments,
        (select count(*)::int from deposits) as deposits, (select count(*)::int from idempotency_keys) as keys`)
    )[0];
  const before = await counts();
  expect(before).toMatchObject({ keys: 0 });
  const again = await Promise.all([bonus('a'), bonus('b'), bonus('b'), deposit()]);
  expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(again[1]?.body).toEqual(again[2]?.body);
  expect(await counts()).toEqual({
    adjustments: Number(before?.adjustments) + 2,
    deposits: Number(before?.deposits) + 1,
    keys: 3,
  });
}, 60_000);

test('an account that would hold more than it can is refused in words, and nothing is booked', async () => {
  const bonus = () =>
    t.call(routes.addAdjustment, {
      token,
      body: { owner_id: publisherId, currency: 'EUR', amount: '999999999999', reason: 'Agreed' },
    });
  const replies: number[] = [];
  for (let sent = 0; sent < 10; sent++) {
    t.clock.advance(1_000);
    const { status, body } = await bonus();
    replies.push(status);
    if (status !== 201) expect(body.error.message).toMatch(/smaller amount/);
  }
  expect(replies).toEqual([...Array(9).fill(201), 409]);
});
