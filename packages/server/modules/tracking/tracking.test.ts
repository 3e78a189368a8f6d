import { routes } from '@tributary/contract';
import {
  INTERNAL_KEY_LABEL,
  internalPaths,
  type KeptRows,
  type LeaseReply,
  type TrackerReport,
} from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { testSecret } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { encodeFrame } from '../events/index.ts';

let t: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('admin@demo.test', { rememberMe: true });
  const url = 'https://shop.example/?cid={click_id}';
  const offer = { offer_name: 'Leased', advertiser_id: 3, default_campaign_url: url, revenue: '1', payout: '0.5' };
  const reply = await t.call(routes.createOffer, { token: admin.token, body: offer });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  await t.app.worker?.drain();
});
afterAll(() => t.close());

const token = testSecret.derive(INTERNAL_KEY_LABEL).toString('hex');
const http = () => {
  if (!t.app.http) throw new Error('no api');
  return t.app.http;
};
const internal = (method: 'GET' | 'POST', url: string, payload?: unknown, bearer = token) =>
  http().inject({
    method,
    url,
    headers: { authorization: `Bearer ${bearer}` },
    ...(payload === undefined
      ? {}
      : {
          payload: JSON.stringify(payload),
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        }),
  });
// biome-ignore lint/suspicious/noExplicitAny: a document's lines have many shapes
const lines = (text: string): any[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const full = async () =>
  lines((await internal('GET', `${internalPaths.snapshot}?after=0&tracker=0000000000000001`)).payload);
const after = (version: number) =>
  internal('GET', `${internalPaths.snapshot}?after=${version}&tracker=0000000000000001`);

describe('the internal calls', () => {
  test('answer nobody without the installation’s token, nor anybody behind a proxy', async () => {
    for (const path of Object.values(internalPaths)) {
      const method = path === internalPaths.snapshot ? 'GET' : 'POST';
      expect((await internal(method, path, method === 'POST' ? {} : undefined, 'f'.repeat(64))).statusCode).toBe(404);
      const proxied = await http().inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '1.2.3.4' },
      });
      expect(proxied.statusCode).toBe(404);
    }
    expect((await internal('POST', internalPaths.leases, { asks: 'x' })).statusCode).toBe(400);
  });
});

describe('the snapshot', () => {
  test('a full document holds every tenant’s people and offers, framed by head and tail', async () => {
    const document = await full();
    expect(document[0]).toMatchObject({ snapshot: 1, kind: 'full', after: 0 });
    expect(document.at(-1)).toEqual({ end: document[0].version, lines: document.length - 2 });
    const tenants = document.filter((line) => line.put === 'tenant').map((line) => line.value.subdomain);
    expect(tenants.sort()).toEqual(['acme', 'demo']);
    expect(document.some((line) => line.put === 'publisher' && line.value.name === 'Priya Shah')).toBe(true);
  });

  test('a change in the panel reaches a waiting tracker as a patch with just that change', async () => {
    const { version } = (await full())[0];
    const waiting = after(version);
    const [publisher] = await t.database.asOwner<{ id: string }>(
      `select id from users where email = 'publisher@demo.test'`,
    );
    const id = publisher?.id ?? '';
    await t.call(routes['publishers.reject'], { token: admin.token, params: { id } });
    const patch = lines((await waiting).payload);
    expect(patch[0]).toMatchObject({ kind: 'patch', after: version });
    expect(patch.slice(1, -1)).toMatchObject([{ put: 'publisher', value: { id, status: 'rejected' } }]);
    await t.call(routes['publishers.remove'], { token: admin.token, params: { id } });
    const dropped = lines((await after(patch[0].version)).payload);
    expect(dropped.slice(1, -1)).toMatchObject([{ drop: 'publisher' }]);
    await t.call(routes['publishers.restore'], { token: admin.token, params: { id } });
    await t.call(routes['publishers.approve'], { token: admin.token, params: { id } });
  });

  test('a tracker from a future that a restored backup forgot gets the whole', async () => {
    const document = lines((await after(9_999_999)).payload);
    expect(document[0].kind).toBe('full');
  });
});

