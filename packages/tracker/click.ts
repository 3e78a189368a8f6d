// One click (or impression) on its way through the pipeline: what the request says, what the steps found out, and how it
// ends. Steps fill it in; the row and the destination are made from it.
import type { SnapshotLink } from '@tributary/contract/tracker/snapshot';
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import { type Device, readDevice } from './lookups/device.ts';
import { NO_PLACE, type Place } from './lookups/geo.ts';
import type { Address } from './lookups/network.ts';
import type { Offer, Publisher, Tenant } from './snapshot/snapshot.ts';
import type { Query } from './transport/query.ts';
import type { TrackerRequest } from './transport/transport.ts';

export type SentTo = 'destination' | 'offer_fallback' | 'tenant_fallback' | 'page';

const NO_DEVICE = readDevice('');
const PROBES: ReadonlySet<VerdictName> = new Set(['head', 'prefetch', 'preview']);

export class Click {
  readonly kind: 'click' | 'impression';
  readonly request: TrackerRequest;
  readonly query: Query;
  readonly tenant: Tenant;
  /** the tracking host as asked for, without port */
  readonly host: string;
  readonly now: number;
  readonly snapshotVersion: number;

  id = '';
  /** the code of /c/{code}; empty for /click */
  code = '';
  link: SnapshotLink | null = null;
  offer: Offer | null = null;
  /** as asked for, whether it exists or not; 0 where none was named */
  offerNumber = 0;
  publisher: Publisher | null = null;
  publisherNumber = 0;
  landing = 0;
  source = '';
  address: Address | null = null;
  ip = '';
  country = '';
  place: Place = NO_PLACE;
  device: Device = NO_DEVICE;
  /** the primary tag of the preferred language, in lower case */
  language = '';
  refererHost = '';
  /** host and path */
  referer = '';
  /** why it is answered but not billed */
  mark: VerdictName | null = null;
  /** why it is refused */
  refusal: VerdictName | null = null;
  isUnique: boolean | null = null;
  /** the velocity step has seen it */
  isCounted = false;
  grants = '';
  /** the deep link asked for, where the offer allows it */
  deepLink: URL | null = null;
  location = '';
  sentTo: SentTo = 'page';

  constructor(
    kind: 'click' | 'impression',
    request: TrackerRequest,
    query: Query,
    tenant: Tenant,
    host: string,
    now: number,
    snapshotVersion: number,
  ) {
    this.kind = kind;
    this.request = request;
    this.query = query;
    this.tenant = tenant;
    this.host = host;
    this.now = now;
    this.snapshotVersion = snapshotVersion;
  }

  /** a parameter of the request, else the one preset on the short link */
  param(name: string): string {
    const given = this.query.get(name);
    if (given !== '' || this.link === null) return given;
    return Object.hasOwn(this.link.params, name) ? (this.link.params[name] ?? '') : '';
  }

  /** what a program asks beforehand is not a click that was refused, whatever a click would have met */
  get verdict(): VerdictName {
    if (this.mark !== null && PROBES.has(this.mark)) return this.mark;
    return this.refusal ?? this.mark ?? 'accepted';
  }

  get isBillable(): boolean {
    return this.refusal === null && this.mark === null;
  }
}
