// The newest of a portal's own events: conversions one by one, clicks and impressions by the hour.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { conversionRows } from '../../conversions/index.ts';
import { events } from '../../events/index.ts';
import { offerRows } from '../../offers/index.ts';
import { offersOf } from '../engine/click-facts.repo.ts';
import type { Viewer } from '../engine/viewer.ts';

export interface RecentRow {
  id: string;
  type: 'conversion' | 'click' | 'impression';
  number: number;
  /** of a conversion: what this viewer earns or owes; null where it is hidden */
  micros: string | null;
  currency: string;
  status: 'pending' | 'approved' | 'rejected' | null;
  count: string;
  /** clicks and impressions came between this moment and `at` */
  from: Date | null;
  at: Date;
}

/** most of the room is the conversions': hours with clicks would crowd them out */
const CONVERSIONS = 10;
const HOURS = 5;

export async function recentActivity(tx: Tx, viewer: Viewer, at: Date): Promise<RecentRow[]> {
  const isPublisher = viewer.role === 'publisher';
  const amount = isPublisher ? sql`case when o.hide_payout then null else c.payout_micros end` : sql`c.revenue_micros`;
  const own = isPublisher ? sql`c.publisher_id = ${viewer.userId}` : sql`c.advertiser_id = ${viewer.userId}`;
  const whose = isPublisher ? { publisher: viewer.number } : { offers: await offersOf(tx, [viewer.userId]) };
  const hours = await events().recentHours(tx, viewer.tenantId, whose, at);
  const { rows } = await sql<RecentRow>`
    with c as (
      select c.id::text, 'conversion' as type, o.number, ${amount}::text as micros, c.currency, c.status,
        '1' as count, null::timestamptz as "from", c.at
      from ${conversionRows} c join ${offerRows} o on o.id = c.offer_id where ${own} order by c.id desc limit ${CONVERSIONS}),
    q as (${hours}),
    e as (
      select q.offer || '/' || k.type || '/' || extract(epoch from q.hour)::bigint as id, k.type, o.number,
        null as micros, o.currency, null as status, k.count::text, q.hour, q.at
      from q join ${offerRows} o on o.number = q.offer
      cross join lateral (values ('click', q.clicks), ('impression', q.impressions)) k (type, count)
      where k.count > 0 order by q.at desc limit ${HOURS})
    select * from c union all select * from e order by at desc`.execute(tx);
  return rows;
}

export async function campaignsOf(tx: Tx, viewer: Viewer): Promise<number> {
  const row = await tx
    .selectFrom(offerRows.as('offers'))
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('advertiser_id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
