// The snapshot: everything a tracker must know to decide a click without asking anybody. The server builds it from the
// panel's tables; a tracker holds it in memory, swaps it whole, and keeps it on disk.
//
// Versions are one growing sequence per installation. A document is text, one JSON value per line:
//   {"snapshot":1,"kind":"full","after":0,"version":42}    head; a patch has kind "patch" and names the version it follows
//   {"put":"offer","value":{…}}                            adds the entity or replaces the one with the same key
//   {"drop":"offer","key":"7/12"}                          removes it (patches only)
//   {"end":42,"lines":2}                                   tail: without it the document was cut short and is not applied
// A full document replaces everything. Order among lines does not matter; an entity names its tenant by number.
// Times are unix milliseconds. Absent is null, never a missing field.

import type { PostbackMapping } from './postback-mapping.ts';
import type { PrivacyRule } from './privacy.ts';
import type { OwnWords } from './receipt-rules.ts';

export const SNAPSHOT_FORMAT = 1;

export interface SnapshotTenant {
  /** int32, given once and never reused: part of every click id */
  number: number;
  /** uuid, as in every tenant_id column */
  id: string;
  subdomain: string;
  /** the tenant's own tracking domains whose proof of ownership holds, in lower case, without port */
  domains: string[];
  /** shown on the page a visitor sees when nothing else is left */
  displayName: string;
  /** #rrggbb */
  color: string | null;
  /** where refused clicks go when the offer has no fallback of its own; a template, http(s) only */
  fallbackUrl: string | null;
  /** the disk is full or failing: answer 503, or redirect and count the click as unlogged */
  whenUnlogged: 'refuse' | 'redirect';
  /** after this moment (trial or plan ended 14 days ago) all traffic goes to the fallback */
  servesUntil: number | null;
  /** IANA name, for {click_datetime} */
  timezone: string;
  /** how long after its click a conversion still counts */
  clickLifeMs: number;
  /** whose addresses and devices are written down less exactly than they came; absent or null: nobody's */
  privacy?: PrivacyRule | null;
}

export type OfferStatus = 'active' | 'paused' | 'pending';

/** a daily window in the zone's own clock; all of an offer's windows must be open */
export interface SnapshotSchedule {
  timezone: string;
  /** 1 Monday … 7 Sunday: the days on which a window begins; empty means every day */
  days: number[];
  /** minutes after midnight; from = to means the whole day, from > to runs over midnight */
  fromMinute: number;
  toMinute: number;
  /** the window says when the offer is closed instead of open */
  inverted: boolean;
}

export type TargetField =
  | 'country'
  | 'region'
  | 'city'
  | 'isp'
  | 'device'
  | 'brand'
  | 'os'
  | 'browser'
  | 'language'
  | 'source';

/**
 * One condition; all must hold. Values are compared in lower case, `country` with ISO codes, `os` and `browser` with
 * the names in device families, `language` with the primary tag. A field that is unknown for a click fails an "in"
 * and passes a "not_in".
 */
export type SnapshotTarget =
  | { field: TargetField; op: 'in' | 'not_in'; values: string[] }
  /** versions are compared number by number; null leaves that end open */
  | { field: 'os_version'; os: string; min: string | null; max: string | null }
  /** refuses networks that a configured ASN database marks as hosting */
  | { field: 'hosting'; op: 'refuse' };

export interface SnapshotCap {
  /** uuid; the server knows its limit, period and zone, the tracker only spends leases on it */
  id: string;
  /** null caps the offer, a number caps this publisher on it */
  publisher: number | null;
}

export interface SnapshotLanding {
  /** {url_id} */
  number: number;
  url: string;
}

