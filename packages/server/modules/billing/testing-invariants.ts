// For tests only: the eight invariants of billing, in SQL of their own. Nothing of the module's code is used, so that a mistake in it
// is not made twice. Each says what breaks it; no row is the only good answer. $1 is the tenant.

/** what stands posted on an account, entry by entry; a receivable grows by debits, every other by credits */
const entry = `entry as (
  select t.id, t.owner_id, t.currency, t.leg, t.subject_kind, t.subject_id, a.kind as account,
    case when (t.debit_account_id = a.id) = (a.kind = 'advertiser_receivable') then t.amount_micros else -t.amount_micros end as owed
  from ledger_transfers t join ledger_accounts a
    on a.tenant_id = t.tenant_id and a.id in (t.debit_account_id, t.credit_account_id)
  where t.tenant_id = $1 and t.phase in ('post', 'direct'))`;

/** what the ledger has settled of each document: payments, or deposits applied and what was written off */
const settled = `settled as (
  select document_id, sum(amount) as amount from (
    select p.document_id, -e.owed as amount from entry e join payments p on p.tenant_id = $1 and p.id = e.subject_id
    where e.subject_kind = 'payment' and e.account = 'publisher_payable'
    union all
    select x.document_id, x.amount_micros from deposit_allocations x where x.tenant_id = $1
    union all
    select e.subject_id, -e.owed from entry e where e.leg = 'write_off' and e.account = 'advertiser_receivable') s
  group by 1)`;

