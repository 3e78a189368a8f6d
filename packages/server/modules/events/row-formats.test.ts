// Rows of other releases. fixtures/spool-format-1.bin is a segment as the release before row format 2 wrote it: three clicks,
// an impression, two postbacks (one refused) and a pixel of one workspace.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { FRAME_HEAD_BYTES, type Frame, readFrame } from '@tributary/contract/tracker/spool-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { encodeFrame, events } from './index.ts';

const OLD_TENANT = '0192f0c0-0000-7000-8000-000000000001';
const oldSegment = readFileSync(new URL('./fixtures/spool-format-1.bin', import.meta.url));
const METRICS_TOKEN = 'metrics-token-of-this-test';

let t: TestApp;
let tenantId = '';
beforeAll(async () => {
  t = await createTestApp({ env: { METRICS_TOKEN } });
  await t.database.asOwner(`insert into tenants (id, subdomain, plan) values ($1, 'old-rows', 'basic')`, [OLD_TENANT]);
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  tenantId = tenant?.id ?? '';
});
afterAll(() => t.close());

let segment = 0;
const ship = (body: Buffer) =>
  t.app.intake.accept({ tracker: '00000000000000aa', segment: ++segment, offset: 0, body });
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  t.database.asOwner<Row & Record<string, unknown>>(text, values);
const scanned = async (tenant: string) => {
  const range = { start: new Date('2026-01-01'), end: new Date('2100-01-01') };
  const found = await t.app.database.withTenant(tenant, systemActor, (tx) =>
    events().scan(tx, tenant, range, {}, null),
  );
  return found.rows;
};
/** every figure that a row could move */
async function figures(): Promise<unknown> {
  const tables = ['events', 'receipts', 'receipt_queue', 'conversions', 'ledger_transfers', 'tenant_usage', 'outbox'];
  const rollups = await rows<{ name: string }>(
    `select relname as name from pg_class where relname like 'rollup%' and relkind in ('r', 'p') order by 1`,
  );
  const counts = [...tables, ...rollups.map(({ name }) => name)].map(
    (name) =>
      `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(x::text, '' order by x::text), '')) from ${name} x`,
  );
  return rows(counts.join(' union all '));
}
/** as another release would have written it */
function changed(frame: Buffer, { kind, format }: { kind?: number; format?: number }): Buffer {
  const copy = Buffer.from(frame);
  if (kind !== undefined) copy.writeUInt8(kind, 4);
  if (format !== undefined) copy.writeUInt8(format, 5);
  copy.writeUInt32BE(crc32(copy.subarray(FRAME_HEAD_BYTES), crc32(copy.subarray(0, 24))), 24);
  return copy;
}
const framesOf = (body: Buffer): Frame[] => {
  const frames: Frame[] = [];
  for (let at = 0; at < body.length; at = frames.at(-1)?.end ?? body.length) {
    frames.push(readFrame(body, at, crc32) ?? expect.fail('a damaged frame'));
  }
  return frames;
};
const click = (more: Record<string, string> = {}) => ({
  tenant_id: tenantId,
  event_id: newId(),
  at: t.clock.now().toISOString(),
  offer: '1',
  publisher: '2',
  verdict: 'accepted',
  sent_to: 'destination',
  params: '{}',
  ...more,
});

test('rows of format 1 that lay in a spool at the upgrade are stored, with nothing where format 2 has more', async () => {
  expect(new Set(framesOf(oldSegment).map(({ format }) => format))).toEqual(new Set([1]));
  expect(await ship(oldSegment)).toEqual({ accepted: oldSegment.length, rows: 7 });
  const read = (await scanned(OLD_TENANT)).map(({ kind, offer, link_code, verdict, params, ...row }) => ({
    ...{ kind, offer, link_code, verdict, params },
    ...{ terms_version: row.terms_version, signals: row.signals, smart_link: row.smart_link },
  }));
  expect(read).toEqual([
    { kind: 'click', offer: 10, link_code: null, verdict: 'accepted', params: { p1: 'caféx' }, ...none() },
    { kind: 'click', offer: 10, link_code: 'abc', verdict: 'accepted', params: { p1: 'preset' }, ...none() },
    { kind: 'click', offer: null, link_code: null, verdict: 'offer_unknown', params: {}, ...none() },
    { kind: 'impression', offer: 10, link_code: null, verdict: 'accepted', params: {}, ...none() },
  ]);
  expect(
    await rows('select kind, txn_id, outcome, params, token_digest from receipts where tenant_id = $1 order by at', [
      OLD_TENANT,
    ]),
  ).toEqual([
    { kind: 'postback', txn_id: 'old-1', outcome: 'recorded', params: { sub1: 'a\\b' }, token_digest: null },
    { kind: 'postback', txn_id: 'old-2', outcome: 'broken_click', params: null, token_digest: null },
    { kind: 'pixel', txn_id: 'old-3', outcome: 'recorded', params: null, token_digest: null },
  ]);
  expect(await rows('select clicks::int from tenant_usage where tenant_id = $1', [OLD_TENANT])).toEqual([
    { clicks: 2 },
  ]);
});
const none = () => ({ terms_version: null, signals: null, smart_link: null });

