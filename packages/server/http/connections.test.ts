// Silent sockets, half requests and bodies that never come stop nobody: a table of connections that is full makes room.
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, connectionsWithin, exemptAddresses, limitConnections } from './connections.ts';

const LIMIT = 8;
let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

async function listen(limits: Partial<ConnectionLimits>, answer: (end: () => void) => void = (end) => end()) {
  const listening = createServer((request, response) => {
    request.resume().once('end', () => answer(() => response.end('OK')));
  });
  server = listening;
  limitConnections(listening, { inAll: 10_000, perAddress: 10_000, isExempt: () => false, ...limits });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port;
}
/** a connection that says this and nothing more; whether it has been ended */
const hold = (port: number, says: string): Promise<{ isOver: () => boolean }> =>
  new Promise((resolve) => {
    let isOver = false;
    const socket = connect(port, '127.0.0.1', () => {
      if (says) socket.write(says);
      resolve({ isOver: () => isOver });
    });
    sockets.push(socket);
    socket.on('error', () => undefined).on('close', () => (isOver = true));
    socket.resume();
  });
const ask = (port: number): Promise<number> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    }).on('error', () => resolve(0));
  });

const silent = '';
const half = 'GET / HTTP/1.1\r\nHost: loc';
const bodiless = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n';
describe.each([
  ['in all', { inAll: LIMIT }],
  ['of one address', { perAddress: LIMIT }],
])('with a limit %s', (_name, limits) => {
  test.each([
    ['silent', silent],
    ['half sent', half],
    ['without their body', bodiless],
  ])('connections that are %s make room for people', async (_what, says) => {
    const port = await listen(limits);
    const held: Awaited<ReturnType<typeof hold>>[] = [];
    for (let n = 0; n < 5 * LIMIT; n++) held.push(await hold(port, says));
    for (let n = 0; n < 20; n++) expect(await ask(port)).toBe(200);
    await expect.poll(() => held.filter(({ isOver }) => !isOver()).length).toBeLessThanOrEqual(LIMIT);
  });
});

test('whoever is owed an answer stays, and a newcomer is turned away', async () => {
  const waiting: (() => void)[] = [];
  const port = await listen({ inAll: LIMIT }, (end) => waiting.push(end));
  const answers = Array.from({ length: LIMIT }, () => ask(port));
  await expect.poll(() => waiting.length).toBe(LIMIT);
  expect(await ask(port)).toBe(0);
  for (const end of waiting) end();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: LIMIT }, () => 200));
});

test('this machine and named proxies speak for many; others, and neighbours, do not', async () => {
  const isExempt = exemptAddresses(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  const yes = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8:1::9'];
  const no = ['10.2.0.1', '192.0.2.8', '2001:db9::1', '203.0.113.1', '', 'nonsense'];
  expect(yes.filter((address) => !isExempt(address))).toEqual([]);
  expect(no.filter(isExempt)).toEqual([]);
});

test.each([
  [16_384, 1_048_576, 16_384],
  [16_384, 1_024, 768],
  [16_384, 300, 150],
])('%i connections of %i descriptors are %i', (wanted, descriptors, expected) => {
  expect(connectionsWithin(wanted, descriptors)).toBe(expected);
});
