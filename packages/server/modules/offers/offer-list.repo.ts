// Offers as lists: one filter for the page, its count, the export and the pickers.
import type { OfferListQuery } from '@tributary/contract/offers';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { isId } from '../../platform/ids.ts';
import { DEFAULT_NUMBER } from './offer-fields.ts';

export type OfferFilter = z.output<typeof OfferListQuery>;

/** a campaign's or a person's number, where the text is one */
export const numberIn = (q: string): number | null => (/^\d{1,9}$/.test(q) ? Number(q) : null);

const filtered = (tx: Tx, filter: OfferFilter) => {
  let query = tx
    .selectFrom('offers as o')
    .innerJoin('users as a', (join) =>
      join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.id', '=', 'o.advertiser_id'),
    );
  if (filter.status) query = query.where('o.status', 'in', filter.status.length > 0 ? filter.status : ['']);
  if (filter.visibility) query = query.where('o.visibility', '=', filter.visibility);
  if (filter.advertiser_id) {
    const byNumber = numberIn(filter.advertiser_id);
    query =
      byNumber === null
        ? query.where('o.advertiser_id', '=', isId(filter.advertiser_id) ? filter.advertiser_id : null)
        : query.where('a.user_sequence_id', '=', byNumber);
  }
  if (filter.category) query = query.where('o.category', '=', filter.category);
  if (filter.tag) {
    const pattern = likePattern(filter.tag.trim());
    query = query.where(
      sql<boolean>`exists (select 1 from unnest(o.tags) as t (tag) where lower(t.tag) like ${pattern})`,
    );
  }
  const { q } = filter;
  if (q) {
    const number = numberIn(q);
    query = query.where((eb) =>
      eb.or([
        eb('o.search_text', 'like', likePattern(q)),
        eb('a.search_text', 'like', likePattern(q)),
        ...(number === null ? [] : [eb('o.number', '=', number)]),
      ]),
    );
  }
  return query;
};

const sortExpressions: Record<string, ReturnType<typeof sql<unknown>>> = {
  camp_id: sql`o.number`,
  offer_name: sql`lower(o.title)`,
  advertiser: sql`lower(a.first_name || ' ' || a.last_name)`,
  offer_type: sql`o.offer_type`,
  revenue: sql`o.revenue_micros`,
  payout: sql`o.payout_micros`,
  status: sql`o.status`,
  created_at: sql`o.created_at`,
  end_date: sql`o.ends_at`,
};

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
const listed = (tx: Tx, filter: OfferFilter) =>
  filtered(tx, filter)
    .leftJoin('offer_goals as g', (join) =>
      join
        .onRef('g.tenant_id', '=', 'o.tenant_id')
        .onRef('g.offer_id', '=', 'o.id')
        .on('g.number', '=', DEFAULT_NUMBER),
    )
    .select(rowColumns)
    .select(publishersAllowed);

export type ListedOffer = Awaited<ReturnType<typeof offersAfter>>[number];

export async function pageOfOffers(tx: Tx, filter: OfferFilter): Promise<{ rows: ListedOffer[]; total: number }> {
  const size = filter.page_size ?? 25;
  const sort = filter.sort ?? '-camp_id';
  const { total } = await filtered(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await listed(tx, filter)
    .orderBy(sortExpressions[sort.replace(/^-/, '')] ?? sql`o.number`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('o.number', 'desc')
    .limit(size)
    .offset(((filter.page ?? 1) - 1) * size)
    .execute();
  return { rows, total: Number(total) };
}

/** the next rows of an export, by keyset */
export async function offersAfter(tx: Tx, filter: OfferFilter, after: number, limit: number) {
  return listed(tx, filter).where('o.number', '>', after).orderBy('o.number').limit(limit).execute();
}

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

export interface AdvertiserFilter {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

const advertiserSort: Record<string, ReturnType<typeof sql<unknown>>> = {
  camp_id: sql`number`,
  title: sql`lower(title)`,
  status: sql`status`,
};

/** an advertiser's own; row-level security would show no others either */
export async function offersOfAdvertiser(tx: Tx, advertiserId: string, filter: AdvertiserFilter) {
  const size = filter.page_size ?? 25;
  const sort = filter.sort ?? '-camp_id';
  let query = tx.selectFrom('offers').where('advertiser_id', '=', advertiserId);
  if (filter.q) query = query.where('search_text', 'like', likePattern(filter.q));
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'number', 'title', 'offer_type', 'currency', 'revenue_micros', 'countries', 'status', 'is_brief'])
    .select('created_at')
    .orderBy(advertiserSort[sort.replace(/^-/, '')] ?? sql`number`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('number', 'desc')
    .limit(size)
    .offset(((filter.page ?? 1) - 1) * size)
    .execute();
  return { rows, total: Number(total) };
}
