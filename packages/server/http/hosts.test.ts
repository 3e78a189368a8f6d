// Which hosts are answered at all, and which of them may see what is meant for this machine or for the main site. Spoken on a
// real socket: a second Host header never gets past a client library.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.http?.listen({ port: 0, host: '127.0.0.1' });
  const address = t.app.http?.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => t.close());

async function ask(path: string, ...headers: string[]): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}
const statusOf = async (path: string, ...headers: string[]) => (await ask(path, ...headers)).status;

describe('the Host header', () => {
  const paths = ['/', '/api/check-subdomain/demo', '/livez', '/inbox', '/assets/nothing.js', '/api/docs'];
  const wrong: [string, string[]][] = [
    ['none', []],
    ['two of them', ['Host: demo.localhost', 'Host: acme.localhost']],
    ['the same twice', ['Host: localhost', 'Host: localhost']],
    ['two, spelt differently', ['Host: localhost', 'HOST: demo.localhost']],
    ['userinfo', ['Host: someone@demo.localhost']],
    ['userinfo with a password', ['Host: localhost:80@evil.example']],
    ['a port beyond the last', ['Host: demo.localhost:65536']],
    ['a port of letters', ['Host: demo.localhost:http']],
    ['a port of six digits', ['Host: demo.localhost:003000']],
    ['an empty port', ['Host: demo.localhost:']],
    ['the port 0', ['Host: demo.localhost:0']],
    ['two ports', ['Host: demo.localhost:80:81']],
    ['a negative port', ['Host: demo.localhost:-1']],
    ['a list', ['Host: demo.localhost, acme.localhost']],
    ['a path', ['Host: demo.localhost/am']],
    ['a query', ['Host: demo.localhost?x']],
    ['a fragment', ['Host: demo.localhost#x']],
    ['a backslash', ['Host: demo.localhost\\\\evil.example']],
    ['a percent sign', ['Host: demo%2elocalhost']],
    ['a space', ['Host: demo .localhost']],
    ['an open bracket', ['Host: [::1']],
    ['nothing', ['Host:']],
    ['what is too long', [`Host: ${'a'.repeat(300)}`]],
  ];
  test.each(wrong)('%s is a 400, on every path', async (_what, headers) => {
    for (const path of paths) expect([path, await statusOf(path, ...headers)]).toEqual([path, 400]);
  });

  test('says what is wrong', async () => {
    const { text } = await ask('/api/check-subdomain/demo', 'Host: someone@localhost');
    expect(text).toContain('The Host header must name one host, with or without a port.');
  });

  test.each([
    'localhost',
    'LOCALHOST',
    'localhost:3000',
    'localhost:65535',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::1]',
    'demo.localhost',
    'elsewhere.example:1',
    'some_proxy:3000',
    'demo.localhost.',
  ])('%s is well formed', async (host) => {
    expect(await statusOf('/livez', `Host: ${host}`)).not.toBe(400);
  });
});

describe('what is meant for few', () => {
  const strangers = [
    'nosuch.localhost',
    'elsewhere.example',
    'localhost.elsewhere.example',
    'evil',
    'a.demo.localhost',
    '203.0.113.9',
    '10.0.0.1',
    '[2001:db8::1]',
  ];
  const inbox = ['/inbox', '/inbox.json', '/inbox.css'];
  const docs = ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js', '/api/docs/start.js'];

  test.each(strangers)('the inbox, the API’s page and its description do not exist at %s', async (host) => {
    for (const path of [...inbox, ...docs, '/api/openapi.json']) {
      expect([path, await statusOf(path, `Host: ${host}`)]).toEqual([path, 404]);
    }
  });

  test.each(['localhost', 'www.localhost', 'tributary.localhost', '127.0.0.1', '[::1]'])(
    'both are at %s',
    async (host) => {
      for (const path of [
        ...inbox,
        '/api/docs/',
        '/api/docs/js/scalar.js',
        '/api/docs/start.js',
        '/api/openapi.json',
      ]) {
        expect([path, await statusOf(path, `Host: ${host}:${port}`)]).toEqual([path, 200]);
      }
    },
  );

  test('a workspace that exists shows the inbox, as its sign-in page says, and not the API’s page', async () => {
    for (const path of inbox) expect([path, await statusOf(path, 'Host: demo.localhost')]).toEqual([path, 200]);
    for (const path of docs) expect([path, await statusOf(path, 'Host: demo.localhost')]).toEqual([path, 404]);
  });
});

describe('the API’s page', () => {
  test('runs no inline script, and its policy allows none', async () => {
    const { text } = await ask('/api/docs/', 'Host: localhost');
    const policy = /content-security-policy: (.*)\r\n/i.exec(text)?.[1] ?? '';
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|script-src[^;]*nonce/);
    const scripts = [...text.matchAll(/<script\b([^>]*)>([^<]*)/g)];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.map(([, attributes, inside]) => [/\bsrc="/.test(attributes ?? ''), inside?.trim()])).toEqual(
      scripts.map(() => [true, '']),
    );
    expect(text).not.toMatch(/\son\w+=/i);
  });
});
