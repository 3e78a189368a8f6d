// Mounts the contract's routes: headers, tenant, access, rates, body, handler, reply, in that order, for every route
// alike. Nothing of a capability's rules is here.
import {
  type Hideable,
  hiddenChangeRefusal,
  hiddenRefusal,
  idKindOf,
  type RateRule,
  type RouteSpec,
  rateRules,
} from '@tributary/contract';
import {
  type AccountSide,
  classOfEntry,
  classOfName,
  hidingOf,
  meaningOf,
  withImplied,
  withStandIns,
} from '@tributary/contract/hiding';
import { originOfTenant } from '@tributary/contract/hosts';
import { sortsOf } from '@tributary/contract/lists';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { CountryOf } from '../platform/countries.ts';
import type { Actor, Database, Tx } from '../platform/db/database.ts';
import { systemActor } from '../platform/db/database.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/network-of.ts';
import { hiddenFrom } from './blank.ts';
import { actorOf, type CookieName, type Principal, type TenantContext } from './call.ts';
import {
  cookieOf,
  cookiePrefix,
  type Gatekeeper,
  type GateSettings,
  ownOrigin,
  principalOfCall,
  principalOfCookieCall,
  tenantOfCall,
  userAgentOf,
} from './gate.ts';
import { checkHeaders } from './headers.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Turns, Who } from './turns.ts';
import { decodeBody, isLines, isTable, parseInput, sendFault, sendReply } from './wire.ts';

export interface MountDeps {
  database: Database;
  keeper: Gatekeeper;
  gate: GateSettings;
  limiter: RateLimiter;
  turns: Turns;
  countryOf: CountryOf;
  clock: Clock;
  log: Log;
}

// biome-ignore lint/suspicious/noExplicitAny: the handler's own types were checked where it was declared (Handlers<Rs>)
type AnyHandler = (input: any, call: any) => Promise<unknown>;

/**
 * A compressor gathers before it passes on: events must leave at once. And it takes whatever begins like zlib's format for
 * compressed already, and sends it as it is under the name of its own encoding: so does one in some five hundred
 * envelopes, as their first letters are random, and the browser cannot read the answer.
 */
const isSentAsItIs: ReadonlySet<RouteSpec['wire']> = new Set(['stream', 'file', 'envelope']);

export function mount(app: FastifyInstance, route: RouteSpec, handler: AnyHandler, deps: MountDeps): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { contract: route },
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    ...(isSentAsItIs.has(route.wire) ? { compress: false as const } : {}),
    handler: async (request, reply) => {
      checkHeaders(route, request.headers);
      const tenant = await tenantOfCall(route, request, deps.keeper, deps.gate);
      const who = await admit(route, request, tenant, deps);
      takeRates(route.rates ?? [], request, tenant, who.principal, deps.limiter);
      const hidden = hiddenFrom(who.principal);
      const input = {
        params: parseInput(route.params, request.params),
        query: parseInput(route.query, request.query),
        body: parseInput(route.body, bodyFrom(route, request, hidden)),
      };
      const call = {
        ...baseCall(request, reply, deps),
        idempotencyKey: route.idempotent ? idempotencyKeyOf(request) : null,
        origin: originOf(request, tenant, deps.gate),
        pageOrigin: ownOrigin(request, deps.gate.production),
        tenant,
        ...who,
        ...boundTo(tenant, who.principal, deps.database),
      };
      refuseHidden(route, input.query, hidden, who.principal);
      if (!route.keeps) refuseUnseen(route, input.body, hidden);
      if (!route.heavy) return sendReply(reply, route, await handler(input, call), who.principal);
      const whose = { tenant: tenant?.id ?? 'main', person: who.principal?.userId ?? networkOf(request.ip) };
      return sendReply(reply, route, await inTurn(() => handler(input, call), whose, reply, deps.turns), who.principal);
    },
    errorHandler: (error, request, reply) => answerFault(error, request, reply, route),
  });
}

/** of a file each part has a turn of its own: one that is read slowly holds nothing meanwhile */
async function inTurn(work: () => Promise<unknown>, whose: Who, reply: FastifyReply, turns: Turns): Promise<unknown> {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const value = await turns.run(whose, work, { gone: left.signal });
  const inTurns = (parts: AsyncIterable<unknown>): AsyncIterable<unknown> => {
    const chunks = parts[Symbol.asyncIterator]();
    return partByPart(() => turns.run(whose, () => chunks.next(), { patient: true, gone: left.signal }), chunks);
  };
  if (isLines(value)) return inTurns(value);
  return isTable(value) ? { ...value, rows: inTurns(value.rows) } : value;
}

async function* partByPart(
  next: () => Promise<IteratorResult<unknown>>,
  chunks: AsyncIterator<unknown>,
): AsyncGenerator<unknown> {
  try {
    for (let part = await next(); !part.done; part = await next()) yield part.value;
  } finally {
    await chunks.return?.();
  }
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw new Fault(
    'invalid_request',
    'The Idempotency-Key header must be 1 to 100 printable characters without spaces.',
  );
}

