// The offers a publisher sees, in SQL, so that they can be counted and paged. The rule itself is visibility.ts; a test
// holds the two against each other.
import type { ListReply } from '@tributary/contract/lists';
import { campaignList } from '@tributary/contract/offers/offers';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { isId } from '../../../platform/ids.ts';
import { numberIn } from '../../../platform/lists/conditions.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { findPartner } from '../../accounts/index.ts';
import { events, type Relation } from '../../events/index.ts';
import type { StoredOffer } from '../saving/offer-fields.ts';

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

export interface Publisher {
  tenantId: string;
  id: string;
}
const RECENT_DAYS = 31;

type CampaignQuery = z.output<typeof campaignList.query>;

/** the offers that the publisher has sent anything to lately, where the filter asks for its own; else null */
async function sentTo(
  tx: Tx,
  { tenantId, id }: Publisher,
  at: Date,
  { show }: CampaignQuery,
): Promise<Relation | null> {
  if (show !== 'mine' && show !== 'running') return null;
  const own = await findPartner(tx, 'publisher', { id });
  const since = new Date(at.getTime() - RECENT_DAYS * DAY_MS);
  return events().offersWithTraffic(tx, tenantId, { publishers: own ? [own.number] : [], since, billable: false });
}

interface Seer {
  publisherId: string;
  at: Date;
  /** what was sent to lately; null where nobody asks */
  sent: Relation | null;
}

export const seenCampaigns = inBatches(
  countedList(campaignList, {
    from: (tx: Tx, { publisherId, at }: Seer) => visible(tx, publisherId, at),
    rows: (query) => query.selectAll('o'),
    filters: {
      show: (eb, show, { publisherId, sent }) => {
        const isOwn = eb.or([
          eb('p.state', 'is not', null),
          eb.exists(
            eb
              .selectFrom('links as l')
              .select('l.code')
              .whereRef('l.tenant_id', '=', 'o.tenant_id')
              .whereRef('l.offer_id', '=', 'o.id')
              .where('l.publisher_id', '=', publisherId),
          ),
          ...(sent ? [sql<boolean>`o.number = any(array(select t.offer from (${sent}) t))`] : []),
        ]);
        const mayRun = sql<boolean>`((o.visibility = 'Public' or (p.state = 'allowed' and p.decided_by is not null))
        and not (o.require_terms and p.terms_version is distinct from o.terms_version))`;
        return eb.and([
          ...(show === 'mine' || show === 'running' ? [isOwn] : []),
          ...(show === 'runnable' || show === 'running' ? [mayRun] : []),
        ]);
      },
      category: (eb, category) => eb('o.category', '=', category),
      country: (_eb, country) => sql<boolean>`o.countries && array['ALL', ${country.toLowerCase()}]::text[]`,
      // the title and the number alone: the advertiser's own id of the offer is not the publisher's to search
      q: (eb, text) => {
        const number = numberIn(text);
        return eb.or([
          eb(sql<string>`lower(o.title)`, 'like', likePattern(text)),
          ...(number === null ? [] : [eb('o.number', '=', number)]),
        ]);
      },
    },
    sorts: {
      title: sql`lower(o.title)`,
      // a hidden payout does not show itself by its place in the list
      payout: { by: sql`case when o.hide_payout then null else o.payout_micros end`, empty: 'last' },
      camp_id: 'o.number',
    },
    sort: '-camp_id',
    tie: ['o.number', 'desc'],
  }),
  { key: byNumber('o.number', 'asc'), cursorOf: (row) => row.number },
);

export async function pageOfCampaigns(
  tx: Tx,
  publisher: Publisher,
  at: Date,
  query: CampaignQuery,
): Promise<ListReply<StoredOffer>> {
  const sent = await sentTo(tx, publisher, at, query);
  return seenCampaigns.page(tx, query, { publisherId: publisher.id, at, sent });
}

/** how many campaigns the publisher runs: those of `show: 'running'` */
export async function runningCampaigns(tx: Tx, publisher: Publisher, at: Date): Promise<number> {
  const running: CampaignQuery = { show: 'running' };
  const sent = await sentTo(tx, publisher, at, running);
  return seenCampaigns.count(tx, running, { publisherId: publisher.id, at, sent });
}

export async function findCampaign(
  tx: Tx,
  publisherId: string,
  at: Date,
  id: string,
): Promise<StoredOffer | undefined> {
  return isId(id) ? visible(tx, publisherId, at).selectAll('o').where('o.id', '=', id).executeTakeFirst() : undefined;
}
