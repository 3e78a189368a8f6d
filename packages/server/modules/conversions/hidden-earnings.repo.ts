// What a publisher has earned, paid out or not, and how much of it is for offers whose payout is hidden from it: in all, per currency,
// never per offer.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { entriesOn } from '../ledger/index.ts';
import { offerRows } from '../offers/index.ts';

interface Earned {
  currency: string;
  pending: bigint;
  posted: bigint;
}

/** the account without what was paid out of it and its taxes */
export async function earnings(tx: Tx, publisherId: string): Promise<Earned[]> {
  const { rows } = await sql<{ currency: string; pending: string; posted: string }>`
    select e.currency, coalesce(sum(e.amount_micros) filter (where e.phase = 'pending'), 0)::text as pending,
      coalesce(sum(e.amount_micros) filter (where e.phase = 'posted'), 0)::text as posted
    from ${entriesOn('publisher_payable')} e
    where e.owner_id = ${publisherId} and e.leg in ('payout', 'bonus', 'referral') group by 1 order by 1`.execute(tx);
  return rows.map((row) => ({ currency: row.currency, pending: BigInt(row.pending), posted: BigInt(row.posted) }));
}

export async function hiddenEarnings(tx: Tx, publisherId: string): Promise<Earned[]> {
  const { rows } = await sql<{ currency: string; pending: string; posted: string }>`
    with hidden as (select id from ${offerRows} o where hide_payout),
    earned as (
      select c.currency, case when c.booked = 'pending' then c.booked_payout_micros else 0 end as pending,
        case when c.booked = 'posted' then c.booked_payout_micros else 0 end as posted
      from conversions c where c.publisher_id = ${publisherId} and c.booked <> 'none' and c.offer_id in (select id from hidden)
      union all
      select l.currency, 0, l.payout_micros from earning_lots l
      where l.publisher_id = ${publisherId} and l.offer_id in (select id from hidden))
    select currency, sum(pending)::text as pending, sum(posted)::text as posted from earned
    group by 1 having sum(pending) <> 0 or sum(posted) <> 0 order by 1`.execute(tx);
  return rows.map((row) => ({ currency: row.currency, pending: BigInt(row.pending), posted: BigInt(row.posted) }));
}
