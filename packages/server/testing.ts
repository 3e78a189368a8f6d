// For tests only: the whole server in this process, on a database of its own with the demo tenants, and a client that
// speaks each route's wire. Requests go through Fastify's inject: no port, real handlers, real database.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { pathFor, type RouteSpec } from '@tributary/contract';
import { type App, createApp } from './app.ts';
import { DEMO_PASSWORD, seedDemo } from './demo/seed-demo.ts';
import { open, seal } from './http/envelope.ts';
import { type Clock, FakeClock } from './platform/clock.ts';
import { readSettings } from './platform/env.ts';
import type { Log } from './platform/log.ts';
import { readInbox } from './platform/mail/transport.ts';
import {
  anyDay,
  createFilledDatabase,
  createTestDatabase,
  quietLog,
  type TestDatabase,
  temporaryFolder,
  testSecret,
} from './platform/testing.ts';
import { checkReply } from './testing-reply.ts';

export { DEMO_PASSWORD };

const WEB_ROOT = fileURLToPath(new URL('../../dist/web/', import.meta.url));

export interface CallOptions {
  subdomain?: string;
  /** the Host header; by default the subdomain's own */
  host?: string;
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** sent as it is, past the wire's encoding */
  rawBody?: string;
  headers?: Record<string, string | undefined>;
  cookies?: Record<string, string>;
}
export interface CallResult {
  status: number;
  /** decoded by the route's wire */
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape
  body: any;
  raw: string;
  headers: Record<string, unknown>;
  cookies: Record<string, string>;
}

export interface TestApp {
  app: App;
  database: TestDatabase;
  clock: FakeClock;
  /** DATA_DIR */
  folder: string;
  call(route: RouteSpec, options?: CallOptions): Promise<CallResult>;
  signIn(
    email: string,
    options?: CallOptions & { password?: string; rememberMe?: boolean },
  ): Promise<{ token: string; cookies: Record<string, string>; userId: string }>;
  /** the mails sent so far, newest first, once every job has run */
  inbox(): ReturnType<typeof readInbox>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  clock?: FakeClock;
  log?: Log;
  env?: Record<string, string>;
  /** count days again by themselves */
  nightly?: boolean;
  /** in place of dist/web */
  webRoot?: string;
  /** in place of a new one; the app drops it in the end */
  database?: TestDatabase;
}

async function fillWithDemo(ownerUrl: string): Promise<void> {
  const folder = temporaryFolder();
  const clock = new FakeClock();
  const app = await createApp({
    settings: readSettings({ DATABASE_URL: ownerUrl, DATA_DIR: folder.path, LOG_LEVEL: 'silent', ROLE: 'api' }),
    secret: testSecret,
    clock,
    log: quietLog,
    webRoot: WEB_ROOT,
    version: 'test',
  });
  await seedDemo(app.database, app.passwords, clock, quietLog);
  await app.close();
  folder.remove();
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? new FakeClock();
  // today's demo tenants and partitions are the same for all: made once. Another day's are made for it.
  const database =
    options.database ?? (await (options.clock ? createTestDatabase() : createFilledDatabase(fillWithDemo)));
  const folder = temporaryFolder();
  const settings = readSettings({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: folder.path,
    RATE_LIMIT_SCALE: '1000000',
    // nobody listens there: no test asks the outside
    DNS_SERVERS: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const webRoot = options.webRoot ?? WEB_ROOT;
  const log = options.log ?? quietLog;
  const app = await createApp({
    settings,
    secret: testSecret,
    clock: clock satisfies Clock,
    intakeClock: anyDay,
    nightly: options.nightly ?? false,
    log,
    webRoot,
    version: 'test',
  });
  await seedDemo(app.database, app.passwords, clock, quietLog);
  await app.publish();
  const { http, worker } = app;
  if (!http || !worker) throw new Error('the test app runs both roles');

  const call: TestApp['call'] = async (route, given = {}) => {
    const subdomain = given.subdomain ?? 'demo';
    const onMain = route.access.who === 'operator' || (route.access.who === 'anyone' && route.access.place === 'main');
    const reply = await http.inject({
      method: route.method,
      url: pathFor(route.path, given.params),
      query: given.query ?? {},
      headers: definedOnly({
        host: given.host ?? (onMain ? 'localhost' : `${subdomain}.localhost`),
        ...routeHeaders(route, subdomain),
        ...(given.token ? { authorization: `Bearer ${given.token}` } : {}),
        ...given.headers,
      }),
      cookies: given.cookies ?? {},
      ...(route.body ? { payload: given.rawBody ?? encode(route, given.body) } : {}),
    });
    const body = decode(route, reply.payload);
    if (reply.statusCode < 300) checkReply(route, body);
    return {
      status: reply.statusCode,
      body,
      raw: reply.payload,
      headers: reply.headers,
      cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
    };
  };

  return {
    app,
    database,
    clock,
    folder: folder.path,
    call,
    signIn: async (email, { password = DEMO_PASSWORD, rememberMe = false, ...rest } = {}) => {
      const { routes } = await import('@tributary/contract');
      const reply = await call(routes.login, { ...rest, body: { email, password, rememberMe } });
      if (reply.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(reply.body)}`);
      return { token: reply.body.token, cookies: reply.cookies, userId: reply.body.user.id };
    },
    inbox: async () => {
      await worker.drain();
      return readInbox(`${folder.path}/inbox`, 1_000);
    },
    close: async () => {
      await app.close();
      await database.drop();
      folder.remove();
    },
  };
}

const definedOnly = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

export function routeHeaders(route: RouteSpec, subdomain: string): Record<string, string> {
  const values = {
    csrf: ['x-csrf-token', randomBytes(32).toString('hex')],
    'requested-with': ['x-requested-with', 'XMLHttpRequest'],
    'client-version': ['x-client-version', '1.0.0'],
    subdomain: ['x-subdomain', subdomain],
  } as const;
  return {
    ...Object.fromEntries(route.headers.map((name) => values[name])),
    ...(route.body ? { 'content-type': route.wire === 'envelope' ? 'text/plain' : 'application/json' } : {}),
  };
}

function encode(route: RouteSpec, body: unknown): string {
  if (route.wire === 'envelope') return seal(body ?? {});
  if (route.wire === 'sealed' && typeof body === 'object' && body !== null && 'data' in body) {
    return JSON.stringify({ ...body, data: seal(body.data) });
  }
  return JSON.stringify(body ?? {});
}

function decode(route: RouteSpec, payload: string): unknown {
  try {
    return route.wire === 'envelope' ? open(payload) : JSON.parse(payload);
  } catch {
    return payload;
  }
}
