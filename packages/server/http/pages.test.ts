// Which page a host and path get (the specification, Places), what is written into it, and the headers on every kind of
// answer. The web build is a small one made here: its shape is the build's, its contents say which file was served.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../platform/testing.ts';
import { createTestApp, DEMO_PASSWORD, routeHeaders, type TestApp } from '../testing.ts';
import { seal } from './envelope.ts';

const web = temporaryFolder();
const shell = (name: string) =>
  `<!doctype html><title>%TITLE%</title><script id="boot" type="application/json">%BOOT%</script><p>${name} %BRAND% %ORIGIN%</p>`;

const PLATFORM_ICON = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M3 12h18"/></svg>';

function buildWeb(root: string): void {
  for (const folder of ['assets/fonts', 'site/en', 'site/es', 'site/hi'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'app.html'), shell('app'));
  writeFileSync(path.join(root, 'site/pages.json'), JSON.stringify({ '/': 'home.html', '/about': 'about.html' }));
  for (const language of ['en', 'es', 'hi']) {
    for (const page of ['home', 'about']) {
      writeFileSync(path.join(root, `site/${language}/${page}.html`), shell(`site ${language} ${page}`));
    }
  }
  writeFileSync(path.join(root, 'assets/app-1a2b3c.js'), 'export {};'.padEnd(3_000, '\n'));
  writeFileSync(path.join(root, 'secret.txt'), 'not to be served');
  writeFileSync(path.join(root, 'favicon.svg'), PLATFORM_ICON);
}

let t: TestApp;
beforeAll(async () => {
  buildWeb(web.path);
  t = await createTestApp({ webRoot: web.path });
});
afterAll(async () => {
  await t.close();
  web.remove();
});

const get = async (host: string, url = '/', headers: Record<string, string> = {}) => {
  const reply = await t.app.http?.inject({ url, headers: { host, ...headers } });
  if (!reply) throw new Error('no http');
  return reply;
};
const bootOf = (html: string) =>
  JSON.parse(/<script id="boot" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');

describe('mode selection by host', () => {
  test.each([
    ['demo.localhost', 'tenant', 200],
    ['DEMO.localhost:3000', 'tenant', 200],
    ['acme.localhost:3000', 'tenant', 200],
    ['www.localhost', 'main', 200],
    ['tributary.localhost', 'main', 200],
    ['localhost', 'main', 200],
    ['localhost:3000', 'main', 200],
    ['127.0.0.1:3000', 'main', 200],
    ['nosuch.localhost', 'unknown', 404],
    ['a.b.localhost', 'unknown', 404],
    ['demo.localhost.evil.example', 'unknown', 404],
    ['..', 'unknown', 404],
  ])('%s is in mode %s', async (host, mode, status) => {
    const reply = await get(host);
    expect(reply.statusCode).toBe(status);
    expect(bootOf(reply.payload)).toMatchObject({ mode, mainOrigin: 'http://localhost:3000', brandName: 'Tributary' });
    expect(bootOf(reply.payload).tenant !== null).toBe(mode === 'tenant');
  });

  test.each(['/', '/about', '/am/dashboard', '/publisher-signup', '/anything/at/all'])(
    'an unknown subdomain shows the 404 page at %s',
    async (url) => {
      const reply = await get('nosuch.localhost', url);
      expect(reply.statusCode).toBe(404);
      expect(bootOf(reply.payload).mode).toBe('unknown');
    },
  );

  test.each([
    ['demo.localhost', '/', 200],
    ['demo.localhost', '/publisher-signup', 200],
    ['demo.localhost', '/advertiser-signup', 200],
    ['demo.localhost', '/am/dashboard', 200],
    ['demo.localhost', '/am/affiliates?page=2', 200],
    ['demo.localhost', '/publisher/dashboard', 200],
    ['demo.localhost', '/advertiser/dashboard', 200],
    ['demo.localhost', '/forgot-password', 200],
    ['demo.localhost', '/reset-password', 200],
    ['demo.localhost', '/confirm-email', 200],
    ['demo.localhost', '/terms', 200],
    ['demo.localhost', '/about', 404],
    ['demo.localhost', '/pricing', 404],
    ['demo.localhost', '/amazing', 404],
    ['demo.localhost', '/publishers', 404],
    ['demo.localhost', '/operator', 404],
    ['localhost', '/about', 200],
    ['localhost', '/operator', 200],
    ['localhost', '/operator/tenants', 200],
    ['localhost', '/am/dashboard', 404],
    ['localhost', '/publisher-signup', 404],
    ['localhost', '/terms', 404],
    ['localhost', '/nothing', 404],
  ])('%s%s answers %i', async (host, url, status) => {
    expect((await get(host, url)).statusCode).toBe(status);
  });

  test('the main site comes in the language chosen, and in English for anything else', async () => {
    for (const [cookie, language] of [
      ['lang=es', 'es'],
      ['lang=hi', 'hi'],
      ['lang=../../secret', 'en'],
      ['lang=fr', 'en'],
    ] as const) {
      expect((await get('localhost', '/about', { cookie })).payload).toContain(`site ${language} about`);
    }
  });

  test('a page is for reading: no other method gets one', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await t.app.http?.inject({ method, url: '/am/dashboard', headers: { host: 'demo.localhost' } });
      expect(reply?.statusCode).toBe(404);
    }
    const head = await t.app.http?.inject({
      method: 'HEAD',
      url: '/am/dashboard',
      headers: { host: 'demo.localhost' },
    });
    expect(head?.statusCode).toBe(200);
  });
});

