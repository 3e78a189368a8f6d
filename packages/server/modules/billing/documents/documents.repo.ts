// Documents, their lines and claims as rows.
import { type DocumentLine, documentLineLog, documentLog } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import { type RawBuilder, sql } from 'kysely';
import { keepPlan, type Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { among, idOr } from '../../../platform/lists/conditions.ts';
import { byId, type Key } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { goalRows, offerRows } from '../../offers/index.ts';

export interface StoredDocument {
  id: string;
  side: Side;
  kind: 'self-bill' | 'own-invoice' | 'invoice' | 'credit-note';
  state: 'draft' | 'awaiting' | 'issued' | 'approved' | 'paying' | 'part-paid' | 'paid' | 'credited';
  owner_id: string;
  owner_number: number;
  owner_name: string;
  currency: string;
  period_from: string;
  /** the day after its last */
  period_to: string;
  series: string | null;
  number: number | null;
  number_text: string | null;
  net_micros: string;
  vat_micros: string;
  total_micros: string;
  withheld_micros: string;
  rounding_micros: string;
  /** posted: what a bank was told is among it */
  settled_micros: string;
  on_the_way_micros: string;
  line_count: number;
  entry_count: number;
  home_currency: string | null;
  rate_e12: string | null;
  rate_day: string | null;
  rate_source: string | null;
  tax: unknown;
  po_number: string | null;
  note: string;
  file_id: string | null;
  file_name: string | null;
  credits_id: string | null;
  credits_number: string | null;
  credited_by_id: string | null;
  credited_by_number: string | null;
  run_id: string | null;
  made_at: Date;
  issued_at: Date | null;
  due_on: string | null;
  version: number;
}

const stored = (side: Side) =>
  sql<StoredDocument>`(
  select d.id, d.tenant_id, d.side, d.kind, d.state, d.owner_id, u.user_sequence_id as owner_number,
    u.first_name || ' ' || u.last_name as owner_name, d.currency, d.period_from::text as period_from,
    d.period_to::text as period_to, d.series, d.number, d.number_text, d.net_micros, d.vat_micros, d.total_micros,
    d.withheld_micros, d.rounding_micros, d.settled_micros, d.line_count, d.entry_count, d.home_currency, d.rate_e12,
    d.rate_day::text as rate_day, d.rate_source, d.tax, d.po_number, d.note, d.file_id, d.credits_id, d.credited_by_id,
    d.run_id, d.made_at, d.issued_at, d.due_on::text as due_on, d.version,
    (select coalesce(sum(p.gross_micros), 0)::bigint from payments p
      where p.tenant_id = d.tenant_id and p.document_id = d.id and p.state = 'instructed') as on_the_way_micros,
    (select name from billing_files f where f.tenant_id = d.tenant_id and f.id = d.file_id) as file_name,
    (select number_text from documents o where o.tenant_id = d.tenant_id and o.id = d.credits_id) as credits_number,
    (select number_text from documents o where o.tenant_id = d.tenant_id and o.id = d.credited_by_id) as credited_by_number
  from documents d join ${accountRows} u on u.tenant_id = d.tenant_id and u.id = d.owner_id
  where d.side = ${side})`.as('d');

export interface DocumentsOf {
  side: Side;
  /** in a portal: one's own, and no drafts */
  ownerId?: string;
}

/** newest first; p's invoices are the other side of the same list */
export const documents = keysetList(documentLog, {
  from: (tx: Tx, { side, ownerId }: DocumentsOf) => {
    const all = tx.selectFrom(stored(side));
    return ownerId === undefined ? all : all.where('d.owner_id', '=', ownerId).where('d.state', '<>', 'draft');
  },
  rows: (query) => query.selectAll('d'),
  filters: {
    q: (_eb, text) => {
      const like = likePattern(text);
      const byName = sql<boolean>`lower(d.owner_name) like ${like}`;
      return sql<boolean>`(lower(d.number_text) like ${like} or d.owner_number::text = ${text}
        or case d.side when 'advertiser' then ${unlessHidden(['advertiser_name'], byName)} else ${byName} end)`;
    },
    state: (_eb, states) => sql<boolean>`d.state = any(${among(states)}::text[])`,
    kind: (eb, kind) => eb('d.kind', '=', kind),
    owner: (eb, id) => eb('d.owner_id', '=', idOr(id)),
    run: (eb, id) => eb('d.run_id', '=', idOr(id)),
    currency: (eb, currency) => eb('d.currency', '=', currency),
    from: (_eb, day) => sql<boolean>`d.period_to::date > ${day}::date`,
    to: (_eb, day) => sql<boolean>`d.period_from::date <= ${day}::date`,
    due_from: (_eb, day) => sql<boolean>`d.due_on >= ${day}`,
    due_until: (_eb, day) => sql<boolean>`coalesce(d.due_on <= ${day}, true)`,
    open: () =>
      sql<boolean>`(d.state <> 'credited' and d.kind <> 'credit-note' and d.total_micros <> d.settled_micros)`,
  },
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});

export async function findDocument(tx: Tx, side: Side, id: string): Promise<StoredDocument | null> {
  return (await tx.selectFrom(stored(side)).selectAll('d').where('d.id', '=', idOr(id)).executeTakeFirst()) ?? null;
}

/** whoever moves a document on does so one after the other */
export async function lockDocument(tx: Tx, side: Side, id: string): Promise<StoredDocument | null> {
  await tx.selectFrom('documents').select('id').where('id', '=', idOr(id)).forUpdate().execute();
  return findDocument(tx, side, id);
}

export interface NewDocument {
  tenantId: string;
  id: string;
  side: Side;
  kind: StoredDocument['kind'];
  ownerId: string;
  currency: string;
  periodFrom: string;
  periodTo: string;
  runId: string | null;
  creditsId?: string;
  poNumber: string | null;
  note?: string;
  at: Date;
}
export async function addDocument(tx: Tx, row: NewDocument): Promise<void> {
  await tx
    .insertInto('documents')
    .values({
      tenant_id: row.tenantId,
      id: row.id,
      side: row.side,
      kind: row.kind,
      owner_id: row.ownerId,
      currency: row.currency,
      period_from: row.periodFrom,
      period_to: row.periodTo,
      run_id: row.runId,
      credits_id: row.creditsId ?? null,
      po_number: row.poNumber,
      note: row.note ?? '',
      made_at: row.at,
    })
    .execute();
}

/** what was claimed can be claimed again */
export async function removeDocument(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', id).execute();
}
/** drafts are made anew; of each account and currency there is one */
export async function removeDraft(tx: Tx, side: Side, ownerId: string, currency: string): Promise<void> {
  await tx
    .deleteFrom('documents')
    .where('side', '=', side)
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .where('state', '=', 'draft')
    .execute();
}

export type DocumentChange = Partial<{
  kind: StoredDocument['kind'];
  state: StoredDocument['state'];
  series: string;
  number: number;
  number_text: string;
  net_micros: bigint;
  vat_micros: bigint;
  total_micros: bigint;
  withheld_micros: bigint;
  rounding_micros: bigint;
  line_count: number;
  entry_count: number;
  home_currency: string;
  rate_e12: bigint;
  rate_day: string;
  rate_source: string;
  tax: string;
  file_id: string;
  credited_by_id: string;
  issued_at: Date;
  due_on: string;
  approved_at: Date;
  approved_by: string;
}>;
export async function changeDocument(tx: Tx, id: string, change: DocumentChange): Promise<void> {
  await tx
    .updateTable('documents')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** cut off from live documents so far, and still on the account */
export async function carriedRounding(tx: Tx, side: Side, ownerId: string, currency: string): Promise<bigint> {
  const { rows } = await sql<{ carried: string }>`
    select coalesce(-sum(rounding_micros), 0)::bigint as carried from documents
    where side = ${side} and owner_id = ${ownerId} and currency = ${currency} and kind <> 'credit-note'
      and state not in ('draft', 'credited')`.execute(tx);
  return BigInt(rows[0]?.carried ?? 0);
}

export interface NewLine {
  position: number;
  kind: 'rounding' | 'vat' | 'withholding';
  amount: bigint;
  ratePpm: number | null;
}
export async function addLines(
  tx: Tx,
  { tenantId, id, ownerId }: { tenantId: string; id: string; ownerId: string },
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('document_lines')
    .values(
      lines.map(({ position, kind, amount, ratePpm }) => ({
        tenant_id: tenantId,
        document_id: id,
        owner_id: ownerId,
        position,
        kind,
        amount_micros: amount,
        rate_ppm: ratePpm,
      })),
    )
    .execute();
}
export async function removeTaxLines(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('document_lines')
    .where('document_id', '=', id)
    .where('kind', 'in', ['rounding', 'vat', 'withholding'])
    .execute();
}
export async function lastPosition(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('document_lines')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('document_id', '=', id)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** the same lines, the other way round: what a credit note says */
export async function copyLinesReversed(tx: Tx, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into document_lines (tenant_id, document_id, position, owner_id, kind, offer_id, goal_id, month, quantity,
      amount_micros, rate_ppm, text)
    select tenant_id, ${to}, position, owner_id, kind, offer_id, goal_id, month, -quantity, -amount_micros, rate_ppm, text
    from document_lines where document_id = ${from}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function releaseClaims(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('document_entries')
    .set({ released_at: at })
    .where('document_id', '=', id)
    .where('released_at', 'is', null)
    .execute();
}

/** under the head's lock: then no two read the same last one, and none is left out */
export async function nextNumber(tx: Tx, series: string): Promise<number> {
  const row = await tx
    .selectFrom('documents')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('series', '=', series)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** of everything that is frozen at issue. Dates as days, moments as seconds: no setting of a session has a say in it */
export const frozenHash = (d: RawBuilder<unknown>): RawBuilder<Buffer> => sql<Buffer>`sha256(convert_to(row(
  ${d}.side, ${d}.kind, ${d}.owner_id, ${d}.currency, to_char(${d}.period_from, 'YYYY-MM-DD'),
  to_char(${d}.period_to, 'YYYY-MM-DD'), ${d}.series, ${d}.number, ${d}.number_text, ${d}.net_micros, ${d}.vat_micros,
  ${d}.total_micros, ${d}.withheld_micros, ${d}.rounding_micros, ${d}.home_currency, ${d}.rate_e12,
  to_char(${d}.rate_day, 'YYYY-MM-DD'), ${d}.rate_source, ${d}.tax::text, ${d}.credits_id, ${d}.po_number,
  extract(epoch from ${d}.issued_at)::text, to_char(${d}.due_on, 'YYYY-MM-DD'),
  (select string_agg(row(l.position, l.kind, l.offer_id, l.goal_id, to_char(l.month, 'YYYY-MM-DD'), l.quantity,
      l.amount_micros, l.rate_ppm, l.text)::text, ';' order by l.position)
    from document_lines l where l.tenant_id = ${d}.tenant_id and l.document_id = ${d}.id),
  (select encode(sha256(convert_to(string_agg(concat_ws(':', e.transfer_id, e.position, e.amount_micros), ';'
      order by e.transfer_id), 'UTF8')), 'hex')
    from document_entries e where e.tenant_id = ${d}.tenant_id and e.document_id = ${d}.id))::text, 'UTF8'))`;

/** from here on it stays as it is */
export async function freezeDocument(tx: Tx, id: string): Promise<void> {
  await sql`${keepPlan} update documents as d set state = 'issued', hash = ${frozenHash(sql`d`)} where d.id = ${id}`.execute(
    tx,
  );
}

export interface StoredLine {
  position: number;
  kind: DocumentLine['kind'];
  offer_number: number | null;
  offer_title: string | null;
  goal_number: number | null;
  goal_name: string | null;
  month: string | null;
  quantity: string;
  amount_micros: string;
  rate_ppm: number | null;
  text: string;
}
const byPosition: Key = {
  order: [['l.position', 'asc']],
  after: (cursor) => (/^\d{1,9}$/.test(cursor) ? sql<boolean>`l.position > ${Number(cursor)}` : null),
};
export interface LinesOf {
  documentId: string;
  /** a line says how many there were and what they came to: of campaigns whose payout is hidden, publishers have one sum */
  forPublisher: boolean;
}
export const toldLines = ({ documentId, forPublisher }: LinesOf): RawBuilder<StoredLine> => {
  const ofHidden = sql`
    union all
    select min(l.position), 'hidden', null, null, null, null, null, 0, sum(l.amount_micros)::bigint, null, ''
    from document_lines l join ${offerRows} o on o.tenant_id = l.tenant_id and o.id = l.offer_id
    where l.document_id = ${documentId} and o.hide_payout having count(*) > 0`;
  return sql<StoredLine>`(
    select l.position, l.kind, o.number as offer_number, o.title as offer_title, g.number as goal_number, g.name as goal_name,
      to_char(l.month, 'YYYY-MM') as month, l.quantity, l.amount_micros, l.rate_ppm, l.text
    from document_lines l
      left join ${offerRows} o on o.tenant_id = l.tenant_id and o.id = l.offer_id
      left join ${goalRows} g on g.tenant_id = l.tenant_id and g.id = l.goal_id
    where l.document_id = ${documentId} ${forPublisher ? sql`and o.hide_payout is not true ${ofHidden}` : sql``})`;
};
export const documentLines = keysetList(documentLineLog, {
  from: (tx: Tx, of: LinesOf) => tx.selectFrom(toldLines(of).as('l')),
  rows: (query) => query.selectAll('l'),
  filters: {},
  key: byPosition,
  cursorOf: (row) => row.position,
});

export interface NewFile {
  tenantId: string;
  id: string;
  ownerId: string;
  kind: 'tax-form' | 'own-invoice';
  name: string;
  mediaType: string;
  content: Buffer;
  sha256: Buffer;
  by: string;
  at: Date;
}
export async function addFile(tx: Tx, file: NewFile): Promise<void> {
  await tx
    .insertInto('billing_files')
    .values({
      tenant_id: file.tenantId,
      id: file.id,
      owner_id: file.ownerId,
      kind: file.kind,
      name: file.name,
      media_type: file.mediaType,
      content: file.content,
      sha256: file.sha256,
      created_by: file.by,
      created_at: file.at,
    })
    .execute();
}
export const findFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('billing_files')
    .select(['name', 'media_type', 'content'])
    .where('id', '=', idOr(id))
    .executeTakeFirst();

/** however its letters were written */
export async function hasOwnNumber(tx: Tx, ownerId: string, number: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'own-invoice')
    .where(sql<boolean>`lower(number_text) = lower(${number})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
