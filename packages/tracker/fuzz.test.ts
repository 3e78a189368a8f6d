// 10,000 hostile requests: no crash, no 5xx, no place to be sent to that nobody stored, no header of the sender's making.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as make from './testing/entities.ts';
import { Harness } from './testing/harness.ts';

const harness = new Harness();
beforeAll(() =>
  harness.start([
    ...make.basics(),
    { put: 'tenant', value: make.tenant({ fallbackUrl: 'https://tenant.example/?p={p1}' }) },
    {
      put: 'offer',
      value: make.offer({ url: 'https://shop.example/{p2}?a={p1}&b={p1:raw}&c={source:md5|x}&u={user_agent}#{p3}' }),
    },
    {
      put: 'offer',
      value: make.offer({
        number: 11,
        deepLinkHosts: ['deep.example', '*.wide.example'],
        fallbackUrl: 'https://offer.example/{url}',
      }),
    },
    { put: 'offer', value: make.offer({ number: 12, redirect: '301', url: 'https://shop.example?{p1:raw}' }) },
    { put: 'offer', value: make.offer({ number: 13, status: 'paused' }) },
    { put: 'link', value: make.link({ params: { p1: '\r\nX-Injected: 1' } }) },
  ]),
);
afterAll(() => harness.stop());

const ALLOWED = new Set(['shop.example', 'tenant.example', 'offer.example', 'deep.example', 'a.wide.example']);

let state = 20_261_115;
const random = (limit: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] ?? expect.fail();

const NASTY = [
  '',
  '%',
  '%0d%0aX-Injected:%201',
  '%0D%0A%0D%0A<script>',
  '%00',
  '%E2%80%A8',
  '%ff%fe',
  '{click_id}',
  '{{p1}}',
  '%7Bp1%7D',
  '//evil.example',
  '@evil.example',
  '\\\\evil.example',
  '..%2f..%2f',
  'https://evil.example/',
  'https:%2f%2fdeep.example%2fx%3fa%3d1%23f',
  'https%3A%2F%2Fdeep.example%40evil.example',
  'https%3A%2F%2Fa.wide.example%2F%0d%0aX-Injected:1',
  'https%3A%2F%2Fdeep.example.evil.example',
  'http://deep.example:81',
  'javascript%3Aalert(1)',
  '%F0%9F%98%80',
  '&'.repeat(50),
  '='.repeat(50),
  '%'.repeat(30),
  'a'.repeat(4000),
  '%c3%28',
  '\'"><img src=x>',
  '1;drop table clicks',
  '__proto__',
  '\u00e9'.normalize('NFD').replace(/[^\x20-\x7e]/g, ''),
  '+++',
  '%2b',
  '%5c%5c',
  '%09tab',
];
const NAMES = [
  'camp_id',
  'publisher_id',
  'p1',
  'p2',
  'p3',
  'source',
  'url',
  'url_id',
  'sub_source',
  '__proto__',
  'click_id',
  'goal',
  'sale_amount',
  '',
];
const PATHS = [
  '/click',
  '/click',
  '/click',
  '/c/abc',
  '/c/%61bc',
  '/c/',
  '/c/..',
  '/imp',
  '/postback',
  '/pixel.gif',
  '/pixel.html',
  '/',
  '//evil.example/click',
  '/click/',
  '/robots.txt',
  '/metrics',
];
const HOSTS = [
  'demo.localhost',
  'demo.localhost',
  'demo.localhost',
  'demo.localhost:99999',
  'DEMO.LOCALHOST',
  'evil.example',
  'a.demo.localhost',
  '[::1]',
  '..',
  '',
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'];

function target(): string {
  const pairs = [`camp_id=${pick([10, 10, 11, 12, 13, 99, 'x'])}`, `publisher_id=${pick([2, 2, 2, 99])}`];
  for (let count = random(5); count > 0; count--) pairs.push(`${pick(NAMES)}=${pick(NASTY)}`);
  if (random(8) === 0) pairs.reverse();
  return `${pick(PATHS)}?${pairs.join('&')}`;
}

function headers(): Record<string, string> {
  const all: Record<string, string> = { Host: pick(HOSTS) };
  const value = (): string =>
    pick(NASTY)
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, 2000);
  for (const name of [
    'User-Agent',
    'Referer',
    'Accept-Language',
    'X-Forwarded-For',
    'Cookie',
    'Sec-Purpose',
    'Sec-Fetch-Dest',
    'Purpose',
  ]) {
    if (random(4) === 0) all[name] = name === 'Referer' ? `https://${value()}` : value();
  }
  return all;
}

