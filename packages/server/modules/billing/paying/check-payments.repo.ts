// Payments against the ledger and their documents, for `ledger:verify`: nothing pending, held or disputed is paid (invariant 4), a
// document is never paid more than it says (5), and what is in transit is what was instructed and neither settled nor reversed (7).
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { bookedFor, entriesOn, journalRows, ledgerAccountRows } from '../../ledger/index.ts';
import { approvalOf } from './batches/batches.repo.ts';

const FINDINGS_EACH = 100;

/** in a transaction bound to the tenant, as the system; none is the only good answer */
export async function checkPayments(tx: Tx): Promise<string[]> {
  const findings: string[] = [];
  for (const check of [
    bookedForPayments,
    ofDocuments,
    inTransit,
    paidTooSoon,
    sumsOfFiles,
    ofBatches,
    references,
    approvals,
  ]) {
    const { rows } = await sql<{ finding: string }>`${check} limit ${FINDINGS_EACH}`.execute(tx);
    findings.push(...rows.map((row) => row.finding));
  }
  return findings;
}

/** leg by leg: reserved, posted, settled, or taken back whole */
const bookedForPayments = sql`
  with sums as (${bookedFor(['payment'])}),
  expected as (
    select 'payment' as subject_kind, p.id as subject_id, leg.name as leg, p.owner_id, leg.currency,
      case when p.state = 'reserved' and leg.name <> 'settlement' then leg.amount else 0 end as pending,
      case when p.state = 'paid' or (p.state = 'instructed' and leg.name <> 'settlement') then leg.amount else 0 end as posted
    from payments p cross join lateral (values
      (case when p.currency = p.pay_currency then 'payment' else 'fx_out' end, p.currency, p.amount_micros),
      ('fx_in', p.pay_currency, case when p.currency = p.pay_currency then 0 else p.pay_micros end),
      ('withholding', p.currency, p.withheld_micros), ('fee', p.currency, p.fee_micros),
      ('settlement', p.pay_currency, p.pay_micros)) leg (name, currency, amount))
  select format('%s of payment %s in %s with %s: booked %s pending and %s posted, expected %s and %s', leg, subject_id, currency,
    owner_id, coalesce(s.pending, 0), coalesce(s.posted, 0), coalesce(e.pending, 0), coalesce(e.posted, 0)) as finding
  from expected e full join sums s using (subject_kind, subject_id, leg, owner_id, currency)
  where coalesce(s.pending, 0) <> coalesce(e.pending, 0) or coalesce(s.posted, 0) <> coalesce(e.posted, 0)
  order by subject_id, leg`;

const ofDocuments = sql`
  select format('payment %s of %s is not its amount, tax and fee together', p.end_to_end_id, p.gross_micros) as finding
  from payments p where p.gross_micros <> p.amount_micros + p.withheld_micros + p.fee_micros
    or (p.currency = p.pay_currency and p.pay_micros <> p.amount_micros)
  union all
  select format('document %s says %s of %s are settled, its payments %s, and %s are under way', d.number_text, d.settled_micros,
    d.total_micros, coalesce(p.settled, 0), coalesce(p.live, 0))
  from documents d left join (
    select tenant_id, document_id, sum(gross_micros) filter (where state in ('instructed', 'paid')) as settled,
      sum(gross_micros) filter (where state in ('reserved', 'instructed', 'paid')) as live
    from payments group by 1, 2) p on p.tenant_id = d.tenant_id and p.document_id = d.id
  where d.side = 'publisher' and (d.settled_micros <> coalesce(p.settled, 0)
    or (p.live is not null and p.live > d.total_micros))
  union all
  select format('payment %s is %s to another than document %s is of', p.end_to_end_id, p.state, d.number_text)
  from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
  where (d.owner_id, d.currency) is distinct from (p.owner_id, p.currency)`;

const inTransit = sql`
  with booked as (
    select a.owner_id, a.currency, a.credits_posted - a.debits_posted as posted, a.credits_pending - a.debits_pending as pending
    from ${ledgerAccountRows} a where a.kind = 'in_transit'),
  expected as (
    select owner_id, pay_currency as currency, sum(pay_micros) filter (where state = 'instructed') as posted,
      sum(pay_micros) filter (where state = 'reserved') as pending
    from payments group by 1, 2)
  select format('in transit to %s in %s: booked %s and %s reserved, instructed %s and %s reserved', owner_id, currency,
    coalesce(b.posted, 0), coalesce(b.pending, 0), coalesce(e.posted, 0), coalesce(e.pending, 0)) as finding
  from booked b full join expected e using (owner_id, currency)
  where coalesce(b.posted, 0) <> coalesce(e.posted, 0) or coalesce(b.pending, 0) <> coalesce(e.pending, 0)`;