const asBuffer = (body: unknown): Buffer | undefined => (Buffer.isBuffer(body) ? body : undefined);

/** whoever may not see a thing learns nothing of it by asking for rows in its order, or for those that have it */
function refuseHidden(
  route: RouteSpec,
  query: unknown,
  hidden: readonly Hideable[],
  principal: Principal | null,
): void {
  if (hidden.length === 0 || !(route.query instanceof z.ZodObject) || typeof query !== 'object' || query === null)
    return;
  const named = withImplied(hidden);
  const sides = sidesOf(route, principal);
  for (const [name, value] of Object.entries(query)) {
    const part = route.query.shape[name];
    if (value === undefined || !(part instanceof z.ZodType)) continue;
    const { hide } = hidingOf(part);
    const of = typeof value === 'string' ? [...hide, ...(sortsOf(part)[value.replace(/^-/, '')] ?? [])] : hide;
    const found = named.find((one) => of.some((field) => sides.some((side) => meaningOf(field, side) === one)));
    if (found) throw new Fault('invalid_input', hiddenRefusal(found));
  }
}

/** whose accounts a list is of, that serves both kinds; a section that is neither's has rows of both */
function sidesOf({ access }: RouteSpec, principal: Principal | null): readonly AccountSide[] {
  if (principal && principal.role !== 'admin') return [principal.role];
  const section = 'section' in access ? access.section : undefined;
  if (section === 'advertisers') return ['advertiser'];
  return section === 'affiliates' || section === 'payouts' ? ['publisher'] : ['publisher', 'advertiser'];
}

/** as it was sent; where the route keeps what the caller's role hides, without those inputs: one that is sent all the same is refused */
function bodyFrom(route: RouteSpec, request: FastifyRequest, hidden: readonly Hideable[]): unknown {
  const sent = decodeBody(route, asBuffer(request.body), request.headers['content-type']);
  if (route.asks !== undefined && withImplied(hidden).includes(route.asks)) {
    throw new Fault('forbidden', hiddenChangeRefusal(route.asks));
  }
  if (!route.keeps || hidden.length === 0) return sent;
  refuseUnseen(route, sent, hidden);
  const classes = withImplied(hidden);
  const kept = Object.entries(route.keeps).filter(([name]) => classes.some((one) => one === classOfName(name)));
  return withStandIns(route.body, sent, Object.fromEntries(kept));
}

/** who changes a record sends it back as it was shown to him: what was blanked there must not be saved */
function refuseUnseen(route: RouteSpec, body: unknown, hidden: readonly Hideable[]): void {
  const kind = idKindOf(route);
  if (hidden.length === 0 || kind === null) return;
  const of = kind === 'advertiser' ? 'advertiser' : 'publisher';
  const found = hiddenNames(body, (name, record) => {
    const named = classOfEntry(name, record);
    return named && withImplied(hidden).find((one) => one === meaningOf(named, of));
  });
  if (found) throw new Fault('forbidden', hiddenChangeRefusal(found));
}

function hiddenNames(
  value: unknown,
  classOf: (name: string, record: object) => Hideable | null | undefined,
): Hideable | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, one] of Object.entries(value)) {
    const own = one === null || one === undefined ? null : classOf(name, value);
    const found = own ?? hiddenNames(one, classOf);
    if (found) return found;
  }
  return null;
}

async function admit(
  route: RouteSpec,
  request: FastifyRequest,
  tenant: TenantContext | null,
  { keeper, gate, clock }: MountDeps,
): Promise<{ principal: Principal | null; operator?: { id: string; email: string } }> {
  const { access } = route;
  if (access.who === 'operator') {
    const secret = cookieOf(request, 'operator', gate.production);
    const operator = secret ? await keeper.operatorOfCookie(secret) : null;
    // the cookie is ambient: a page of another origin must not be able to use it
    const { origin } = request.headers;
    if (origin !== undefined && origin !== ownOrigin(request, gate.production)) throw new Fault('forbidden');
    if (!operator) throw new Fault('unauthenticated');
    return { principal: null, operator };
  }
  if (!tenant || access.who === 'anyone') return { principal: null };
  if (access.who === 'admin-cookie')
    return { principal: await principalOfCookieCall(route, access, request, tenant, keeper, gate) };
  return { principal: await principalOfCall(route, access, request, tenant, keeper, clock.now()) };
}

function takeRates(
  rules: readonly RateRule[],
  request: FastifyRequest,
  tenant: TenantContext | null,
  principal: Principal | null,
  limiter: RateLimiter,
): void {
  const ip = networkOf(request.ip);
  const subjects = {
    ip,
    tenant: tenant?.id ?? 'main',
    session: principal?.sessionId ?? ip,
    person: principal?.userId ?? ip,
  };
  for (const rule of rules) {
    const { key } = rateRules[rule];
    limiter.take(rule, key === 'ip' ? `${subjects.tenant}|${subjects.ip}` : subjects[key]);
  }
}

