// What of billing stands on the dashboard is what the list behind it holds, to those alone whose role opens that list.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../http/matrix/scene.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { addInvoice } from './advertisers/testing.ts';

let t: TestApp;
let w: World;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  scene = await createScene(t);
});
afterAll(() => t.close());

test('appeals to decide, disputes past their day and overdue invoices are counted as their lists have them', async () => {
  const { token } = await t.signIn('admin@demo.test');
  const now = t.clock.now();
  const dayIn = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const asked = async (side: 'publisher' | 'advertiser', state: string, due: number) =>
    w.insert('appeals', {
      ...{ tenant_id: w.tenantId, id: newId(), side, owner_id: w[side].id, subject_kind: 'conversion' },
      ...{ subject_id: newId(), reason: 'Not so.', state, due_at: dayIn(due), created_at: dayIn(-20) },
      decided_at: state === 'open' ? null : now,
    });
  for (const [side, state, due] of [
    ['publisher', 'open', 3],
    ['publisher', 'open', -3],
    ['publisher', 'upheld', -3],
    ['advertiser', 'open', 3],
    ['advertiser', 'open', -3],
    ['advertiser', 'withdrawn', -3],
  ] as const) {
    await asked(side, state, due);
  }
  for (const days of [-1, -40, 0, 30]) {
    await addInvoice(t, w, { amount: 5_000_000n, dueOn: dayIn(days).toISOString().slice(0, 10) });
  }
  const queuesOf = async (by: string) => (await t.call(routes.dashboard, { token: by, query: {} })).body.queues;
  const listed = async (
    route: typeof routes.appeals | typeof routes.disputes | typeof routes.invoices,
    query: object,
  ) => (await t.call(route, { token, query: query as never })).body.rows.length;
  const queues = await queuesOf(token);
  expect(queues).toMatchObject({ open_appeals: 2, overdue_disputes: 1, overdue_invoices: 2, failed_payments: 0 });
  expect(await listed(routes.appeals, { state: 'open' })).toBe(queues.open_appeals);
  expect(await listed(routes.disputes, { overdue: '1' })).toBe(queues.overdue_disputes);
  expect(await listed(routes.invoices, { overdue: '1' })).toBe(queues.overdue_invoices);
  const role_id = await scene.addRole('demo', { dashboard: 'read', payouts: 'read' });
  const payer = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id }));
  expect(Object.keys(await queuesOf(payer.token)).sort()).toEqual(['failed_payments', 'open_appeals']);
});
