// Paying: methods, batches, payments, files, answers.

import { Readable } from 'node:stream';
import {
  batchList,
  ownPaymentLog,
  payableLog,
  type payingRoutes,
  paymentLog,
} from '@tributary/contract/billing/paying';
import { formatMoney } from '@tributary/contract/money';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireShown, requireWhole } from '../../../http/permission.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAccess } from '../../access-log/index.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import type { BillingDeps } from '../deps.ts';
import { once } from '../idempotency.ts';
import { todayOf } from '../today.ts';
import { batchRows, changeBatch, choiceOf, findBatch, listedBatches } from './batches/batches.repo.ts';
import {
  approveBatch,
  audit,
  cancelBatch,
  createBatch,
  factsOf,
  isChanged,
  previewBatch,
  showBatch,
  shownBatch,
  takeBatch,
} from './batches/batches.ts';
import { type PayableFacts, payableDocuments } from './batches/payable.repo.ts';
import { payableOf, payableRow, payingScene, withProfiles } from './batches/payable.ts';
import { fileById, filesOf, unready } from './files/files.repo.ts';
import { openFile } from './files/make-files.ts';
import { methodHandlers } from './methods/methods.ts';
import { importAnswers } from './payments/answers.ts';
import { mark, ownRow, paymentRow, retry } from './payments/outcomes.ts';
import { findPayment, listedPayments, ownPayments, statesIn } from './payments/payments.repo.ts';
import { saveRules, showRules } from './rules.ts';
import { filesWanted } from './topics.ts';

export { checkPayments } from './check-payments.repo.ts';
export { checkFiles } from './files/check-files.ts';
export { makeFiles } from './files/make-files.ts';
export { payingJobs, payingTasks } from './jobs.ts';
export { guardTwoPersonSum } from './rules.ts';

const notFound = (): never => {
  throw new Fault('not_found');
};

async function startFiles(tx: Tx, call: SignedInCall, id: string, executeOn: string | undefined) {
  requireWhole(call);
  const batch = await takeBatch(tx, call, id);
  if (batch.work_state === 'waiting' || batch.work_state === 'running') {
    throw new Fault('conflict', 'Its files are being made already.');
  }
  const today = await todayOf(tx, call.tenant.id, call.clock.now());
  if (executeOn !== undefined && executeOn < today) {
    throw new Fault('invalid_input', 'The day of execution must not lie in the past.', { path: ['execute_on'] });
  }
  const reserved = (await statesIn(tx, id)).get('reserved') ?? 0;
  if (batch.state !== 'approved' && !(await unready(tx, id))) {
    throw new Fault('conflict', `Batch ${batch.number} is ${batch.state}: files are made of an approved one.`);
  }
  await changeBatch(tx, id, {
    work_state: 'waiting',
    work_error: null,
    ...(executeOn === undefined ? {} : { execute_on: executeOn }),
  });
  await emit(tx, call.tenant.id, filesWanted, { batch_id: id });
  await audit(tx, call, 'files-asked', id, { payments: reserved });
  return showBatch(tx, call, id);
}

async function stopFiles(tx: Tx, call: SignedInCall, id: string) {
  requireWhole(call);
  const batch = await takeBatch(tx, call, id);
  if (batch.work_state !== 'waiting' && batch.work_state !== 'running') {
    throw new Fault('conflict', 'No files are being made.');
  }
  await changeBatch(tx, id, { work_state: 'stopped' });
  await audit(tx, call, 'files-stopped', id, {});
  return showBatch(tx, call, id);
}

async function rowsOf(
  tx: Tx,
  call: SignedInCall,
  deps: BillingDeps,
  id: string,
  query: { after?: string; limit?: number },
) {
  if (!isId(id) || !(await findBatch(tx, id))) return notFound();
  const page = await batchRows.page(tx, query, id);
  const scene = await payingScene(tx, call.tenant.id, deps.vault, call.clock.now());
  const facts = await factsOf(
    tx,
    page.rows.map((row) => row.document_id),
  );
  const { state } = (await findBatch(tx, id)) ?? { state: '' };
  const isOpen = state === 'open' || state === 'first-approved';
  return {
    next: page.next,
    rows: page.rows.flatMap((row) => {
      const fact = facts.get(row.document_id);
      if (!fact) return [];
      const { position: _position, ...choice } = choiceOf(row);
      const now = payableOf(fact, scene);
      return [{ ...payableRow(fact, choice, scene), is_changed: isOpen && isChanged(choice, now) }];
    }),
  };
}

async function filesIn(tx: Tx, id: string) {
  if (!isId(id) || !(await findBatch(tx, id))) return notFound();
  const rows = await filesOf(tx, id);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      format: (['pain.001', 'paypal', 'wise', 'csv'] as const).find((one) => one === row.format) ?? 'csv',
      currency: row.currency,
      payments: row.payment_count,
      sum: formatMoney(BigInt(row.sum_micros)),
      is_ready: row.ready_at !== null,
      created_at: unixSeconds(row.created_at),
    })),
  };
}

