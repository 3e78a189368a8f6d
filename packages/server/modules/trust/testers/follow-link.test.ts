// Chains of redirects against servers of our own: what stops one, and that no hop reaches inside.
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Resolve } from '../../../platform/outbound/client.ts';
import { type FollowDeps, type Followed, followLink, judgeEnd } from './follow-link.ts';
import { appIn, nextHop } from './next-hop.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.on('connection', (socket) => sockets.add(socket));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let port = 0;
let inside = 0;
let touched = 0;
let here = '';
beforeAll(async () => {
  inside = await serve((_request, reply) => {
    touched++;
    reply.end('secrets');
  });
  port = await serve((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://any');
    const n = Number(url.searchParams.get('n') ?? 0);
    if (url.pathname === '/chain') {
      if (n <= 0) return reply.setHeader('content-type', 'text/html').end('<p>The end</p>');
      return reply.writeHead(302, { location: `/chain?n=${n - 1}` }).end();
    }
    if (url.pathname === '/loop') return reply.writeHead(301, { location: '/loop2' }).end();
    if (url.pathname === '/loop2') return reply.writeHead(307, { location: '/loop' }).end();
    if (url.pathname === '/slow') return;
    if (url.pathname === '/drip') {
      reply.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => reply.write('.'), 20);
      reply.on('close', () => clearInterval(drip));
      return;
    }
    if (url.pathname === '/huge') {
      reply.writeHead(200, { 'content-type': 'text/html' });
      const block = Buffer.alloc(64 * 1024, 120);
      const pump = () => {
        while (!reply.destroyed && reply.write(block));
      };
      reply.on('drain', pump);
      pump();
      return;
    }
    if (url.pathname === '/to') return reply.writeHead(302, { location: url.searchParams.get('u') ?? '' }).end();
    if (url.pathname === '/meta') {
      return reply
        .setHeader('content-type', 'text/html')
        .end('<meta content="0; URL=\'/chain?n=0&amp;x=1\'" http-equiv=Refresh>');
    }
    if (url.pathname === '/script') {
      return reply
        .setHeader('content-type', 'text/html')
        .end('<script>window.location.replace("\\/chain?n=0")</script>');
    }
    return reply.writeHead(Number(url.pathname.slice(1)) || 404).end();
  });
  here = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

interface Made {
  allow?: string[];
  resolve?: Resolve;
  timeoutMs?: number;
  proxies?: Map<string, URL>;
  own?: FollowDeps['own'];
}
async function follow(url: string, made: Made = {}, maxHops = 10): Promise<Followed> {
  const allow = made.allow ?? [`127.0.0.1:${port}`];
  const outbound = createOutbound(allow, made.resolve, made.timeoutMs ?? 2_000);
  try {
    return await followLink(
      { outbound, allow: new Set(allow), proxies: made.proxies ?? new Map(), own: made.own ?? (async () => null) },
      url,
      { country: 'DE', userAgent: 'Test/1.0' },
      maxHops,
    );
  } finally {
    void outbound.close();
  }
}

describe('a chain', () => {
  test('of nine redirects ends well at its tenth hop, each with its status and time', async () => {
    const { hops, result, countryBy } = await follow(`${here}/chain?n=9`);
    expect([result, hops.length, hops.at(-1)?.status, countryBy]).toEqual(['ok', 10, 200, 'not_simulated']);
    expect(hops.map(({ by }) => by)).toEqual(['start', ...Array(9).fill('location')]);
  });

  test('of ten redirects is one too long: ten hops are called and the eleventh is not', async () => {
    const { hops, result } = await follow(`${here}/chain?n=10`);
    expect([result, hops.length]).toEqual(['too_many_hops', 11]);
    expect(hops[10]).toMatchObject({ status: null, fault: 'too_many_hops' });
  });

  test('that comes back to itself is a loop', async () => {
    const { hops, result } = await follow(`${here}/loop`);
    expect([result, hops.length]).toEqual(['loop', 3]);
  });

  test('goes on by a meta tag and by a script', async () => {
    expect((await follow(`${here}/meta`)).hops.map(({ by, url }) => [by, new URL(url).search])).toEqual([
      ['start', ''],
      ['meta', '?n=0&x=1'],
    ]);
    expect((await follow(`${here}/script`)).hops.map(({ by }) => by)).toEqual(['start', 'script']);
  });

  test('that answers nothing, or drop by drop, is given up in its time', async () => {
    for (const path of ['/slow', '/drip']) {
      const began = Date.now();
      const { result, hops } = await follow(`${here}${path}`, { timeoutMs: 300 });
      expect([path, result, hops.length]).toEqual([path, 'too_slow', 1]);
      expect(Date.now() - began).toBeLessThan(5_000);
    }
  });

  test('that sends without end is read no further than 256 KB', async () => {
    const { result, hops } = await follow(`${here}/huge`);
    expect([result, hops[0]?.status]).toEqual(['ok', 200]);
  });

  test('stops at an app’s store, or at an address that opens an app', async () => {
    const to = (address: string) => follow(`${here}/to?u=${encodeURIComponent(address)}`);
    expect((await to('market://details?id=com.example.app')).app).toEqual({ store: 'google', id: 'com.example.app' });
    expect(await to('itms-apps://apps.apple.com/de/app/name/id123456789')).toMatchObject({
      result: 'ok',
      app: { store: 'apple', id: '123456789' },
    });
    expect((await to('javascript:alert(1)')).result).toBe('address_refused');
    expect((await to('mailto:a@b.example')).result).toBe('address_refused');
  });
});

describe('no hop reaches inside', () => {
  const within = [
    () => `http://127.0.0.1:${inside}/`,
    () => `http://localhost:${inside}/`,
    () => `http://[::1]:${inside}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://10.0.0.1/',
    () => 'http://0x7f.1/',
    () => 'http://2130706433/',
    () => 'http://[::ffff:127.0.0.1]/',
    () => 'http://user:secret@shop.example/',
    () => 'http://shop.example:8080/',
    () => 'http://printer.local/',
  ];
  test.each(within.map((made, at) => [at, made] as const))(
    'neither the first nor a later one: %i',
    async (_at, made) => {
      expect((await follow(made())).result).toBe('address_refused');
      const later = await follow(`${here}/to?u=${encodeURIComponent(made())}`);
      expect([later.result, later.hops.length]).toEqual(['address_refused', 2]);
      expect(touched).toBe(0);
    },
  );

  test('a name that points inside, or first outside and then inside, is not called, and is not told from silence', async () => {
    let asked = 0;
    const inward: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const both: Resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const turning: Resolve = async () => {
      asked++;
      // whoever asks a second time to connect gets another answer than the one that was checked
      return [{ address: asked % 2 === 1 ? '10.1.2.3' : '127.0.0.1', family: 4 }];
    };
    for (const resolve of [inward, both, turning]) {
      const { result } = await follow('http://rebind.example/', { resolve, timeoutMs: 500 });
      expect(['unreachable', 'too_slow']).toContain(result);
    }
    expect(touched).toBe(0);
  });

  test('each call asks for its name once, and connects to what was checked', async () => {
    const names: string[] = [];
    const resolve: Resolve = async (host) => {
      names.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    // allowed by hand, so that the pinned address can be one of ours
    const allow = [`first.example:${port}`, `second.example:${port}`];
    const next = encodeURIComponent(`http://second.example:${port}/chain?n=0`);
    const { result } = await follow(`http://first.example:${port}/to?u=${next}`, { allow, resolve });
    expect([result, names]).toEqual(['ok', ['first.example', 'second.example']]);
  });
});