test('both formats in one shipment, and what format 2 adds is stored', async () => {
  const [old] = framesOf(oldSegment);
  const told = { terms_version: '7', signals: '65535', smart_link: 'smart-1' };
  const one = click(told);
  const body = Buffer.concat([Buffer.from(old?.bytes ?? []), encodeFrame('click', [one])]);
  // the old row has been stored before: the key has the last word
  expect((await ship(body)).accepted).toBe(body.length);
  const stored = (await scanned(tenantId)).find(({ event_id }) => event_id === one.event_id);
  expect(stored).toMatchObject({ terms_version: 7, signals: 65_535, smart_link: 'smart-1' });
});

test.each([
  ['a newer format', { format: 3 }],
  ['format 0', { format: 0 }],
  ['a kind that is not known', { kind: 9 }],
  ['a kind that format 1 did not have', { kind: 6, format: 1 }],
])('%s is kept whole and counted, and what stands around it is stored', async (_name, change) => {
  const before = await quarantined();
  const [first, second] = [click(), click()];
  const strange = changed(encodeFrame('click', [click()]), change);
  const body = Buffer.concat([encodeFrame('click', [first]), strange, encodeFrame('click', [second])]);
  expect(await ship(body)).toEqual({ accepted: body.length, rows: 2 });
  const stored = (await scanned(tenantId)).map(({ event_id }) => event_id);
  expect(stored).toEqual(expect.arrayContaining([first.event_id, second.event_id]));
  const [kept] = await rows<{ frame: Buffer; reason: string }>(
    'select frame, reason from intake_quarantine order by id desc limit 1',
  );
  expect(kept?.frame).toEqual(strange);
  expect(kept?.reason).toMatch(/not known here$/);
  expect(await quarantined()).toBe(before + 1);
  expect(
    (await t.app.http?.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))?.payload,
  ).toContain(`tributary_intake_quarantined_frames ${before + 1}\n`);
});
const quarantined = async (): Promise<number> =>
  (await rows<{ n: number }>('select count(*)::int as n from intake_quarantine'))[0]?.n ?? 0;

test('what a tester did is kept, and no figure, cap, rollup, queue or ledger moves', async () => {
  const test_id = newId();
  const row = JSON.stringify(click({ verdict: 'accepted' }));
  const before = await figures();
  const at = t.clock.now().toISOString();
  const body = encodeFrame('test', [
    { tenant_id: tenantId, row_id: newId(), test_id, at, kind: 'click', row },
    { tenant_id: tenantId, row_id: newId(), test_id, at, kind: 'postback', row: '{"outcome":"recorded"}' },
  ]);
  expect((await ship(body)).rows).toBe(2);
  await t.app.worker?.drain();
  expect(await figures()).toEqual(before);
  expect(await rows('select kind from test_events where test_id = $1 order by kind', [test_id])).toEqual([
    { kind: 'click' },
    { kind: 'postback' },
  ]);
});

test('a hook is kept as it came, once, for whoever will prove its sender', async () => {
  const hook = {
    tenant_id: tenantId,
    hook_id: newId(),
    at: t.clock.now().toISOString(),
    code: 'c0ffee',
    ip: '192.0.2.9',
    headers: '{"x-signature":"abc"}',
    body: Buffer.from('{"order":1}').toString('base64'),
  };
  const before = await figures();
  const cut = Buffer.from(encodeFrame('hook', [hook]));
  await ship(cut);
  await ship(cut);
  expect(await figures()).toEqual(before);
  expect(await rows('select code, headers, body from received_hooks where tenant_id = $1', [tenantId])).toEqual([
    { code: 'c0ffee', headers: { 'x-signature': 'abc' }, body: hook.body },
  ]);
});
