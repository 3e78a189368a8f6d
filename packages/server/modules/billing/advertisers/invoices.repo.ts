// Invoices as they are paid. What is issued stays as it is; only its standing moves on.
import { invoiceLog, ownInvoiceLog } from '@tributary/contract/billing/advertisers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { among, idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';

export interface InvoiceRow {
  id: string;
  owner_id: string;
  owner_number: number;
  owner_name: string;
  number_text: string;
  kind: 'invoice' | 'credit-note';
  currency: string;
  period_from: string;
  period_to: string;
  issued_at: Date;
  due_on: string | null;
  net_days: number | null;
  po_number: string | null;
  net_micros: string;
  vat_micros: string;
  total_micros: string;
  settled_micros: string;
  written_off_micros: string;
  state: string;
  overdue_days: number;
  reminded_at: Date | null;
  reminders: number;
  has_file: boolean;
}

/** states in which money is still waited for */
export const OPEN = sql`('issued', 'approved', 'part-paid')`;

/** days are those of the workspace's zone */
export interface LookedAt {
  today: string;
}
const invoices = ({ today }: LookedAt) =>
  sql<InvoiceRow>`(
    select d.id, d.owner_id, u.user_sequence_id as owner_number, u.first_name || ' ' || u.last_name as owner_name,
      d.number_text, d.kind, d.currency, d.period_from::text as period_from, (d.period_to - 1)::text as period_to, d.issued_at,
      d.due_on::text as due_on, case when d.kind = 'invoice' then coalesce(d.due_on - d.rate_day, 0) else 0 end as net_days, d.po_number, d.net_micros, d.vat_micros,
      d.total_micros, d.settled_micros, d.written_off_micros, d.run_id,
      case d.state when 'approved' then 'issued' when 'paying' then 'issued' else d.state end as state,
      case when d.kind = 'invoice' and d.state in ${OPEN} then greatest(${today}::date - d.due_on, 0) else 0 end as overdue_days,
      m.at as reminded_at, m.count::int as reminders, d.file_id is not null as has_file
    from documents d
      join (${accountRows}) u on u.tenant_id = d.tenant_id and u.id = d.owner_id
      left join lateral (select max(x.at) as at, count(*) from document_reminders x
        where x.tenant_id = d.tenant_id and x.document_id = d.id) m on true
    where d.side = 'advertiser' and d.state not in ('draft', 'awaiting'))`.as('d');

const filters = {
  state: (_eb: unknown, states: readonly string[]) => sql<boolean>`d.state = any(${among(states)}::text[])`,
  overdue: () => sql<boolean>`d.overdue_days > 0`,
  currency: (_eb: unknown, currency: string) => sql<boolean>`d.currency = ${currency}`,
  number: (_eb: unknown, text: string) => sql<boolean>`lower(d.number_text) like ${likePattern(text)}`,
  id: (_eb: unknown, id: string) => sql<boolean>`d.id = ${idOr(id)}::uuid`,
};
const ageIs = {
  current: sql`d.overdue_days = 0`,
  d30: sql`d.overdue_days between 1 and 30`,
  d60: sql`d.overdue_days between 31 and 60`,
  d90: sql`d.overdue_days between 61 and 90`,
  older: sql`d.overdue_days > 90`,
} as const;
export const listedInvoices = keysetList(invoiceLog, {
  from: (tx: Tx, at: LookedAt) => tx.selectFrom(invoices(at)),
  rows: (query) => query.selectAll('d'),
  filters: {
    q: (
      _eb,
      text,
    ) => sql<boolean>`(lower(d.number_text) like ${likePattern(text)} or lower(d.po_number) like ${likePattern(text)}
      or d.owner_number::text = ${text}
      or ${unlessHidden(['advertiser_name'], sql<boolean>`lower(d.owner_name) like ${likePattern(text)}`)})`,
    advertiser_id: (eb, id) => eb('d.owner_id', '=', idOr(id)),
    ...filters,
    run: (_eb, id) => sql<boolean>`d.run_id = ${idOr(id)}::uuid`,
    age: (_eb, age) => sql<boolean>`d.kind = 'invoice' and d.state in ${OPEN} and ${ageIs[age]}`,
    due_from: (_eb, day) => sql<boolean>`d.due_on >= ${day}`,
    due_until: (_eb, day) => sql<boolean>`coalesce(d.due_on <= ${day}, true)`,
  },
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});
export const invoicesOf = keysetList(ownInvoiceLog, {
  from: (tx: Tx, { ownerId, ...at }: { ownerId: string } & LookedAt) =>
    tx.selectFrom(invoices(at)).where('d.owner_id', '=', ownerId),
  rows: (query) => query.selectAll('d'),
  filters,
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});

/** what invoices that are due leave open, by owner, in the workspace's currency; `r` turns it */
export const overdueOf = (today: string, rates: RawBuilder<unknown>, inHome: RawBuilder<unknown>) => sql`(
  select d.owner_id, coalesce(sum(${inHome}), 0)::bigint as overdue, count(*)::int as count
  from documents d left join ${rates} r (currency, rate) on r.currency = d.currency
  where d.side = 'advertiser' and d.kind = 'invoice' and d.state in ${OPEN} and d.due_on < ${today}::date
  group by d.owner_id)`;

