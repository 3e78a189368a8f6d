// An address followed hop by hop. Each hop is a call of the guarded client: a public address, pinned, ten seconds, 256 KB, and no
// redirect that it follows by itself. A hop at our own trackers is tried there with a test token, so that no click is made of it.
import type { HopWay, TestResult } from '@tributary/contract/trust/tester-words';
import { testLimits } from '@tributary/contract/trust/tester-words';
import type { TestHop } from '@tributary/contract/trust/testers';
import type { Outbound } from '../../../platform/outbound/client.ts';
import { checkUrl } from '../../../platform/outbound/guard.ts';
import { appIn, nextHop, type StoreApp } from './next-hop.ts';

export interface Profile {
  country: string | null;
  userAgent: string;
}

export interface FollowDeps {
  outbound: Outbound;
  allow: ReadonlySet<string>;
  proxies: ReadonlyMap<string, URL>;
  /** what our own trackers say of an address of theirs; null: it is none of this workspace's; refused: not to be called */
  own(url: URL, profile: Profile): Promise<{ status: number; location: string } | 'refused' | 'silent' | null>;
}

export interface Followed {
  hops: TestHop[];
  result: TestResult;
  app: StoreApp | null;
  /** how the country was simulated where it mattered: at the hops that are not ours */
  countryBy: 'own_hop' | 'proxy' | 'not_simulated';
}

/** of a whole chain: longer than any that is worth sending people through */
const CHAIN_MS = 45_000;

const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

export async function followLink(
  deps: FollowDeps,
  start: string,
  profile: Profile,
  maxHops: number = testLimits.hops,
): Promise<Followed> {
  const hops: TestHop[] = [];
  const seen = new Set<string>();
  const began = Date.now();
  let app: StoreApp | null = null;
  let countryBy: Followed['countryBy'] = 'own_hop';
  let [url, by]: [string, HopWay] = [start, 'start'];
  const stop = (fault: TestResult): Followed => {
    hops.push({ url, host: hostIn(url), by, status: null, took_ms: 0, fault });
    return { hops, result: fault, app, countryBy };
  };
  for (;;) {
    app = appIn(url) ?? app;
    // an address that opens an app and no page: that is where people end
    if (!/^https?:/i.test(url)) {
      if (!appIn(url)) return stop('address_refused');
      hops.push({ url, host: hostIn(url), by, status: null, took_ms: 0, fault: null });
      return { hops, result: 'ok', app, countryBy };
    }
    if (seen.has(url)) return stop('loop');
    if (hops.length >= maxHops) return stop('too_many_hops');
    if (Date.now() - began > CHAIN_MS) return stop('too_slow');
    seen.add(url);
    const hop = await callHop(deps, url, profile);
    if (!hop.isOwn && profile.country !== null) countryBy = hop.isProxied ? 'proxy' : 'not_simulated';
    hops.push({ url, host: hostIn(url), by, status: hop.status, took_ms: hop.tookMs, fault: hop.fault });
    if (hop.fault) return { hops, result: hop.fault, app, countryBy };
    if (hop.next === null) return { hops, result: 'ok', app, countryBy };
    ({ url, by } = hop.next);
  }
}

interface Hop {
  status: number | null;
  tookMs: number;
  fault: TestResult | null;
  next: { url: string; by: HopWay } | null;
  isOwn: boolean;
  isProxied: boolean;
}

async function callHop(deps: FollowDeps, text: string, profile: Profile): Promise<Hop> {
  const began = performance.now();
  const hop = (more: Partial<Hop>): Hop => ({
    status: null,
    tookMs: Math.round(performance.now() - began),
    fault: null,
    next: null,
    isOwn: false,
    isProxied: false,
    ...more,
  });
  const via = profile.country === null ? undefined : deps.proxies.get(profile.country);
  if (!URL.canParse(text)) return hop({ fault: 'address_refused' });
  const own = await deps.own(new URL(text), profile);
  if (own === 'refused') return hop({ fault: 'address_refused', isOwn: true });
  if (own === 'silent') return hop({ fault: 'tracker_silent', isOwn: true });
  if (own !== null) {
    const { status, location } = own;
    return hop({ status, isOwn: true, next: location === '' ? null : { url: location, by: 'tracker' } });
  }
  try {
    checkUrl(text, deps.allow);
  } catch {
    // the text itself is at fault; what a name resolves to is not told apart from silence
    return hop({ fault: 'address_refused' });
  }
  try {
    const headers = { 'user-agent': profile.userAgent, accept: 'text/html,*/*;q=0.8', 'accept-language': 'en' };
    const reply = await deps.outbound.send({ method: 'GET', url: text, headers, ...(via ? { via } : {}) });
    const { status, tookMs } = reply;
    return hop({ status, tookMs, next: nextHop(new URL(text), reply), isProxied: via !== undefined });
  } catch (error) {
    const isSlow = error instanceof Error && /timeout/i.test(`${error.name} ${'code' in error ? error.code : ''}`);
    return hop({ fault: isSlow ? 'too_slow' : 'unreachable', isProxied: via !== undefined });
  }
}

export interface Expectations {
  allowedCodes: readonly number[];
  host: string | null;
  appId: string | null;
}

/** what a rule asks of where a chain ends; ok where it is as it should be */
export function judgeEnd({ hops, result, app }: Followed, wanted: Expectations): TestResult {
  if (result !== 'ok') return result;
  const last = hops.at(-1);
  if (last?.status != null && !wanted.allowedCodes.includes(last.status)) return 'status_not_allowed';
  const host = (last?.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const expected = wanted.host?.toLowerCase();
  if (expected && host !== expected && !host.endsWith(`.${expected}`)) return 'host_differs';
  return wanted.appId !== null && app?.id !== wanted.appId ? 'app_differs' : 'ok';
}
