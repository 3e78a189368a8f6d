// The other half of the ledger's check: what each conversion and lot says of itself against what was booked for it.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** in a transaction bound to the tenant; each finding is a sentence, none is the only good answer */
export async function checkBookings(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    with sums as (
      select t.subject_id, t.leg,
        sum(case t.phase when 'pending' then 1 when 'post' then -1 when 'void' then -1 else 0 end * t.amount_micros
          * case when d.kind in ('advertiser_receivable', 'tenant_payout_cost') then 1 else -1 end) as pending,
        sum(case t.phase when 'post' then 1 when 'direct' then 1 else 0 end * t.amount_micros
          * case when d.kind in ('advertiser_receivable', 'tenant_payout_cost') then 1 else -1 end) as posted
      from ledger_transfers t join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
      group by t.subject_id, t.leg),
    expected as (
      select id, 'revenue' as leg,
        case when status = 'pending' then revenue_micros else 0 end as pending,
        case when status = 'approved' then revenue_micros else 0 end as posted from conversions
      union all select id, 'payout', case when status = 'pending' then payout_micros else 0 end,
        case when status = 'approved' then payout_micros else 0 end from conversions
      union all select id, 'revenue', 0, revenue_micros from earning_lots
      union all select id, 'payout', 0, payout_micros from earning_lots)
    select format('%s of %s: booked %s pending and %s posted, expected %s and %s', coalesce(e.leg, s.leg),
      coalesce(e.id, s.subject_id), coalesce(s.pending, 0), coalesce(s.posted, 0), coalesce(e.pending, 0), coalesce(e.posted, 0)) as finding
    from expected e full join sums s on s.subject_id = e.id and s.leg = e.leg
    where coalesce(s.pending, 0) <> coalesce(e.pending, 0) or coalesce(s.posted, 0) <> coalesce(e.posted, 0)
    limit 100`.execute(tx);
  return rows.map((row) => row.finding);
}
