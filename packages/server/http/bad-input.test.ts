// Whatever is thrown at a route, it answers with a 4xx and a sentence in its own wire; a 5xx is a bug. Generated from
// the contract, so a new route is thrown at too.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { type RouteSpec, routes } from '@tributary/contract';
import { ENVELOPE_SECRET, MAX_BODY_BYTES } from '@tributary/contract/envelope';
import { internalPaths } from '@tributary/contract/tracker/tracker-wire';
import { KEYS_PATH, VERIFY_PATH } from '@tributary/contract/trust/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallResult, createTestApp, routeHeaders, type TestApp } from '../testing.ts';
import { examples } from './matrix/examples.ts';
import { callers, expected } from './matrix/expected.ts';
import { createScene, credentialsOf, type Scene } from './matrix/scene.ts';

type Name = keyof typeof routes;
const all = Object.entries(routes) as [Name, RouteSpec][];
const withBody = all.filter(([, route]) => route.body);

let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
});
afterAll(() => t.close());

const http = () => {
  if (!t.app.http) throw new Error('no http');
  return t.app.http;
};
const isMain = ({ access }: RouteSpec) =>
  access.who === 'operator' || (access.who === 'anyone' && access.place === 'main');
const pathOf = (route: RouteSpec) => route.path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000009');

/** what the caller's screen would show */
function sentenceOf(route: RouteSpec, { body }: CallResult): unknown {
  if (route.wire === 'message') return body.message;
  return typeof body.error === 'string' ? body.error : body.error?.message;
}

async function allowed(name: Name, route: RouteSpec) {
  const caller = callers.find((one) => !one.tenant && expected(route, one) === 'allowed') ?? { name: '', role: null };
  const session = await scene.signIn('demo', caller);
  const example = await examples[name]?.({ scene, subdomain: 'demo', session, targetId: session?.person.id ?? '' });
  return { params: {}, ...example, ...(await credentialsOf(scene, caller, session)) };
}

