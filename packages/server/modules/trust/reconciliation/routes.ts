import {
  choicesOf,
  ownReconciliationList,
  ownReconciliationRowLog,
  type ReconciliationChoice,
  type ReconciliationFinding,
  type RejectCode,
  reconciliationList,
  type reconciliationRoutes,
  reconciliationRowLog,
} from '@tributary/contract/trust/reconciliations';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireWhole } from '../../../http/permission.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import {
  lockReconciliation,
  ownReconciliations,
  reconciliations,
  removeReconciliation,
  type StoredReconciliation,
  setReconciliation,
} from './reconciliations.repo.ts';
import {
  countChanged,
  countFindings,
  countOutcomes,
  countToApply,
  forgetFindings,
  ownReconciliationRows,
  reconciliationRows,
  rowsAt,
  setChoice,
} from './rows.repo.ts';
import { lookAt, requireOpen, requireReconciliation, takeIn, takePublisherFile } from './take-in.ts';
import { reconciliationAsked } from './topics.ts';
import { toOwn, toOwnRow, toReconciliation, toReconciliationRow } from './views.ts';

type Action =
  | 'reconciliation.matched'
  | 'reconciliation.applied'
  | 'reconciliation.stopped'
  | 'reconciliation.resumed'
  | 'reconciliation.undone'
  | 'reconciliation.removed'
  | 'reconciliation.chosen';
const note = (tx: Tx, call: SignedInCall, action: Action, id: string, after?: Record<string, unknown>) =>
  recordAudit(tx, call, { action, objectKind: 'reconciliation', objectId: id, ...(after ? { after } : {}) });

const details = async (tx: Tx, id: string, ofAdvertiser: boolean) => ({
  findings: await countFindings(tx, id, ofAdvertiser),
  outcomes: await countOutcomes(tx, id),
});

/** its rows tell of publishers, and applying moves their accounts: for those who see all of them */
async function begin(tx: Tx, call: SignedInCall, id: string, change: Parameters<typeof setReconciliation>[2]) {
  await setReconciliation(tx, id, { halted: null, error: null, done: 0, ...change });
  await emit(tx, call.tenant.id, reconciliationAsked, { reconciliation_id: id });
  return toReconciliation(await requireReconciliation(tx, id));
}

async function requireLocked(tx: Tx, id: string): Promise<StoredReconciliation> {
  const found = await lockReconciliation(tx, id);
  if (!found) throw new Fault('not_found');
  return found;
}
const isUnderWay = ({ state }: StoredReconciliation): boolean => ['matching', 'applying', 'undoing'].includes(state);

async function choose(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { rows, choice, code }: { rows: readonly string[]; choice: ReconciliationChoice; code: RejectCode | null },
) {
  await requireOpen(tx, id);
  const found = await rowsAt(tx, id, [...new Set(rows)].map(Number));
  const may = found.filter(
    (row) =>
      choicesOf[row.finding as ReconciliationFinding]?.includes(choice) &&
      // without its click nobody knows whose it is
      (choice !== 'add' || (row.click_id !== null && row.offer_id !== null && row.status === 'approved')),
  );
  await setChoice(
    tx,
    id,
    may.map(({ position }) => position),
    { choice, code: choice === 'reject' ? code : null },
  );
  await note(tx, call, 'reconciliation.chosen', id, { choice, rows: may.length });
  return { changed: may.length, unchanged: rows.length - may.length };
}

async function remove(tx: Tx, call: SignedInCall, stored: StoredReconciliation) {
  if (!['matching', 'open'].includes(stored.state)) {
    throw new Fault('conflict', 'What was applied cannot be thrown away. It can be undone.');
  }
  await removeReconciliation(tx, stored.id);
  await note(tx, call, 'reconciliation.removed', stored.id, { file_name: stored.file_name });
  return { id: stored.id };
}

const exported = { objectKind: 'reconciliation' } as const;