describe('our own hop', () => {
  test('is tried at the tracker and not called, and the chain goes on from its answer', async () => {
    const own: FollowDeps['own'] = async (url) =>
      url.hostname === 'demo.track.example' ? { status: 302, location: `${here}/chain?n=1` } : null;
    const { hops, result } = await follow('http://demo.track.example/click?camp_id=1', { own });
    expect([result, hops.map(({ by, status }) => [by, status])]).toEqual([
      'ok',
      [
        ['start', 302],
        ['tracker', 302],
        ['location', 200],
      ],
    ]);
  });

  test('what else stands at a tracker is refused', async () => {
    const { result, hops } = await follow('http://demo.track.example/postback?click_id=x', {
      own: async () => 'refused',
    });
    expect([result, hops.length]).toEqual(['address_refused', 1]);
  });
});

describe('through a proxy of the country', () => {
  test('the proxy is asked for the address that was checked, with its password, and the page is told the name', async () => {
    const seen: string[] = [];
    const target = await serve((request, reply) => {
      seen.push(`host ${request.headers.host}`);
      reply.setHeader('content-type', 'text/html').end('from there');
    });
    const proxy = createServer();
    proxy.on('connect', (request, socket: Socket) => {
      seen.push(`connect ${request.url} ${request.headers['proxy-authorization']}`);
      sockets.add(socket);
      const there = connect(target, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        there.pipe(socket);
        socket.pipe(there);
      });
      sockets.add(there);
    });
    servers.push(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const via = new URL(`http://name:pass%40word@127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const resolve: Resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    const { result, countryBy } = await follow('http://shop.example/', { resolve, proxies: new Map([['DE', via]]) });
    expect([result, countryBy]).toEqual(['ok', 'proxy']);
    const basic = Buffer.from('name:pass@word').toString('base64');
    expect(seen).toEqual([`connect 93.184.216.34:80 Basic ${basic}`, 'host shop.example']);
    const inward: Resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    const refused = await follow('http://shop.example/', { resolve: inward, proxies: new Map([['DE', via]]) });
    expect([refused.result, seen.length]).toEqual(['unreachable', 2]);
  });
});

describe('what a page says', () => {
  const at = new URL('https://shop.example/a/b');
  const page = (body: string, headers: Record<string, string> = { 'content-type': 'text/html' }, status = 200) =>
    nextHop(at, { status, header: (name) => headers[name] ?? null, body });
  test.each<[string, ReturnType<typeof page>, string | null]>([
    ['a redirect without an address', page('', {}, 302), null],
    ['a relative one', page('', { location: '../c?d=1' }, 302), 'https://shop.example/c?d=1'],
    ['not followed where the status is none', page('', { location: '/c' }, 200), null],
    ['a Refresh header', page('', { refresh: '3;url=/x' }), 'https://shop.example/x'],
    ['a page that turns over much later', page('<meta http-equiv="refresh" content="60;url=/x">'), null],
    ['a comment', page('<!-- <meta http-equiv="refresh" content="0;url=/x"> -->'), null],
    [
      'location.href',
      page(`<script>top.location.href = 'https:\\/\\/x.example\\u002fy'</script>`),
      'https://x.example/y',
    ],
    [
      'a long page whose script goes somewhere',
      page(`<p>${'word '.repeat(1_000)}</p><script>location="/x"</script>`),
      null,
    ],
    ['text that is no script', page('<p>location="/x"</p>'), null],
    ['a picture', page('<meta http-equiv="refresh" content="0;url=/x">', { 'content-type': 'image/png' }), null],
  ])('%s', (_what, found, wanted) => {
    expect(found?.url ?? null).toBe(wanted);
  });

  test('an id is read from the stores alone', () => {
    expect(appIn('https://play.google.com/store/apps/details?hl=de&id=com.a.b&x=1')).toEqual({
      store: 'google',
      id: 'com.a.b',
    });
    expect(appIn('https://apps.apple.com/us/app/thing/id987654321?mt=8')).toEqual({ store: 'apple', id: '987654321' });
    expect(appIn('intent://scan/#Intent;scheme=zxing;package=com.x.y;end')).toEqual({ store: 'google', id: 'com.x.y' });
    expect(appIn('https://play.google.com.evil.example/store/apps/details?id=com.a.b')).toBeNull();
    expect(appIn('https://shop.example/id123456')).toBeNull();
  });

  test.each<[string, Partial<Followed>, string]>([
    ['as it should be', {}, 'ok'],
    ['another status', { hops: [hop(404)] }, 'status_not_allowed'],
    ['another host', { hops: [hop(200, 'evil-shop.example')] }, 'host_differs'],
    ['a host below it', { hops: [hop(200, 'www.shop.example:443')] }, 'ok'],
    ['another app', { app: { store: 'google', id: 'com.other' } }, 'app_differs'],
    ['no app', { app: null }, 'app_differs'],
    ['a fault stays what it is', { result: 'loop' }, 'loop'],
  ])('compared with a rule: %s', (_what, change, wanted) => {
    const followed: Followed = {
      hops: [hop(200)],
      result: 'ok',
      app: { store: 'google', id: 'com.a.b' },
      countryBy: 'own_hop',
      ...change,
    };
    expect(judgeEnd(followed, { allowedCodes: [200, 204], host: 'shop.example', appId: 'com.a.b' })).toBe(wanted);
  });
});

function hop(status: number, host = 'shop.example'): Followed['hops'][number] {
  return { url: `https://${host}/`, host, by: 'start', status, took_ms: 1, fault: null };
}
