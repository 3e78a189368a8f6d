import { runItemLog, runLog } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import type { billingCuts } from '@tributary/contract/settings/payment';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import { byId, type Key } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import type { Drafted } from './draft.ts';

export interface StoredRun {
  id: string;
  side: Side;
  period_from: string;
  /** the day after its last */
  period_to: string;
  cut: (typeof billingCuts)[number];
  only_owner: string | null;
  state: 'waiting' | 'running' | 'stopped' | 'done' | 'failed';
  total: number;
  done: number;
  drafts: number;
  carried: number;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const stored = sql<StoredRun>`(
  select id, side, period_from::text as period_from, period_to::text as period_to, cut, only_owner, state, total, done, drafts,
    carried, error, created_at, finished_at from billing_runs)`.as('r');

export const runs = keysetList(runLog, {
  from: (tx: Tx, side: Side) => tx.selectFrom(stored).where('r.side', '=', side),
  rows: (query) => query.selectAll('r'),
  filters: {
    q: (_eb, text) => sql<boolean>`(r.period_from || ' – ' || (r.period_to::date - 1)::text) like ${likePattern(text)}`,
    state: (eb, state) => eb('r.state', '=', state),
  },
  key: byId('r.id'),
  cursorOf: (row) => row.id,
});
export async function findRun(tx: Tx, id: string): Promise<StoredRun | null> {
  return (await tx.selectFrom(stored).selectAll('r').where('r.id', '=', idOr(id)).executeTakeFirst()) ?? null;
}
export async function lockRun(tx: Tx, id: string): Promise<StoredRun | null> {
  await tx.selectFrom('billing_runs').select('id').where('id', '=', idOr(id)).forUpdate().execute();
  return findRun(tx, id);
}

/** all that a run asks of itself between two accounts */
export async function lockRunState(tx: Tx, id: string): Promise<StoredRun['state'] | null> {
  const row = await tx.selectFrom('billing_runs').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
  // the check constraint keeps it within its list
  return (row?.state as StoredRun['state'] | undefined) ?? null;
}

export interface NewRun {
  tenantId: string;
  id: string;
  side: Side;
  periodFrom: string;
  periodTo: string;
  cut: StoredRun['cut'];
  onlyOwner: string | null;
  total: number;
  by: string | null;
  at: Date;
}
/** false where one of that side is under way */
export async function addRun(tx: Tx, run: NewRun): Promise<boolean> {
  const added = await tx
    .insertInto('billing_runs')
    .values({
      tenant_id: run.tenantId,
      id: run.id,
      side: run.side,
      period_from: run.periodFrom,
      period_to: run.periodTo,
      cut: run.cut,
      only_owner: run.onlyOwner,
      total: run.total,
      started_by: run.by,
      created_at: run.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'side']).where('state', 'in', ['waiting', 'running']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
export const isRunUnderWay = async (tx: Tx, side: Side): Promise<boolean> =>
  (await tx
    .selectFrom('billing_runs')
    .select('id')
    .where('side', '=', side)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()) !== undefined;

export type RunChange = Partial<{
  state: StoredRun['state'];
  error: string | null;
  finished_at: Date | null;
  total: number;
}>;
export async function setRun(tx: Tx, id: string, change: RunChange): Promise<void> {
  await tx.updateTable('billing_runs').set(change).where('id', '=', id).execute();
}

/** where a run that is taken up again goes on: its accounts are done in their order */
export async function lastItem(tx: Tx, runId: string): Promise<{ ownerId: string; currency: string } | null> {
  const row = await tx
    .selectFrom('billing_run_items')
    .select(['owner_id', 'currency'])
    .where('run_id', '=', runId)
    .orderBy('owner_id', 'desc')
    .orderBy('currency', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ownerId: row.owner_id, currency: row.currency } : null;
}

/** what became of an account, and the run one further; false where that was done already */
export async function addItem(
  tx: Tx,
  { tenantId, runId, ownerId, currency }: { tenantId: string; runId: string; ownerId: string; currency: string },
  made: Drafted,
  at: Date,
): Promise<boolean> {
  const added = await tx
    .insertInto('billing_run_items')
    .values({
      tenant_id: tenantId,
      run_id: runId,
      owner_id: ownerId,
      currency,
      outcome: made.outcome,
      reason: made.outcome === 'carried' ? made.reason : null,
      amount_micros: made.amount,
      document_id: made.outcome === 'draft' ? made.documentId : null,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('run_id')
    .executeTakeFirst();
  if (!added) return false;
  await tx
    .updateTable('billing_runs')
    .set((eb) => ({
      done: eb('done', '+', 1),
      drafts: eb('drafts', '+', made.outcome === 'draft' ? 1 : 0),
      carried: eb('carried', '+', made.outcome === 'carried' ? 1 : 0),
    }))
    .where('id', '=', runId)
    .execute();
  return true;
}

export interface StoredItem {
  owner_id: string;
  owner_number: number;
  owner_name: string;
  currency: string;
  outcome: 'draft' | 'carried' | 'nothing';
  reason: 'negative' | 'below-minimum' | 'no-rate' | null;
  amount_micros: string;
  document_id: string | null;
  document_number: string | null;
}
const byAccount: Key = {
  order: [
    ['i.owner_id', 'asc'],
    ['i.currency', 'asc'],
  ],
  after: (cursor) => {
    const [, owner, currency] = /^([0-9a-f-]{36})\.([A-Z]{3})$/.exec(cursor) ?? [];
    return owner === undefined ? null : sql<boolean>`(i.owner_id, i.currency) > (${owner}::uuid, ${currency})`;
  },
};
export const runItems = keysetList(runItemLog, {
  from: (tx: Tx, runId: string) =>
    tx.selectFrom(
      sql<StoredItem>`(
        select i.owner_id, u.user_sequence_id as owner_number, u.first_name || ' ' || u.last_name as owner_name, i.currency,
          i.outcome, i.reason, i.amount_micros, d.id as document_id, d.number_text as document_number
        from billing_run_items i join ${accountRows} u on u.tenant_id = i.tenant_id and u.id = i.owner_id
          left join documents d on d.tenant_id = i.tenant_id and d.id = i.document_id
        where i.run_id = ${runId})`.as('i'),
    ),
  rows: (query) => query.selectAll('i'),
  filters: { outcome: (eb, outcome) => eb('i.outcome', '=', outcome) },
  key: byAccount,
  cursorOf: ({ owner_id, currency }) => `${owner_id}.${currency}`,
});