export const reconciliationHandlers = (): Handlers<typeof reconciliationRoutes> => ({
  reconciliations: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await reconciliations.page(tx, query);
    return { rows: rows.map(toReconciliation), total };
  }),
  exportReconciliations: async ({ query }, call) =>
    exportList(
      call,
      { action: 'reconciliations.exported', ...exported, filter: query },
      reconciliationList,
      reconciliations.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toReconciliation)),
    ),
  readReconciliationFile: async ({ body }, call) => {
    requireWhole(call);
    return lookAt(call, body.advertiser_id, body.file);
  },
  startReconciliation: async ({ body: { advertiser_id: advertiserId, ...form } }, call) => {
    requireWhole(call);
    return toReconciliation(await takeIn(call, { advertiserId, origin: 'manager' }, form));
  },
  reconciliation: inTransaction(async ({ params: { id } }, _call, tx) => ({
    ...toReconciliation(await requireReconciliation(tx, id)),
    ...(await details(tx, id, false)),
  })),
  addPublisherFile: async ({ params: { id }, body }, call) => {
    requireWhole(call);
    return toReconciliation(await takePublisherFile(call, id, body));
  },
  matchReconciliation: inTransaction(async ({ params: { id } }, call, tx) => {
    requireWhole(call);
    await requireOpen(tx, id);
    await forgetFindings(tx, id);
    await note(tx, call, 'reconciliation.matched', id);
    return begin(tx, call, id, { state: 'matching' });
  }),
  chooseReconciliationRows: inTransaction(async ({ params: { id }, body }, call, tx) => {
    requireWhole(call);
    return choose(tx, call, id, body);
  }),
  applyReconciliation: inTransaction(async ({ params: { id }, body: { reason } }, call, tx) => {
    requireWhole(call);
    await requireOpen(tx, id);
    const total = await countToApply(tx, id);
    if (total === 0) throw new Fault('conflict', 'Nothing is chosen to be applied.');
    await note(tx, call, 'reconciliation.applied', id, { rows: total, reason });
    const by = { applied_at: call.clock.now(), applied_by: call.principal.userId };
    return begin(tx, call, id, { state: 'applying', reason, total, ...by });
  }),
  stopReconciliation: inTransaction(async ({ params: { id } }, call, tx) => {
    requireWhole(call);
    const stored = await requireLocked(tx, id);
    if (!isUnderWay(stored) || stored.halted) throw new Fault('conflict', 'Nothing is under way here.');
    await setReconciliation(tx, id, { halted: 'stopped' });
    await note(tx, call, 'reconciliation.stopped', id);
    return toReconciliation(await requireReconciliation(tx, id));
  }),
  resumeReconciliation: inTransaction(async ({ params: { id } }, call, tx) => {
    requireWhole(call);
    const stored = await requireLocked(tx, id);
    if (!isUnderWay(stored) || !stored.halted) throw new Fault('conflict', 'Only what stands still can go on.');
    await note(tx, call, 'reconciliation.resumed', id);
    return begin(tx, call, id, { done: stored.done });
  }),
  undoReconciliation: inTransaction(async ({ params: { id }, body: { reason } }, call, tx) => {
    requireWhole(call);
    const stored = await requireLocked(tx, id);
    // one that was stopped half-way can be taken back, too
    const mayUndo = stored.state === 'applied' || (stored.state === 'applying' && stored.halted !== null);
    if (!mayUndo) throw new Fault('conflict', 'Only what was applied can be undone.');
    const total = await countChanged(tx, id);
    await note(tx, call, 'reconciliation.undone', id, { rows: total, reason });
    const by = { undone_at: call.clock.now(), undone_by: call.principal.userId };
    return begin(tx, call, id, { state: 'undoing', undo_reason: reason, total, ...by });
  }),
  deleteReconciliation: inTransaction(async ({ params: { id } }, call, tx) => {
    requireWhole(call);
    return remove(tx, call, await requireLocked(tx, id));
  }),
  reconciliationRows: inTransaction(async ({ params, query }, _call, tx) => {
    const { id } = await requireReconciliation(tx, params.id);
    const { rows, next } = await reconciliationRows.page(tx, query, { id });
    return { rows: rows.map(toReconciliationRow), next };
  }),
  exportReconciliationRows: async ({ params, query }, call) => {
    const { id } = await call.transaction((tx) => requireReconciliation(tx, params.id));
    return exportList(
      call,
      { action: 'reconciliations.exported', ...exported, filter: query },
      reconciliationRowLog,
      reconciliationRows.all(call.transaction, query, { id }, (_tx, rows) => rows.map(toReconciliationRow)),
    );
  },
  ownReconciliations: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await ownReconciliations.page(tx, query);
    return { rows: rows.map(toOwn), total };
  }),
  exportOwnReconciliations: async ({ query }, call) =>
    exportList(
      call,
      { action: 'reconciliations.exported', ...exported, filter: query },
      ownReconciliationList,
      ownReconciliations.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toOwn)),
    ),
  readOwnReconciliationFile: ({ body }, call) => lookAt(call, call.principal.userId, body.file),
  startOwnReconciliation: async ({ body }, call) =>
    toOwn(await takeIn(call, { advertiserId: call.principal.userId, origin: 'advertiser' }, body)),
  ownReconciliation: inTransaction(async ({ params: { id } }, _call, tx) => ({
    ...toOwn(await requireReconciliation(tx, id)),
    ...(await details(tx, id, true)),
  })),
  ownReconciliationRows: inTransaction(async ({ params, query }, _call, tx) => {
    const { id } = await requireReconciliation(tx, params.id);
    const { rows, next } = await ownReconciliationRows.page(tx, query, { id });
    return { rows: rows.map(toOwnRow), next };
  }),
  exportOwnReconciliationRows: async ({ params, query }, call) => {
    const { id } = await call.transaction((tx) => requireReconciliation(tx, params.id));
    return exportList(
      call,
      { action: 'reconciliations.exported', ...exported, filter: query },
      ownReconciliationRowLog,
      ownReconciliationRows.all(call.transaction, query, { id }, (_tx, rows) => rows.map(toOwnRow)),
    );
  },
  deleteOwnReconciliation: inTransaction(async ({ params: { id } }, call, tx) => {
    const stored = await requireLocked(tx, id);
    if (stored.origin !== 'advertiser') {
      throw new Fault('conflict', 'Your account manager has uploaded this. Please ask there to throw it away.');
    }
    return remove(tx, call, stored);
  }),
});
