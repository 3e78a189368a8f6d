// Which posted transfers a document may claim, and the lines they make.
import type { Side } from '@tributary/contract/billing/money';
import type { billingCuts } from '@tributary/contract/settings/payment';
import { type RawBuilder, sql } from 'kysely';
import { keepPlan, type Tx } from '../../../platform/db/database.ts';
import { conversionRows, lotRows } from '../../conversions/index.ts';
import { entriesOn, type Leg, ledgerAccountRows, type OwnersAccount } from '../../ledger/index.ts';

export const accountOf = {
  publisher: 'publisher_payable',
  advertiser: 'advertiser_receivable',
} as const satisfies Record<Side, OwnersAccount>;
/** what is earned; every other leg on the account is a tax of a document, or settles one */
export const claimedLegs: Record<Side, readonly Leg[]> = {
  publisher: ['payout', 'bonus', 'referral'],
  advertiser: ['revenue', 'charge'],
};

/** each claimable entry of an account with what it is about */
export const claimable = (
  side: Side,
  timeZone: string,
  phases: readonly ('pending' | 'posted')[] = ['posted'],
): RawBuilder<unknown> => sql`(
  select e.tenant_id, e.id, e.sequence, e.at, e.phase, e.owner_id, e.currency, e.subject_kind, e.subject_id, e.amount_micros,
    coalesce(a.reason, e.reason) as reason,
    case when e.leg in ('bonus', 'charge') then 'adjustment' when e.leg = 'referral' then 'referral' else 'earning' end
      as line_kind,
    coalesce(c.offer_id, l.offer_id) as offer_id, c.goal_id,
    coalesce(c.day, l.day, a.day, (e.at at time zone ${timeZone})::date) as event_day,
    -- what a person has booked is not held
    case e.subject_kind when 'conversion' then c.at when 'lot' then (l.day + 1)::timestamp at time zone ${timeZone}
      when 'referral' then e.at end as event_at,
    case e.subject_kind when 'lot' then l.events else 1 end as events,
    coalesce(c.disputed, false) or exists (select from appeals p
      where p.tenant_id = e.tenant_id and p.subject_id = e.subject_id and p.state = 'open') as is_disputed
  from ${entriesOn(accountOf[side])} e
    left join ${conversionRows} c on e.subject_kind = 'conversion' and c.tenant_id = e.tenant_id and c.id = e.subject_id
    left join ${lotRows} l on e.subject_kind = 'lot' and l.tenant_id = e.tenant_id and l.id = e.subject_id
    left join adjustments a on e.subject_kind = 'adjustment' and a.tenant_id = e.tenant_id and a.id = e.subject_id
  where e.phase = any(${[...phases]}::text[]) and e.leg = any(${[...claimedLegs[side]]}::text[]))`;

export const isUnclaimed = sql`not exists (select from document_entries x
  where x.tenant_id = u.tenant_id and x.transfer_id = u.id and x.released_at is null)`;

export interface Cutoff {
  cut: (typeof billingCuts)[number];
  /** YYYY-MM-DD, the day after the period's last; null: everything up to now */
  end: string | null;
  holdDays: number;
  now: Date;
  timeZone: string;
}
export const isHeld = ({ holdDays, now }: { holdDays: number | RawBuilder<unknown>; now: Date }): RawBuilder<unknown> =>
  sql`coalesce(u.event_at + make_interval(days => ${holdDays}::int) > ${now}, false)`;
const isWithin = ({ cut, end, timeZone }: Cutoff): RawBuilder<unknown> =>
  end === null
    ? sql`true`
    : cut === 'event'
      ? sql`u.event_day < ${end}::date`
      : sql`(u.at at time zone ${timeZone})::date < ${end}::date`;

const isTaken = (until: Cutoff): RawBuilder<unknown> =>
  sql`not u.is_disputed and not ${isHeld(until)} and ${isWithin(until)}`;

export interface ClaimOf {
  side: Side;
  ownerId: string;
  currency: string;
  documentId: string;
}

/**
 * How many of its subject's events a claim adds: those that stand with it, less those that other documents have. A sale that was
 * billed and is rejected since counts −1, one whose price alone has changed 0, and of a lot that grew only what was added.
 */
const countedBy = sql`case when u.line_kind = 'adjustment' then 1 when row_number() over of_subject > 1 then 0
    else u.events * sign(u.stood + sum(u.amount_micros) over whole)
    - case when u.is_counted then u.counted else u.events * sign(u.stood) end end`;

/** what live documents have of the same subject already; before claims were counted, whether it stood was all that is known */
const withOthers = (side: Side): RawBuilder<unknown> => sql`
  left join lateral (
    select coalesce(sum(x.amount_micros), 0) as stood, coalesce(sum(x.events), 0) as counted, bool_and(x.events is not null) as is_counted
    from ${entriesOn(accountOf[side])} o join document_entries x on x.tenant_id = o.tenant_id and x.transfer_id = o.id
      and x.released_at is null
    where o.tenant_id = u.tenant_id and o.subject_id = u.subject_id and o.owner_id = u.owner_id and o.currency = u.currency) b on true`;

