// The snapshot in memory: what the server sent, compiled for the hot path. A snapshot never changes; a patch makes a new
// one that shares all it did not touch, and the holder swaps the whole in one assignment between two requests.
import type {
  SnapshotAdvertiser,
  SnapshotDrop,
  SnapshotLink,
  SnapshotOffer,
  SnapshotPublisher,
  SnapshotPut,
  SnapshotShield,
  SnapshotTenant,
} from '@tributary/contract/tracker/snapshot';
import { PAGE_COLOR, unavailablePage } from '../page.ts';
import type { Reply } from '../transport/transport.ts';
import { compileDestination, DeepLinkHosts, type Destination } from './destination.ts';
import { compilePrivacy, type Privacy } from './privacy.ts';
import { compileSchedule, type Window } from './schedule.ts';
import { NetworkSet, Shield } from './shield.ts';
import { compileTarget, type TargetTest } from './targeting.ts';
import { type Zone, zoneOf } from './zone.ts';

export interface Offer {
  source: SnapshotOffer;
  windows: Window[];
  allowed: ReadonlySet<number>;
  blocked: ReadonlySet<number>;
  targets: TargetTest[];
  destination: Destination | null;
  landings: ReadonlyMap<number, Destination | null>;
  fallback: Destination | null;
  deepLinkHosts: DeepLinkHosts;
}

export type Publisher = SnapshotPublisher;

export interface Advertiser {
  source: SnapshotAdvertiser;
  networks: NetworkSet;
}

export interface Tenant {
  source: SnapshotTenant;
  zone: Zone;
  fallback: Destination | null;
  page: Reply;
  privacy: Privacy | null;
  offers: Map<number, Offer>;
  publishers: Map<number, Publisher>;
  advertisers: Map<number, Advertiser>;
  /** those whose credit is used up: nearly always nobody */
  stopped: ReadonlySet<number>;
  /** calls of some advertiser or offer are read otherwise: nearly always none */
  hasMappings: boolean;
  links: Map<string, SnapshotLink>;
  /** by offer number; 0 is the tenant's own */
  shields: Map<number, { source: SnapshotShield; shield: Shield }>;
}

export interface Snapshot {
  version: number;
  tenants: ReadonlyMap<number, Tenant>;
  /** host without port → tenant */
  hosts: ReadonlyMap<string, Tenant>;
}

export const EMPTY_SNAPSHOT: Snapshot = { version: 0, tenants: new Map(), hosts: new Map() };

function compileOffer(source: SnapshotOffer): Offer {
  return {
    source,
    windows: source.schedules.map(compileSchedule),
    allowed: new Set(source.allowedPublishers),
    blocked: new Set(source.blockedPublishers),
    targets: source.targets.map(compileTarget),
    destination: compileDestination(source.url),
    landings: new Map(source.landings.map(({ number, url }) => [number, compileDestination(url)])),
    fallback: compileDestination(source.fallbackUrl),
    deepLinkHosts: new DeepLinkHosts(source.deepLinkHosts),
  };
}

const tenantParts = (source: SnapshotTenant): Pick<Tenant, 'source' | 'zone' | 'fallback' | 'page' | 'privacy'> => ({
  source,
  zone: zoneOf(source.timezone),
  fallback: compileDestination(source.fallbackUrl),
  page: unavailablePage({ name: source.displayName, color: source.color ?? PAGE_COLOR, isPlatform: false }),
  privacy: compilePrivacy(source),
});

const stoppedOf = ({ advertisers }: Tenant): ReadonlySet<number> =>
  new Set([...advertisers].flatMap(([number, { source }]) => (source.credit === 'stopped' ? [number] : [])));

const isMapped = ({ source: { mapping } }: Offer | Advertiser): boolean => mapping !== undefined;
const hasMappings = ({ advertisers, offers }: Tenant): boolean =>
  [...advertisers.values()].some(isMapped) || [...offers.values()].some(isMapped);

type Part = 'offers' | 'publishers' | 'advertisers' | 'links' | 'shields';

/** makes the next snapshot from the last one and the lines of a document */
export class SnapshotBuilder {
  readonly #baseHost: string;
  readonly #tenants: Map<number, Tenant>;
  /** which maps of which tenants are already our own copies */
  readonly #own = new Set<string>();