function sealText(text: string): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(ENVELOPE_SECRET).digest(), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}
/** as it stands, and as the route's wire would carry it */
const shapesOf = (route: RouteSpec, text: string): string[] => {
  if (route.wire === 'envelope') return [text, sealText(text)];
  if (route.wire === 'sealed') return [text, JSON.stringify({ data: sealText(text), user_id: 'x' })];
  return [text];
};
/** a body whose fields are all optional may be an odd one: unknown keys are dropped */
function isLegal(route: RouteSpec, text: string): boolean {
  try {
    return !/proto|constructor/.test(text) && route.body?.safeParse(JSON.parse(text)).success === true;
  } catch {
    return false;
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const texts: [what: string, text: string][] = [
  ['nothing at all', ''],
  ['words', 'hello'],
  ['half an object', '{"email":'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a list', '[]'],
  ['a string', '"text"'],
  ['every field a number', '{"email":1,"password":2,"data":3,"link":4,"text":5,"tags":6,"first_name":7}'],
  ['every field a list', '{"email":[],"password":[],"data":[],"link":[],"text":[],"first_name":[]}'],
  ['every field an object', '{"email":{},"password":{},"data":{},"link":{},"text":{},"tags":{},"days":{}}'],
  ['depth 9', `{"email":${nested(8)}}`],
  ['depth 20,000', nested(20_000)],
  ['__proto__', '{"__proto__":{"email":"a@b.test"},"email":"x@y.test"}'],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['__proto__ further in', '{"data":{"x":{"__proto__":{}}},"tags":[{"__proto__":1}]}'],
  ['two values', '{}{}'],
];

/** what a person cannot act upon */
const VALIDATORS_WORDS =
  /Invalid (input|option|string|email|url|key|element)|received \w+|Too (small|big)|Unrecognized key|NaN/;

describe('a body that is none of ours', () => {
  test.each(withBody)('%s refuses it with a 4xx and a sentence', async (name, route) => {
    const given = await allowed(name, route);
    for (const [what, text] of texts.filter(([, one]) => !isLegal(route, one))) {
      for (const rawBody of shapesOf(route, text)) {
        const reply = await t.call(route, { ...given, rawBody });
        expect(`${what}: ${reply.status}`).toMatch(/: 4\d\d$/);
        expect(sentenceOf(route, reply)).toMatch(/^[^\n]{5,300}$/);
        expect(sentenceOf(route, reply)).not.toMatch(VALIDATORS_WORDS);
      }
    }
  });

  test.each(withBody)('%s refuses text that a database cannot store, wherever it stands', async (name, route) => {
    const given = await allowed(name, route);
    for (const bad of ['nul \u0000 sign', 'half a sign \ud800']) {
      for (const body of spoiled(given.body, bad)) {
        const reply = await t.call(route, { ...given, body });
        expect(`${JSON.stringify(body)}: ${reply.status}`).toMatch(/: 4\d\d$/);
      }
    }
  });

  test.each(withBody)('%s answers 413 to a body over the limit, in its own wire', async (name, route) => {
    const limit = route.bodyLimit ?? MAX_BODY_BYTES;
    const reply = await t.call(route, { ...(await allowed(name, route)), rawBody: 'a'.repeat(limit + 1) });
    expect(reply.status).toBe(413);
    expect(sentenceOf(route, reply)).toBe('The request is too large.');
  });
});

/** the body once for each of its text fields, with that field spoiled */
function spoiled(body: unknown, bad: string): unknown[] {
  if (typeof body === 'string') return [bad];
  if (Array.isArray(body)) return body.flatMap((item, at) => spoiled(item, bad).map((one) => body.with(at, one)));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => spoiled(value, bad).map((one) => ({ ...body, [key]: one })));
}

describe("another site's page", () => {
  test.each(all.filter(([, { method }]) => method !== 'GET'))('cannot reach %s with a form', async (_, route) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ]) {
      const reply = await http().inject({
        method: route.method,
        url: pathOf(route),
        headers: { host: isMain(route) ? 'localhost' : 'demo.localhost', ...(type ? { 'content-type': type } : {}) },
        payload: 'email=a%40b.test&password=x',
      });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
    }
  });

  test('gets no leave from a preflight, on any path', async () => {
    const paths = [
      ...all.map(([, route]) => pathOf(route)),
      '/',
      '/assets/x.js',
      '/inbox',
      '/api/openapi.json',
      '/metrics',
    ];
    for (const url of paths) {
      const reply = await http().inject({
        method: 'OPTIONS',
        url,
        headers: {
          host: 'demo.localhost',
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,x-subdomain',
        },
      });
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  test('reads no answer: none allows another origin', async () => {
    for (const [, route] of all) {
      const reply = await http().inject({
        method: route.method,
        url: pathOf(route),
        headers: { host: 'demo.localhost', origin: 'https://evil.example', ...routeHeaders(route, 'demo') },
      });
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

test.each(all.filter(([, { query }]) => query))(
  '%s refuses nonsense in its query with a sentence',
  async (name, route) => {
    const given = await allowed(name, route);
    const queries: Record<string, string>[] = [
      { page: '-1' },
      { page: 'x' },
      { page_size: '100000' },
      { sort: 'password_hash' },
      { sort: 'name;drop table users' },
      { q: 'a'.repeat(5_000) },
      { q: 'a\u0000b' },
      { status: 'nonsense' },
    ];
    for (const query of queries) {
      // a stream would otherwise go on for minutes
      const short: Record<string, string> = route.wire === 'stream' ? { seconds: '0' } : {};
      const reply = await t.call(route, { ...given, query: { ...short, ...query } });
      const known = Object.keys(route.query && 'shape' in route.query ? (route.query.shape as object) : {});
      const concerns = known.includes(Object.keys(query)[0] ?? '');
      expect(`${JSON.stringify(query)}: ${reply.status}`).toMatch(concerns ? /: 400$/ : /: [24]\d\d$/);
    }
  },
);

test.each([
  '/api/check-subdomain/%ZZ',
  '/%ZZ',
  `/api/check-subdomain/${'a'.repeat(150)}`,
  '/api/%',
  '/api/no-such-route',
])('the malformed path %s gets a 4xx, a sentence and the usual headers', async (url) => {
  const reply = await http().inject({ url, headers: { host: 'demo.localhost' } });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  if (url.startsWith('/api')) {
    expect(reply.json().error).toEqual({ code: expect.any(String), message: expect.stringMatching(/^[A-Z]/) });
    expect(reply.headers['cache-control']).toBe('no-store');
  }
});

describe('what is mounted', () => {
  const beside = [
    '/livez',
    '/readyz',
    '/version',
    '/metrics',
    '/inbox',
    '/inbox.json',
    '/inbox.css',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
    '/api/docs/start.js',
    '/api/docs/js/scalar.js',
    // a tenant's logo or icon, by what it holds
    '/brand/:hash',
    // the static files of the web build, printed without their prefix
    '*',
    '/favicon.ico',
    '/favicon.svg',
    '/scheme.js',
    '/robots.txt',
    '/sitemap.xml',
    // by which a statement is checked: a workspace's public keys, and the page
    KEYS_PATH,
    VERIFY_PATH,
  ];

  test('is of the contract or of the short list beside it, and beside it nothing changes state', () => {
    const contract = new Set(all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    const mounted = mountedRoutes(http().printRoutes({ commonPrefix: false }));
    const strangers = mounted.filter((place) => !contract.has(place.replace(/^HEAD/, 'GET')));
    const ofOthers = strangers.filter((place) => !place.includes(' /internal/'));
    expect(ofOthers.filter((place) => !/^(GET|HEAD) /.test(place))).toEqual([]);
    expect(ofOthers.filter((place) => !beside.includes(place.replace(/^\w+ /, '')))).toEqual([]);
    expect([...contract].filter((place) => !mounted.includes(place))).toEqual([]);
  });
});

test('the trackers’ calls exist for nobody who lacks the installation’s token, on no host', async () => {
  for (const path of Object.values(internalPaths)) {
    for (const host of ['localhost', 'demo.localhost', '127.0.0.1']) {
      for (const authorization of [undefined, 'Bearer x', `Bearer ${'x'.repeat(43)}`, 'Basic eDp5', 'Bearer ']) {
        for (const method of ['GET', 'POST'] as const) {
          const headers = { host, 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
          const reply = await http().inject({
            method,
            url: path,
            headers,
            ...(method === 'POST' ? { payload: '{}' } : {}),
          });
          expect(`${method} ${path} ${reply.statusCode}`).toMatch(/ (401|403|404)$/);
        }
      }
    }
  }
});

/** "GET /api/x" for each line of Fastify's tree */
function mountedRoutes(tree: string): string[] {
  const trail: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (.+?) \(([A-Z, ]+)\)$/.exec(line);
    if (!match) return [];
    const [, indent = '', part = '', methods = ''] = match;
    trail.splice(indent.length / 4);
    trail.push(part);
    return methods.split(', ').map((method) => `${method} ${trail.join('')}`);
  });
}
