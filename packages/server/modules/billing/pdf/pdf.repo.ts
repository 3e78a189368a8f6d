// What stands on an issued document, and the file that was drawn of it.
import type { Side } from '@tributary/contract/billing/money';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { toldLines } from '../documents/documents.repo.ts';

export const documentToDraw = (tx: Tx, id: string) =>
  tx
    .selectFrom('documents as d')
    .leftJoin('documents as o', (join) =>
      join.onRef('o.tenant_id', '=', 'd.tenant_id').onRef('o.id', '=', 'd.credits_id'),
    )
    .select([
      'd.id',
      'd.side',
      'd.kind',
      'd.owner_id',
      'd.currency',
      'd.number_text',
      'd.po_number',
      'd.tax',
      'd.file_id',
    ])
    .select(['d.net_micros', 'd.vat_micros', 'd.withheld_micros', 'd.rounding_micros', 'd.total_micros'])
    .select(['d.home_currency', 'd.rate_e12', 'd.rate_source', 'd.issued_at', 'd.line_count'])
    .select([
      sql<string>`d.period_from::text`.as('period_from'),
      sql<string>`(d.period_to - 1)::text`.as('period_last'),
      sql<string | null>`d.due_on::text`.as('due_on'),
      sql<string | null>`d.rate_day::text`.as('rate_day'),
      'o.number_text as credits_number',
      'o.issued_at as credits_issued_at',
    ])
    .where('d.id', '=', id)
    .where('d.hash', 'is not', null)
    .executeTakeFirst();

export interface DrawnLine {
  kind: string;
  offer_number: number | null;
  offer_title: string | null;
  goal_name: string | null;
  month: string | null;
  quantity: string;
  amount_micros: string;
  rate_ppm: number | null;
  text: string;
  lines: number;
}

/** a publisher's paper says what its screen says */
export async function linesToDraw(tx: Tx, id: string, side: Side): Promise<DrawnLine[]> {
  const { rows } = await sql<DrawnLine>`
    select l.kind, l.offer_number, l.offer_title, case l.goal_number when 1 then null else l.goal_name end as goal_name,
      l.month, l.quantity, l.amount_micros, l.rate_ppm, l.text, 1 as lines
    from ${toldLines({ documentId: id, forPublisher: side === 'publisher' })} l order by l.position`.execute(tx);
  return rows;
}

/** too many to print: a line for each kind and month says of how many it is the sum */
export async function sumsToDraw(tx: Tx, id: string): Promise<DrawnLine[]> {
  const { rows } = await sql<DrawnLine>`
    select l.kind, null as offer_number, null as offer_title, null as goal_name, to_char(l.month, 'YYYY-MM') as month, sum(l.quantity)::text as quantity,
      sum(l.amount_micros)::text as amount_micros, max(l.rate_ppm) as rate_ppm, '' as text, count(*)::int as lines
    from document_lines l where l.document_id = ${id} group by l.kind, l.month order by min(l.position)`.execute(tx);
  return rows;
}

/** one that was drawn meanwhile stays */
export async function keepDrawn(
  tx: Tx,
  documentId: string,
  file: {
    tenant_id: string;
    id: string;
    owner_id: string;
    name: string;
    content: Buffer;
    sha256: Buffer;
    created_at: Date;
  },
): Promise<void> {
  const row = { ...file, kind: 'document', media_type: 'application/pdf', created_by: null };
  await tx.insertInto('billing_files').values(row).execute();
  await tx
    .updateTable('documents')
    .set({ file_id: file.id })
    .where('id', '=', documentId)
    .where('file_id', 'is', null)
    .execute();
}

export const drawnFile = (tx: Tx, side: Side, documentId: string) =>
  tx
    .selectFrom('documents as d')
    .leftJoin('billing_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'd.tenant_id').onRef('f.id', '=', 'd.file_id'),
    )
    .select(['d.hash', 'f.name', 'f.media_type', 'f.content'])
    .where('d.id', '=', documentId)
    .where('d.side', '=', side)
    .executeTakeFirst();
