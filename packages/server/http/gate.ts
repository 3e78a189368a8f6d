// Who is calling, and for which tenant. Identity comes from the host and X-Subdomain, authority only from the session
// row; all must agree, and any disagreement answers exactly as an unknown token does.
import { type Access, needOf, opensToKeys, type RouteSpec, type SessionAccess } from '@tributary/contract';
import { isKeyText } from '@tributary/contract/accounts/key-text';
import { type HostSettings, hostName, isMainHost, type Place, placeOf } from '@tributary/contract/hosts';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { type Principal, requireRecentPassword, type TenantContext } from './call.ts';
import { refusalOf } from './permission.ts';

/** What the gate asks of the business; main.ts hands it in. */
export interface Gatekeeper {
  findTenant(subdomain: string): Promise<TenantContext | null>;
  /** whose verified domain that is, by subdomain; what is on no list costs nothing */
  subdomainOfDomain(host: string): Promise<string | null>;
  principalOfToken(tenant: TenantContext, token: string, ip: string): Promise<Principal | null>;
  /** why a token that was good once opens nothing; null for one that this tenant never gave out */
  reasonOfRefusal(tenant: TenantContext, token: string): Promise<string | null>;
  principalOfCookie(tenant: TenantContext, secret: string, ip: string): Promise<Principal | null>;
  principalOfApiKey(
    tenant: TenantContext,
    key: string,
    from: { ip: string; userAgent: string },
  ): Promise<Principal | null>;
  operatorOfCookie(secret: string): Promise<{ id: string; email: string } | null>;
  /** somebody known was sent away: kept for those who look after the workspace, never a reason to fail */
  denied(tenant: TenantContext, principal: Principal, call: DeniedCall): Promise<void>;
}

/** of a refused call, what is kept */
export interface DeniedCall {
  ip: string;
  userAgent: string;
  /** method and path, as the route declares it */
  route: string;
  /** what it asked for, as the access log keeps it: section and need, or what the call is for */
  what: string;
}

export interface GateSettings {
  hosts: HostSettings;
  publicOrigin: URL;
  production: boolean;
}

/** the caller's page, as its browser names it; https is what production means, even where no proxy says so */
export const ownOrigin = (request: FastifyRequest, production: boolean): string =>
  `${production ? 'https' : request.protocol}://${request.headers.host}`;

/** `__Host-` needs Secure, which browsers grant to https and to *.localhost */
export const cookiePrefix = (request: FastifyRequest, production: boolean): '__Host-' | '' =>
  production || request.protocol === 'https' || /(^|\.)localhost$/.test(request.hostname) ? '__Host-' : '';

export const cookieOf = (request: FastifyRequest, name: string, production: boolean): string | undefined =>
  request.cookies[`${cookiePrefix(request, production)}${name}`];

export const userAgentOf = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, 400);

/** the place that a host names: by its own spelling, else as a tenant's verified domain */
export async function placeOfCall(
  host: string | undefined,
  hosts: HostSettings,
  keeper: Pick<Gatekeeper, 'subdomainOfDomain'>,
): Promise<Place> {
  const place = placeOf(host, hosts);
  const name = place.kind === 'unknown' ? hostName(host) : null;
  const subdomain = name === null ? null : await keeper.subdomainOfDomain(name);
  return subdomain === null ? place : { kind: 'tenant', subdomain };
}

/** a name of the main site or of this machine, or a workspace's that exists */
export async function isOurs(
  host: string | undefined,
  hosts: HostSettings,
  keeper: Pick<Gatekeeper, 'findTenant' | 'subdomainOfDomain'>,
): Promise<boolean> {
  const place = await placeOfCall(host, hosts, keeper);
  return place.kind === 'tenant' ? (await keeper.findTenant(place.subdomain)) !== null : isMainHost(host, hosts);
}

export async function tenantOfCall(
  route: RouteSpec,
  request: FastifyRequest,
  keeper: Gatekeeper,
  { hosts }: GateSettings,
): Promise<TenantContext | null> {
  const place = await placeOfCall(request.headers.host, hosts, keeper);
  const { access } = route;
  const onTenant =
    access.who === 'session' || access.who === 'admin-cookie' || (access.who === 'anyone' && access.place === 'tenant');
  if (!onTenant) {
    if (access.who === 'anyone' && access.place === 'both') return null;
    if (place.kind !== 'main') throw new Fault('not_found');
    return null;
  }
  const named = request.headers['x-subdomain'];
  const subdomain =
    place.kind === 'tenant' ? place.subdomain : place.kind === 'main' && typeof named === 'string' ? named : null;
  const disagree = place.kind === 'tenant' && named !== undefined && named !== place.subdomain;
  const tenant = subdomain && !disagree ? await keeper.findTenant(subdomain) : null;
  if (tenant) return tenant;
  if (access.who === 'anyone') throw new Fault(disagree ? 'wrong_place' : 'not_found');
  // as an unknown token or cookie is answered, to the byte
  throw new Fault('unauthenticated', access.who === 'admin-cookie' ? NEEDS_FRESH_SIGN_IN : undefined);
}

