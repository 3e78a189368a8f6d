// Part of `npm run ledger:verify`: documents against the entries they claim, the taxes they booked and the accounts they are part of.
import type { Side } from '@tributary/contract/billing/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { bookedFor, entriesOn, journalRows, ledgerAccountRows } from '../../ledger/index.ts';
import { accountOf, claimedLegs } from './claims.repo.ts';
import { frozenHash } from './documents.repo.ts';

const FINDINGS_EACH = 100;

/** in a transaction bound to the tenant, as the system; each finding is a sentence, none is the only good answer */
export async function checkDocuments(tx: Tx): Promise<string[]> {
  const checks = [
    frozen,
    numbers,
    sums,
    credits,
    adjusted,
    files,
    ...(['publisher', 'advertiser'] as const).flatMap((side) => [claims(side), taxes(side), accounts(side)]),
  ];
  const findings: string[] = [];
  for (const check of checks) {
    const { rows } = await sql<{ finding: string }>`${check} limit ${FINDINGS_EACH}`.execute(tx);
    findings.push(...rows.map((row) => row.finding));
  }
  return findings;
}

const name = sql`coalesce(d.number_text, d.state || ' ' || d.id)`;

const frozen = sql`
  select format('document %s was changed after it was issued', ${name}) as finding
  from documents d where d.hash is not null and d.hash <> ${frozenHash(sql`d`)}`;

/** 1…n, each once */
const numbers = sql`
  select format('the series %s has %s documents, numbered %s to %s', series, count(*), min(number), max(number)) as finding
  from documents where series is not null group by series having min(number) <> 1 or max(number) <> count(*)`;

/** lines add up to what the document says, claims to their lines */
const sums = sql`
  select format('document %s says %s net, %s VAT and %s withheld; its lines add up to %s, %s and %s', ${name}, d.net_micros,
    d.vat_micros, d.withheld_micros, l.net, l.vat, l.withheld) as finding
  from documents d cross join lateral (
    select coalesce(sum(amount_micros) filter (where kind not in ('vat', 'withholding')), 0) as net,
      coalesce(sum(amount_micros) filter (where kind = 'vat'), 0) as vat,
      coalesce(-sum(amount_micros) filter (where kind = 'withholding'), 0) as withheld,
      coalesce(sum(amount_micros) filter (where kind = 'rounding'), 0) as rounding
    from document_lines l where l.tenant_id = d.tenant_id and l.document_id = d.id) l
  where (d.net_micros, d.vat_micros, d.withheld_micros, d.rounding_micros)
    is distinct from (l.net, l.vat, l.withheld, l.rounding)
  union all
  select format('line %s of document %s says %s for %s, its entries add up to %s for %s', coalesce(l.position, e.position), ${name},
    coalesce(l.amount_micros, 0), coalesce(l.quantity, 0), coalesce(e.amount, 0), coalesce(e.events::text, 'an unknown number'))
  from documents d join (document_lines l full join (
      select tenant_id, document_id, position, sum(amount_micros) as amount, sum(events) as events,
        bool_and(events is not null) as is_counted from document_entries group by 1, 2, 3) e
    on e.tenant_id = l.tenant_id and e.document_id = l.document_id and e.position = l.position)
    on d.id = coalesce(l.document_id, e.document_id)
  where d.kind <> 'credit-note' and coalesce(l.kind, 'earning') not in ('rounding', 'vat', 'withholding')
    and (coalesce(l.amount_micros, 0) <> coalesce(e.amount, 0) or (e.is_counted and l.quantity <> e.events))`;

/** what is credited claims nothing, and its note says the same the other way round; everything else holds its claims */
const credits = sql`
  select format('document %s is %s, but its credit note says otherwise', ${name}, d.state) as finding
  from documents d left join documents n on n.tenant_id = d.tenant_id and n.credits_id = d.id
  where (d.state = 'credited') <> (n.id is not null)
    or (n.id is not null and (n.total_micros <> -d.total_micros or d.credited_by_id is distinct from n.id))
  union all
  select format('document %s is %s, but %s of its claims are %s', ${name}, d.state, count(*),
    case d.state when 'credited' then 'still held' else 'given up' end)
  from documents d join document_entries e on e.tenant_id = d.tenant_id and e.document_id = d.id
  where (d.state = 'credited') <> (e.released_at is not null) group by d.id, d.tenant_id, d.number_text, d.state`;

