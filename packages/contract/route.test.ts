import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorCodes, isErrorCode } from './errors.ts';
import { routes } from './index.ts';
import { anyone, idKindOf, pathFor, type RouteSpec, route, session } from './route.ts';

const bare = {
  method: 'GET',
  path: '/api/example',
  summary: 'An example',
  wire: 'json',
  headers: [],
  reply: z.object({}),
  errors: [],
} as const;

describe('a declaration', () => {
  // these are proved by the compiler: `tsc` fails where an expected error does not come
  test('without an access rule does not compile', () => {
    // @ts-expect-error access is missing
    route({ ...bare });
    expect(route({ ...bare, access: anyone('both') }).access).toEqual({ who: 'anyone', place: 'both' });
  });

  test('of a session route without roles, or silent about login-as, does not compile', () => {
    // @ts-expect-error a session route names at least one role
    session([], { impersonated: 'denied', section: 'offers' });
    // @ts-expect-error whether a login-as session may call has no default
    session(['admin'], { section: 'offers' });
    // @ts-expect-error no such role
    session(['operator'], { impersonated: 'denied', section: 'offers' });
    expect(session(['admin'], { impersonated: 'denied', section: 'offers' }).roles).toEqual(['admin']);
  });

  test('that an account manager may call without naming its section does not compile, nor start', () => {
    // @ts-expect-error a section is missing
    const silent = () => session(['admin'], { impersonated: 'denied' });
    expect(silent).toThrow('names its section');
    // @ts-expect-error one of its roles is the account manager's
    expect(() => session(['advertiser', 'admin'], { impersonated: 'denied' })).toThrow('names its section');
    // @ts-expect-error no such section
    session(['admin'], { impersonated: 'denied', section: 'payroll' });
    // @ts-expect-error by hand neither
    route({ ...bare, access: { who: 'session', roles: ['admin'], impersonated: 'denied' } });
    // @ts-expect-error nor by the cookie
    route({ ...bare, access: { who: 'admin-cookie' } });
    expect(session(['publisher'], { impersonated: 'denied' }).section).toBeUndefined();
  });

  test('with a parameter that does not say whose id it is, or why it is none, does not compile', () => {
    const params = z.object({ id: z.string() });
    const byId = { ...bare, access: anyone('both'), path: '/api/example/{id}', params } as const;
    // @ts-expect-error names is missing
    route(byId);
    expect(idKindOf(route({ ...byId, names: 'offer' }))).toBe('offer');
    expect(idKindOf(route({ ...byId, names: { noId: 'a word' } }))).toBeNull();
  });

  test('outside /api, with an unknown error or an unknown header does not compile', () => {
    const open = { ...bare, access: anyone('both') } as const;
    // @ts-expect-error every route lives under /api/
    route({ ...open, path: '/elsewhere' });
    // @ts-expect-error errors are of the closed list
    route({ ...open, errors: ['no_such_error'] });
    // @ts-expect-error headers are of the closed list
    route({ ...open, headers: ['x-anything'] });
    expect(route(open).path).toBe('/api/example');
  });
});

describe('the routes', () => {
  const all: [string, RouteSpec][] = Object.entries(routes);

  test('no two share a method and a path', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(all)('%s declares a parameter for each name in its path, and no state changes on GET', (_, spec) => {
    const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = spec.params instanceof z.ZodObject ? Object.keys(spec.params.shape) : [];
    expect(declared.sort()).toEqual(names.sort());
    if (spec.method === 'GET') expect(spec.body).toBeUndefined();
  });

  test.each(all)('%s demands X-Subdomain where it is placed on a tenant', (_, { access, headers }) => {
    const onTenant =
      access.who === 'session' ||
      access.who === 'admin-cookie' ||
      (access.who === 'anyone' && access.place === 'tenant');
    expect(headers.includes('subdomain')).toBe(onTenant);
  });
});

describe('pathFor', () => {
  test('puts values into their places, encoded so that none can leave its segment', () => {
    expect(pathFor('/api/a/{id}/b/{other}', { id: '1', other: '2' })).toBe('/api/a/1/b/2');
    expect(pathFor('/api/a/{id}', { id: '../admin?x=1#y/%2f' })).toBe('/api/a/..%2Fadmin%3Fx%3D1%23y%2F%252f');
    expect(pathFor('/api/a/{id}', { id: '{id}' })).toBe('/api/a/%7Bid%7D');
    expect(pathFor('/api/a')).toBe('/api/a');
  });
});

test('every error code has a 4xx or 5xx status and a whole sentence', () => {
  for (const [code, { status, message }] of Object.entries(errorCodes)) {
    expect(isErrorCode(code)).toBe(true);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].+/);
  }
  expect(isErrorCode('toString')).toBe(false);
  expect(isErrorCode(undefined)).toBe(false);
});