function boundTo(tenant: TenantContext | null, principal: Principal | null, database: Database) {
  if (!tenant) return {};
  const actor: Actor = principal ? actorOf(principal) : systemActor;
  return { transaction: <R>(run: (tx: Tx) => Promise<R>) => database.withTenant(tenant.id, actor, run) };
}

/** Mails lead here: on a tenant it is the tenant's own host and port, whatever Host the call was sent with. */
const originOf = (request: FastifyRequest, tenant: TenantContext | null, gate: GateSettings): string =>
  tenant ? originOfTenant(gate.publicOrigin, tenant) : ownOrigin(request, gate.production);

function baseCall(request: FastifyRequest, reply: FastifyReply, { clock, gate, log, countryOf }: MountDeps) {
  const prefix = cookiePrefix(request, gate.production);
  const options = { path: '/', httpOnly: true, sameSite: 'strict' as const, secure: prefix !== '' };
  return {
    ip: request.ip,
    country: () => countryOf(request.ip),
    countryOf,
    userAgent: userAgentOf(request),
    requestId: request.id,
    clock,
    log: log.child({ request: request.id }),
    cookies: Object.fromEntries(
      (['am', 'device', 'operator'] satisfies CookieName[]).map((name) => [name, request.cookies[`${prefix}${name}`]]),
    ),
    setCookie: (name: CookieName, value: string, maxAgeSeconds: number | null) => {
      reply.setCookie(`${prefix}${name}`, value, {
        ...options,
        ...(maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }),
      });
    },
    clearCookie: (name: CookieName) => {
      reply.clearCookie(`${prefix}${name}`, options);
    },
  };
}

/** Every failure leaves in the route's own wire, with a sentence; only our bugs are 5xx, and they are logged. */
export function answerFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  route?: RouteSpec,
): FastifyReply {
  const wire = route?.wire ?? 'json';
  const fault = asFault(error, route);
  if (fault) {
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
    if (Object.keys(fault.detail).length > 0) request.log.info({ code: fault.code, ...fault.detail }, fault.message);
    return sendFault(reply, wire, fault);
  }
  request.log.error({ err: error }, 'a request failed unexpectedly');
  return sendFault(reply, wire, {
    code: 'internal',
    message: `Something went wrong on our side. Please try again. (Request ${request.id})`,
  });
}

const OUT_OF_SCOPE = 'This is about an account that you are not in charge of. Please ask a colleague who is.';
const HELD_TOO_LONG =
  'Other changes to the same figures are still being booked, so nothing of this was done. Please try again in a moment.';
const HELD_RETRY_SECONDS = 5;
const MORE_THAN_FITS =
  'This makes a sum larger than an account can hold, so nothing of it was booked. Please use a smaller amount.';
const TOOK_TOO_LONG = 'This took too long and was stopped. Please ask for fewer days or columns, or for an export.';

function asFault(error: unknown, route: RouteSpec | undefined): Fault | null {
  if (error instanceof Fault) return error;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault('too_large');
  // the data scope refused a row: it would be of an account that the caller is not in charge of
  if (code === '42501' && /row-level security/.test(error.message) && error.message.includes('data_scope'))
    return new Fault('forbidden', OUT_OF_SCOPE);
  // PostgreSQL ended the statement when its time was over
  if (code === '57014' && route?.heavy) return new Fault('too_large', TOOK_TOO_LONG);
  // a figure, or the sum that it goes into, is beyond what the books count
  if (code === '22003' && route && route.method !== 'GET')
    return new Fault('conflict', MORE_THAN_FITS, { detail: { sqlstate: code } });
  // it waited for what another holds (the ledger's head, mostly), ran out of time, or each waited for the other: all of it was rolled
  // back, an Idempotency-Key with it
  if (code === '55P03' || code === '40P01' || (code === '57014' && route && route.method !== 'GET'))
    return new Fault('unavailable', HELD_TOO_LONG, {
      retryAfterSeconds: HELD_RETRY_SECONDS,
      detail: { sqlstate: code },
    });
  // the database is away, restarting or out of disk, memory or connections: the caller may simply try again
  if (
    typeof code === 'string' &&
    /^(ECONNREFUSED|ECONNRESET|ENOSPC|EDQUOT|EFBIG|EROFS|EIO|53\w{3}|57P0[123]|58030|08\w{3})$/.test(code)
  )
    return new Fault('unavailable');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Fault('invalid_request', error.message);
  if (/Connection terminated|timeout exceeded when trying to connect/.test(error.message))
    return new Fault('unavailable');
  return null;
}
