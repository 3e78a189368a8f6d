// Where the snapshot's entities come from: each module reads its own tables.
import type {
  SnapshotAdvertiser,
  SnapshotLink,
  SnapshotOffer,
  SnapshotPublisher,
  SnapshotShield,
  SnapshotTenant,
} from '@tributary/contract/tracker/snapshot';
import type { Tx } from '../../platform/db/database.ts';
import { readPeopleForSnapshot } from '../accounts/index.ts';
import { readLinksForSnapshot, readOffersForSnapshot } from '../offers/index.ts';
import { readTenantForSnapshot } from '../tenancy/index.ts';
import { creditStopsOf } from './credit-stops.repo.ts';
import { mappingsOfAdvertisers, mappingsOfOffers } from './mappings.repo.ts';
import { defaultAuth, postbackAuthOf } from './postback-auth.repo.ts';
import type { PostbackSecrets } from './postback-auth.ts';
import { readShieldEntries } from './shields.repo.ts';
import type { StoredEntity } from './snapshot.repo.ts';

export const readTenant = (tx: Tx, tenantId: string): Promise<SnapshotTenant | null> =>
  readTenantForSnapshot(tx, tenantId);

/** null: all of them */
export type Wanted = { ids: readonly string[] } | { numbers: readonly number[] } | null;

export interface People {
  publishers: SnapshotPublisher[];
  advertisers: SnapshotAdvertiser[];
  /** deleted publishers leave the snapshot */
  gone: StoredEntity[];
}

export async function readPeople(tx: Tx, tenant: number, wanted: Wanted, secrets: PostbackSecrets): Promise<People> {
  const people: People = { publishers: [], advertisers: [], gone: [] };
  const found = await readPeopleForSnapshot(tx, wanted);
  const advertiserIds = found.flatMap(({ kind, id }) => (kind === 'advertiser' ? [id] : []));
  const auths = await postbackAuthOf(tx, advertiserIds);
  const stopped = await creditStopsOf(tx, advertiserIds);
  const mappings = await mappingsOfAdvertisers(tx, advertiserIds);
  for (const person of found) {
    const { id, number, name, referenceId, status } = person;
    const auth = auths.get(id) ?? defaultAuth;
    if (person.kind === 'advertiser') {
      // it stays, closed: a tracker of an older release takes an advertiser that is missing for one that asks for nothing
      const isClosed = person.deleted || status === 'rejected';
      people.advertisers.push({
        tenant,
        number,
        id,
        name,
        referenceId,
        postbackTokenHash: isClosed ? NOBODY : auth.tokenRequired ? secrets.tokenHash(id, auth.version) : null,
        postbackSignature: auth.signatureRequired ? auth.version : null,
        postbackNetworks: auth.networks,
        statusWords: auth.statusWords,
        ...(mappings.has(id) ? { mapping: mappings.get(id) } : {}),
        ...(stopped.has(id) ? { credit: 'stopped' as const } : {}),
      });
    } else if (person.deleted) people.gone.push({ entity: 'publisher', key: `${tenant}/${number}`, value: null });
    else people.publishers.push({ tenant, number, id, name, referenceId, status });
  }
  return people;
}

/** the hash of no token */
const NOBODY = '';

export async function readOffers(tx: Tx, tenant: number, wanted: Wanted): Promise<SnapshotOffer[]> {
  const offers = await readOffersForSnapshot(tx, tenant, wanted);
  const mappings = await mappingsOfOffers(tx);
  return offers.map((offer) => {
    const own = mappings.get(offer.id);
    // made for the one whose it was then: another's calls are not read by it
    return own?.advertiserNumber === offer.advertiser ? { ...offer, mapping: own.mapping } : offer;
  });
}

export const readLinks = (tx: Tx, tenant: number, codes: readonly string[] | null): Promise<SnapshotLink[]> =>
  readLinksForSnapshot(tx, tenant, codes);

/** one entity for the tenant and one for each offer that has a list; an emptied list is an empty entity */
export async function readShields(tx: Tx, tenant: number): Promise<SnapshotShield[]> {
  const shields = new Map<number | null, SnapshotShield>();
  for (const entry of await readShieldEntries(tx)) {
    const shield = shields.get(entry.offer) ?? {
      tenant,
      offer: entry.offer,
      networks: [],
      userAgents: [],
      referrers: [],
      sources: [],
    };
    shields.set(entry.offer, shield);
    if (entry.kind === 'network') shield.networks.push(entry.value);
    else if (entry.kind === 'user_agent') shield.userAgents.push(entry.value);
    else if (entry.kind === 'referrer') shield.referrers.push(entry.value);
    else shield.sources.push({ publisher: entry.publisher, source: entry.value });
  }
  return [...shields.values()];
}

/** what a tracker knows when a call about that offer comes: for whoever wants to know what it would say */
export async function readForCall(
  tx: Tx,
  tenantId: string,
  offerNumber: number,
  secrets: PostbackSecrets,
): Promise<{ tenant: SnapshotTenant; offer: SnapshotOffer | null; advertisers: SnapshotAdvertiser[] } | null> {
  const tenant = await readTenant(tx, tenantId);
  if (!tenant) return null;
  const [offer = null] = await readOffers(tx, tenant.number, { numbers: [offerNumber] });
  const numbers = offer ? [offer.advertiser, ...(offer.formerAdvertisers ?? [])] : [];
  const { advertisers } = await readPeople(tx, tenant.number, { numbers }, secrets);
  return { tenant, offer, advertisers };
}
