// What deposits and their allocations say against the ledger, and invoices against both.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { entriesOn } from '../../ledger/index.ts';

/** a deposit came in with what it is, and nothing of it is booked once it is returned */
const deposits = sql`
  select format('deposit %s is %s of %s, booked is %s', d.id, d.state, d.amount_micros, coalesce(b.amount, 0)) as finding
  from deposits d left join (
    select e.subject_id, e.owner_id, e.currency, sum(e.amount_micros) as amount,
      sum(e.amount_micros) filter (where e.amount_micros > 0) as came from ${entriesOn('prepaid')} e
    where e.leg = 'deposit' group by 1, 2, 3) b
    on b.subject_id = d.id and b.owner_id = d.owner_id and b.currency = d.currency
  where coalesce(b.came, 0) <> d.amount_micros
    or coalesce(b.amount, 0) <> case d.state when 'returned' then 0 else d.amount_micros end`;

/** the entry says which money came, and when; of before that was said, which alone */
const received = sql`
  select format('deposit %s says it was received on %s as "%s", its entry "%s"', d.id, d.received_on, d.reference, e.reason) as finding
  from deposits d join ${entriesOn('prepaid')} e on e.tenant_id = d.tenant_id and e.subject_id = d.id
    cross join lateral (select concat_ws(' ', 'Deposit', nullif(d.reference, '')) as said) s
  where e.leg = 'deposit' and e.amount_micros > 0
    and e.reason not in (s.said, format('%s, received %s', s.said, to_char(d.received_on, 'YYYY-MM-DD')))`;

/** each allocation is one transfer, and together they are no more than the deposit */
const allocations = sql`
  select format('deposit %s has allocated %s, applied is %s, and it is %s', d.id, coalesce(a.amount, 0), coalesce(-b.amount, 0),
    d.amount_micros) as finding
  from deposits d
    left join (select x.deposit_id, sum(x.amount_micros) as amount from deposit_allocations x group by 1) a on a.deposit_id = d.id
    left join (select e.subject_id, sum(e.amount_micros) as amount from ${entriesOn('prepaid')} e
      where e.leg = 'apply' group by 1) b on b.subject_id = d.id
  where coalesce(a.amount, 0) <> coalesce(-b.amount, 0) or coalesce(a.amount, 0) not between 0 and d.amount_micros`;

/** what is settled of an invoice is what was allocated to it and what was given up */
const invoices = sql`
  select format('invoice %s has %s settled and %s written off; allocated are %s, given up %s', d.number_text, d.settled_micros,
    d.written_off_micros, coalesce(a.amount, 0), coalesce(-w.amount, 0)) as finding
  from documents d
    left join (select x.document_id, sum(x.amount_micros) as amount from deposit_allocations x group by 1) a
      on a.document_id = d.id
    left join (select e.subject_id, sum(e.amount_micros) as amount from ${entriesOn('advertiser_receivable')} e
      where e.leg = 'write_off' group by 1) w on w.subject_id = d.id
  where d.side = 'advertiser' and (d.written_off_micros <> coalesce(-w.amount, 0)
    or d.settled_micros <> coalesce(a.amount, 0) + coalesce(-w.amount, 0))`;

/** where an invoice stands follows from what is settled of it */
const states = sql`
  select format('invoice %s is %s with %s of %s settled', d.number_text, d.state, d.settled_micros, d.total_micros) as finding
  from documents d where d.side = 'advertiser' and d.kind <> 'credit-note' and d.hash is not null and d.state <> 'credited'
    and d.state <> all(case when d.settled_micros = d.total_micros and d.settled_micros > 0 then array['paid']
      when d.settled_micros > 0 then array['part-paid'] else array['issued', 'approved'] end)`;

const MOST = 100;

/** in a transaction bound to the tenant, as the system */
export async function checkDeposits(tx: Tx): Promise<string[]> {
  const all: RawBuilder<unknown> = sql.join([deposits, received, allocations, invoices, states], sql` union all `);
  const { rows } = await sql<{ finding: string }>`select finding from (${all}) f limit ${MOST}`.execute(tx);
  return rows.map(({ finding }) => finding);
}
