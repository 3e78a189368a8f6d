// How long a file takes from its upload until every line has its case: some hundred lines in the suite, 20,000 by
// `npm run reconcile:proof`, which prints it. Nothing is asserted on time.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

const LINES = Number(process.env.RECONCILE_LINES ?? 400);
const AT_ONCE = 2_000;
let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
});
afterAll(() => t.close());

test(`a file of ${LINES} lines is compared whole`, { timeout: 1_200_000 }, async () => {
  const offer = await w.addOffer();
  const { token } = await t.signIn('admin@demo.test');
  // nine of ten are ours, as rows of a conversion that went the usual way
  const click = w.clickId(offer.number);
  await w.convert({ click_id: click, txn_id: 'P-0', status: 'pending' });
  const [first] = await w.conversions();
  const columns = await t.database.asOwner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'conversions' and is_generated = 'NEVER'`,
  );
  const changed: Record<string, string> = {
    id: 'uuidv7()',
    txn_id: "'P-' || n",
    txn_key: "'p-' || n",
    click_id: "'c-' || n",
    click_key: "'c-' || n",
    booked: "'none'",
    booked_revenue_micros: '0',
    booked_payout_micros: '0',
    status: "'pending'",
  };
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `c.${name}`);
  const ours = Math.floor(LINES * 0.9);
  for (let at = 1; at < ours; at += AT_ONCE) {
    await t.database.asOwner(
      `insert into conversions (${names.join(',')}) select ${values.join(',')} from conversions c, generate_series($2::int, $3::int) n
       where c.id = $1`,
      [first?.id, at, Math.min(ours, at + AT_ONCE) - 1],
    );
  }
  const lines = Array.from({ length: LINES }, (_, n) => `P-${n},100,${n % 20 === 0 ? 'cancelled' : 'approved'}`);
  const data = Buffer.from(['order,amount,status', ...lines].join('\n')).toString('base64');
  const today = t.clock.now().toISOString().slice(0, 10);
  const begun = performance.now();
  const made = await t.call(routes.startReconciliation, {
    token,
    body: {
      advertiser_id: w.advertiser.id,
      file: { name: 'orders.csv', data },
      map: { txn_id: 'order', amount: 'amount', status: 'status' },
      period_from: today,
      period_to: today,
      zone: 'UTC',
      currency: 'USD',
    },
  });
  expect(made.status, made.raw).toBe(201);
  const read = performance.now();
  await t.app.worker?.drain();
  const compared = performance.now();
  const { body } = await t.call(routes.reconciliation, { token, params: { id: made.body.id } });
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  process.stdout.write(
    `${LINES} lines: read and kept in ${seconds(begun, read)} s, compared in ${seconds(read, compared)} s, ` +
      `together ${seconds(begun, compared)} s\n`,
  );
  expect(body.state).toBe('open');
  const rejected = Math.ceil(ours / 20);
  expect(
    body.findings.sort((a: { finding: string }, b: { finding: string }) => (a.finding < b.finding ? -1 : 1)),
  ).toEqual([
    { finding: 'agree', rows: ours - rejected, chosen: ours - rejected },
    { finding: 'only_theirs', rows: LINES - ours, chosen: 0 },
    { finding: 'theirs_rejected', rows: rejected, chosen: rejected },
  ]);
});