export interface OpenInvoice {
  id: string;
  ownerId: string;
  number: string;
  currency: string;
  total: bigint;
  settled: bigint;
  writtenOff: bigint;
  state: string;
  dueOn: string | null;
}

const columns = [
  'id',
  'owner_id',
  'number_text',
  'currency',
  'total_micros',
  'settled_micros',
  'written_off_micros',
  'state',
] as const;
const dueOn = sql<string | null>`due_on::text`.as('due_on');
const read = (row: {
  id: string;
  owner_id: string;
  number_text: string | null;
  currency: string;
  total_micros: string;
  settled_micros: string;
  written_off_micros: string;
  state: string;
  due_on: string | null;
}): OpenInvoice => ({
  id: row.id,
  ownerId: row.owner_id,
  number: row.number_text ?? '',
  currency: row.currency,
  total: BigInt(row.total_micros),
  settled: BigInt(row.settled_micros),
  writtenOff: BigInt(row.written_off_micros),
  state: row.state,
  dueOn: row.due_on,
});

const issued = (tx: Tx) =>
  tx
    .selectFrom('documents')
    .select(columns)
    .select(dueOn)
    .where('side', '=', 'advertiser')
    .where('kind', '=', 'invoice')
    .where('state', 'not in', ['draft', 'awaiting']);

/** whoever asks holds the ledger's turn; the one due first is the first */
export async function openInvoices(tx: Tx, ownerId: string, currency: string, limit: number): Promise<OpenInvoice[]> {
  const rows = await issued(tx)
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .where('state', 'in', ['issued', 'approved', 'part-paid'])
    .orderBy(sql`due_on nulls last`)
    .orderBy('issued_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(read);
}

export async function lockInvoices(tx: Tx, ids: readonly string[]): Promise<OpenInvoice[]> {
  if (ids.length === 0) return [];
  const rows = await issued(tx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(read);
}

export interface Settled {
  id: string;
  /** added to what is settled; negative: taken back */
  amount: bigint;
  /** of it, what nobody will pay */
  writtenOff?: bigint;
}

export async function settleInvoices(tx: Tx, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const [ids, amounts, lost] = [
    settled.map(({ id }) => id),
    settled.map(({ amount }) => String(amount)),
    settled.map(({ writtenOff = 0n }) => String(writtenOff)),
  ];
  await sql`update documents d set settled_micros = d.settled_micros + s.amount,
      written_off_micros = d.written_off_micros + s.lost, version = d.version + 1,
      state = case when d.settled_micros + s.amount = d.total_micros then 'paid'
        when d.settled_micros + s.amount > 0 then 'part-paid'
        when d.approved_at is null then 'issued' else 'approved' end
    from unnest(${ids}::uuid[], ${amounts}::bigint[], ${lost}::bigint[]) s (id, amount, lost)
    where d.id = s.id`.execute(tx);
}

export interface ToRemind {
  id: string;
  ownerId: string;
  number: string;
  currency: string;
  open: bigint;
  dueOn: string;
  overdueDays: number;
}

/** overdue by at least so many days, and not reminded at that stage or a later one yet */
export async function invoicesToRemind(
  tx: Tx,
  today: string,
  stages: readonly number[],
  limit: number,
): Promise<(ToRemind & { stage: number })[]> {
  const { rows } = await sql<{
    id: string;
    owner_id: string;
    number_text: string;
    currency: string;
    open: string;
    due_on: string;
    overdue_days: number;
    stage: number;
  }>`
    select d.id, d.owner_id, d.number_text, d.currency, d.total_micros - d.settled_micros as open, d.due_on::text as due_on,
      ${today}::date - d.due_on as overdue_days, s.stage
    from documents d join lateral (
      select max(x.stage)::int as stage from unnest(${[...stages]}::int[]) x (stage) where ${today}::date - d.due_on >= x.stage
    ) s on s.stage is not null
    where d.side = 'advertiser' and d.kind = 'invoice' and d.state in ${OPEN} and d.due_on < ${today}::date
      and not exists (select from document_reminders m
        where m.tenant_id = d.tenant_id and m.document_id = d.id and m.stage >= s.stage)
    order by d.due_on, d.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    number: row.number_text,
    currency: row.currency,
    open: BigInt(row.open),
    dueOn: row.due_on,
    overdueDays: row.overdue_days,
    stage: row.stage,
  }));
}

export async function addReminder(
  tx: Tx,
  reminder: {
    tenantId: string;
    documentId: string;
    ownerId: string;
    stage: number | null;
    by: string | null;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('document_reminders')
    .values({
      tenant_id: reminder.tenantId,
      document_id: reminder.documentId,
      owner_id: reminder.ownerId,
      stage: reminder.stage,
      sent_by: reminder.by,
      at: reminder.at,
    })
    .execute();
}

export async function lastReminder(tx: Tx, documentId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('document_reminders')
    .select('at')
    .where('document_id', '=', documentId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