const paidTooSoon = sql`
  select format('payment %s is %s, and its document %s is %s', p.end_to_end_id, p.state, d.number_text, d.state) as finding
  from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
  where (p.state in ('reserved', 'instructed') and d.state <> 'paying')
    or (p.state = 'paid' and d.state not in ('paid', 'part-paid', 'paying'))
  union all
  select format('payment %s was reserved while a change of its method held it', p.end_to_end_id)
  from payments p join payout_methods m on m.tenant_id = p.tenant_id and m.id = p.method_id
  where m.held_until > p.reserved_at
  union all
  select format('payment %s was reserved while its document was disputed', p.end_to_end_id)
  from payments p join appeals a on a.tenant_id = p.tenant_id and a.subject_id = p.document_id
  where a.created_at <= p.reserved_at and (a.decided_at is null or a.decided_at > p.reserved_at)
  union all
  -- what was asked about then, with its VAT, was left out; parts that were paid before and have come back since do not count
  select format('payment %s of %s was reserved while %s of its document were disputed', p.end_to_end_id, p.gross_micros, w.waiting)
  from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
    cross join lateral (select coalesce(sum(s.amount), 0) as waiting from (
      select greatest(sum(e.amount_micros), 0) as amount
      from document_entries e join ${entriesOn('publisher_payable')} t on t.tenant_id = e.tenant_id and t.id = e.transfer_id
        join (select distinct a.tenant_id, a.subject_id from appeals a
          where a.created_at <= p.reserved_at and (a.decided_at is null or a.decided_at > p.reserved_at)) a
          on a.tenant_id = t.tenant_id and a.subject_id = t.subject_id
      where e.tenant_id = p.tenant_id and e.document_id = p.document_id
      group by t.subject_id) s) w
  where w.waiting > 0 and p.gross_micros + (select coalesce(sum(x.gross_micros), 0) from payments x
      where x.tenant_id = p.tenant_id and x.document_id = p.document_id and x.id <> p.id and x.reserved_at <= p.reserved_at
        and x.state in ('reserved', 'instructed', 'paid'))
    > d.total_micros - w.waiting * d.total_micros / greatest(d.net_micros, 1)
  union all
  select format('payment %s pays an entry that is only pending', p.end_to_end_id)
  from payments p join document_entries e on e.tenant_id = p.tenant_id and e.document_id = p.document_id and e.released_at is null
    join ${entriesOn('publisher_payable')} t on t.tenant_id = e.tenant_id and t.id = e.transfer_id
  where p.state in ('reserved', 'instructed', 'paid') and t.phase = 'pending'`;

const sumsOfFiles = sql`
  select format('file %s says %s payments of %s, and holds %s of %s', f.name, f.payment_count, f.sum_micros, count(p.id),
    coalesce(sum(p.pay_micros), 0)) as finding
  from payment_files f left join payments p on p.tenant_id = f.tenant_id and p.file_id = f.id and p.state <> 'cancelled'
  where f.ready_at is not null
  group by f.tenant_id, f.id having f.payment_count <> count(p.id) or f.sum_micros <> coalesce(sum(p.pay_micros), 0)`;

/** where a batch stands follows from its payments, which are what was previewed; above the sum two people have approved it */
const ofBatches = sql`
  with made as (
    select tenant_id, batch_id, count(*) as payments, count(*) filter (where state = 'reserved') as reserved,
      count(*) filter (where state = 'instructed') as instructed, bool_and(state = 'cancelled') as is_given_up
    from payments group by 1, 2)
  select format('batch %s is %s with %s payments; it has %s, %s of them reserved and %s instructed', b.number, b.state,
    b.payment_count, coalesce(m.payments, 0), coalesce(m.reserved, 0), coalesce(m.instructed, 0)) as finding
  from payment_batches b left join made m on m.tenant_id = b.tenant_id and m.batch_id = b.id
  where (m.payments is not null and b.payment_count <> m.payments) or b.state <> all(case
    when m.payments is null then array['open', 'first-approved', 'cancelled'] when m.reserved > 0 then array['approved']
    -- while its files are being made, it waits for them
    when m.instructed > 0 then array['instructed', case b.work_state when 'idle' then '' else 'approved' end] when m.is_given_up then array['cancelled'] else array['closed'] end)
  union all
  select format('batch %s needs two people, and was approved by %s and %s', b.number, coalesce(b.approved_by::text, 'nobody'),
    coalesce(b.second_by::text, 'nobody else'))
  from payment_batches b join made m on m.tenant_id = b.tenant_id and m.batch_id = b.id
  where b.approved_by is null or b.approved_by = b.second_by or (b.needs_second and b.second_by is null)
  union all
  select format('payment %s of %s is not what batch %s showed: %s', p.end_to_end_id, p.gross_micros, b.number,
    coalesce(c.gross_micros::text, 'nothing'))
  from payments p join payment_batches b on b.tenant_id = p.tenant_id and b.id = p.batch_id
    left join batch_choices c on c.tenant_id = p.tenant_id and c.batch_id = p.batch_id and c.document_id = p.document_id
      and c.blocked = 'none'
  where c.gross_micros is distinct from p.gross_micros`;

/** entries name the payment by its reference, and one that failed or came back by its code */
const references = sql`
  select format('the entries of payment %s%s name another reference or code', p.end_to_end_id, ' ' || p.code) as finding
  from payments p where exists (select from ${journalRows} t
    where t.tenant_id = p.tenant_id and t.subject_kind = 'payment' and t.subject_id = p.id
      and (not starts_with(t.reason, 'Payment ' || p.end_to_end_id || ' ')
        or (t.reason ~ ' failed: ' and not t.reason like '%: ' || coalesce(p.failed_code, p.code, 'NARR'))
        or (t.reason ~ ' returned: ' and not t.reason like '%: ' || coalesce(p.code, 'NARR'))))`;

/** entries of before approvals were named say nothing of them */
const approvals = sql`
  select distinct format('batch %s is not what was approved: the entries of its payments name another approval', b.number) as finding
  from payments p join payment_batches b on b.tenant_id = p.tenant_id and b.id = p.batch_id
    join ${journalRows} t on t.tenant_id = p.tenant_id and t.subject_kind = 'payment' and t.subject_id = p.id and t.phase = 'pending'
  where t.reason not in (format('Payment %s reserved', p.end_to_end_id),
    format('Payment %s reserved, approval %s', p.end_to_end_id, ${approvalOf(sql`b`)}))`;
