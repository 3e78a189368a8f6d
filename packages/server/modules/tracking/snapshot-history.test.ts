// What trackers knew can be put together again: at every version it is what they were told then, line for line.
import { routes } from '@tributary/contract';
import { INTERNAL_KEY_LABEL, internalPaths } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { testSecret } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { configurationAt, pruneHistory } from './index.ts';

let t: TestApp;
let w: World;
let token: string;
let worker: ReturnType<TestApp['database']['open']>;
const told: { version: number; at: Date; lines: string[] }[] = [];

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  worker = t.database.open('worker');
  await t.app.publish();
  await remember();
  const offer = await w.addOffer();
  for (const status of ['paused', 'active', 'paused'] as const) {
    await t.call(routes.setOfferStatus, { token, params: { id: offer.id }, body: { status } });
    await remember();
  }
  const { id } = await w.addPerson('publisher');
  for (const route of [routes['publishers.reject'], routes['publishers.remove'], routes['publishers.restore']]) {
    await t.call(route, { token, params: { id } });
    await remember();
  }
});
afterAll(() => t.close());

/** what a tracker that asks now is told of this tenant, once all news has been published */
async function remember(): Promise<void> {
  await t.app.worker?.drain();
  const reply = await t.app.http?.inject({
    url: `${internalPaths.snapshot}?after=0&tracker=0000000000000001`,
    headers: { authorization: `Bearer ${testSecret.derive(INTERNAL_KEY_LABEL).toString('hex')}` },
  });
  const [head = '', ...lines] = (reply?.payload ?? '').trim().split('\n');
  const [moment] = await t.database.asOwner<{ at: Date }>('select clock_timestamp() as at');
  told.push({ version: JSON.parse(head).version, at: moment?.at ?? new Date(), lines: ofTenant(lines.slice(0, -1)) });
}
const ofTenant = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => {
      const { put, value } = JSON.parse(line);
      return (put === 'tenant' ? value.number : value.tenant) === w.tenantNumber;
    })
    .sort();
const known = async (when: { version: number } | { at: Date }, tenantId = w.tenantId) => {
  const found = await worker.withTenant(tenantId, systemActor, (tx) => configurationAt(tx, tenantId, when));
  return found && { version: found.version, lines: found.document.trim().split('\n') };
};

test('at each version, and at each moment, it is what trackers were told then', async () => {
  expect(new Set(told.map(({ version }) => version)).size).toBe(told.length);
  for (const { version, at, lines } of told) {
    const then = await known({ version });
    expect(then?.lines.slice(1, -1).sort()).toEqual(lines);
    expect((await known({ at }))?.lines.slice(1, -1).sort()).toEqual(lines);
    // a document that a tracker takes: the tenant before what belongs to it
    expect(JSON.parse(then?.lines[0] ?? '')).toMatchObject({ kind: 'full', after: 0, version });
    expect(JSON.parse(then?.lines[1] ?? '')).toMatchObject({ put: 'tenant' });
    expect(JSON.parse(then?.lines.at(-1) ?? '')).toEqual({ end: version, lines: lines.length });
  }
});

test('publishing the same again keeps nothing', async () => {
  const rows = async () => (await t.database.asOwner('select from snapshot_history')).length;
  const before = await rows();
  await t.app.publish();
  expect(await rows()).toBe(before);
});

test('before anything was kept nothing is made up', async () => {
  expect(await known({ version: 0 })).toBeNull();
  expect(await known({ at: new Date('2020-01-01') })).toBeNull();
});

test('what was followed longer ago than rows are kept goes, the last value before stays, and older moments are not guessed', async () => {
  const [first, , third] = told;
  const kept = told.slice(2);
  // as if all up to the third look had happened before the cut
  await t.database.asOwner('update snapshot_history set at = $2 where version <= $1', [
    third?.version,
    new Date(t.clock.now().getTime() - 91 * DAY_MS),
  ]);
  await worker.withoutTenant((tx) => pruneHistory(tx, t.clock.now()));
  for (const { version, lines } of kept) expect((await known({ version }))?.lines.slice(1, -1).sort()).toEqual(lines);
  expect(await known({ version: first?.version ?? 0 })).toBeNull();
  const rows = await t.database.asOwner(
    `select from snapshot_history h where exists (select from snapshot_history n where n.tenant_id = h.tenant_id
       and n.entity = h.entity and n.entity_key = h.entity_key and n.version > h.version and n.at < $1)`,
    [new Date(t.clock.now().getTime() - 90 * DAY_MS)],
  );
  expect(rows).toHaveLength(0);
});