export interface SnapshotOffer {
  tenant: number;
  /** {camp_id}: int32 per tenant */
  number: number;
  /** uuid: {campaign_id} */
  id: string;
  title: string;
  /** CPR, CPS, CPI, CPL, CPM, CPC, RevShare */
  model: string;
  category: string | null;
  externalId: string | null;
  appId: string | null;
  currency: string;
  advertiser: number;
  /** those whose offer it was before: they still speak of their own orders. A snapshot of an older release has none */
  formerAdvertisers?: number[];
  status: OfferStatus;
  startsAt: number | null;
  endsAt: number | null;
  schedules: SnapshotSchedule[];
  visibility: 'public' | 'private' | 'permission';
  /** publishers who may run a private or permission offer (required terms accepted); unused when public */
  allowedPublishers: number[];
  /** publishers who may not, whatever the visibility */
  blockedPublishers: number[];
  targets: SnapshotTarget[];
  caps: SnapshotCap[];
  /** the default landing page: a template */
  url: string;
  landings: SnapshotLanding[];
  redirect: '301' | '302' | 'javascript';
  /** a second click of the same visitor within this time is not unique */
  uniqueForMs: number;
  /** what happens to one that is not: counted as a repeat, or refused */
  duplicates: 'count' | 'refuse';
  /** a template; null leaves it to the tenant's */
  fallbackUrl: string | null;
  /** hosts a `url=` deep link may lead to: "shop.example", "*.shop.example", "shop.example:8443"; empty: no deep links */
  deepLinkHosts: string[];
  /** pixels find their click by a cookie, which is only set where an offer needs it */
  conversionTracking: 'postback' | 'pixel';
  /** how long after its click a conversion still counts on this offer; null: as long as the workspace's clicks live */
  clickLifeMs: number | null;
  /** goal tokens an advertiser may send; the default goal is the empty token and always allowed */
  goals: string[];
  /** tokens that it had before: calls about their orders are let through */
  formerGoals?: string[];
  /** how its advertiser's calls are read where they differ from what we ask for; absent: as its advertiser's */
  mapping?: PostbackMapping;
  /** the newest version of its terms when this was made: a click's row names it. An older release has none */
  termsVersion?: number;
}

export interface SnapshotPublisher {
  tenant: number;
  /** {publisher_id}: user_sequence_id */
  number: number;
  /** uuid: {aff_id} */
  id: string;
  name: string;
  referenceId: string | null;
  status: 'approved' | 'pending' | 'rejected';
}

export interface SnapshotAdvertiser {
  tenant: number;
  number: number;
  id: string;
  name: string;
  referenceId: string | null;
  /** SHA-256 of the postback token, in hex; null asks for none; '' lets nobody in: deleted or rejected */
  postbackTokenHash: string | null;
  /** version of the key that must have signed (postback-signature.ts); null asks for no signature */
  postbackSignature: number | null;
  /** addresses and CIDR blocks postbacks may come from; empty: from anywhere */
  postbackNetworks: string[];
  /** status words of its own and what they mean; an older release knows of none */
  statusWords?: OwnWords;
  /** how its calls are read where they differ from what we ask for; absent: they do not */
  mapping?: PostbackMapping;
  /** `stopped`: its credit is used up, its offers take no traffic. Absent: open */
  credit?: 'open' | 'stopped';
}

/** a saved short link: /c/{code} */
export interface SnapshotLink {
  tenant: number;
  /** unique within its tenant, [0-9A-Za-z_-]{1,64} */
  code: string;
  offer: number;
  publisher: number;
  landing: number | null;
  /** values preset on the link (p1–p15, source, …); the click's own win */
  params: Record<string, string>;
}

/** block lists of the tenant (offer null) or of one offer; one entity per (tenant, offer) */
export interface SnapshotShield {
  tenant: number;
  offer: number | null;
  /** addresses and CIDR blocks, IPv4 and IPv6 */
  networks: string[];
  /** parts of a user agent, compared without case */
  userAgents: string[];
  /** host names; each covers its subdomains */
  referrers: string[];
  /** publisher null blocks the source for all */
  sources: { publisher: number | null; source: string }[];
}

export interface SnapshotEntities {
  tenant: SnapshotTenant;
  offer: SnapshotOffer;
  publisher: SnapshotPublisher;
  advertiser: SnapshotAdvertiser;
  link: SnapshotLink;
  shield: SnapshotShield;
}

export type EntityName = keyof SnapshotEntities;

export const entityNames: readonly EntityName[] = ['tenant', 'offer', 'publisher', 'advertiser', 'link', 'shield'];

/** what identifies an entity in `drop` lines and replaces an older one in `put` lines */
export const entityKey: { [Name in EntityName]: (entity: SnapshotEntities[Name]) => string } = {
  tenant: (tenant) => String(tenant.number),
  offer: (offer) => `${offer.tenant}/${offer.number}`,
  publisher: (publisher) => `${publisher.tenant}/${publisher.number}`,
  advertiser: (advertiser) => `${advertiser.tenant}/${advertiser.number}`,
  link: (link) => `${link.tenant}/${link.code}`,
  shield: (shield) => `${shield.tenant}/${shield.offer ?? ''}`,
};

export interface SnapshotHead {
  snapshot: number;
  kind: 'full' | 'patch';
  /** the version a patch builds upon; 0 for a full document */
  after: number;
  version: number;
}

export type SnapshotPut = { [Name in EntityName]: { put: Name; value: SnapshotEntities[Name] } }[EntityName];

export interface SnapshotDrop {
  drop: EntityName;
  key: string;
}

export interface SnapshotTail {
  end: number;
  /** how many put and drop lines came before */
  lines: number;
}

export type SnapshotLine = SnapshotHead | SnapshotPut | SnapshotDrop | SnapshotTail;
