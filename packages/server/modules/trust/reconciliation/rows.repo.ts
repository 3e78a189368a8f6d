// The rows of a reconciliation: what the files say, what was found, what is chosen, and what became of it.
import type {
  ReconciliationChoice,
  ReconciliationFinding,
  RejectCode,
  RowOutcome,
} from '@tributary/contract/trust/reconciliations';
import { effects, ownReconciliationRowLog, reconciliationRowLog } from '@tributary/contract/trust/reconciliations';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { among } from '../../../platform/lists/conditions.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerRows } from '../../offers/index.ts';
import type { ReadLine } from './read-lines.ts';

interface Of {
  id: string;
}
const joined = (tx: Tx, { id }: Of) =>
  tx
    .selectFrom('reconciliation_rows as w')
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'w.tenant_id').onRef('o.id', '=', 'w.offer_id'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.publisher_id'),
    )
    .where('w.reconciliation_id', '=', id);

const selected = (query: ReturnType<typeof joined>) =>
  query
    .selectAll('w')
    .select(['o.number as offer_number', 'o.title as offer_title'])
    .select(['p.user_sequence_id as publisher_number', 'p.first_name as p_first', 'p.last_name as p_last']);

const half = {
  rows: selected,
  key: byNumber('w.position', 'asc'),
  cursorOf: (row: { position: number }) => row.position,
};
const searching = (text: string) =>
  sql<boolean>`(lower(coalesce(w.txn_id, '') || ' ' || coalesce(w.click_id, '') || ' ' || coalesce(w.said, '')) like ${likePattern(text)})`;

export const reconciliationRows = keysetList(reconciliationRowLog, {
  ...half,
  from: joined,
  filters: {
    q: (_eb, text) => searching(text),
    finding: (eb, findings) => eb('w.finding', 'in', among(findings)),
    choice: (eb, choices) => eb('w.choice', 'in', among(choices)),
    outcome: (eb, outcomes) => eb('w.outcome', 'in', among(outcomes)),
  },
});
/** what a publisher's file says is not the advertiser's to see */
export const ownReconciliationRows = keysetList(ownReconciliationRowLog, {
  ...half,
  from: (tx: Tx, of: Of) =>
    joined(tx, of).where('w.source', '<>', 'publisher').where('w.finding', '<>', 'publisher_missing'),
  filters: {
    q: (_eb, text) => searching(text),
    finding: (eb, findings) => eb('w.finding', 'in', among(findings)),
    choice: (eb, choices) => eb('w.choice', 'in', among(choices)),
    outcome: (eb, outcomes) => eb('w.outcome', 'in', among(outcomes)),
  },
});
export type StoredRow = Awaited<ReturnType<typeof reconciliationRows.page>>['rows'][number];

const AT_ONCE = 5_000;

/** the lines of a file as they were read; what they are is found afterwards */
export async function addLines(
  tx: Tx,
  of: { tenantId: string; id: string; advertiserId: string; source: 'advertiser' | 'publisher'; first: number },
  lines: readonly ReadLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE);
    const column = <V>(read: (line: ReadLine) => V): V[] => some.map(read);
    await sql`
      insert into reconciliation_rows (tenant_id, reconciliation_id, advertiser_id, source, position, line, txn_id, txn_key,
        click_id, p1, said, status, code, amount_micros, currency, at, fault, note)
      select ${of.tenantId}::uuid, ${of.id}::uuid, ${of.advertiserId}::uuid, ${of.source}, l.*
      from unnest(${some.map((_line, n) => of.first + at + n)}::int[], ${column((l) => l.line)}::int[],
        ${column((l) => l.txnId)}::text[], ${column((l) => l.txnKey)}::text[], ${column((l) => l.clickId)}::text[],
        ${column((l) => l.p1)}::text[], ${column((l) => l.said)}::text[], ${column((l) => l.status)}::text[],
        ${column((l) => l.code)}::text[], ${column((l) => l.micros)}::bigint[], ${column((l) => l.currency)}::text[],
        ${column((l) => l.at)}::timestamptz[], ${column((l) => l.fault)}::text[], ${column((l) => l.note)}::text[]) l`.execute(
      tx,
    );
  }
}

/** what was found before is forgotten: rows of ours, too, which no file has */
export async function forgetFindings(tx: Tx, id: string): Promise<void> {
  await sql`delete from reconciliation_rows where reconciliation_id = ${id} and source = 'ours'`.execute(tx);
  await sql`update reconciliation_rows set finding = null, note = case when fault is null then null else note end
    where reconciliation_id = ${id} and finding is not null`.execute(tx);
}
export async function forgetPublisherLines(tx: Tx, id: string): Promise<void> {
  await sql`delete from reconciliation_rows where reconciliation_id = ${id} and source = 'publisher'`.execute(tx);
}

