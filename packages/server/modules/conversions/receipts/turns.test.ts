// Receipts are decided in turns: however many one workspace has waiting, another one's single receipt does not wait for the
// last of them.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanes } from '../../../platform/jobs/topics.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

/** more busy workspaces than the lane has slots */
const BUSY = lanes.receipts.slots + 1;
const EACH = 350;
let t: TestApp;
let quiet: World;
const busy: World[] = [];
beforeAll(async () => {
  t = await createTestApp();
  quiet = await createWorld(t, 'demo');
  for (let n = 0; n < BUSY; n++) {
    await t.database.asOwner(`insert into tenants (subdomain, plan, plan_kind) values ($1, 'premium', 'paid')`, [
      `busy-${n}`,
    ]);
    busy.push(await createWorld(t, `busy-${n}`));
  }
});
afterAll(() => t.close());

test('a single receipt is decided before the queues of busy workspaces are empty', async () => {
  // of no click that we know: decided quickly, but decided one by one
  const unknown = { click_id: 'nobody', txn_id: 'none' };
  const gate = new pg.Client({ connectionString: t.database.ownerUrl });
  await gate.connect();
  // nothing is decided until all have come, however slow this machine is just now
  await gate.query('begin; lock table receipt_outcomes in exclusive mode');
  for (const world of busy) await world.receipts(Array.from({ length: EACH }, () => unknown));
  const [mine = ''] = await quiet.receipts([unknown]);
  await gate.query('commit');
  await gate.end();
  await t.app.worker?.drain();
  // the order of the transactions that decided, which no clock can blur
  const rows = await t.database.asOwner<{ tenant_id: string; last: string; all: number; mine: boolean }>(
    `select tenant_id, max(xmin::text::bigint) as last, count(*)::int as all, bool_or(receipt_id = $1) as mine
     from receipt_outcomes group by 1`,
    [mine],
  );
  const own = Number(rows.find((row) => row.mine)?.last);
  const others = rows.filter((row) => !row.mine);
  expect(others.map(({ all }) => all)).toEqual(Array(BUSY).fill(EACH));
  expect(others.map(({ last }) => Number(last) > own)).toEqual(Array(BUSY).fill(true));
});