export const invariants: Readonly<Record<string, string>> = {
  '1: an entry stands in at most one live document': `
    select format('transfer %s stands in %s live documents', c.transfer_id, count(*)) as broken
    from document_entries c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
    where c.tenant_id = $1 and d.state <> 'credited' group by c.transfer_id having count(*) > 1
    union all
    select format('%s is %s, and its claim on %s is %s', d.id, d.state, c.transfer_id, coalesce(c.released_at::text, 'held'))
    from document_entries c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
    where c.tenant_id = $1 and (d.state = 'credited') <> (c.released_at is not null)`,

  '2: lines are entries and tax legs, to the micro': `
    with ${entry},
    claimed as (select c.document_id, sum(e.owed) as amount, count(*) filter (where e.id is null) as unknown
      from document_entries c join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
        left join entry e on e.id = c.transfer_id and e.owner_id = d.owner_id and e.currency = d.currency
          and e.account = case d.side when 'publisher' then 'publisher_payable' else 'advertiser_receivable' end
      where c.tenant_id = $1 group by 1),
    taxed as (select subject_id as document_id, sum(owed) as amount from entry
      where subject_kind = 'document' and leg in ('input_vat', 'output_vat')
        and account in ('publisher_payable', 'advertiser_receivable') group by 1),
    lined as (select document_id, sum(amount_micros) filter (where kind not in ('withholding', 'rounding', 'vat')) as claims,
        coalesce(sum(amount_micros) filter (where kind = 'vat'), 0) as vat,
        coalesce(sum(amount_micros) filter (where kind <> 'withholding'), 0) as total
      from document_lines where tenant_id = $1 group by 1)
    select format('%s %s: lines %s + VAT %s = %s, entries %s, tax legs %s, total %s', d.kind, coalesce(d.number_text, d.id::text),
      l.claims, l.vat, l.total, c.amount, t.amount, d.total_micros) as broken
    from documents d left join lined l on l.document_id = d.id left join claimed c on c.document_id = d.id
      left join taxed t on t.document_id = d.id
    where d.tenant_id = $1 and (l.total is distinct from d.total_micros or coalesce(c.unknown, 0) > 0
      or (d.kind <> 'credit-note' and l.claims is distinct from c.amount)
      or coalesce(t.amount, 0) <> case when d.state in ('draft', 'awaiting') then 0 else l.vat end)
    union all
    select format('credit note %s of %s does not take back %s of %s', n.number_text, n.total_micros, d.number_text, d.total_micros)
    from documents n join documents d on d.tenant_id = n.tenant_id and d.id = n.credits_id
    where n.tenant_id = $1 and (n.total_micros <> -d.total_micros or d.state <> 'credited')`,

  '3: payable and receivable are what is unclaimed and what is claimed and unpaid': `
    with ${entry}, ${settled},
    sides (side, account, legs) as (values ('publisher', 'publisher_payable', array['payout', 'bonus', 'referral']),
      ('advertiser', 'advertiser_receivable', array['revenue', 'charge'])),
    parts as (
      select s.account, e.owner_id, e.currency, e.owed as amount from entry e join sides s on s.account = e.account
      where e.leg = any(s.legs) and not exists (select from document_entries c
        where c.tenant_id = $1 and c.transfer_id = e.id and c.released_at is null)
      union all
      select s.account, d.owner_id, d.currency, d.net_micros - d.rounding_micros
        + case when d.state in ('draft', 'awaiting') then 0 else d.vat_micros end - coalesce(x.amount, 0)
      from documents d join sides s on s.side = d.side left join settled x on x.document_id = d.id
      where d.tenant_id = $1 and d.kind <> 'credit-note' and d.state <> 'credited'),
    expected as (select account, owner_id, currency, sum(amount) as amount from parts group by 1, 2, 3),
    booked as (select kind as account, owner_id, currency, case kind when 'advertiser_receivable'
        then debits_posted - credits_posted else credits_posted - debits_posted end as amount
      from ledger_accounts where tenant_id = $1 and kind in ('publisher_payable', 'advertiser_receivable'))
    select format('%s of %s in %s: booked %s, expected %s', account, owner_id, currency, b.amount, e.amount) as broken
    from booked b full join expected e using (account, owner_id, currency)
    where coalesce(b.amount, 0) <> coalesce(e.amount, 0)
    union all
    select format('%s says %s settled, the ledger %s', d.number_text, d.settled_micros, coalesce(x.amount, 0))
    from documents d left join settled x on x.document_id = d.id
    where d.tenant_id = $1 and d.settled_micros <> coalesce(x.amount, 0)`,

  '4: nothing pending, held or disputed is paid': `
    select format('%s pays %s, which is only %s', p.end_to_end_id, t.id, t.phase) as broken
    from payments p join document_entries c on c.tenant_id = p.tenant_id and c.document_id = p.document_id
      join ledger_transfers t on t.tenant_id = c.tenant_id and t.id = c.transfer_id
    where p.tenant_id = $1 and t.phase not in ('post', 'direct')
    union all
    select format('%s was reserved at %s, and a change of its method held it until %s', p.end_to_end_id, p.reserved_at, m.held_until)
    from payments p join payout_methods m on m.tenant_id = p.tenant_id and m.id = p.method_id
    where p.tenant_id = $1 and m.held_until > p.reserved_at
    union all
    select format('%s pays %s of %s, issued at %s, before its %s days were over', p.end_to_end_id, v.id, v.at, d.issued_at, h.hold_days)
    from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
      join document_entries c on c.tenant_id = p.tenant_id and c.document_id = p.document_id
      join ledger_transfers t on t.tenant_id = c.tenant_id and t.id = c.transfer_id
      join conversions v on v.tenant_id = t.tenant_id and v.id = t.subject_id and t.subject_kind = 'conversion'
      join billing_terms h on h.tenant_id = p.tenant_id and h.owner_id = p.owner_id
    where p.tenant_id = $1 and v.at + make_interval(days => h.hold_days) > d.issued_at
    union all
    select format('%s was reserved at %s under the appeal %s of %s', p.end_to_end_id, p.reserved_at, a.id, a.created_at)
    from payments p join appeals a on a.tenant_id = p.tenant_id and a.created_at <= p.reserved_at
        and coalesce(a.decided_at, 'infinity') > p.reserved_at
    where p.tenant_id = $1 and a.subject_id = p.document_id
    union all
    select format('%s of %s was reserved at %s, when %s of %s were asked about', p.end_to_end_id, p.gross_micros, p.reserved_at, q.amount, d.total_micros)
    from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
      join lateral (select sum(greatest(s.amount, 0)) as amount from (
        select sum(c.amount_micros) as amount
        from document_entries c join ledger_transfers t on t.tenant_id = c.tenant_id and t.id = c.transfer_id
        where c.tenant_id = p.tenant_id and c.document_id = p.document_id and t.subject_id in (select a.subject_id from appeals a
          where a.tenant_id = p.tenant_id and a.created_at <= p.reserved_at and coalesce(a.decided_at, 'infinity') > p.reserved_at)
        group by t.subject_id) s) q on true
    where p.tenant_id = $1 and q.amount > 0 and p.gross_micros > d.total_micros - q.amount * d.total_micros / d.net_micros
      - (select coalesce(sum(o.gross_micros), 0) from payments o where o.tenant_id = p.tenant_id and o.document_id = p.document_id
          and o.id <> p.id and o.reserved_at <= p.reserved_at and o.state in ('reserved', 'instructed', 'paid'))
    union all
    select format('%s was reserved at %s, and its document was approved %s', p.end_to_end_id, p.reserved_at, coalesce(d.approved_at::text, 'never'))
    from payments p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
    where p.tenant_id = $1 and coalesce(d.approved_at, 'infinity') > p.reserved_at`,

  '5: payments are no more than their document': `
    with ${entry}, ${settled}
    select format('%s of %s has live payments of %s', d.number_text, d.total_micros, sum(p.gross_micros)) as broken
    from documents d join payments p on p.tenant_id = d.tenant_id and p.document_id = d.id
    where d.tenant_id = $1 and p.state in ('reserved', 'instructed', 'paid')
    group by d.id, d.number_text, d.total_micros having sum(p.gross_micros) > d.total_micros
      or count(*) filter (where p.state in ('reserved', 'instructed')) > 1
    union all
    select format('%s of %s is settled with %s', d.number_text, d.total_micros, x.amount)
    from documents d join settled x on x.document_id = d.id
    where d.tenant_id = $1 and x.amount not between 0 and greatest(d.total_micros, 0)`,

  '6: numbers go from 1 to n': `
    select format('%s has %s in the place of %s', series, number, place) as broken
    from (select series, number, row_number() over (partition by series order by number) as place from documents
      where tenant_id = $1 and series is not null) n where number <> place
    union all
    select format('%s is %s and has %s', id, state, coalesce(number_text, 'no number')) from documents
    where tenant_id = $1 and kind <> 'own-invoice' and (state in ('draft', 'awaiting')) <> (number is null)`,

  '7: in transit is what was instructed and neither settled nor returned': `
    with booked as (select owner_id, currency, credits_posted - debits_posted as amount, credits_pending - debits_pending as reserved
      from ledger_accounts where tenant_id = $1 and kind = 'in_transit'),
    expected as (select owner_id, pay_currency as currency, coalesce(sum(pay_micros) filter (where state = 'instructed'), 0) as amount,
        coalesce(sum(pay_micros) filter (where state = 'reserved'), 0) as reserved
      from payments where tenant_id = $1 group by 1, 2)
    select format('in transit to %s in %s: booked %s (%s), expected %s (%s)', owner_id, currency, b.amount, b.reserved, e.amount,
      e.reserved) as broken
    from booked b full join expected e using (owner_id, currency)
    where coalesce(b.amount, 0) <> coalesce(e.amount, 0) or coalesce(b.reserved, 0) <> coalesce(e.reserved, 0)`,

  '8: zero per currency': `
    select format('%s: %s posted and %s pending too much', currency, sum(debits_posted - credits_posted),
      sum(debits_pending - credits_pending)) as broken
    from ledger_accounts where tenant_id = $1 group by currency
    having sum(debits_posted - credits_posted) <> 0 or sum(debits_pending - credits_pending) <> 0
    union all
    select format('%s %s: debits %s and credits %s, its entries %s and %s', a.kind, a.id, a.debits_posted, a.credits_posted,
      coalesce(m.debits, 0), coalesce(m.credits, 0))
    from ledger_accounts a left join (
      select account, sum(debit) as debits, sum(credit) as credits from (
        select debit_account_id as account, amount_micros as debit, 0 as credit from ledger_transfers
        where tenant_id = $1 and phase in ('post', 'direct')
        union all
        select credit_account_id, 0, amount_micros from ledger_transfers where tenant_id = $1 and phase in ('post', 'direct')) sides
      group by 1) m on m.account = a.id
    where a.tenant_id = $1 and (a.debits_posted <> coalesce(m.debits, 0) or a.credits_posted <> coalesce(m.credits, 0))`,
};

/** runs a statement as the database's owner */
export type Query = (text: string, values: unknown[]) => Promise<{ broken: string }[]>;

/** what is broken, by invariant */
export async function brokenInvariants(query: Query, tenantId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, statement] of Object.entries(invariants)) {
    const rows = await query(`select * from (${statement}) all_of_it limit 20`, [tenantId]);
    if (rows.length > 0) found[name] = rows.map(({ broken }) => broken);
  }
  return found;
}