function judge(request: string, status: number, head: string, location: string | undefined): void {
  const name = request.slice(0, 300);
  expect(status, name).toBeGreaterThanOrEqual(200);
  expect(status, name).toBeLessThan(500);
  expect(head, name).not.toMatch(/^x-injected/im);
  if (location !== undefined) {
    expect(location, name).toMatch(/^https?:\/\/[\x21-\x7e]*$/);
    expect(ALLOWED, name).toContain(new URL(location).host);
    expect(location, name).not.toMatch(/%7Bclick_id%7D.*cid=[^&]{41}/);
  }
}

test('8,000 well-formed requests with hostile values', async () => {
  for (let round = 0; round < 160; round++) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const path = target();
        const method = pick(METHODS);
        const sent = headers();
        const answer = await harness.get(path.replaceAll(' ', '%20'), sent, {
          method,
          body: method === 'POST' ? path.slice(0, 900) : '',
        });
        const head = Object.keys(answer.headers).join('\n');
        judge(`${method} ${path} ${JSON.stringify(sent)}`, answer.status, head, answer.headers.location);
      }),
    );
  }
});

/** whatever bytes, straight to the socket */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(harness.port, '127.0.0.1', () => socket.end(Buffer.from(text, 'latin1')));
    socket.setTimeout(3000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

const RAW = [
  () => `GET ${target()} HTTP/1.1\r\nHost: demo.localhost\r\nX: ${String.fromCharCode(random(256))}\r\n\r\n`,
  () => `GET ${target()}${String.fromCharCode(random(256), random(256))} HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`,
  () => `GET ${target()} HTTP/1.0\r\n\r\n`,
  () => `GET ${target()} HTTP/1.1\r\n\r\n`,
  () => `GET http://evil.example${target()} HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`,
  () => `GET * HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`,
  () => `GET ${target()} HTTP/1.1\r\nHost: demo.localhost\r\nHost: evil.example\r\n\r\n`,
  () =>
    `POST /postback HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  () => `POST /postback HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: 99999\r\n\r\n${'x'.repeat(random(99_999))}`,
  () => `GET ${target()} HTTP/1.1\nHost: demo.localhost\n\n`,
  () => `GET /click HTTP/1.1\r\nHost: demo.localhost\r\n${'A: b\r\n'.repeat(random(3000))}\r\n`,
  () => `GET /${'a'.repeat(random(40_000))} HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`,
  () => `${String.fromCharCode(...Array.from({ length: 200 }, () => random(256)))}\r\n\r\n`,
];

test('2,000 requests of raw bytes', async () => {
  for (let round = 0; round < 40; round++) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const text = pick(RAW)();
        const answer = await raw(text);
        if (answer === '') return; // closed without a word: what a broken request deserves
        const [head = ''] = answer.split('\r\n\r\n');
        judge(text, Number(answer.slice(9, 12)), head, /^location: (.*)$/im.exec(head)?.[1]?.trim());
      }),
    );
  }
  expect((await harness.get('/click?camp_id=10&publisher_id=2')).status).toBe(302);
});

test('every accepted request left one well-formed record at most; of nonsense from one address only so many are kept', async () => {
  await harness.worker?.stop();
  expect(harness.logLines.filter((line) => line.includes('"error"'))).toEqual([]);
  const ids = harness.server.rows.map(({ row }) => row.event_id ?? row.receipt_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(500);
});
