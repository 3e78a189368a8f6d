// Runs of both sides.
import type { RunItem, runItemLog } from '@tributary/contract/billing/documents';
import { runLog } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import type { z } from 'zod';
import { inTransaction, type SignedInCall } from '../../../http/call.ts';
import { exportList } from '../../audit/index.ts';
import { runItems, runs, type StoredItem } from './runs.repo.ts';
import { requireRun, resumeRun, shownRun, stopRun } from './runs.ts';
import { money } from './shown.ts';

const shownItem = (row: StoredItem): RunItem => ({
  id: `${row.owner_id}.${row.currency}`,
  owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  currency: row.currency,
  outcome: row.outcome,
  reason: row.reason,
  amount: money(row.amount_micros),
  document_id: row.document_id,
  document_number: row.document_number,
});

/** the same for both sides: how far a run has come, and what it made */
export const runHandlers = (side: Side) => ({
  all: inTransaction(async ({ query }: { query: z.output<typeof runLog.query> }, _call: SignedInCall, tx) => {
    const page = await runs.page(tx, query, side);
    return { rows: page.rows.map(shownRun), next: page.next };
  }),
  file: async ({ query }: { query: z.output<typeof runLog.fileQuery> }, call: SignedInCall) =>
    exportList(
      call,
      { action: 'billing-runs.exported', objectKind: 'billing-run', filter: { side, ...query } },
      runLog,
      runs.all(call.transaction, query, side, (_tx, rows) => rows.map(shownRun)),
    ),
  one: inTransaction(async ({ params }: OfRun, _call: SignedInCall, tx) =>
    shownRun(await requireRun(tx, side, params.id)),
  ),
  items: inTransaction(
    async ({ params, query }: OfRun & { query: z.output<typeof runItemLog.query> }, _call: SignedInCall, tx) => {
      const { id } = await requireRun(tx, side, params.id);
      const page = await runItems.page(tx, query, id);
      return { rows: page.rows.map(shownItem), next: page.next };
    },
  ),
  stop: inTransaction(({ params }: OfRun, call: SignedInCall, tx) => stopRun(tx, call, side, params.id)),
  resume: inTransaction(({ params }: OfRun, call: SignedInCall, tx) => resumeRun(tx, call, side, params.id)),
});
interface OfRun {
  params: { id: string };
}