async function capOf(limit: number, period = 'day'): Promise<string> {
  const [row] = await t.database.asOwner<{ id: string }>(
    `insert into offer_caps (tenant_id, offer_id, metric, period, limit_value, action)
     select o.tenant_id, o.id, 'clicks', $2, $1, 'fallback' from offers o join tenants t on t.id = o.tenant_id
     where t.subdomain = 'demo' order by o.number limit 1 returning id`,
    [limit, period],
  );
  return row?.id ?? '';
}
const lease = async (tracker: string, boot: string, asks: object[], lots: object[] = []): Promise<LeaseReply> =>
  (await internal('POST', internalPaths.leases, { tracker, boot, asks, lots })).json();
const trackers = ['00000000000000aa', '00000000000000bb', '00000000000000cc'];
const report = (tracker: string, more: Partial<TrackerReport> = {}): TrackerReport => ({
  tracker,
  boot: 'b1',
  label: `host ${tracker.slice(-2)}`,
  version: 'test',
  snapshotVersion: 1,
  startedAt: t.clock.now().getTime(),
  spool: { unsentBytes: 0, oldestUnsentAt: null, quarantinedBytes: 0, failing: false },
  unlogged: {},
  verdicts: {},
  countriesAt: 1_780_000_000_000,
  ...more,
});

describe('leases', () => {
  test('three trackers that ask, spend, return and forget never pass the cap, and the last click is given', async () => {
    const cap = await capOf(1_000);
    let passed = 0;
    const spendAll = async (tracker: string) => {
      const open: { lot: string; spent: number; returned: boolean }[] = [];
      for (let dry = 0; dry < 3; ) {
        const { grants } = await lease(tracker, 'b1', [{ cap, want: 64 }], open.splice(0));
        const grant = grants[0];
        if (!grant || grant.granted === 0) {
          dry++;
          continue;
        }
        // now and then half a lot goes back unspent
        const spent = grant.granted > 4 && passed % 3 === 0 ? Math.floor(grant.granted / 2) : grant.granted;
        passed += spent;
        open.push({ lot: grant.lot, spent, returned: true });
      }
      await lease(tracker, 'b1', [], open);
    };
    await Promise.all(trackers.map(spendAll));
    expect(passed).toBeLessThanOrEqual(1_000);
    await Promise.all(trackers.map(spendAll));
    expect(passed).toBe(1_000);
    const [row] = await t.database.asOwner(`select spent, outstanding from cap_windows where cap_id = $1`, [cap]);
    expect(row).toEqual({ spent: '1000', outstanding: '0' });
  });

  test('a repeated report changes nothing; a new window has a new budget', async () => {
    const cap = await capOf(10, 'hour');
    const tracker = trackers[0] ?? '';
    const { grants } = await lease(tracker, 'b1', [{ cap, want: 10 }]);
    const lot = { lot: grants[0]?.lot ?? '', spent: 3, returned: false };
    await lease(tracker, 'b1', [], [lot]);
    await lease(tracker, 'b1', [], [lot, { ...lot, spent: 1 }]);
    const [row] = await t.database.asOwner<{ spent: string }>(`select spent from cap_windows where cap_id = $1`, [cap]);
    expect(row?.spent).toBe('3');
    t.clock.advance(HOUR_MS);
    const next = await lease(tracker, 'b1', [{ cap, want: 100 }]);
    expect(next.grants[0]?.granted).toBeGreaterThan(0);
  });

  test('what a dead tracker held counts as spent until its new life has shipped everything; then the clicks decide', async () => {
    const cap = await capOf(8, 'total');
    const tracker = trackers[1] ?? '';
    const lot = (await lease(tracker, 'b1', [{ cap, want: 8 }])).grants[0];
    expect(lot?.granted).toBeGreaterThan(1);
    const left = async () => {
      const [row] = await t.database.asOwner<{ left: string }>(
        `select 8 - spent - outstanding as left from cap_windows where cap_id = $1`,
        [cap],
      );
      return Number(row?.left);
    };
    const before = await left();
    const later = t.clock.now().getTime() + 5_000;
    const unshipped = { unsentBytes: 9, oldestUnsentAt: later - 60_000, quarantinedBytes: 0, failing: false };
    await internal('POST', internalPaths.ack, report(tracker, { boot: 'b2', startedAt: later, spool: unshipped }));
    expect(await left()).toBe(before);
    const [demo] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
    const click = {
      tenant_id: demo?.id ?? '',
      event_id: 'lot-click',
      at: t.clock.now().toISOString(),
      verdict: 'accepted',
      sent_to: 'destination',
      cap_lots: `other,${lot?.lot}`,
    };
    await t.app.intake.accept({ tracker, segment: 1, offset: 0, body: encodeFrame('click', [click]) });
    await internal('POST', internalPaths.ack, report(tracker, { boot: 'b2', startedAt: later }));
    expect(await left()).toBe(7);
  });
});

