// Any number of changes, taken back from the last to the first, leave the tables as they were: but for versions and times, and with
// what is kept by versions compared by what is in force. `UNDO_CHANGES=500 npm run undo:proof` does it at length; the seed is printed.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createUndoScene, inForce, steps, tablesOf, type UndoScene } from './testing.ts';
import { inverses } from './undo-state.ts';

const CHANGES = Number(process.env.UNDO_CHANGES ?? 40);
const SEED = Number(process.env.UNDO_SEED ?? Date.now() % 1_000_000);

let t: TestApp;
let scene: UndoScene;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createUndoScene(t, SEED);
});
afterAll(() => t.close());

/** newest first, all pages */
async function entries(since: number): Promise<{ id: string; action: string; undo: string }[]> {
  const found: { id: string; action: string; undo: string }[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { limit: '200', from: String(since), ...(after ? { after } : {}) };
    const { body, status, raw } = await t.call(routes.changeLog, { token: scene.token, query });
    if (status !== 200) throw new Error(raw);
    found.push(...body.rows);
    after = body.next;
  }
  return found;
}

test(`${CHANGES} random changes, undone (seed ${SEED})`, { timeout: 60_000 + CHANGES * 2_000 }, async () => {
  const { world, token } = scene;
  const [before, force] = [await tablesOf(t, world.tenantId), await inForce(t, token, world.tenantId)];
  t.clock.advance(2_000);
  const since = Math.floor(t.clock.now().getTime() / 1_000);
  const names = Object.keys(steps);
  const done = new Map<string, number>();
  let made = 0;
  for (let n = 0; made < CHANGES; n++) {
    // each kind in turn first, so that a short run leaves none out
    const name = names[n < names.length ? n : scene.random.upTo(names.length - 1)] ?? '';
    t.clock.advance(1_000);
    await steps[name]?.(scene);
    done.set(name, (done.get(name) ?? 0) + 1);
    made =
      (
        await t.database.asOwner<{ n: number }>(
          `select count(*)::int as n from audit_log where at >= to_timestamp($1) and action not like 'session.%'`,
          [since],
        )
      )[0]?.n ?? 0;
  }
  const changes = await entries(since);
  expect(changes.filter(({ undo }) => undo !== 'possible')).toEqual([]);
  for (const { id, action } of changes) {
    t.clock.advance(1_000);
    const reply = await t.call(routes.undoChange, { token, params: { id } });
    expect(reply.status, `${action}: ${reply.raw}`).toBe(200);
  }
  await t.app.worker?.drain();
  const after = await tablesOf(t, world.tenantId);
  for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
  expect(await inForce(t, token, world.tenantId)).toEqual(force);
  const told = [...new Set(changes.map(({ action }) => action))].sort();
  if (process.env.UNDO_CHANGES) {
    const figures = `seed ${SEED}: ${changes.length} changes of ${told.length} kinds undone, ${before.size} tables equal`;
    process.stdout.write(`${figures}
${told.join(', ')}
`);
  }
  // the proof is of all that is declared: what it leaves out stands here
  if (CHANGES >= 300) expect(told).toEqual(Object.keys(inverses).sort());
});
