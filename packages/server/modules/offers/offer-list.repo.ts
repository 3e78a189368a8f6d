// Offers as lists: the managers', an advertiser's own, and what pickers offer.
import { offerList, ownCampaignList } from '@tributary/contract/offers/offers';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { among, idOr, numberIn } from '../../platform/lists/conditions.ts';
import { byNumber } from '../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../accounts/index.ts';
import { DEFAULT_NUMBER } from './saving/offer-fields.ts';

const withAdvertiser = (tx: Tx) =>
  tx
    .selectFrom('offers as o')
    .innerJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.id', '=', 'o.advertiser_id'),
    );

const rowColumns = [
  'o.id',
  'o.number',
  'o.title',
  'o.thumbnail_id',
  'o.advertiser_id',
  'a.user_sequence_id as advertiser_number',
  'a.first_name',
  'a.last_name',
  'o.offer_type',
  'o.category',
  'o.currency',
  'o.revenue_micros',
  'o.payout_micros',
  'g.revenue_basis_points',
  'g.payout_basis_points',
  'o.countries',
  'o.visibility',
  'o.status',
  'o.tags',
  'o.starts_at',
  'o.ends_at',
  'o.created_at',
] as const;

const publishersAllowed = sql<string>`(select count(*) from offer_permissions p
  where p.tenant_id = o.tenant_id and p.offer_id = o.id and p.state = 'allowed')`.as('publishers_allowed');

/** with its default goal, number 1, which says whether an amount is a share of the sale */
const listed = (query: ReturnType<typeof withAdvertiser>) =>
  query
    .leftJoin('offer_goals as g', (join) =>
      join
        .onRef('g.tenant_id', '=', 'o.tenant_id')
        .onRef('g.offer_id', '=', 'o.id')
        .on('g.number', '=', DEFAULT_NUMBER),
    )
    .select(rowColumns)
    .select(publishersAllowed);
export type ListedOffer = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

export const offers = inBatches(
  countedList(offerList, {
    from: withAdvertiser,
    rows: listed,
    filters: {
      status: (eb, status) => eb('o.status', 'in', among(status)),
      visibility: (eb, visibility) => eb('o.visibility', '=', visibility),
      advertiser_id: (eb, text) => {
        const number = numberIn(text);
        return number === null ? eb('o.advertiser_id', '=', idOr(text)) : eb('a.user_sequence_id', '=', number);
      },
      category: (eb, category) => eb('o.category', '=', category),
      tag: (_eb, tag) =>
        sql<boolean>`exists (select 1 from unnest(o.tags) as t (tag) where lower(t.tag) like ${likePattern(tag.trim())})`,
      q: (eb, text) => {
        const number = numberIn(text);
        return eb.or([
          eb('o.search_text', 'like', likePattern(text)),
          personLike('a', text),
          ...(number === null ? [] : [eb('o.number', '=', number)]),
        ]);
      },
    },
    sorts: {
      camp_id: 'o.number',
      offer_name: sql`lower(o.title)`,
      advertiser: sql`lower(a.first_name || ' ' || a.last_name)`,
      offer_type: 'o.offer_type',
      revenue: 'o.revenue_micros',
      payout: 'o.payout_micros',
      status: 'o.status',
      created_at: 'o.created_at',
      end_date: 'o.ends_at',
    },
    sort: '-camp_id',
    tie: ['o.number', 'desc'],
  }),
  { key: byNumber('o.number', 'asc'), cursorOf: (row) => row.number },
);

export async function chooseOffers(tx: Tx, q: string | undefined, limit: number) {
  let query = tx.selectFrom('offers').select(['id', 'number', 'title', 'offer_type', 'status']);
  if (q) {
    const number = numberIn(q);
    query = query.where((eb) =>
      eb.or([eb('search_text', 'like', likePattern(q)), ...(number === null ? [] : [eb('number', '=', number)])]),
    );
  }
  return query.orderBy('number', 'desc').limit(limit).execute();
}

/** an advertiser's own; row-level security would show no others either */
export const ownCampaigns = countedList(ownCampaignList, {
  from: (tx: Tx, { advertiserId }: { advertiserId: string }) =>
    tx.selectFrom('offers').where('advertiser_id', '=', advertiserId),
  rows: (query) =>
    query
      .select(['id', 'number', 'title', 'offer_type', 'currency', 'revenue_micros', 'countries', 'status', 'is_brief'])
      .select('created_at'),
  filters: { q: (eb, text) => eb('search_text', 'like', likePattern(text)) },
  sorts: { camp_id: 'number', title: sql`lower(title)`, status: 'status' },
  sort: '-camp_id',
  tie: ['number', 'desc'],
});