describe('what is written into a page', () => {
  const names = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    `"quotes" 'and' \\backslashes\\`,
    '%TITLE% %BOOT% %ORIGIN% %BRAND%',
    '$& $1 $` \u2028 \u2029',
    '{{constructor}} #{7*7}',
  ];
  test.each(names)('a display name of %j stays text in the title and a value in the boot JSON', async (name) => {
    await t.database.asOwner(`update tenants set display_name = $1 where subdomain = 'acme'`, [name]);
    const { payload } = await get('acme.localhost');
    expect(bootOf(payload).tenant).toMatchObject({ subdomain: 'acme', displayName: name });
    expect(payload.match(/<script/g)).toHaveLength(1);
    expect(payload.match(/<\/script>/g)).toHaveLength(1);
    const title = /<title>([\s\S]*?)<\/title>/.exec(payload)?.[1] ?? '';
    expect(title).not.toMatch(/[<>"']/);
    expect(title.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(name);
  });

  test('is the name of the host’s own tenant and of no other', async () => {
    await t.database.asOwner(`update tenants set display_name = 'canary-of-' || subdomain`);
    for (const [own, other] of [
      ['demo', 'acme'],
      ['acme', 'demo'],
    ] as const) {
      const { payload } = await get(`${own}.localhost`);
      expect(payload).toContain(`canary-of-${own}`);
      expect(payload).not.toContain(`canary-of-${other}`);
    }
  });

  test('each page has a nonce of its own, the same in its policy and its boot JSON', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('demo.localhost')));
    const nonces = replies.map(({ payload }) => String(bootOf(payload).nonce));
    expect(new Set(nonces).size).toBe(20);
    for (const [at, reply] of replies.entries()) {
      expect(reply.headers['content-security-policy']).toContain(`'nonce-${nonces[at]}'`);
    }
  });
});

describe('files', () => {
  test('assets are served for a year, immutable, compressed where asked', async () => {
    const reply = await get('demo.localhost', '/assets/app-1a2b3c.js', { 'accept-encoding': 'br' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-type']).toContain('javascript');
    expect(reply.headers['content-encoding']).toBe('br');
  });

  test.each([
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets/....//secret.txt',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/fonts',
    '/assets/fonts/',
    '/assets/',
    '/secret.txt',
    '/app.html',
    '/site/pages.json',
    '/.env',
    '/package.json',
  ])('%s leads to no file and no listing', async (url) => {
    const reply = await get('demo.localhost', url);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.payload).not.toMatch(/not to be served|root:|fonts</);
    expect(String(reply.headers['cache-control'])).not.toContain('immutable');
  });
});

describe('the icon', () => {
  const paths = ['/favicon.ico', '/favicon.svg'];
  const iconOf = async (host: string, url: string) => {
    const reply = await get(host, url);
    expect([host, url, reply.statusCode, reply.headers['content-type']]).toEqual([host, url, 200, 'image/svg+xml']);
    expect(reply.payload).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    return reply.payload;
  };

  test.each(paths)('%s is the platform’s on its own hosts and where no tenant lives', async (url) => {
    for (const host of [
      'localhost',
      'www.localhost',
      '127.0.0.1:3000',
      'nosuch.localhost',
      'evil.example',
      'uploads.localhost',
    ])
      expect(await iconOf(host, url)).toBe(PLATFORM_ICON);
  });

  test.each(paths)('%s on a tenant’s host is its letter on its colour, readable, and nothing of ours', async (url) => {
    const dress = (name: string, color: string | null) =>
      t.database.asOwner(`update tenants set display_name = $1, brand_color = $2 where subdomain = 'acme'`, [
        name,
        color,
      ]);
    for (const [name, color, letter, ground, ink] of [
      ['zephyr media', '#ffee00', 'Z', '#ffee00', '#000'],
      ['Øst', '#102030', 'Ø', '#102030', '#fff'],
      ['<b>', null, '&#60;', '#0f766e', '#fff'],
      ['हिन्दी', '#7c3aed', 'ह', '#7c3aed', '#fff'],
    ] as const) {
      await dress(name, color);
      const icon = await iconOf('acme.localhost', url);
      expect(icon).toContain(`>${letter}</text>`);
      expect(icon).toContain(`fill="${ground}"`);
      expect(icon).toContain(`fill="${ink}"`);
    }
  });

  test('a tenant that has a favicon shows it', async () => {
    const hash = 'ab'.repeat(32);
    await t.database.asOwner(`update tenants set favicon_hash = $1 where subdomain = 'acme'`, [hash]);
    for (const url of paths) {
      const reply = await get('acme.localhost', url);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, `/brand/${hash}`]);
    }
    await t.database.asOwner(`update tenants set favicon_hash = null where subdomain = 'acme'`);
  });
});

