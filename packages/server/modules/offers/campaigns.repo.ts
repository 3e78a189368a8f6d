// The offers a publisher sees, in SQL, so that they can be counted and paged. The rule itself is visibility.ts; a test
// holds the two against each other.
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { isId } from '../../platform/ids.ts';
import { findPartner } from '../accounts/index.ts';
import { events, type Relation } from '../events/index.ts';
import type { StoredOffer } from './offer-fields.ts';
import { numberIn } from './offer-list.repo.ts';

export interface CampaignFilter {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  show?: 'available' | 'mine' | 'runnable' | 'running' | undefined;
  category?: string | undefined;
  country?: string | undefined;
}

/** of the offer `o` and the publisher's permission `p` */
const isSeen = (at: Date) =>
  sql<boolean>`(o.status = 'active' and o.starts_at <= ${at} and o.ends_at > ${at} and p.state is distinct from 'blocked'
    and (o.visibility <> 'Private' or (p.state = 'allowed' and p.decided_by is not null)))`;

const visible = (tx: Tx, publisherId: string, at: Date) =>
  tx
    .selectFrom('offers as o')
    .leftJoin('offer_permissions as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'o.tenant_id')
        .onRef('p.offer_id', '=', 'o.id')
        .on('p.publisher_id', '=', publisherId),
    )
    .where(isSeen(at));

/** whether the publisher sees the offer of this id now, as part of another statement */
export const seesOffer = (publisherId: string, offerId: RawBuilder<unknown>, at: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from offers o left join offer_permissions p
    on p.tenant_id = o.tenant_id and p.offer_id = o.id and p.publisher_id = ${publisherId}
    where o.id = ${offerId} and ${isSeen(at)})`;

const filtered = (tx: Tx, publisherId: string, at: Date, filter: CampaignFilter, sent: Relation | null) => {
  let query = visible(tx, publisherId, at);
  if (sent) {
    query = query.where((eb) =>
      eb.or([
        eb('p.state', 'is not', null),
        eb.exists(
          eb
            .selectFrom('links as l')
            .select('l.code')
            .whereRef('l.tenant_id', '=', 'o.tenant_id')
            .whereRef('l.offer_id', '=', 'o.id')
            .where('l.publisher_id', '=', publisherId),
        ),
        sql<boolean>`o.number = any(array(select t.offer from (${sent}) t))`,
      ]),
    );
  }
  if (filter.show === 'runnable' || filter.show === 'running') {
    query = query.where(
      sql<boolean>`(o.visibility = 'Public' or (p.state = 'allowed' and p.decided_by is not null))
        and not (o.require_terms and p.terms_version is distinct from o.terms_version)`,
    );
  }
  if (filter.category) query = query.where('o.category', '=', filter.category);
  if (filter.country) {
    query = query.where(sql<boolean>`o.countries && array['ALL', ${filter.country.toLowerCase()}]::text[]`);
  }
  const { q } = filter;
  if (q) {
    const number = numberIn(q);
    // the title and the number alone: the advertiser's own id of the offer is not the publisher's to search
    query = query.where((eb) =>
      eb.or([
        eb(sql<string>`lower(o.title)`, 'like', likePattern(q)),
        ...(number === null ? [] : [eb('o.number', '=', number)]),
      ]),
    );
  }
  return query;
};

export interface Publisher {
  tenantId: string;
  id: string;
}
const RECENT_DAYS = 31;

/** the offers that the publisher has sent anything to lately, where the filter asks for its own; else null */
async function sentTo(
  tx: Tx,
  { tenantId, id }: Publisher,
  at: Date,
  { show }: CampaignFilter,
): Promise<Relation | null> {
  if (show !== 'mine' && show !== 'running') return null;
  const own = await findPartner(tx, 'publisher', { id });
  const since = new Date(at.getTime() - RECENT_DAYS * DAY_MS);
  return events().offersWithTraffic(tx, tenantId, { publishers: own ? [own.number] : [], since, billable: false });
}

/** a hidden payout does not show itself by its place in the list */
const sortExpressions: Record<string, ReturnType<typeof sql<unknown>>> = {
  title: sql`lower(o.title)`,
  payout: sql`case when o.hide_payout then null else o.payout_micros end`,
  camp_id: sql`o.number`,
};

export async function pageOfCampaigns(
  tx: Tx,
  publisher: Publisher,
  at: Date,
  filter: CampaignFilter,
): Promise<{ offers: StoredOffer[]; total: number }> {
  const size = filter.page_size ?? 25;
  const sort = filter.sort ?? '-camp_id';
  const sent = await sentTo(tx, publisher, at, filter);
  const { total } = await filtered(tx, publisher.id, at, filter, sent)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const offers = await filtered(tx, publisher.id, at, filter, sent)
    .selectAll('o')
    .orderBy(sortExpressions[sort.replace(/^-/, '')] ?? sql`o.number`, (order) =>
      (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('o.number', 'desc')
    .limit(size)
    .offset(((filter.page ?? 1) - 1) * size)
    .execute();
  return { offers, total: Number(total) };
}

/** how many campaigns the publisher runs: those of `show: 'running'` */
export async function runningCampaigns(tx: Tx, publisher: Publisher, at: Date): Promise<number> {
  const running: CampaignFilter = { show: 'running' };
  const { total } = await filtered(tx, publisher.id, at, running, await sentTo(tx, publisher, at, running))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function findCampaign(
  tx: Tx,
  publisherId: string,
  at: Date,
  id: string,
): Promise<StoredOffer | undefined> {
  return isId(id) ? visible(tx, publisherId, at).selectAll('o').where('o.id', '=', id).executeTakeFirst() : undefined;
}

/** the next offers for the export of links, by keyset */
export async function campaignsAfter(
  tx: Tx,
  publisherId: string,
  at: Date,
  after: number,
  limit: number,
): Promise<StoredOffer[]> {
  return visible(tx, publisherId, at)
    .selectAll('o')
    .where('o.number', '>', after)
    .orderBy('o.number')
    .limit(limit)
    .execute();
}
