// What a month holds, what is closed, and the journal.
import { closeList, journalLog } from '@tributary/contract/billing/closing';
import type { Side } from '@tributary/contract/billing/money';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import type { DB } from '../../../platform/db/schema.gen.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { among, atSeconds } from '../../../platform/lists/conditions.ts';
import { byId, type Key } from '../../../platform/lists/keys.ts';
import { countedList, inBatches, keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { conversionRows, lotRows } from '../../conversions/index.ts';
import { type JournalRow, journalRows, ledgerAccountRows, resolutionOf } from '../../ledger/index.ts';
import { claimedLegs } from '../documents/index.ts';

export type Spans = readonly { start: Date; end: Date }[];
export interface Month {
  /** "2026-10" */
  month: string;
  spans: Spans;
}

const within = (column: RawBuilder<unknown>, spans: Spans): RawBuilder<boolean> =>
  sql<boolean>`exists (select from unnest(${spans.map(({ start }) => start)}::timestamptz[],
    ${spans.map(({ end }) => end)}::timestamptz[]) s (start, "end") where ${column} >= s.start and ${column} < s."end")`;

/** a deposit has come on its day; what is done with it later has a day of its own */
const hasCome = sql`j.leg = 'deposit' and j.signed_micros > 0`;
/** the entry `j`, by its event or the day that a person has dated it, or by when it was booked where it has neither */
const dated = (
  at: (column: RawBuilder<unknown>) => RawBuilder<boolean>,
  inMonth: (month: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> => sql<boolean>`case
  when j.subject_kind = 'conversion' then exists (select from (${conversionRows}) c
    where c.tenant_id = j.tenant_id and c.id = j.subject_id and ${at(sql`c.at`)})
  when j.subject_kind = 'lot' then exists (select from (${lotRows}) l
    where l.tenant_id = j.tenant_id and l.id = j.subject_id and ${inMonth(sql`to_char(l.day, 'YYYY-MM')`)})
  when j.subject_kind = 'adjustment' then exists (select from adjustments a
    where a.tenant_id = j.tenant_id and a.id = j.subject_id and ${inMonth(sql`to_char(a.day, 'YYYY-MM')`)})
  when ${hasCome} then exists (select from deposits d
    where d.tenant_id = j.tenant_id and d.id = j.subject_id and ${inMonth(sql`to_char(d.received_on, 'YYYY-MM')`)})
  else ${at(sql`j.at`)} end`;
const ofMonth = ({ month, spans }: Month): RawBuilder<boolean> =>
  dated(
    (at) => within(at, spans),
    (name) => sql<boolean>`${name} = ${month}`,
  );
export const endOf = ({ spans }: Month): Date => new Date(Math.max(...spans.map(({ end }) => end.getTime())));
/** what was booked days before the end is of before it, whatever it is about: only a deposit may be dated a day ahead */
const upToEnd = (month: Month): RawBuilder<boolean> =>
  sql<boolean>`(j.at < ${endOf(month)}::timestamptz - interval '3 days' or ${dated(
    (at) => sql<boolean>`${at} < ${endOf(month)}`,
    (name) => sql<boolean>`${name} <= ${month.month}`,
  )})`;

export interface SumRow {
  name: string;
  currency: string;
  pending: string;
  posted: string;
}

const pendingOf = sql`case j.phase when 'pending' then 1 when 'direct' then 0 else -1 end`;
const postedOf = sql`case when j.phase in ('post', 'direct') then 1 else 0 end`;

/** the month's own events by kind of entry, of the entries after and up to these */
export async function monthLegs(tx: Tx, month: Month, after: bigint, upTo: bigint | null): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select j.leg as name, j.currency, sum(${pendingOf} * j.signed_micros)::text as pending,
      sum(${postedOf} * j.signed_micros)::text as posted
    from ${journalRows} j
    where j.sequence > ${String(after)}::bigint and (${upTo === null ? null : String(upTo)}::bigint is null
      or j.sequence <= ${upTo === null ? null : String(upTo)}::bigint) and ${ofMonth(month)}
    group by 1, 2 having sum(${pendingOf} * j.signed_micros) <> 0 or sum(${postedOf} * j.signed_micros) <> 0
    order by 1, 2`.execute(tx);
  return rows;
}

/** every kind of account as it stands: debits less credits */
export async function accountSums(tx: Tx): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select a.kind as name, a.currency, sum(a.debits_pending - a.credits_pending)::text as pending,
      sum(a.debits_posted - a.credits_posted)::text as posted
    from (${ledgerAccountRows}) a group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** what publishers would get for what nobody has decided; what is debited and pending is a payment that is reserved */
export async function pendingPayable(tx: Tx): Promise<{ currency: string; amount: string }[]> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select a.currency, sum(a.credits_pending)::text as amount
    from (${ledgerAccountRows}) a where a.kind = 'publisher_payable' group by 1`.execute(tx);
  return rows;
}

/** added up anew from the entries up to one; of a month, as they stood at its end */
export async function accountSumsUpTo(tx: Tx, sequence: string, month: Month | null): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select e.name, j.currency, sum(${pendingOf} * e.way * j.amount_micros)::text as pending,
      sum(${postedOf} * e.way * j.amount_micros)::text as posted
    from ${journalRows} j cross join lateral (values (j.debit, 1), (j.credit, -1)) e (name, way)
    where j.sequence <= ${sequence}::bigint and ${month ? upToEnd(month) : sql`true`} group by 1, 2 order by 1, 2`.execute(
    tx,
  );
  return rows;
}

export interface CheckRow {
  currency: string;
  count: number;
  amount: string;
}

/** conversions of the month that nobody has decided, or whose hold runs */
export async function pendingIn(tx: Tx, { spans }: Month): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select c.currency, count(*)::int as count, sum(c.payout_micros)::text as amount
    from (${conversionRows}) c where c.status = 'pending' and ${within(sql`c.at`, spans)} group by 1 order by 1`.execute(
    tx,
  );
  return rows;
}

/** what the month has earned and no live document claims */
export async function unclaimedIn(tx: Tx, month: Month): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select j.currency, count(*)::int as count, sum(case j.leg when 'payout' then j.signed_micros else 0 end)::text as amount
    from ${journalRows} j
    where j.leg in ('revenue', 'payout') and j.phase in ('post', 'direct') and ${ofMonth(month)}
      and not exists (select from document_entries e
        where e.tenant_id = j.tenant_id and e.transfer_id = j.id and e.released_at is null)
    group by 1 order by 1`.execute(tx);
  return rows;
}

/** what open appeals and disputes are about; of one month, or of all; of both sides, or of one */
export async function disputedIn(tx: Tx, month: Month | null, side: Side | null = null): Promise<CheckRow[]> {
  const ofSide = side === null ? sql`true` : sql`p.side = ${side}`;
  const { rows } = await sql<CheckRow>`
    select s.currency, count(*)::int as count, sum(s.amount)::text as amount from (
      select c.currency, case p.side when 'publisher' then c.payout_micros else c.revenue_micros end as amount
      from appeals p join (${conversionRows}) c on c.tenant_id = p.tenant_id and c.id = p.subject_id
      where p.state = 'open' and ${ofSide} and p.subject_kind = 'conversion' and ${month ? within(sql`c.at`, month.spans) : sql`true`}
      union all
      select d.currency, d.total_micros from appeals p join documents d on d.tenant_id = p.tenant_id and d.id = p.subject_id
      where p.state = 'open' and ${ofSide} and p.subject_kind = 'document'
        and ${month ? sql`to_char(d.period_from, 'YYYY-MM') = ${month.month}` : sql`true`}) s
    group by 1 order by 1`.execute(tx);
  return rows;
}

export async function hasEntriesBefore(tx: Tx, end: Date): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from ${journalRows} j where j.at < ${end}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** days of the month on which something was booked in another currency, and how much of it carries no rate */
export async function foreignDays(
  tx: Tx,
  { month, spans }: Month,
  home: string,
): Promise<{ currency: string; day: string; conversions: number; lots: number }[]> {
  const { rows } = await sql<{ currency: string; day: string; conversions: number; lots: number }>`
    select currency, day, sum(conversions)::int as conversions, sum(lots)::int as lots from (
      select c.currency, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*) filter (where c.home_rate_e12 is null) as conversions, 0 as lots
      from (${conversionRows}) c where c.currency <> ${home} and ${within(sql`c.at`, spans)} group by 1, 2
      union all
      select l.currency, to_char(l.day, 'YYYY-MM-DD'), 0, count(*) from (${lotRows}) l
      where l.currency <> ${home} and to_char(l.day, 'YYYY-MM') = ${month} group by 1, 2) d
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** currencies in which anything of the month was booked: earned, adjusted, billed, paid or paid in */
export async function currenciesIn(tx: Tx, month: Month, home: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct j.currency from ${journalRows} j where j.currency <> ${home} and ${ofMonth(month)} order by 1`.execute(
    tx,
  );
  return rows.map(({ currency }) => currency);
}

/** documents of the month that are to be paid in another currency than their own */
export async function paidAbroad(
  tx: Tx,
  { month }: Pick<Month, 'month'>,
): Promise<{ currency: string; pay_currency: string; documents: number }[]> {
  const { rows } = await sql<{ currency: string; pay_currency: string; documents: number }>`
    select d.currency, m.currency as pay_currency, count(*)::int as documents
    from documents d join payout_methods m on m.tenant_id = d.tenant_id and m.owner_id = d.owner_id and m.replaced_at is null
    where d.side = 'publisher' and d.kind <> 'credit-note' and d.state in ('issued', 'approved', 'part-paid')
      and d.currency <> m.currency and to_char(d.period_from, 'YYYY-MM') = ${month}
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

export async function shutMonth(tx: Tx, tenantId: string, first: string, at: Date): Promise<void> {
  await tx.insertInto('closed_months').values({ tenant_id: tenantId, month: first, closed_at: at }).execute();
}
export async function openMonth(tx: Tx, first: string): Promise<void> {
  await tx.deleteFrom('closed_months').where('month', '=', sql<Date>`${first}::date`).execute();
}

const columns = [
  'id',
  'version',
  'state',
  'head_sequence',
  'head_hash',
  'balances',
  'rates',
  'checklist',
  'difference',
  'hash',
  'closed_by',
  'closed_at',
  'reopened_by',
  'reopened_at',
  'reason',
] as const;
const monthText = sql<string>`to_char(month, 'YYYY-MM')`.as('month');

export const findClose = (tx: Tx, id: string) =>
  tx.selectFrom('period_closes').select(columns).select(monthText).where('id', '=', id).executeTakeFirst();
export type StoredClose = NonNullable<Awaited<ReturnType<typeof findClose>>>;
export const lockClose = (tx: Tx, id: string) =>
  tx.selectFrom('period_closes').select(columns).select(monthText).where('id', '=', id).forUpdate().executeTakeFirst();
/** the newest of the month */
export const lastClose = (tx: Tx, first: string) =>
  tx
    .selectFrom('period_closes')
    .select(columns)
    .select(monthText)
    .where('month', '=', sql<Date>`${first}::date`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
export const allCloses = (tx: Tx) =>
  tx.selectFrom('period_closes').select(columns).select(monthText).orderBy('month').orderBy('version').execute();

export async function addClose(tx: Tx, row: Insertable<DB['period_closes']>): Promise<void> {
  await tx.insertInto('period_closes').values(row).execute();
}
export async function changeClose(tx: Tx, id: string, row: Updateable<DB['period_closes']>): Promise<void> {
  await tx.updateTable('period_closes').set(row).where('id', '=', id).execute();
}

export const closes = inBatches(
  countedList(closeList, {
    from: (tx: Tx) =>
      tx
        .selectFrom('period_closes as p')
        .leftJoin(accountRows.as('u'), (join) =>
          join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.closed_by'),
        )
        .leftJoin(accountRows.as('r'), (join) =>
          join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.id', '=', 'p.reopened_by'),
        ),
    rows: (query) =>
      query
        .select(['p.id', 'p.version', 'p.state', 'p.head_sequence', 'p.head_hash', 'p.hash', 'p.closed_at'])
        .select(['p.reopened_at', 'p.reason', sql<string>`to_char(p.month, 'YYYY-MM')`.as('month')])
        .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('closed_by'))
        .select(sql<string | null>`r.first_name || ' ' || r.last_name`.as('reopened_by')),
    filters: {
      state: (eb, states) => eb('p.state', 'in', among(states)),
      q: (_eb, text) => sql<boolean>`to_char(p.month, 'YYYY-MM') like ${`${text}%`}`,
    },
    sorts: { month: 'p.month', closed_at: 'p.closed_at' },
    sort: '-month',
    tie: ['p.id', 'desc'],
  }),
  { key: byId('p.id'), cursorOf: ({ id }) => id },
);

export interface FoundEntry extends JournalRow {
  period: string;
  is_earlier: boolean;
  number: number | null;
  name: string | null;
}

export interface JournalReader {
  timeZone: string;
  /** whom publishers are is for those who work with Payouts; else their entries stand there without an account */
  knowsPublishers: boolean;
}

/** the zone's own months */
const entries = ({ timeZone, knowsPublishers }: JournalReader) =>
  sql<FoundEntry>`(
  select e.*, e.period < to_char(e.at at time zone ${timeZone}, 'YYYY-MM') as is_earlier from (
    select j.*, u.user_sequence_id as number, u.first_name || ' ' || u.last_name as name,
      to_char(coalesce(c.at at time zone ${timeZone}, l.day::timestamp, a.day::timestamp, d.received_on::timestamp,
        j.at at time zone ${timeZone}), 'YYYY-MM') as period
    from ${journalRows} j
      left join (${conversionRows}) c on c.tenant_id = j.tenant_id and c.id = j.subject_id and j.subject_kind = 'conversion'
      left join (${lotRows}) l on l.tenant_id = j.tenant_id and l.id = j.subject_id and j.subject_kind = 'lot'
      left join adjustments a on a.tenant_id = j.tenant_id and a.id = j.subject_id and j.subject_kind = 'adjustment'
      left join deposits d on d.tenant_id = j.tenant_id and d.id = j.subject_id and ${hasCome}
      left join (${accountRows}) u on u.tenant_id = j.tenant_id and u.id = j.owner_id
        and (${knowsPublishers} or u.type <> 'publisher')
    where j.phase <> 'void') e)`.as('e');

/** what is reserved is no entry yet; resolved, it is the one that posted it */
const isPosted = sql<boolean>`e.phase <> 'pending'`;
const standings = {
  pending: sql<boolean>`e.phase = 'pending' and not exists (${resolutionOf(sql`e`)})`,
  unclaimed: sql<boolean>`${isPosted} and e.leg = any(${[...claimedLegs.publisher, ...claimedLegs.advertiser]}::text[])
    and not exists (select from document_entries x
      where x.tenant_id = e.tenant_id and x.transfer_id = e.id and x.released_at is null)`,
} as const;

const bySequence: Key = {
  order: [['e.sequence', 'desc']],
  after: (cursor) => (/^\d{1,18}$/.test(cursor) ? sql<boolean>`e.sequence < ${cursor}::bigint` : null),
};

export const journal = keysetList(journalLog, {
  from: (tx: Tx, reader: JournalReader) => tx.selectFrom(entries(reader)),
  rows: (query) => query.selectAll('e'),
  filters: {
    from: (eb, from) => eb('e.at', '>=', atSeconds(from)),
    to: (eb, to) => eb('e.at', '<', atSeconds(to)),
    q: (_eb, text) => sql<boolean>`(e.sequence::text = ${text} or lower(e.reason) like ${likePattern(text)}
      or e.number::text = ${text}
      or ${unlessHidden(['advertiser_name'], sql<boolean>`lower(e.name) like ${likePattern(text)}`)})`,
    leg: (_eb, legs) => sql<boolean>`e.leg = any(${among(legs)}::text[])`,
    month: (eb, month) => eb('e.period', '=', month),
    on: (_eb, account) => sql<boolean>`${account} in (e.debit, e.credit)`,
    standing: (_eb, standing) => standings[standing],
    currency: (eb, currency) => eb('e.currency', '=', currency),
    earlier: (eb) => eb('e.is_earlier', '=', true),
  },
  unasked: { standing: () => isPosted },
  key: bySequence,
  cursorOf: (row) => row.sequence,
});

/** what publishers' documents claim that are not issued yet: no tax of theirs is booked */
export async function drafted(tx: Tx) {
  const { rows } = await sql<{ currency: string; documents: number; net: string; claimed: string }>`
    select d.currency, count(*)::int as documents, sum(d.net_micros)::text as net,
      sum((select coalesce(sum(e.amount_micros), 0) from document_entries e
        where e.tenant_id = d.tenant_id and e.document_id = d.id and e.released_at is null))::text as claimed
    from documents d where d.side = 'publisher' and d.state in ('draft', 'awaiting') group by 1`.execute(tx);
  return rows;
}

/** what documents' totals were cut by: it stays on the accounts, and is claimed */
export async function cutOffs(tx: Tx) {
  const { rows } = await sql<{ side: string; currency: string; amount: string }>`
    select d.side, d.currency, (-sum(d.rounding_micros))::text as amount from documents d
    where d.state not in ('draft', 'awaiting', 'credited') and d.kind <> 'credit-note' group by 1, 2`.execute(tx);
  return rows;
}

/** documents of which something is left to pay, by side, currency and due day; what a bank was told is none of it */
export async function outstanding(tx: Tx) {
  const { rows } = await sql<{ side: string; currency: string; due: string | null; documents: number; amount: string }>`
    select d.side, d.currency, d.due_on::text as due, count(*)::int as documents,
      sum(d.total_micros - d.settled_micros)::text as amount
    from documents d where d.state in ('issued', 'approved', 'paying', 'part-paid') and d.kind <> 'credit-note'
      and d.total_micros <> d.settled_micros
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  return rows;
}