/** an adjustment is booked once, as what it says; what takes one back is as much, the other way round */
const adjusted = sql`
  select format('adjustment %s of %s in %s to %s: booked is %s', coalesce(a.id, b.subject_id), coalesce(a.amount_micros, 0),
    coalesce(a.currency, b.currency), coalesce(a.owner_id, b.owner_id), coalesce(b.posted, 0)) as finding
  from adjustments a full join (${bookedFor(['adjustment'])}) b on b.subject_id = a.id and b.owner_id = a.owner_id
    and b.currency = a.currency and b.leg = case a.side when 'publisher' then 'bonus' else 'charge' end
  where coalesce(a.amount_micros, 0) <> coalesce(b.posted, 0)
  union all
  select format('adjustment %s says "%s" of %s, its entry "%s"', a.id, a.reason, a.day, j.reason)
  from adjustments a join ${journalRows} j on j.tenant_id = a.tenant_id and j.subject_kind = 'adjustment' and j.subject_id = a.id
  -- of before its day was said
  where j.reason not in (a.reason, format('%s (%s)', a.reason, to_char(a.day, 'YYYY-MM-DD')))
  union all
  select format('adjustment %s of %s takes back %s of %s', a.id, a.amount_micros, o.id, o.amount_micros)
  from adjustments a join adjustments o on o.tenant_id = a.tenant_id and o.id = a.reverses_id
  where (a.owner_id, a.currency, a.side, a.amount_micros) is distinct from (o.owner_id, o.currency, o.side, -o.amount_micros)`;

/** what was sent, signed or drawn is what it was */
const files = sql`
  select format('file %s (%s) is not what was kept', f.name, f.id) as finding
  from billing_files f where sha256(f.content) <> f.sha256`;

const legsOf = (side: Side): RawBuilder<unknown> => sql`${[...claimedLegs[side]]}::text[]`;

/** a claim is of an entry of its own account, with its amount */
const claims = (side: Side): RawBuilder<unknown> => sql`
  select format('document %s claims entry %s of %s with %s; the ledger has %s', ${name}, x.transfer_id, x.owner_id,
    x.amount_micros, coalesce(e.amount_micros::text, 'none of it')) as finding
  from document_entries x join documents d on d.tenant_id = x.tenant_id and d.id = x.document_id and d.side = ${side}
    left join ${entriesOn(accountOf[side])} e on e.tenant_id = x.tenant_id and e.id = x.transfer_id and e.phase = 'posted'
      and e.leg = any(${legsOf(side)})
  where (e.owner_id, e.currency, e.amount_micros) is distinct from (d.owner_id, d.currency, x.amount_micros)
    or x.owner_id <> d.owner_id`;

/** VAT is booked once, at issue */
const taxes = (side: Side): RawBuilder<unknown> => sql`
  select format('document %s has VAT of %s, booked is %s', ${name}, d.vat_micros, coalesce(b.amount, 0)) as finding
  from documents d left join (
    select e.subject_id, sum(e.amount_micros) as amount from ${entriesOn(accountOf[side])} e
    where e.leg in ('input_vat', 'output_vat') and e.phase = 'posted' group by 1) b on b.subject_id = d.id
  where d.side = ${side}
    and coalesce(b.amount, 0) <> case when d.hash is null then 0 else d.vat_micros end`;

/** what stands on an account is what no document claims, and what documents say less what was settled of them */
const accounts = (side: Side): RawBuilder<unknown> => sql`
  with claimed as (
    select owner_id, currency, sum(case when hash is null then net_micros else total_micros end
      - rounding_micros - settled_micros) as amount
    from documents where side = ${side} and kind <> 'credit-note' and state <> 'credited' group by 1, 2),
  unclaimed as (
    select e.owner_id, e.currency, sum(e.amount_micros) as amount from ${entriesOn(accountOf[side])} e
    where e.phase = 'posted' and e.leg = any(${legsOf(side)}) and not exists (select from document_entries x
      where x.tenant_id = e.tenant_id and x.transfer_id = e.id and x.released_at is null)
    group by 1, 2),
  posted as (
    select a.owner_id, a.currency, case a.kind when 'advertiser_receivable' then 1 else -1 end
      * (a.debits_posted - a.credits_posted) as amount
    from ${ledgerAccountRows} a where a.kind = ${accountOf[side]})
  select format('%s of %s in %s: %s posted, but %s unclaimed and %s in documents unsettled', ${accountOf[side]}::text,
    owner_id, currency, coalesce(p.amount, 0), coalesce(u.amount, 0), coalesce(c.amount, 0)) as finding
  from posted p full join unclaimed u using (owner_id, currency) full join claimed c using (owner_id, currency)
  where coalesce(p.amount, 0) <> coalesce(u.amount, 0) + coalesce(c.amount, 0)`;

export async function countDocuments(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from documents`.execute(tx);
  return rows[0]?.n ?? 0;
}