test('what a tracker has kept is taken as often as it is told, and nothing of it is taken back', async () => {
  const [demo] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const quarter = Date.UTC(2026, 10, 1, 8, 15);
  const rows = (tenant: string, clicks: number, receipts = 0) => ({
    tenant,
    quarter,
    clicks,
    impressions: 2,
    receipts,
  });
  const tell = (boot: string, ...kept: KeptRows[]) =>
    internal('POST', internalPaths.ack, report(trackers[0] ?? '', { boot, kept }));
  const own = demo?.id ?? '';
  const all = [
    await tell('k1', rows(own, 5, 3)),
    await tell('k1', rows(own, 9, 4), { ...rows(own, 1), quarter: quarter + 900_000 }),
    await tell('k1', rows(own, 5, 3)),
    await tell('k2', rows(newId(), 7), rows(own, 2)),
  ];
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await tell('k3', { ...rows(own, 1), quarter: quarter + 1 })).statusCode).toBe(400);
  expect((await tell('k3', { ...rows(own, 1), clicks: -1 })).statusCode).toBe(400);
  const kept = await t.database.asOwner<Record<string, string>>(
    `select boot, clicks::int, impressions::int, receipts::int from tracker_counts order by boot, quarter`,
  );
  expect(kept).toEqual([
    { boot: 'k1', clicks: 9, impressions: 2, receipts: 4 },
    { boot: 'k1', clicks: 1, impressions: 2, receipts: 0 },
    { boot: 'k2', clicks: 2, impressions: 2, receipts: 0 },
  ]);
});

describe('the System screen', () => {
  test('tells how many trackers have the newest version, and only this tenant’s counts', async () => {
    const [demo] = await t.database.asOwner<{ number: number }>(`select number from tenants where subdomain = 'demo'`);
    const version = (await full())[0].version;
    const verdicts = { [String(demo?.number)]: { accepted: 5 }, '99999': { accepted: 987_654_321 } };
    await internal('POST', internalPaths.ack, report(trackers[0] ?? '', { snapshotVersion: version, verdicts }));
    await internal('POST', internalPaths.ack, report(trackers[2] ?? '', { snapshotVersion: 0 }));
    const { body } = await t.call(routes.system, { token: admin.token });
    expect(body.live_on).toBe(1);
    // what others change, and what is kept for all together, is none of it
    const others = await t.call(routes.system, { token: admin.token });
    await t.database.asOwner(
      `insert into snapshot_history (tenant_id, entity, entity_key, version, value)
        select id, 'tenant', 'other', (select version + 1 from snapshot_state), '{}' from tenants where subdomain <> 'demo' limit 1`,
    );
    await t.database.asOwner('update snapshot_state set version = version + 1');
    expect((await t.call(routes.system, { token: admin.token })).body).toMatchObject({
      snapshot_version: others.body.snapshot_version,
      live_on: 1,
    });
    expect(others.raw).not.toMatch(/bytes|quarantine|label/);
    for (const name of trackers) expect(others.raw).not.toContain(name);
    expect(body.trackers.map((row: { verdicts: object }) => row.verdicts)).toContainEqual({ accepted: 5 });
    expect(JSON.stringify(body)).not.toContain('987654321');
  });
});
