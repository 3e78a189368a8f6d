// Files of batches: planned with the payments that they will hold, ready once all of these are instructed.
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { accountRows } from '../../../accounts/index.ts';
import { entriesOn } from '../../../ledger/index.ts';
import { inLots } from '../batches/batches.repo.ts';

export interface PlannedFile {
  tenantId: string;
  id: string;
  batchId: string;
  format: 'pain.001' | 'paypal' | 'wise' | 'csv';
  currency: string;
  part: number;
  name: string;
  messageId: string;
  sum: bigint;
  createdBy: string | null;
  at: Date;
  paymentIds: readonly string[];
}

/** reserved payments that stand in no file yet, with the kind of their method */
export const unplanned = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payout_methods as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.method_id'),
    )
    .select(['p.id', 'p.pay_currency as currency', 'p.pay_micros', 'm.kind'])
    .where('p.batch_id', '=', batchId)
    .where('p.state', '=', 'reserved')
    .where('p.file_id', 'is', null)
    .orderBy('p.position')
    .orderBy('p.id')
    .execute();

export async function nextPart(tx: Tx, batchId: string): Promise<number> {
  const row = await tx
    .selectFrom('payment_files')
    .select(({ fn }) => fn.max('part').as('part'))
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return (row?.part ?? 0) + 1;
}

export async function planFile(tx: Tx, file: PlannedFile): Promise<void> {
  await tx
    .insertInto('payment_files')
    .values({
      tenant_id: file.tenantId,
      id: file.id,
      batch_id: file.batchId,
      format: file.format,
      currency: file.currency,
      part: file.part,
      name: file.name,
      message_id: file.messageId,
      payment_count: file.paymentIds.length,
      sum_micros: file.sum,
      sealed: '',
      sha256: Buffer.alloc(32),
      created_by: file.createdBy,
      created_at: file.at,
    })
    .execute();
  for (const some of inLots(file.paymentIds))
    await tx.updateTable('payments').set({ file_id: file.id }).where('id', 'in', some).execute();
}

export const filesOf = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('payment_files')
    .select(['id', 'name', 'format', 'currency', 'payment_count', 'sum_micros', 'ready_at', 'created_at', 'message_id'])
    .where('batch_id', '=', batchId)
    .orderBy('part')
    .execute();
export const messagesOf = filesOf;

export const unready = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('payment_files')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('ready_at', 'is', null)
    .orderBy('part')
    .executeTakeFirst();
export type StoredFile = NonNullable<Awaited<ReturnType<typeof unready>>>;

export const fileById = (tx: Tx, id: string) =>
  tx.selectFrom('payment_files').selectAll().where('id', '=', id).executeTakeFirst();

export const readyFiles = (tx: Tx) =>
  tx.selectFrom('payment_files').select(['id', 'name']).where('ready_at', 'is not', null).orderBy('id').execute();

/** the next of a file that are only reserved; in the order of their ids, as everywhere */
export const reservedIn = (tx: Tx, fileId: string, limit: number) =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('state', '=', 'reserved')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

const written = (tx: Tx) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.id', '=', 'p.document_id'),
    )
    .innerJoin('payout_methods as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.method_id'),
    )
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.owner_id'),
    )
    .select(['p.id', 'p.end_to_end_id', 'p.pay_micros', 'p.pay_currency', 'p.state', 'd.number_text', 'u.email'])
    .select(['m.id as method_id', 'm.kind as method_kind', 'm.sealed', 'm.tenant_id'])
    .orderBy('p.position')
    .orderBy('p.id');
/** what stands in a file, in the order of the batch: what is under way, and nothing that was told about by hand meanwhile */
export const contentOf = (tx: Tx, fileId: string) =>
  written(tx).where('p.file_id', '=', fileId).where('p.state', '=', 'instructed').execute();
/** what these would be in a file */
export const contentFor = (tx: Tx, ids: readonly string[]) =>
  written(tx)
    .where('p.id', 'in', [...ids])
    .execute();
export type WrittenRow = Awaited<ReturnType<typeof contentOf>>[number];

/** they stay reserved, in no file */
export async function leaveOut(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('payments')
      .set({ file_id: null })
      .where('id', 'in', [...ids])
      .execute();
}
/** what this batch has reserved and no file holds */
export const inNoFile = (tx: Tx, batchId: string, limit: number) =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('state', '=', 'reserved')
    .where('file_id', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();

/** those told about before their file was finished are in none: no bank may pay what was paid by hand, or failed and tried again */
export async function takeOut(tx: Tx, fileId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ file_id: null })
    .where('file_id', '=', fileId)
    .where('state', '<>', 'instructed')
    .execute();
}
/** of a file of which nothing is left */
export async function dropFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('payment_files').where('id', '=', id).where('ready_at', 'is', null).execute();
}

export async function finishFile(
  tx: Tx,
  id: string,
  { sealed, sha256, count, sum, at }: { sealed: string; sha256: Buffer; count: number; sum: bigint; at: Date },
): Promise<void> {
  await tx
    .updateTable('payment_files')
    .set({ sealed, sha256, payment_count: count, sum_micros: sum, ready_at: at })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute();
}

/** what of a file's payments the ledger has under way to their owners */
export async function instructedSum(tx: Tx, fileId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string | null }>`select sum(t.amount_micros) as sum from payments p
    join ${entriesOn('in_transit')} t on t.tenant_id = p.tenant_id and t.subject_id = p.id
    where p.file_id = ${fileId} and t.subject_kind = 'payment' and t.phase = 'posted'
      and t.leg in ('payment', 'fx_in')`.execute(tx);
  return BigInt(rows[0]?.sum ?? 0);
}