  constructor(base: Snapshot, baseHost: string) {
    this.#baseHost = baseHost;
    this.#tenants = new Map(base.tenants);
  }

  /** tenants must be put before what belongs to them; throws where an entity cannot be compiled or has no tenant */
  put(line: SnapshotPut): void {
    switch (line.put) {
      case 'tenant':
        this.#putTenant(line.value);
        return;
      case 'offer':
        this.#part(line.value.tenant, 'offers').set(line.value.number, compileOffer(line.value));
        return;
      case 'publisher':
        this.#part(line.value.tenant, 'publishers').set(line.value.number, line.value);
        return;
      case 'advertiser':
        this.#part(line.value.tenant, 'advertisers').set(line.value.number, {
          source: line.value,
          networks: new NetworkSet(line.value.postbackNetworks ?? []), // missing: see contract/tracker/receipt-check.ts
        });
        return;
      case 'link':
        this.#part(line.value.tenant, 'links').set(line.value.code, line.value);
        return;
      case 'shield':
        this.#part(line.value.tenant, 'shields').set(line.value.offer ?? 0, {
          source: line.value,
          shield: new Shield(line.value),
        });
    }
  }

  drop({ drop, key }: SnapshotDrop): void {
    const slash = key.indexOf('/');
    const tenant = Number(slash < 0 ? key : key.slice(0, slash));
    const rest = key.slice(slash + 1);
    if (drop === 'tenant') this.#tenants.delete(tenant);
    else if (!this.#tenants.has(tenant)) return;
    else if (drop === 'link') this.#part(tenant, 'links').delete(rest);
    else this.#part(tenant, `${drop}s`).delete(Number(rest));
  }

  #putTenant(source: SnapshotTenant): void {
    const known = this.#tenants.get(source.number);
    const empty = {
      offers: new Map(),
      publishers: new Map(),
      advertisers: new Map(),
      stopped: new Set<number>(),
      hasMappings: false,
      links: new Map(),
      shields: new Map(),
    };
    this.#tenants.set(source.number, { ...empty, ...known, ...tenantParts(source) });
  }

  #part<Name extends Part>(number: number, name: Name): Tenant[Name] {
    const tenant = this.#tenants.get(number);
    if (!tenant) throw new RangeError(`the snapshot names tenant ${number} before it is known`);
    const mark = `${number}/${name}`;
    if (this.#own.has(mark)) return tenant[name];
    this.#own.add(mark);
    const copy: Tenant = { ...tenant, [name]: new Map<unknown, unknown>(tenant[name]) };
    this.#tenants.set(number, copy);
    return copy[name];
  }

  build(version: number): Snapshot {
    for (const [number, tenant] of this.#tenants) {
      const isOther = (part: Part): boolean => this.#own.has(`${number}/${part}`);
      const stopped = isOther('advertisers') ? { stopped: stoppedOf(tenant) } : {};
      const mapped = isOther('advertisers') || isOther('offers') ? { hasMappings: hasMappings(tenant) } : {};
      this.#tenants.set(number, { ...tenant, ...stopped, ...mapped });
    }
    const hosts = new Map<string, Tenant>();
    const tenants = [...this.#tenants.values()];
    for (const tenant of tenants) {
      for (const domain of tenant.source.domains) hosts.set(domain.toLowerCase(), tenant);
    }
    // after the domains, so that none of them can stand for the platform or for another tenant's subdomain
    for (const tenant of tenants) hosts.set(`${tenant.source.subdomain}.${this.#baseHost}`, tenant);
    hosts.delete(this.#baseHost);
    return { version, tenants: this.#tenants, hosts };
  }
}

/** every entity of a snapshot again, tenants first: for the file on disk */
export function* entitiesOf({ tenants }: Snapshot): Generator<SnapshotPut> {
  for (const tenant of tenants.values()) yield { put: 'tenant', value: tenant.source };
  for (const tenant of tenants.values()) {
    for (const offer of tenant.offers.values()) yield { put: 'offer', value: offer.source };
    for (const value of tenant.publishers.values()) yield { put: 'publisher', value };
    for (const advertiser of tenant.advertisers.values()) yield { put: 'advertiser', value: advertiser.source };
    for (const value of tenant.links.values()) yield { put: 'link', value };
    for (const { source } of tenant.shields.values()) yield { put: 'shield', value: source };
  }
}