/** the cookie may be gone while the session goes on: a browser forgets it when it is closed */
const NEEDS_FRESH_SIGN_IN =
  'Your browser no longer holds what this needs. Please log out and sign in again, then repeat it.';

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;
const bearerOf = (request: FastifyRequest): string | null =>
  BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** where its own checksum says that it is none, it is an unknown token */
function apiKeyOf(request: FastifyRequest): string | null {
  const text = /^Bearer (\S{1,80})$/.exec(request.headers.authorization ?? '')?.[1];
  return text && isKeyText(text) ? text : null;
}
const NOT_FOR_KEYS = 'This call is not for API keys: it asks for a person. Please sign in to do it.';

export async function principalOfCall(
  route: RouteSpec,
  access: SessionAccess,
  request: FastifyRequest,
  tenant: TenantContext,
  keeper: Gatekeeper,
  at: Date,
): Promise<Principal> {
  const token = bearerOf(request);
  const key = apiKeyOf(request);
  const principal = token
    ? await keeper.principalOfToken(tenant, token, request.ip)
    : key && (await keeper.principalOfApiKey(tenant, key, { ip: request.ip, userAgent: userAgentOf(request) }));
  if (!principal) {
    const reason = token && (await keeper.reasonOfRefusal(tenant, token));
    throw new Fault('unauthenticated', reason || undefined);
  }
  // a key opens what is for programs
  const isForeign = principal.scopes !== null && !opensToKeys(route);
  const refused = isForeign
    ? new Fault('forbidden', NOT_FOR_KEYS)
    : refusalOf(access, request.method, principal, tenant.access);
  await admit(refused, { request, route, access }, tenant, principal, keeper);
  if (access.recentPassword) requireRecentPassword(principal, at);
  return principal;
}

type Sectioned = Pick<SessionAccess | Extract<Access, { who: 'admin-cookie' }>, 'section' | 'needs'>;
/** a call that is allowed costs nothing here */
async function admit(
  refused: Fault | null,
  { request, route, access }: { request: FastifyRequest; route: RouteSpec; access: Sectioned },
  tenant: TenantContext,
  principal: Principal,
  keeper: Gatekeeper,
): Promise<void> {
  if (!refused) return;
  if (refused.code === 'forbidden') {
    const { method, ip } = request;
    const what = access.section ? `${access.section}:${needOf(method, access.needs)}` : route.summary;
    const place = `${method} ${request.routeOptions.url ?? ''}`;
    await keeper.denied(tenant, principal, { ip, userAgent: userAgentOf(request), route: place, what });
  }
  throw refused;
}

/**
 * Login-as carries no bearer: it is authorised by the admin's cookie. SameSite does not separate sibling tenants, so
 * the Origin must be exactly ours; a request without one must not come from a browser at all.
 */
export async function principalOfCookieCall(
  route: RouteSpec,
  access: Extract<Access, { who: 'admin-cookie' }>,
  request: FastifyRequest,
  tenant: TenantContext,
  keeper: Gatekeeper,
  settings: GateSettings,
): Promise<Principal> {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const fromBrowser = Object.keys(request.headers).some((name) => name.startsWith('sec-fetch-'));
  const foreign = origin === undefined ? fromBrowser : origin !== ownOrigin(request, settings.production);
  if (foreign) throw new Fault('forbidden');
  if (site !== undefined && site !== 'same-origin') throw new Fault('forbidden');
  const secret = cookieOf(request, 'am', settings.production);
  const principal = secret ? await keeper.principalOfCookie(tenant, secret, request.ip) : null;
  if (principal?.role !== 'admin') throw new Fault('unauthenticated', NEEDS_FRESH_SIGN_IN);
  if (request.headers.authorization !== undefined) {
    const token = bearerOf(request);
    const bearer = token ? await keeper.principalOfToken(tenant, token, request.ip) : null;
    if (bearer?.sessionId !== principal.sessionId) throw new Fault('unauthenticated', NEEDS_FRESH_SIGN_IN);
  }
  const refused = refusalOf(access, request.method, principal, tenant.access);
  await admit(refused, { request, route, access }, tenant, principal, keeper);
  return principal;
}
