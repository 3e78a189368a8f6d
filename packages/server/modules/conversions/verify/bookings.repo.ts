// The other half of the ledger's check: what each conversion and lot says of itself against what was booked for it, account by
// account, and what stands in rollups and cap windows against the conversions behind them.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { auditRows } from '../../audit/index.ts';
import { bookedFor } from '../../ledger/index.ts';
import { capRows, goalRows } from '../../offers/index.ts';
import { capWindowRows } from '../../tracking/index.ts';

const FINDINGS_EACH = 100;

/** in a transaction bound to the tenant; each finding is a sentence, none is the only good answer */
export async function checkBookings(tx: Tx): Promise<string[]> {
  const findings: string[] = [];
  for (const check of [bookedForSubjects, rememberedBookings, goalsAndDisputes, momentsAndHands, capWindows]) {
    const { rows } = await sql<{ finding: string }>`${check} limit ${FINDINGS_EACH}`.execute(tx);
    findings.push(...rows.map((row) => row.finding));
  }
  return findings;
}

/** amount, currency and account: money on the wrong account is missing from the right one, and both are said */
const bookedForSubjects = sql`
  with sums as (${bookedFor(['conversion', 'lot'])}),
  subjects as (
    select 'conversion' as kind, id, status, currency, advertiser_id, publisher_id, revenue_micros, payout_micros
      from conversions
    union all select 'lot', l.id, 'approved', l.currency, l.advertiser_id, l.publisher_id, l.revenue_micros, l.payout_micros
      from earning_lots l),
  expected as (
    select s.kind as subject_kind, s.id as subject_id, leg.name as leg, leg.owner_id, s.currency,
      case when s.status = 'pending' then leg.amount else 0 end as pending,
      case when s.status = 'approved' then leg.amount else 0 end as posted
    from subjects s cross join lateral (values ('revenue', s.advertiser_id, s.revenue_micros),
      ('payout', s.publisher_id, s.payout_micros)) leg (name, owner_id, amount))
  select format('%s of %s %s in %s with %s: booked %s pending and %s posted, expected %s and %s', leg, subject_kind,
    subject_id, currency, owner_id, coalesce(s.pending, 0), coalesce(s.posted, 0), coalesce(e.pending, 0),
    coalesce(e.posted, 0)) as finding
  from expected e full join sums s using (subject_kind, subject_id, leg, owner_id, currency)
  where coalesce(s.pending, 0) <> coalesce(e.pending, 0) or coalesce(s.posted, 0) <> coalesce(e.posted, 0)
  order by subject_id, leg`;

/** what a conversion remembers of its bookings decides the next step, so it must be true as well */
const rememberedBookings: RawBuilder<unknown> = sql`
  select format('conversion %s is %s with %s and %s, but remembers %s bookings of %s and %s', id, status, revenue_micros,
    payout_micros, booked, booked_revenue_micros, booked_payout_micros) as finding
  from conversions
  where booked <> case status when 'pending' then 'pending' when 'approved' then 'posted' else 'none' end
    or (booked <> 'none' and (booked_revenue_micros, booked_payout_micros) is distinct from (revenue_micros, payout_micros))
  order by id`;

/** a goal is one of the offer's own; what is not payable has an open request that would lower it, and the other way round */
const goalsAndDisputes: RawBuilder<unknown> = sql`
  select format('conversion %s has a goal of another offer', c.id) as finding
  from conversions c join ${goalRows} g on g.tenant_id = c.tenant_id and g.id = c.goal_id where g.offer_id <> c.offer_id
  union all
  select format('conversion %s is %s, but what is asked about it says otherwise', c.id,
    case when c.disputed then 'not payable' else 'payable' end)
  from conversions c left join conversion_requests r
    on r.tenant_id = c.tenant_id and r.conversion_id = c.id and r.state = 'open' and r.lowers
  where c.disputed <> (r.id is not null)`;

/** a conversion's id is made of its moment; amounts by hand have an account manager in the trail who set them */
const momentsAndHands: RawBuilder<unknown> = sql`
  select format('conversion %s is of %s, its id of %s', id, at, uuid_extract_timestamp(id)) as finding
  from conversions where date_trunc('milliseconds', at) <> uuid_extract_timestamp(id)
  union all
  select format('conversion %s has amounts by hand that nobody has set', c.id)
  from conversions c where c.amounts_by_hand and not exists (select from ${auditRows} l
    where l.tenant_id = c.tenant_id and l.object_kind = 'conversion' and l.object_id = c.id::text
      and l.action in ('conversion.added', 'conversion.adjusted') and l.actor_kind <> 'system')`;

/**
 * Windows that only conversions count in: clicks are counted by the trackers' leases. The tenant is named: the worker, which
 * leases caps, sees those of every workspace.
 */
const capWindows: RawBuilder<unknown> = sql`
  select format('cap %s from %s counts %s, its conversions add up to %s', w.cap_id, w.window_start, w.spent,
    coalesce(sum(c.amount), 0)) as finding
  from ${capWindowRows} w join ${capRows} o on o.tenant_id = w.tenant_id and o.id = w.cap_id and o.metric <> 'clicks'
    left join conversion_caps c on c.tenant_id = w.tenant_id and c.cap_id = w.cap_id and c.window_start = w.window_start
  where w.tenant_id = current_setting('app.tenant_id')::uuid
  group by w.cap_id, w.window_start, w.spent having w.spent <> coalesce(sum(c.amount), 0)
  order by 1`;
