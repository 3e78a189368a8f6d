// Connections end, and a full table is no way to stop other people's clicks.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startChild } from '../testing/child.ts';
import * as make from '../testing/entities.ts';
import { FixtureServer } from '../testing/fixture-server.ts';
import { type ConnectionLimits, connectionsWithin, NO_LIMITS } from './connections.ts';
import { NodeHttpTransport, type TransportOptions } from './node-http.ts';
import type { Reply } from './transport.ts';

const OK: Reply = { status: 200, headers: [], body: 'ok' };
const GOOD = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n';
const HALF = 'GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow: ';

const transports: NodeHttpTransport[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(transports.splice(0).map((transport) => transport.close(100)));
});

/** answers at once, but "/wait" only when told */
async function listen(kind: 'net' | 'http', options: TransportOptions) {
  const waiting: (() => void)[] = [];
  const transport = new NodeHttpTransport(
    ({ target }, answer) => (target === '/wait' ? void waiting.push(() => answer(OK)) : answer(OK)),
    kind,
    options,
  );
  transports.push(transport);
  return { transport, waiting, port: await transport.listen(0, '127.0.0.1') };
}

/** a client that never closes its own half */
async function connectTo(port: number, text: string): Promise<Socket & { heard: () => string }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  socket.on('error', () => {});
  clients.push(socket);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return Object.assign(socket, { heard: () => heard });
}

/** the other side has said its last word, one way or the other */
const ended = (socket: Socket): Promise<unknown> => Promise.race([once(socket, 'end'), once(socket, 'close')]);

const ask = async (port: number): Promise<string> => {
  const socket = await connectTo(port, LAST);
  await once(socket, 'end');
  return socket.heard();
};

const limits = (change: Partial<ConnectionLimits>): TransportOptions => ({ limits: { ...NO_LIMITS, ...change } });
const kinds = ['net', 'http'] as const;

describe.each(kinds)('%s', (kind) => {
  test.each([
    ['a head that never ends', HALF],
    ['a body that never ends', 'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 10\r\n\r\nabc'],
    ['nothing at all', ''],
    ['nonsense', 'NONSENSE\r\n\r\n'],
    ['a last request', LAST],
    ['a last request in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
  ])(
    '%s: the socket is destroyed after its last answer, though the sender keeps his half open',
    async (_name, text) => {
      const { transport, port } = await listen(kind, { headerLimitMs: 300 });
      const socket = await connectTo(port, text);
      await once(socket, 'end');
      await expect.poll(() => transport.connections.size, { timeout: 10_000 }).toBe(0);
    },
  );

  test('a table full of half-sent requests lets good ones in', async () => {
    const { transport, port } = await listen(kind, limits({ inAll: 40 }));
    for (let at = 0; at < 60; at++) await connectTo(port, at % 2 === 0 ? HALF : '');
    for (let at = 0; at < 50; at++) expect(await ask(port)).toContain('200 OK');
    expect(transport.connections.size).toBeLessThanOrEqual(40);
    expect(transport.connections.closed).toBeGreaterThan(0);
  });

  test('an address beyond its limit makes room by its own, the longest idle first', async () => {
    const { transport, port } = await listen(kind, limits({ perAddress: 5, isExempt: () => false }));
    const sockets: Socket[] = [];
    for (let at = 0; at < 5; at++) sockets.push(await connectTo(port, GOOD));
    await expect.poll(() => transport.connections.size).toBe(5);
    const gone = ended(sockets[0] ?? expect.fail());
    expect(await ask(port)).toContain('200 OK');
    await gone;
    expect(sockets.slice(1).some(({ readableEnded }) => readableEnded)).toBe(false);
  });

  test('whoever is owed an answer keeps his connection; where all are, a newcomer is turned away', async () => {
    const { transport, waiting, port } = await listen(kind, limits({ perAddress: 3, isExempt: () => false }));
    const owed = [];
    for (let at = 0; at < 3; at++) owed.push(await connectTo(port, GOOD.replace('GET /', 'GET /wait')));
    await expect.poll(() => waiting.length).toBe(3);
    const late = await connectTo(port, GOOD);
    await ended(late);
    expect([late.heard(), transport.connections.refused]).toEqual(['', 1]);
    for (const answer of waiting.splice(0)) answer();
    for (const socket of owed) await expect.poll(() => socket.heard()).toContain('200 OK');
    expect(await ask(port)).toContain('200 OK');
  });

  test('addresses without a limit of their own have none', async () => {
    const { transport, port } = await listen(kind, limits({ perAddress: 3, isExempt: () => true }));
    for (let at = 0; at < 20; at++) await connectTo(port, GOOD);
    await expect.poll(() => transport.connections.size).toBe(20);
  });
});

test('connections never take the last descriptors', () => {
  expect(connectionsWithin(16_384, 1_048_576)).toBe(16_384);
  expect(connectionsWithin(16_384, 4_096)).toBe(3_840);
  expect(connectionsWithin(16_384, 256)).toBe(128);
  expect(connectionsWithin(100, Number.POSITIVE_INFINITY)).toBe(100);
});

test('a tracker with 256 descriptors and 400 half-open connections redirects and ships', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'descriptors-'));
  const server = new FixtureServer();
  const url = await server.listen();
  server.publishFull(make.basics());
  const tracker = await startChild({ DATA_DIR: dataDir, SERVER_URL: url.href }, 1, 256);
  try {
    await expect.poll(() => server.reports.size, { timeout: 20_000 }).toBe(1);
    for (let at = 0; at < 400; at++) await connectTo(tracker.port, HALF);
    for (let at = 0; at < 20; at++) {
      const text = `GET /click?camp_id=10&publisher_id=2 HTTP/1.1\r\nHost: demo.localhost\r\nUser-Agent: Mozilla/5.0 Chrome/142.0 ${at}\r\nConnection: close\r\n\r\n`;
      const socket = await connectTo(tracker.port, text);
      await once(socket, 'end');
      expect(socket.heard()).toContain('302 Found');
    }
    await expect.poll(() => server.rows.length, { timeout: 20_000 }).toBe(20);
  } finally {
    for (const client of clients) client.destroy();
    tracker.process.kill('SIGTERM');
    await once(tracker.process, 'exit');
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
