// How calls are read where they differ from what we ask for: for an advertiser, or for one of its offers.
import { joinMappings, type PostbackMapping } from '@tributary/contract/tracker/postback-mapping';
import { MappingParts, mappingList } from '@tributary/contract/trust/mappings';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../platform/db/unless-hidden.ts';
import { isId } from '../../platform/ids.ts';
import { idOr } from '../../platform/lists/conditions.ts';
import { byTime } from '../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../platform/lists/sql-list.ts';
import { accountRows } from '../accounts/index.ts';
import { offerRows } from '../offers/index.ts';

/** of whose calls it is: of all the advertiser's offers, or of one */
export interface MappingPlace {
  advertiserId: string;
  offerId: string | null;
}

/** a row whose parts are all empty says nothing any more; its version goes on */
const saysSomething = sql<boolean>`(m.parameters <> '{}' or m.goals <> '{}' or m.number_format is not null)`;

const joined = (tx: Tx) =>
  tx
    .selectFrom('postback_mappings as m')
    .innerJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'm.tenant_id').onRef('a.id', '=', 'm.advertiser_id'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'm.tenant_id').onRef('o.id', '=', 'm.offer_id'),
    )
    .leftJoin(accountRows.as('b'), (join) =>
      join.onRef('b.tenant_id', '=', 'm.tenant_id').onRef('b.id', '=', 'm.changed_by'),
    );
const selected = (query: ReturnType<typeof joined>) =>
  query
    .selectAll('m')
    .select([
      'a.user_sequence_id as advertiser_number',
      'a.first_name as advertiser_first',
      'a.last_name as advertiser_last',
    ])
    .select(['o.number as offer_number', 'o.title as offer_title'])
    .select(['b.first_name as by_first', 'b.last_name as by_last']);
export type StoredMapping = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const time = byTime('m.changed_at', 'm.id');
export const mappings = inBatches(
  countedList(mappingList, {
    from: (tx: Tx) => joined(tx).where(saysSomething),
    rows: selected,
    filters: {
      advertiser_id: (eb, id) => eb('m.advertiser_id', '=', idOr(id)),
      offer_id: (eb, id) => eb('m.offer_id', '=', idOr(id)),
      q: (eb, text) =>
        eb.or([
          sql<boolean>`lower(coalesce(o.title, '') || m.parameters::text || m.goals::text) like ${likePattern(text)}`,
          unlessHidden(
            ['advertiser_name'],
            sql<boolean>`lower(a.first_name || ' ' || a.last_name) like ${likePattern(text)}`,
          ),
        ]),
    },
    sorts: { changed_at: 'm.changed_at' },
    sort: '-changed_at',
    tie: ['m.id', 'desc'],
  }),
  { key: time, cursorOf: ({ changed_at: at, id }) => time.cursorOf({ at, id }) },
);

export async function findMapping(tx: Tx, id: string): Promise<StoredMapping | null> {
  if (!isId(id)) return null;
  return (await selected(joined(tx)).where('m.id', '=', id).executeTakeFirst()) ?? null;
}

export interface KeptMapping extends MappingPlace {
  id: string;
  parts: MappingParts;
  version: number;
}

type Row = Pick<
  StoredMapping,
  'id' | 'advertiser_id' | 'offer_id' | 'parameters' | 'goals' | 'number_format' | 'version'
>;
export const partsOf = ({ parameters, goals, number_format }: Pick<Row, 'parameters' | 'goals' | 'number_format'>) =>
  MappingParts.parse({ parameters, goals, number_format });
const kept = (row: Row): KeptMapping => ({
  id: row.id,
  advertiserId: row.advertiser_id,
  offerId: row.offer_id,
  parts: partsOf(row),
  version: row.version,
});

const mine = (tx: Tx) =>
  tx
    .selectFrom('postback_mappings as m')
    .select(['m.id', 'm.advertiser_id', 'm.offer_id', 'm.parameters', 'm.goals', 'm.number_format', 'm.version']);

/** locked: whoever changes it next waits */
export async function lockMapping(tx: Tx, by: MappingPlace | { id: string }): Promise<KeptMapping | null> {
  const query =
    'id' in by
      ? mine(tx).where('m.id', '=', by.id)
      : mine(tx).where('m.advertiser_id', '=', by.advertiserId).where('m.offer_id', 'is not distinct from', by.offerId);
  const row = await query.forUpdate().executeTakeFirst();
  return row ? kept(row) : null;
}

export async function saveMapping(
  tx: Tx,
  tenantId: string,
  place: MappingPlace,
  saved: { id: string; parts: MappingParts; version: number; at: Date; by: string | null },
): Promise<void> {
  const row = {
    parameters: JSON.stringify(saved.parts.parameters),
    goals: JSON.stringify(saved.parts.goals),
    number_format: saved.parts.number_format,
    version: saved.version,
    changed_at: saved.at,
    changed_by: saved.by,
  };
  await tx
    .insertInto('postback_mappings')
    .values({ tenant_id: tenantId, id: saved.id, advertiser_id: place.advertiserId, offer_id: place.offerId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(row))
    .execute();
}

const asTold = ({ parameters, goals, number_format: numbers }: MappingParts): PostbackMapping => ({
  parameters,
  goals,
  numbers,
});

export const hasMappings = async (tx: Tx): Promise<boolean> =>
  (await mine(tx).where(saysSomething).limit(1).executeTakeFirst()) !== undefined;

/** as it stands on the wire, of all of an advertiser's offers; null: none */
export async function mappingOfAll(tx: Tx, advertiserId: string): Promise<MappingParts | null> {
  const row = await mine(tx)
    .where('m.advertiser_id', '=', advertiserId)
    .where('m.offer_id', 'is', null)
    .where(saysSomething)
    .executeTakeFirst();
  return row ? partsOf(row) : null;
}

/** how calls about an offer of that advertiser's are read; null: as they stand */
export async function mappingFor(tx: Tx, advertiserId: string, offerId: string): Promise<PostbackMapping | null> {
  const rows = await mine(tx)
    .where('m.advertiser_id', '=', advertiserId)
    .where((eb) => eb.or([eb('m.offer_id', 'is', null), eb('m.offer_id', '=', offerId)]))
    .where(saysSomething)
    .execute();
  const of = (offer: string | null) =>
    rows.filter((row) => row.offer_id === offer).map((row) => asTold(partsOf(row)))[0];
  return joinMappings(of(null), of(offerId));
}

export async function mappingsOfAdvertisers(
  tx: Tx,
  advertiserIds: readonly string[],
): Promise<Map<string, PostbackMapping>> {
  if (advertiserIds.length === 0) return new Map();
  const rows = await mine(tx)
    .where('m.advertiser_id', 'in', [...advertiserIds])
    .where('m.offer_id', 'is', null)
    .where(saysSomething)
    .execute();
  return new Map(rows.map((row) => [row.advertiser_id, asTold(partsOf(row))]));
}

/** by the offer's id, with the number of the advertiser for whose calls it was made */
export async function mappingsOfOffers(
  tx: Tx,
): Promise<Map<string, { advertiserNumber: number; mapping: PostbackMapping }>> {
  const rows = await mine(tx)
    .innerJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'm.tenant_id').onRef('a.id', '=', 'm.advertiser_id'),
    )
    .select('a.user_sequence_id as advertiser_number')
    .where('m.offer_id', 'is not', null)
    .where(saysSomething)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.offer_id && row.advertiser_number !== null
        ? [[row.offer_id, { advertiserNumber: row.advertiser_number, mapping: asTold(partsOf(row)) }] as const]
        : [],
    ),
  );
}