export async function unjudged(tx: Tx, id: string, limit: number) {
  return tx
    .selectFrom('reconciliation_rows')
    .selectAll()
    .where('reconciliation_id', '=', id)
    .where('finding', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
}
export type UnjudgedRow = Awaited<ReturnType<typeof unjudged>>[number];

export interface FoundRow {
  position: number;
  finding: ReconciliationFinding;
  conversionId: string | null;
  suggestedId: string | null;
  receiptId: string | null;
  offerId: string | null;
  publisherId: string | null;
  oursStatus: string | null;
  oursAt: Date | null;
  oursMicros: bigint | null;
  oursCurrency: string | null;
  turned: bigint | null;
  rate: bigint | null;
  billed: boolean;
  proposal: ReconciliationChoice;
  note: string | null;
}
export async function saveFindings(tx: Tx, id: string, found: readonly FoundRow[]): Promise<void> {
  const column = <V>(read: (row: FoundRow) => V): V[] => found.map(read);
  await sql`
    update reconciliation_rows w set finding = f.finding, conversion_id = f.conversion_id, suggested_id = f.suggested_id,
      receipt_id = f.receipt_id, offer_id = f.offer_id, publisher_id = f.publisher_id, ours_status = f.ours_status,
      ours_at = f.ours_at, ours_micros = f.ours_micros, ours_currency = f.ours_currency, turned_micros = f.turned,
      rate_e12 = f.rate, billed = f.billed, proposal = f.proposal, choice = f.proposal, note = coalesce(f.note, w.note)
    from unnest(${column((r) => r.position)}::int[], ${column((r) => r.finding)}::text[],
      ${column((r) => r.conversionId)}::uuid[], ${column((r) => r.suggestedId)}::uuid[],
      ${column((r) => r.receiptId)}::uuid[], ${column((r) => r.offerId)}::uuid[], ${column((r) => r.publisherId)}::uuid[],
      ${column((r) => r.oursStatus)}::text[], ${column((r) => r.oursAt)}::timestamptz[],
      ${column((r) => r.oursMicros)}::bigint[], ${column((r) => r.oursCurrency)}::text[],
      ${column((r) => r.turned)}::bigint[], ${column((r) => r.rate)}::bigint[], ${column((r) => r.billed)}::boolean[],
      ${column((r) => r.proposal)}::text[], ${column((r) => r.note)}::text[])
      f (position, finding, conversion_id, suggested_id, receipt_id, offer_id, publisher_id, ours_status, ours_at, ours_micros,
        ours_currency, turned, rate, billed, proposal, note)
    where w.reconciliation_id = ${id} and w.position = f.position`.execute(tx);
}

/** lines with different keys may mean one conversion: then none of them counts */
export async function partLines(tx: Tx, id: string, note: string): Promise<void> {
  // found once: as a condition it is looked for again at every line
  await sql`
    with several as materialized (
      select conversion_id from reconciliation_rows
      where reconciliation_id = ${id} and source = 'advertiser' and fault is null and conversion_id is not null
      group by conversion_id having count(*) > 1)
    update reconciliation_rows w set finding = 'twice', proposal = 'none', choice = 'none', note = ${note}
    from several s
    where w.reconciliation_id = ${id} and w.source = 'advertiser' and w.fault is null
      and w.conversion_id = s.conversion_id`.execute(tx);
}

export async function lastPosition(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from reconciliation_rows where reconciliation_id = ${id}`.execute(tx);
  return rows[0]?.last ?? 0;
}

export async function countFindings(tx: Tx, id: string, ofAdvertiser: boolean) {
  const { rows } = await sql<{ finding: ReconciliationFinding; rows: number; chosen: number }>`
    select finding, count(*)::int as rows, (count(*) filter (where choice = any(${[...effects]}::text[])))::int as chosen
    from reconciliation_rows where reconciliation_id = ${id} and finding is not null
      and (not ${ofAdvertiser} or (source <> 'publisher' and finding <> 'publisher_missing'))
    group by finding`.execute(tx);
  return rows;
}
export async function countOutcomes(tx: Tx, id: string) {
  const { rows } = await sql<{ outcome: RowOutcome; rows: number }>`
    select outcome, count(*)::int as rows from reconciliation_rows
    where reconciliation_id = ${id} and outcome is not null group by outcome`.execute(tx);
  return rows;
}

export async function rowsAt(tx: Tx, id: string, positions: readonly number[]) {
  return tx
    .selectFrom('reconciliation_rows')
    .selectAll()
    .where('reconciliation_id', '=', id)
    .where('position', 'in', positions.length > 0 ? [...positions] : [-1])
    .execute();
}
export async function setChoice(
  tx: Tx,
  id: string,
  positions: readonly number[],
  { choice, code }: { choice: ReconciliationChoice; code: RejectCode | null },
): Promise<void> {
  if (positions.length === 0) return;
  await sql`update reconciliation_rows set choice = ${choice},
      code = case when ${code}::text is null then code else ${code} end
    where reconciliation_id = ${id} and position = any(${[...positions]}::int[])`.execute(tx);
}

export async function countToApply(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reconciliation_rows
    where reconciliation_id = ${id} and choice in ('approve', 'adjust', 'reject', 'add') and outcome is null`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
export async function nextToApply(tx: Tx, id: string, limit: number) {
  return tx
    .selectFrom('reconciliation_rows')
    .selectAll()
    .where('reconciliation_id', '=', id)
    .where(sql<boolean>`choice in ('approve', 'adjust', 'reject', 'add')`)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
}
export type RowToApply = Awaited<ReturnType<typeof nextToApply>>[number];

export async function countChanged(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reconciliation_rows
    where reconciliation_id = ${id} and outcome = 'changed'`.execute(tx);
  return rows[0]?.n ?? 0;
}
/** the last first: what one moved to another tier comes back before it is compared */
export async function nextToUndo(tx: Tx, id: string, limit: number) {
  return tx
    .selectFrom('reconciliation_rows')
    .selectAll()
    .where('reconciliation_id', '=', id)
    .where('outcome', '=', 'changed')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

export async function setOutcome(
  tx: Tx,
  id: string,
  position: number,
  became: { outcome: RowOutcome; note?: string | null; conversion_id?: string; before?: string; after?: string },
): Promise<void> {
  await tx
    .updateTable('reconciliation_rows')
    .set(became)
    .where('reconciliation_id', '=', id)
    .where('position', '=', position)
    .execute();
}
