// Saved reports and their schedules.
import { type SavedReport, Schedule, StoredQuery } from '@tributary/contract/reports/reports';
import { sql } from 'kysely';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';

export interface StoredReport {
  id: string;
  userId: string;
  name: string;
  screen: SavedReport['screen'];
  query: StoredQuery;
  shared: boolean;
  schedule: Schedule | null;
  nextRunAt: Date | null;
}

const stored = (tx: Tx) =>
  tx
    .selectFrom('saved_reports as r')
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.user_id'),
    )
    .selectAll('r')
    .select(['u.first_name', 'u.last_name']);
type Row = Awaited<ReturnType<ReturnType<typeof stored>['executeTakeFirstOrThrow']>>;

const seconds = (at: Date | null): number | null => at && unixSeconds(at);
const toSaved = (row: Row, userId: string): SavedReport => ({
  id: row.id,
  name: row.name,
  // the check constraint keeps it within the list
  screen: row.screen as SavedReport['screen'],
  query: StoredQuery.parse(row.query),
  shared: row.shared,
  own: row.user_id === userId,
  owner: `${row.first_name} ${row.last_name}`,
  schedule: row.schedule === null ? null : Schedule.parse(row.schedule),
  next_run_at: seconds(row.next_run_at),
  last_run_at: seconds(row.last_run_at),
  last_error: row.last_error,
  updated_at: unixSeconds(row.updated_at),
});

/** one's own, and what other account managers share; row-level security keeps the portals to their own */
export async function savedReportsFor(tx: Tx, userId: string): Promise<SavedReport[]> {
  const rows = await stored(tx)
    .where((eb) => eb.or([eb('r.user_id', '=', userId), eb('r.shared', '=', true)]))
    .orderBy(sql`lower(r.name)`)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => toSaved(row, userId));
}

export async function findSaved(tx: Tx, id: string, userId: string): Promise<SavedReport | null> {
  const row = await stored(tx).where('r.id', '=', id).executeTakeFirst();
  return row ? toSaved(row, userId) : null;
}

export async function putSaved(tx: Tx, tenantId: string, report: StoredReport, at: Date): Promise<void> {
  const values = {
    name: report.name,
    screen: report.screen,
    query: JSON.stringify(report.query),
    shared: report.shared,
    schedule: report.schedule && JSON.stringify(report.schedule),
    next_run_at: report.nextRunAt,
    updated_at: at,
  };
  await tx
    .insertInto('saved_reports')
    .values({ tenant_id: tenantId, id: report.id, user_id: report.userId, created_at: at, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ ...values, last_error: null }))
    .execute();
}

export async function removeSaved(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_reports').where('id', '=', id).execute();
}

export async function countSaved(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('saved_reports')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** across tenants, as the worker: only which are due */
export async function dueReports(tx: Tx, at: Date, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  // the rows are scoped to whoever saved them; the timer is none of them
  await sql`select set_config('app.actor_kind', 'system', true)`.execute(tx);
  return tx
    .selectFrom('saved_reports')
    .select(['tenant_id', 'id'])
    .where('next_run_at', '<=', at)
    .orderBy('next_run_at')
    .limit(limit)
    .execute();
}

/** null where another worker was quicker */
export async function lockDue(tx: Tx, id: string, at: Date): Promise<StoredReport | null> {
  const row = await tx
    .selectFrom('saved_reports')
    .selectAll()
    .where('id', '=', id)
    .where('next_run_at', '<=', at)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? toStored(row) : null;
}

type PlainRow = Omit<Row, 'first_name' | 'last_name'>;
const toStored = (row: PlainRow): StoredReport => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  screen: row.screen as SavedReport['screen'],
  query: StoredQuery.parse(row.query),
  shared: row.shared,
  schedule: row.schedule === null ? null : Schedule.parse(row.schedule),
  nextRunAt: row.next_run_at,
});

export async function findStored(tx: Tx, id: string): Promise<StoredReport | null> {
  const row = await tx.selectFrom('saved_reports').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toStored(row) : null;
}

export async function setNextRun(tx: Tx, id: string, next: Date | null): Promise<void> {
  await tx
    .updateTable('saved_reports')
    .set({ next_run_at: next, ...(next === null ? { schedule: null } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function noteRun(tx: Tx, id: string, at: Date, error: string | null): Promise<void> {
  await tx.updateTable('saved_reports').set({ last_run_at: at, last_error: error }).where('id', '=', id).execute();
}

/** whose the addresses are, of those who may sign in: the team's for one of the team, for a partner his own; address → id */
export async function openAccountsAt(
  tx: Tx,
  emails: readonly string[],
  owner: { userId: string; role: string },
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .where((eb) => (owner.role === 'admin' ? eb('type', '=', 'admin') : eb('id', '=', owner.userId)))
    .where(sql<boolean>`lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** those of the addresses that belong to account managers who may sign in */
export async function managersAmong(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select(sql<string>`lower(email)`.as('email'))
    .where('type', '=', 'admin')
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[])`)
    .execute();
  return new Set(rows.map(({ email }) => email));
}