describe('check-subdomain', () => {
  const check = async (name: string, app = t, host = 'localhost') => {
    const reply = await app.call(routes.checkSubdomain, { params: { subdomain: name }, host });
    return reply.status === 200 ? reply.body.exists : reply.status;
  };

  test('says whether a tenant lives there, and nothing of reserved or impossible names', async () => {
    expect(await check('demo')).toBe(true);
    expect(await check('DEMO')).toBe(true);
    for (const name of [
      'nosuch',
      'www',
      'api',
      'admin',
      'tributary',
      'tr1butary',
      'xn--demo',
      'a',
      'a.b',
      '-demo',
      'dem%6f',
      "d'--",
    ]) {
      expect(`${name}: ${await check(name)}`).toBe(`${name}: false`);
    }
  });

  test('asking for names other than the host’s own is limited; the own name is free', async () => {
    const strict = await createTestApp({ webRoot: web.path, env: { RATE_LIMIT_SCALE: '1' } });
    for (let n = 0; n < 40; n++) expect(await check('demo', strict, 'demo.localhost')).toBe(true);
    for (let n = 0; n < 30; n++) expect(await check(`guess-${n}`, strict, 'demo.localhost')).toBe(false);
    expect(await check('guess-31', strict, 'demo.localhost')).toBe(429);
    expect(await check('demo', strict, 'demo.localhost')).toBe(true);
    await strict.close();
  });
});

describe('headers', () => {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  const none = undefined;
  test.each([
    ['an API answer', 'demo.localhost', '/api/check-subdomain/demo', 200, 'no-store', none],
    ['an API refusal', 'demo.localhost', '/api/session', 400, 'no-store', none],
    ['an unknown API path', 'demo.localhost', '/api/nothing', 404, 'no-store', none],
    ['the API’s description', 'demo.localhost', '/api/openapi.json', 200, 'no-store', none],
    [
      'a tenant page',
      'demo.localhost',
      '/',
      200,
      'no-store',
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
    ],
    ['a page of the main site', 'localhost', '/', 200, 'no-store', /^default-src 'none'; script-src 'self';/],
    ['the 404 page', 'demo.localhost', '/nothing', 404, 'no-store', /^default-src 'none'; script-src 'self';/],
    ['the unknown tenant’s page', 'nosuch.localhost', '/', 404, 'no-store', /^default-src 'none'; script-src 'self';/],
    ['the API’s page', 'localhost', '/api/docs/', 200, 'no-store', /^default-src 'none'; script-src 'self'/],
    ['the inbox', 'localhost', '/inbox', 200, 'no-store', /^default-src 'none'; style-src 'self'/],
    ['a health check', 'localhost', '/livez', 200, none, none],
    ['an asset', 'localhost', '/assets/app-1a2b3c.js', 200, 'public, max-age=31536000, immutable', none],
    ['a malformed URL', 'localhost', '/%ZZ', 400, none, none],
  ])('%s carries the usual ones and tells nothing of what serves it', async (_, host, url, status, cache, policy) => {
    const { headers, statusCode } = await get(host, url);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(everywhere);
    expect(headers['cache-control']).toBe(cache);
    if (policy) expect(String(headers['content-security-policy'])).toMatch(policy);
    for (const telling of ['server', 'x-powered-by', 'access-control-allow-origin', 'via'])
      expect(headers).not.toHaveProperty(telling);
  });

  test('no page’s policy lets in inline scripts, other origins, frames or a base', async () => {
    for (const [host, url] of [
      ['demo.localhost', '/'],
      ['localhost', '/'],
      ['nosuch.localhost', '/x'],
    ] as const) {
      const policy = String((await get(host, url)).headers['content-security-policy']).replace(
        "img-src 'self' data: http://uploads.localhost:3000;",
        '',
      );
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*(unsafe|nonce)/);
      for (const directive of [
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(directive);
      }
    }
  });

  test('the API’s page, whose policy is looser, is not on tenants’ hosts, where people’s tokens lie', async () => {
    for (const host of ['demo.localhost', 'nosuch.localhost', 'evil.example']) {
      for (const url of ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js'])
        expect((await get(host, url)).statusCode).toBe(404);
    }
  });

  test('on https every answer asks for https for a year, and the inbox does not exist', async () => {
    const live = await createTestApp({ webRoot: web.path, env: { PUBLIC_ORIGIN: 'https://tributary.example' } });
    for (const url of ['/api/check-subdomain/demo', '/', '/livez']) {
      const reply = await live.app.http?.inject({ url, headers: { host: 'tributary.example' } });
      expect(reply?.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    for (const url of ['/inbox', '/inbox.json']) {
      const reply = await live.app.http?.inject({ url, headers: { host: 'tributary.example' } });
      expect(reply?.statusCode).toBe(404);
    }
    await live.close();
  });
});

describe('the local inbox', () => {
  test('answers loopback alone, and only under a name of ours: a rebound foreign name learns nothing', async () => {
    const from = (remoteAddress: string, host: string, headers = {}) =>
      t.app.http?.inject({ url: '/inbox.json', remoteAddress, headers: { host, ...headers } });
    expect((await from('127.0.0.1', 'localhost:3000'))?.statusCode).toBe(200);
    expect((await from('::1', 'demo.localhost'))?.statusCode).toBe(200);
    expect((await from('192.168.1.7', 'localhost'))?.statusCode).toBe(404);
    expect((await from('127.0.0.1', 'localhost', { 'x-forwarded-for': '203.0.113.9' }))?.statusCode).toBe(404);
    expect((await from('127.0.0.1', 'rebound.evil.example'))?.statusCode).toBe(404);
  });
});

function postLogin(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'demo.localhost', ...routeHeaders(routes.login, 'demo') };
    request({ port, host: '127.0.0.1', method: 'POST', path: routes.login.path, headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode));
    })
      .on('error', reject)
      .end(seal({ email: 'admin@demo.test', password: DEMO_PASSWORD }));
  });
}

