// Entities for tests and benches: complete, ordinary, and each field open to change.
import {
  SNAPSHOT_FORMAT,
  type SnapshotAdvertiser,
  type SnapshotDrop,
  type SnapshotLink,
  type SnapshotOffer,
  type SnapshotPublisher,
  type SnapshotPut,
  type SnapshotShield,
  type SnapshotTenant,
} from '@tributary/contract/tracker/snapshot';

export const HOUR_MS = 3_600_000;

const uuid = (kind: number, number: number): string =>
  `0192f0c0-000${kind}-7000-8000-${number.toString(16).padStart(12, '0')}`;

export const tenant = (change: Partial<SnapshotTenant> = {}): SnapshotTenant => ({
  number: 1,
  id: uuid(0, change.number ?? 1),
  subdomain: 'demo',
  domains: [],
  displayName: 'Demo Network',
  color: '#7c3aed',
  fallbackUrl: null,
  whenUnlogged: 'refuse',
  servesUntil: null,
  timezone: 'Asia/Kolkata',
  clickLifeMs: 30 * 24 * HOUR_MS,
  ...change,
});

export const offer = (change: Partial<SnapshotOffer> = {}): SnapshotOffer => ({
  tenant: 1,
  number: 10,
  id: uuid(1, change.number ?? 10),
  title: 'Summer sale',
  model: 'CPS',
  category: 'finance',
  externalId: 'EXT-1',
  appId: null,
  currency: 'USD',
  advertiser: 3,
  status: 'active',
  startsAt: null,
  endsAt: null,
  schedules: [],
  visibility: 'public',
  allowedPublishers: [],
  blockedPublishers: [],
  targets: [],
  caps: [],
  url: 'https://shop.example/landing?cid={click_id}&pub={publisher_id}&p={p1}&s={source}&c={country_id}',
  landings: [],
  redirect: '302',
  uniqueForMs: 168 * HOUR_MS,
  duplicates: 'count',
  clickLifeMs: null,
  fallbackUrl: null,
  deepLinkHosts: [],
  conversionTracking: 'postback',
  goals: ['install'],
  ...change,
});

export const publisher = (change: Partial<SnapshotPublisher> = {}): SnapshotPublisher => ({
  tenant: 1,
  number: 2,
  id: uuid(2, change.number ?? 2),
  name: 'Example Media',
  referenceId: 'REF-2',
  status: 'approved',
  ...change,
});

export const advertiser = (change: Partial<SnapshotAdvertiser> = {}): SnapshotAdvertiser => ({
  tenant: 1,
  number: 3,
  id: uuid(3, change.number ?? 3),
  name: 'Example Shop',
  referenceId: null,
  postbackTokenHash: null,
  postbackSignature: null,
  postbackNetworks: [],
  ...change,
});

export const link = (change: Partial<SnapshotLink> = {}): SnapshotLink => ({
  tenant: 1,
  code: 'abc',
  offer: 10,
  publisher: 2,
  landing: null,
  params: {},
  ...change,
});

export const shield = (change: Partial<SnapshotShield> = {}): SnapshotShield => ({
  tenant: 1,
  offer: null,
  networks: [],
  userAgents: [],
  referrers: [],
  sources: [],
  ...change,
});

export const basics = (): SnapshotPut[] => [
  { put: 'tenant', value: tenant() },
  { put: 'offer', value: offer() },
  { put: 'publisher', value: publisher() },
  { put: 'advertiser', value: advertiser() },
];

export function documentText(
  kind: 'full' | 'patch',
  after: number,
  version: number,
  lines: (SnapshotPut | SnapshotDrop)[],
): string {
  const all = [{ snapshot: SNAPSHOT_FORMAT, kind, after, version }, ...lines, { end: version, lines: lines.length }];
  return all.map((line) => `${JSON.stringify(line)}\n`).join('');
}
