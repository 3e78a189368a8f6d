import { type ExportFormat, type ReportExport, StoredQuery } from '@tributary/contract/reports/reports';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface StoredExport {
  id: string;
  userId: string;
  name: string;
  format: ExportFormat;
  query: StoredQuery;
  state: string;
  expiresAt: Date;
}

const rows = (tx: Tx) => tx.selectFrom('report_exports').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** the check constraints keep format and state within their lists */
const toExport = (row: Row, at: Date): ReportExport => ({
  id: row.id,
  name: row.name,
  format: row.format as ExportFormat,
  state: row.expires_at <= at ? 'expired' : (row.state as ReportExport['state']),
  progress: row.progress,
  rows: row.row_count,
  bytes: row.bytes === null ? null : Number(row.bytes),
  error: row.error,
  created_at: unixSeconds(row.created_at),
  expires_at: unixSeconds(row.expires_at),
});

export async function exportsOf(tx: Tx, userId: string, at: Date, limit: number): Promise<ReportExport[]> {
  const found = await rows(tx).where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).execute();
  return found.map((row) => toExport(row, at));
}

/** with whose eyes its figures were read */
export async function eyesOfExport(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('report_exports').select('eyes').where('id', '=', id).executeTakeFirst();
  return row?.eyes ?? null;
}

export async function findExport(tx: Tx, id: string, userId: string, at: Date): Promise<ReportExport | null> {
  const row = await rows(tx).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return row ? toExport(row, at) : null;
}

export async function addExport(
  tx: Tx,
  tenantId: string,
  made: Omit<StoredExport, 'state'> & { createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('report_exports')
    .values({
      tenant_id: tenantId,
      id: made.id,
      user_id: made.userId,
      name: made.name,
      format: made.format,
      query: JSON.stringify(made.query),
      created_at: made.createdAt,
      expires_at: made.expiresAt,
    })
    .execute();
}

export async function openExports(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('report_exports')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** rows outlive their files a while, so that the list can say what became of them */
export async function forgetExports(tx: Tx, userId: string, before: Date): Promise<void> {
  await tx.deleteFrom('report_exports').where('user_id', '=', userId).where('expires_at', '<', before).execute();
}

export async function takeExport(tx: Tx, id: string): Promise<StoredExport | null> {
  const row = await rows(tx).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    format: row.format as ExportFormat,
    query: StoredQuery.parse(row.query),
    state: row.state,
    expiresAt: row.expires_at,
  };
}

export async function setExport(
  tx: Tx,
  id: string,
  change: {
    state?: string;
    progress?: number;
    row_count?: number;
    bytes?: number;
    error?: string | null;
    eyes?: string;
  },
): Promise<void> {
  await tx.updateTable('report_exports').set(change).where('id', '=', id).execute();
}
