// Doors of the tracker that stand in front of everything else: the Host header, the operator's figures, pixels' rate.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PIXELS_PER_ADDRESS } from './accept/pixel-rate.ts';
import { UNPROVEN_PER_ADDRESS } from './accept/unproven.ts';
import * as make from './testing/entities.ts';
import { Harness } from './testing/harness.ts';

const harness = new Harness();
const TOKEN = 'a-token-of-sixteen';
beforeAll(() =>
  harness.start(
    [
      ...make.basics(),
      { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme' }) },
      { put: 'offer', value: make.offer({ tenant: 2 }) },
      { put: 'publisher', value: make.publisher({ tenant: 2 }) },
      { put: 'advertiser', value: make.advertiser({ tenant: 2 }) },
    ],
    { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: TOKEN },
  ),
);
afterAll(() => harness.stop());

async function statusOf(head: string): Promise<number> {
  const socket = connect(harness.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  socket.write(`${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]);
}

describe('a Host header', () => {
  test.each([
    ['demo.localhost', 200],
    ['DEMO.Localhost', 200],
    ['demo.localhost:3001', 200],
    ['demo.localhost:65535', 200],
    ['stranger.example', 404],
    ['stranger.example:443', 404],
    ['user@demo.localhost', 400],
    ['user:secret@demo.localhost', 400],
    ['demo.localhost:65536', 400],
    ['demo.localhost:0', 400],
    ['demo.localhost:-1', 400],
    ['demo.localhost:80x', 400],
    ['demo.localhost:http', 400],
    ['demo.localhost:', 400],
    ['demo.localhost:80:80', 400],
    ['demo.localhost/x', 400],
    ['demo .localhost', 400],
    ['demo.localhost, acme.localhost', 400],
    ['[::1', 400],
  ])('"%s" is %i', async (host, status) => {
    expect(await statusOf(`GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(status);
    // with a tab it is not a plain request, and node:http reads it
    expect(await statusOf(`GET /robots.txt HTTP/1.1\r\nX-Tab: a\tb\r\nHost: ${host}\r\n`)).toBe(status);
  });

  test.each([
    ['two hosts', 'Host: demo.localhost\r\nHost: acme.localhost\r\n'],
    ['the same host twice', 'Host: demo.localhost\r\nhost: demo.localhost\r\n'],
    ['a good one and an empty one', 'Host: demo.localhost\r\nHost:\r\n'],
  ])('%s are refused', async (_name, hosts) => {
    expect(await statusOf(`GET /robots.txt HTTP/1.1\r\n${hosts}`)).toBe(400);
    expect(await statusOf(`POST /postback HTTP/1.1\r\n${hosts}Content-Length: 0\r\n`)).toBe(400);
  });
});

describe('/metrics', () => {
  test.each<[string, Record<string, string>, number]>([
    ['this machine, by its own name', { Host: 'localhost' }, 200],
    ['this machine, by its address', { Host: '127.0.0.1' }, 200],
    ['a proxy beside us that was asked for a public name', { Host: 'www.localhost.example' }, 404],
    ['a proxy that says so', { Host: 'localhost', 'X-Forwarded-For': '1.2.3.4' }, 404],
    ['a proxy with another header', { Host: 'localhost', Forwarded: 'for=1.2.3.4' }, 404],
    ['a proxy with yet another', { Host: 'localhost', 'X-Real-IP': '1.2.3.4' }, 404],
    ['a tenant’s host', { Host: 'demo.localhost' }, 404],
    ['the token', { Host: 'localhost', Via: '1.1 x', Authorization: `Bearer ${TOKEN}` }, 200],
    ['another token', { Host: 'localhost', Via: '1.1 x', Authorization: 'Bearer x' }, 404],
  ])('asked by %s', async (_name, headers, status) => {
    expect((await harness.get('/metrics', headers)).status).toBe(status);
  });
});