describe('health', () => {
  test('is not on tenants’ hosts, and metrics outside loopback want their token', async () => {
    for (const url of ['/livez', '/readyz', '/version', '/metrics']) {
      expect((await get('localhost', url)).statusCode).toBe(200);
      for (const host of ['demo.localhost', 'nosuch.localhost', 'evil.example'])
        expect((await get(host, url)).statusCode).toBe(404);
    }
    const abroad = (headers = {}) =>
      guarded.app.http?.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.9',
        headers: { host: 'localhost', ...headers },
      });
    const guarded = await createTestApp({ webRoot: web.path, env: { METRICS_TOKEN: 'a-token-of-sixteen' } });
    expect((await abroad())?.statusCode).toBe(404);
    expect((await abroad({ authorization: 'Bearer wrong' }))?.statusCode).toBe(404);
    expect((await abroad({ authorization: 'Bearer a-token-of-sixteen' }))?.payload).toContain(
      'tributary_http_request_seconds',
    );
    await guarded.close();
  });

  test('a proxy on this machine that adds no header opens the metrics to nobody: it names the public host', async () => {
    const live = await createTestApp({ webRoot: web.path, env: { PUBLIC_ORIGIN: 'https://tributary.example' } });
    const asked = async (host: string) =>
      (await live.app.http?.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host } }))?.statusCode;
    expect([await asked('tributary.example'), await asked('www.tributary.example')]).toEqual([404, 404]);
    expect([await asked('localhost:3000'), await asked('127.0.0.1:3000'), await asked('[::1]:3000')]).toEqual([
      200, 200, 200,
    ]);
    await live.close();
  });

  test('a stop is announced by /readyz while /livez still answers, and close() ends without loss', async () => {
    const stopping = await createTestApp({ webRoot: web.path });
    const ready = () => stopping.app.http?.inject({ url: '/readyz', headers: { host: 'localhost' } });
    expect((await ready())?.statusCode).toBe(200);
    stopping.app.drain();
    const reply = await ready();
    expect([reply?.statusCode, reply?.json()]).toEqual([503, { ready: false, reasons: ['stopping'] }]);
    expect((await stopping.app.http?.inject({ url: '/livez', headers: { host: 'localhost' } }))?.statusCode).toBe(200);
    // on a real connection: what is under way when the stop comes is finished
    await stopping.app.http?.listen({ port: 5401, host: '127.0.0.1' });
    const underWay = postLogin(5401);
    await once(stopping.app.http?.server ?? process, 'request');
    const [status] = await Promise.all([underWay, stopping.close()]);
    expect(status).toBe(200);
  });
});