async function download(tx: Tx, call: SignedInCall, { vault }: BillingDeps, id: string) {
  requireShown(call.principal, 'publisher_contact');
  const file = isId(id) ? await fileById(tx, id) : undefined;
  if (!file) return notFound();
  if (file.ready_at === null) throw new Fault('conflict', 'This file is not finished yet.');
  const content = openFile(vault, file);
  if (content === null) throw new Fault('conflict', 'This file cannot be read: it was sealed under another secret.');
  await recordAudit(tx, call, {
    action: 'payment-file.taken',
    objectKind: 'payment-file',
    objectId: file.id,
    after: { name: file.name, sha256: file.sha256.toString('hex') },
  });
  await recordAccess(tx, call, { event: 'export', detail: `payment-file.taken ${file.name}` });
  const bytes = Buffer.from(content);
  const type = file.format === 'pain.001' ? 'application/xml' : 'text/csv; charset=utf-8';
  return { name: file.name, type, bytes: bytes.length, content: Readable.from([bytes]) };
}

async function shownPayable(tx: Tx, call: SignedInCall, { vault }: BillingDeps, rows: PayableFacts[]) {
  const scene = await payingScene(tx, call.tenant.id, vault, call.clock.now());
  return (await withProfiles(tx, rows)).map((facts) => payableRow(facts, payableOf(facts, scene), scene));
}

export const payingHandlers = (deps: BillingDeps): Handlers<typeof payingRoutes> => ({
  ...methodHandlers(deps),
  paymentRules: inTransaction((_input, call, tx) => showRules(tx, call)),
  savePaymentRules: inTransaction((input, call, tx) => saveRules(tx, call, input)),
  payableDocuments: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await payableDocuments.page(tx, query);
    return { rows: await shownPayable(tx, call, deps, rows), next };
  }),
  exportPayable: async ({ query }, call) =>
    exportList(
      call,
      { action: 'payable-documents.exported', objectKind: 'document', filter: query },
      payableLog,
      payableDocuments.all(call.transaction, query, undefined, (tx, rows) => shownPayable(tx, call, deps, rows)),
    ),
  batches: inTransaction(async ({ query }, { tenant }, tx) => {
    const { rows, total } = await listedBatches.page(tx, query);
    const { currency } = await termsOfTenant(tx, tenant.id);
    return { rows: rows.map((row) => shownBatch(row, currency)), total };
  }),
  exportBatches: async ({ query }, call) =>
    exportList(
      call,
      { action: 'payment-batches.exported', objectKind: 'payment-batch', filter: query },
      batchList,
      listedBatches.all(call.transaction, query, undefined, async (tx, rows) => {
        const { currency } = await termsOfTenant(tx, call.tenant.id);
        return rows.map((row) => shownBatch(row, currency));
      }),
    ),
  createBatch: once('createBatch', (input, call, tx) => createBatch(input, call, tx, deps.vault)),
  batch: inTransaction(({ params }, call, tx) => showBatch(tx, call, params.id)),
  batchRows: inTransaction(({ params, query }, call, tx) => rowsOf(tx, call, deps, params.id, query)),
  previewBatch: inTransaction(({ params }, call, tx) => previewBatch(tx, call, params.id, deps.vault)),
  approveBatch: once('approveBatch', (input, call, tx) => approveBatch(input, call, tx, deps.vault)),
  cancelBatch: inTransaction(({ params }, call, tx) => cancelBatch(tx, call, params.id)),
  makeBatchFiles: inTransaction(({ params, body }, call, tx) => startFiles(tx, call, params.id, body.execute_on)),
  stopBatchFiles: inTransaction(({ params }, call, tx) => stopFiles(tx, call, params.id)),
  batchFiles: inTransaction(({ params }, _call, tx) => filesIn(tx, params.id)),
  paymentFile: inTransaction(({ params }, call, tx) => download(tx, call, deps, params.id)),
  importAnswers: once('importAnswers', ({ params, body }, call, tx) =>
    importAnswers(tx, call, params.id, body.content),
  ),
  payments: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await listedPayments.page(tx, query);
    return { rows: rows.map(paymentRow), next };
  }),
  exportPayments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'payments.exported', objectKind: 'payment', filter: query },
      paymentLog,
      listedPayments.all(call.transaction, query, undefined, (_tx, rows) => rows.map(paymentRow)),
    ),
  payment: inTransaction(async ({ params }, _call, tx) => {
    const found = isId(params.id) ? await findPayment(tx, params.id) : undefined;
    return found ? paymentRow(found) : notFound();
  }),
  markPaid: once('markPaid', ({ params, body }, call, tx) => mark(tx, call, params.id, 'paid', body)),
  markFailed: once('markFailed', ({ params, body }, call, tx) => mark(tx, call, params.id, 'failed', body)),
  markReturned: once('markReturned', ({ params, body }, call, tx) => mark(tx, call, params.id, 'returned', body)),
  retryPayment: once('retryPayment', ({ params }, call, tx) => retry(tx, call, params.id, deps.vault)),
  ownPayments: inTransaction(async ({ query }, { principal }, tx) => {
    const { rows, next } = await ownPayments.page(tx, query, principal.userId);
    return { rows: rows.map(ownRow), next };
  }),
  exportOwnPayments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'payments.exported', objectKind: 'payment', filter: query },
      ownPaymentLog,
      ownPayments.all(call.transaction, query, call.principal.userId, (_tx, rows) => rows.map(ownRow)),
    ),
});