/** the claims: one statement decides, so that what is disputed a moment later is either in or out */
export async function claimEntries(tx: Tx, { side, ownerId, currency, documentId }: ClaimOf, until: Cutoff) {
  const { rows } = await sql<{ entries: number; sum: string }>`${keepPlan}
    with claimed as (
      insert into document_entries (tenant_id, document_id, transfer_id, owner_id, position, amount_micros, events)
      select u.tenant_id, ${documentId}, u.id, u.owner_id,
        dense_rank() over (order by array_position(array['earning', 'adjustment', 'referral'], u.line_kind),
          date_trunc('month', u.event_day), u.offer_id, u.goal_id, case u.line_kind when 'adjustment' then u.subject_id end),
        u.amount_micros, ${countedBy}
      from (
        select u.*, b.* from ${claimable(side, until.timeZone)} u ${withOthers(side)}
        where u.owner_id = ${ownerId} and u.currency = ${currency} and ${isUnclaimed} and ${isTaken(until)}) u
      window whole as (partition by u.subject_kind, u.subject_id), of_subject as (whole order by u.sequence)
      returning amount_micros)
    select count(*)::int as entries, coalesce(sum(amount_micros), 0)::bigint as sum from claimed`.execute(tx);
  return { entries: rows[0]?.entries ?? 0, sum: BigInt(rows[0]?.sum ?? 0) };
}

/** what the claims would come to; a draft stands in nobody's way: a run makes it anew */
export async function wouldClaim(
  tx: Tx,
  { side, ownerId, currency }: Omit<ClaimOf, 'documentId'>,
  until: Cutoff,
): Promise<{ entries: number; sum: bigint }> {
  const { rows } = await sql<{ entries: number; sum: string }>`
    select count(*)::int as entries, coalesce(sum(u.amount_micros), 0)::bigint as sum
    from ${claimable(side, until.timeZone)} u
    where u.owner_id = ${ownerId} and u.currency = ${currency} and ${isTaken(until)}
      and not exists (select from document_entries x join documents d on d.tenant_id = x.tenant_id and d.id = x.document_id
        where x.tenant_id = u.tenant_id and x.transfer_id = u.id and x.released_at is null and d.state <> 'draft')`.execute(
    tx,
  );
  return { entries: rows[0]?.entries ?? 0, sum: BigInt(rows[0]?.sum ?? 0) };
}

/** offer × goal × month; an adjustment has a line of its own. Says how many there are */
export async function addClaimLines(
  tx: Tx,
  { side, documentId, timeZone }: { side: Side; documentId: string; timeZone: string },
): Promise<number> {
  const { numAffectedRows } = await sql`${keepPlan}
    insert into document_lines (tenant_id, document_id, position, owner_id, kind, offer_id, goal_id, month, quantity,
      amount_micros, text)
    select s.tenant_id, ${documentId}, s.position, s.owner_id, s.line_kind, s.offer_id, s.goal_id, s.month,
      sum(s.events)::bigint, sum(s.amount_micros)::bigint, case s.line_kind when 'adjustment' then max(s.reason) else '' end
    from (
      select x.tenant_id, x.position, x.owner_id, x.events, x.amount_micros, u.line_kind, u.offer_id, u.goal_id,
        date_trunc('month', u.event_day)::date as month, u.reason
      from document_entries x join ${claimable(side, timeZone)} u on u.tenant_id = x.tenant_id and u.id = x.transfer_id
      where x.document_id = ${documentId}) s
    group by s.tenant_id, s.position, s.owner_id, s.line_kind, s.offer_id, s.goal_id, s.month`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** a draft's claims that could not be made any more: disputed since, or held by terms that are longer now */
export async function claimsThatWait(
  tx: Tx,
  { side, documentId }: Pick<ClaimOf, 'side' | 'documentId'>,
  until: Pick<Cutoff, 'holdDays' | 'now' | 'timeZone'>,
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`${keepPlan}
    select count(*)::int as waiting
    from document_entries x join ${claimable(side, until.timeZone)} u on u.tenant_id = x.tenant_id and u.id = x.transfer_id
    where x.document_id = ${documentId} and (u.is_disputed or ${isHeld(until)})`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

/** accounts in their order, after a place: of a side, with anything ever booked on them */
export async function accountsAfter(
  tx: Tx,
  side: Side,
  after: { ownerId: string; currency: string } | null,
  only: string | null,
  limit: number,
): Promise<{ ownerId: string; currency: string }[]> {
  const { rows } = await sql<{ owner_id: string; currency: string }>`
    select a.owner_id, a.currency from ${ledgerAccountRows} a
    where a.kind = ${accountOf[side]} and (a.debits_posted > 0 or a.credits_posted > 0)
      and (${only}::uuid is null or a.owner_id = ${only}::uuid)
      and (${after?.ownerId ?? null}::uuid is null
        or (a.owner_id, a.currency) > (${after?.ownerId ?? null}::uuid, ${after?.currency ?? ''}))
    order by a.owner_id, a.currency limit ${limit}`.execute(tx);
  return rows.map(({ owner_id: ownerId, currency }) => ({ ownerId, currency }));
}

export async function countAccounts(tx: Tx, side: Side, only: string | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${ledgerAccountRows} a
    where a.kind = ${accountOf[side]} and (a.debits_posted > 0 or a.credits_posted > 0)
      and (${only}::uuid is null or a.owner_id = ${only}::uuid)`.execute(tx);
  return rows[0]?.total ?? 0;
}
