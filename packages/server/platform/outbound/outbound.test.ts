// No call to the outside ever reaches the inside: a canary server on loopback counts who connects.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from './client.ts';
import { checkUrl, isPublicAddress, OutboundRefused } from './guard.ts';

let canary: Server;
let port: number;
let connects = 0;
let requests: string[] = [];
beforeAll(async () => {
  canary = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`);
    if (request.url === '/redirect') reply.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end('moved');
    else if (request.url === '/huge') streamForever(reply);
    else if (request.url === '/slow-body') reply.writeHead(200).write('a');
    else if (request.url !== '/silent') reply.writeHead(200).end('canary');
  });
  canary.on('connection', () => connects++);
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

function streamForever(reply: import('node:http').ServerResponse): void {
  reply.writeHead(200);
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const more = () => {
    while (!reply.destroyed && reply.write(chunk));
  };
  reply.on('drain', more);
  more();
}

const hosts = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.0.1',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[ff02::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
  '[1::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost%2e',
  'app.localhost',
  'printer.local',
  'metadata.google.internal',
  'metadata.internal.',
  'db.localdomain',
  'router.home.arpa',
];
const urls = [
  ...hosts.map((host) => `http://${host}/`),
  'https://127.0.0.1/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://example.com:secret@127.0.0.1/',
  'http://example.com:22/',
  'http://example.com:8080/',
  'https://example.com:80443/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/_MAIL',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'unix:/var/run/docker.sock',
  '//example.com/',
  '/relative',
  'http://',
  'http:///',
  'not a url',
  '',
];

describe('the guard', () => {
  test.each(urls)('refuses %s with a sentence', (url) => {
    expect(() => checkUrl(url, new Set())).toThrow(OutboundRefused);
    expect(() => checkUrl(url, new Set())).toThrow(/^[A-Z].+\.$/);
  });

  test.each(['http://example.com/', 'https://example.com:443/x?y=z', 'http://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    'lets %s pass',
    (url) => expect(checkUrl(url, new Set()).href).toBe(new URL(url).href),
  );

  test('an allowed host and port opens exactly that pair', () => {
    const allow = new Set(['127.0.0.1:4000', '::1:4001', 'partner.internal:80']);
    for (const url of [
      'http://127.0.0.1:4000/x',
      'http://0x7f.1:4000/',
      'http://[::1]:4001/',
      'http://partner.internal/',
    ]) {
      expect(checkUrl(url, allow)).toBeInstanceOf(URL);
    }
    for (const url of [
      'http://127.0.0.1:4001/',
      'http://127.0.0.1/',
      'http://127.0.0.2:4000/',
      'https://partner.internal/',
    ]) {
      expect(() => checkUrl(url, allow)).toThrow(OutboundRefused);
    }
    expect(() => checkUrl('http://user:x@127.0.0.1:4000/', allow)).toThrow(/user name/);
    expect(() => checkUrl('ftp://127.0.0.1:4000/', allow)).toThrow(/http and https/);
  });

  test('an address that is none is not public', () => {
    for (const text of ['', 'example.com', '1.2.3', '300.1.1.1', '::g', 'fe80::1%eth0'])
      expect(isPublicAddress(text)).toBe(false);
  });
});

describe('the client', () => {
  // of the former 6bone: public by its range, routed nowhere, so that no test calls a stranger
  const PUBLIC = { address: '3ffe::1', family: 6 };
  const LOOPBACK = { address: '127.0.0.1', family: 4 };
  const using = async (outbound: Outbound, run: (outbound: Outbound) => Promise<void>) => {
    [connects, requests] = [0, []];
    await run(outbound).finally(() => outbound.close());
  };

  test(`of ${urls.length} hostile URLs none reaches the canary`, async () => {
    const inside = createOutbound([], async () => [LOOPBACK]);
    await using(inside, async (outbound) => {
      for (const url of urls) {
        const withPort = url.replace(/^(http:\/\/[^/]+)\/$/, `$1:${port}/`);
        for (const one of new Set([url, withPort])) {
          await expect(outbound.send({ method: 'GET', url: one }), one).rejects.toThrow(OutboundRefused);
        }
      }
    });
    expect(connects).toBe(0);
  });

  test('a name is refused when any of its addresses is private, or it has none', async () => {
    for (const addresses of [
      [LOOPBACK],
      [PUBLIC, LOOPBACK],
      [PUBLIC, { address: '::1', family: 6 }],
      [{ address: '::ffff:10.0.0.1', family: 6 }],
      [],
    ]) {
      await using(
        createOutbound([], async () => addresses),
        async (outbound) => {
          await expect(outbound.send({ method: 'GET', url: 'http://partner.example/' })).rejects.toThrow(/not public/);
        },
      );
      expect(connects).toBe(0);
    }
  });

  test('a name that answers public first and private next is judged each time, by what is connected to', async () => {
    const answers = [PUBLIC, LOOPBACK, LOOPBACK, PUBLIC, LOOPBACK];
    let asked = 0;
    const rebinding = createOutbound([], async () => [answers[asked++] ?? LOOPBACK], 300);
    await using(rebinding, async (outbound) => {
      for (let turn = 0; turn < answers.length; turn++) {
        await expect(outbound.send({ method: 'POST', url: 'http://rebound.example/', body: 'x' })).rejects.toThrow();
      }
    });
    // one look for each connection: what was checked is what is used
    expect(asked).toBe(answers.length);
    expect(connects).toBe(0);
  });

  test('an allowed pair is reached; its redirect is handed back, not followed', async () => {
    await using(createOutbound([`127.0.0.1:${port}`]), async (outbound) => {
      const reply = await outbound.send({ method: 'POST', url: `http://127.0.0.1:${port}/redirect`, body: 'hello' });
      expect(reply).toMatchObject({ status: 302, body: 'moved' });
    });
    expect(requests).toEqual([`POST /redirect 127.0.0.1:${port}`]);
  });

  test('a reply of any size costs 256 KB and no more', async () => {
    await using(createOutbound([`127.0.0.1:${port}`]), async (outbound) => {
      const { body } = await outbound.send({ method: 'GET', url: `http://127.0.0.1:${port}/huge` });
      expect(body.length).toBe(256 * 1024);
    });
  });

  test.each(['/silent', '/slow-body'])(
    'a server that does not finish (%s) is left after the time limit',
    async (path) => {
      await using(createOutbound([`127.0.0.1:${port}`], undefined, 300), async (outbound) => {
        await expect(outbound.send({ method: 'GET', url: `http://127.0.0.1:${port}${path}` })).rejects.toThrow();
      });
    },
  );

  test('a header cannot be smuggled in with a line break', async () => {
    await using(createOutbound([`127.0.0.1:${port}`]), async (outbound) => {
      const url = `http://127.0.0.1:${port}/`;
      await expect(outbound.send({ method: 'GET', url, headers: { 'x-note': 'a\r\nx-evil: 1' } })).rejects.toThrow();
    });
    expect(requests).toEqual([]);
  });
});