describe('pixels', () => {
  const clickOn = async (host: string): Promise<string> => {
    const { headers } = await harness.get('/click?camp_id=10&publisher_id=2', { Host: host });
    return new URL(headers.location ?? '').searchParams.get('cid') ?? '';
  };
  const outcomes = async (prefix: string, count: number): Promise<string[]> => {
    const rows = () => harness.server.rows.filter(({ row }) => row.txn_id?.startsWith(prefix));
    await harness.until(() => rows().length >= count);
    return rows().map(({ row }) => row.outcome ?? '');
  };
  const fire = async (prefix: string, count: number, host: string, ip: string, id: string): Promise<string[]> => {
    for (let at = 0; at < count; at++) {
      const path = `/pixel.gif?click_id=${id}&txn_id=${prefix}${at}`;
      expect((await harness.get(path, { Host: host, 'X-Forwarded-For': ip })).status).toBe(200);
    }
    return outcomes(prefix, count);
  };
  const recorded = (names: readonly string[]): number => names.filter((name) => name === 'recorded').length;

  test('beyond the rate of their address are kept, but not judged; other addresses and tenants are not touched', async () => {
    const [demo, acme] = [await clickOn('demo.localhost'), await clickOn('acme.localhost')];
    await fire('garbage', UNPROVEN_PER_ADDRESS / 2, 'demo.localhost', '203.0.113.9', 'x');
    const flood = await fire('flood', 150, 'demo.localhost', '203.0.113.9', demo);
    expect(recorded(flood)).toBeGreaterThanOrEqual(PIXELS_PER_ADDRESS);
    expect(recorded(flood)).toBeLessThan(PIXELS_PER_ADDRESS + 60);
    expect(new Set(flood)).toEqual(new Set(['recorded', 'too_many_pixels']));
    expect(recorded(await fire('else', 5, 'demo.localhost', '203.0.113.10', demo))).toBe(5);
    expect(recorded(await fire('other', 5, 'acme.localhost', '203.0.113.9', acme))).toBe(5);
  });
});

describe('calls that name no genuine click', () => {
  const CALLS = 4 * UNPROVEN_PER_ADDRESS;
  const kinds: [string, (n: number) => string, number][] = [
    ['pixel', (n) => `/pixel.gif?click_id=broken-${n}&txn_id=junk-pixel-${n}`, 200],
    ['postback', (n) => `/postback?click_id=broken-${n}&txn_id=junk-postback-${n}`, 400],
  ];
  const own = new Harness();
  beforeAll(() => own.start(make.basics(), { TRUSTED_PROXIES: '127.0.0.1' }));

  test('are answered alike, but beyond the rate of their address not kept: one line says how many', async () => {
    for (const [at, [, pathOf, status]] of kinds.entries()) {
      const headers = { 'X-Forwarded-For': `203.0.113.${at}` };
      for (let n = 0; n < CALLS; n++) expect((await own.get(pathOf(n), headers)).status).toBe(status);
    }
    const elsewhere = { 'X-Forwarded-For': '203.0.113.77' };
    await own.get('/pixel.gif?click_id=broken&txn_id=junk-elsewhere', elsewhere);
    // ours under a name that nobody told us of: a mapping makes it good, so none of them may be lost
    const { headers } = await own.get('/click?camp_id=10&publisher_id=2', elsewhere);
    const id = new URL(headers.location ?? '').searchParams.get('cid') ?? '';
    for (let n = 0; n < CALLS; n++) await own.get(`/postback?orderref=${id}&txn_id=ours-${n}`, elsewhere);
    // what was not said by then is said at the end
    await own.stop();
    const { rows } = own.server;
    for (const [kind] of kinds) {
      const kept = rows.filter(({ row }) => row.txn_id?.startsWith(`junk-${kind}-`)).length;
      expect(kept).toBeGreaterThanOrEqual(UNPROVEN_PER_ADDRESS);
      expect(kept).toBeLessThan(CALLS);
      const lines = rows.filter(({ row, kind: of }) => of === kind && row.outcome === 'not_kept');
      const counted = lines.map(({ row }) => Number(/^calls=(\d+)$/.exec(row.query ?? '')?.[1]));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(CALLS - kept);
    }
    expect(rows.filter(({ row }) => row.txn_id === 'junk-elsewhere')).toHaveLength(1);
    expect(rows.filter(({ row }) => row.txn_id?.startsWith('ours-'))).toHaveLength(CALLS);
  });
});
