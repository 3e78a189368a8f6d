// The way to our own trackers: which address is one of a workspace's, and a click or postback tried there with a signed token. The
// connection goes to the trackers' own origin, whatever the name of the workspace's host resolves to.
import { createHmac } from 'node:crypto';
import type { TestedClick, TestedPostback } from '@tributary/contract/tracker/replayed';
import {
  sealTestToken,
  TEST_PATH,
  TEST_TOKEN_HEADER,
  TEST_TOKEN_LIFE_MS,
} from '@tributary/contract/tracker/test-token';
import { TEST_TOKEN_LABEL } from '@tributary/contract/tracker/tracker-wire';
import type { Clock } from '../../../platform/clock.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts';
import { endpointOf } from '../../../platform/outbound/guard.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { tenantOrigin } from '../../tenancy/index.ts';

export interface TestedTenant {
  number: number;
  subdomain: string;
  trackingHosts: readonly string[];
}

export interface OwnTracker {
  isOwn(tenant: TestedTenant, url: URL): boolean;
  /** null: no tracker answered, or none that takes tests */
  click(
    tenant: TestedTenant,
    url: URL,
    test: { run: string; country: string; userAgent: string },
  ): Promise<TestedClick | null>;
  postback(tenant: TestedTenant, url: URL, test: { run: string; query: string }): Promise<TestedPostback | null>;
  close(): Promise<void>;
}

interface Deps {
  trackerOrigin: URL;
  secret: InstallationSecret;
  clock: Clock;
  outbound?: Outbound;
}

/** it is simulated nowhere where only a postback is tried */
const ANY_COUNTRY = 'US';

export function createOwnTracker({ trackerOrigin, secret, clock, outbound: given }: Deps): OwnTracker {
  const outbound = given ?? createOutbound([endpointOf(trackerOrigin)]);
  const key = secret.derive(TEST_TOKEN_LABEL);
  const mac = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const hostsOf = ({ subdomain, trackingHosts }: TestedTenant): string[] => [
    new URL(tenantOrigin(trackerOrigin, subdomain)).hostname,
    ...trackingHosts,
  ];

  async function ask<Tested>(
    tenant: TestedTenant,
    host: string,
    target: string,
    { run, country, userAgent }: { run: string; country: string; userAgent: string },
    isTested: (value: unknown) => value is Tested,
  ): Promise<Tested | null> {
    const expiresAt = clock.now().getTime() + TEST_TOKEN_LIFE_MS;
    const token = sealTestToken({ tenant: tenant.number, run, expiresAt, country }, target, mac);
    try {
      const { status, body } = await outbound.send({
        method: 'GET',
        url: `${trackerOrigin.origin}${TEST_PATH}${target}`,
        headers: { host, 'user-agent': userAgent, 'accept-language': 'en', [TEST_TOKEN_HEADER]: token },
      });
      const tested: unknown = status === 200 ? JSON.parse(body) : null;
      return isTested(tested) ? tested : null;
    } catch {
      return null;
    }
  }

  return {
    isOwn: (tenant, url) => hostsOf(tenant).includes(url.hostname.toLowerCase()),
    click: (tenant, url, test) => ask(tenant, url.host, `${url.pathname}${url.search}`, test, isTestedClick),
    postback: (tenant, url, { run, query }) =>
      ask(
        tenant,
        url.host,
        `/postback?${query}`,
        { run, country: ANY_COUNTRY, userAgent: 'Tributary/1.0' },
        isTestedPostback,
      ),
    close: () => outbound.close(),
  };
}

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);
const isTestedClick = (value: unknown): value is TestedClick => has(value, 'row', 'verdict', 'location', 'steps');
const isTestedPostback = (value: unknown): value is TestedPostback => has(value, 'row', 'outcome', 'message');
