// Publishers' balances, documents, runs and adjustments.
import type { documentRoutes } from '@tributary/contract/billing/documents';
import { adjustmentLog, balanceList, documentLog } from '@tributary/contract/billing/documents';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireShown } from '../../../http/permission.ts';
import { atomically } from '../../../platform/db/atomically.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { exportList } from '../../audit/index.ts';
import type { BillingDeps } from '../deps.ts';
import { once } from '../idempotency.ts';
import { seeing } from '../seeing.ts';
import { todayOf } from '../today.ts';
import { waitingIn } from '../waiting.ts';
import { adjustments, findAdjustment } from './adjustments.repo.ts';
import { adjust, reverse, shownAdjustment } from './adjustments.ts';
import { balances } from './balances.repo.ts';
import { balancesAt, shownBalances, shownSums } from './balances.ts';
import { documents } from './documents.repo.ts';
import { approveDocument, creditDocument, discardDraft, issueDocument, takeOwnInvoice } from './issue.ts';
import { runHandlers } from './run-routes.ts';
import { startRun } from './runs.ts';
import { fileById, pageOfLines, requireDocument, shownDetail, shownDocument } from './shown.ts';
import { termsHandlers } from './tax-routes.ts';

/** each for itself: one that cannot be does not hold up the others */
async function each(
  tx: Tx,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<{ done: number; refused: { id: string; message: string }[] }> {
  const refused: { id: string; message: string }[] = [];
  let done = 0;
  for (const id of new Set(ids)) {
    try {
      await atomically(tx, () => work(id));
      done++;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { done, refused };
}

const SIDE = 'publisher';
const publisherRuns = runHandlers(SIDE);

const publisherHandlers = (deps: BillingDeps): Handlers<typeof documentRoutes> => ({
  billingBalances: inTransaction(async ({ query }, call, tx) => {
    const at = await balancesAt(tx, call.tenant.id, call.clock.now());
    const { rows, total } = await balances.page(tx, query, at);
    return { rows: await shownBalances(tx, call.tenant.id, rows, at), total };
  }),
  billingBalanceTotals: inTransaction(async (_input, call, tx) => ({
    rows: await shownSums(tx, await balancesAt(tx, call.tenant.id, call.clock.now())),
  })),
  exportBillingBalances: async ({ query }, call) => {
    const at = await call.transaction((tx) => balancesAt(tx, call.tenant.id, call.clock.now()));
    return exportList(
      call,
      { action: 'billing-balances.exported', objectKind: 'document', filter: query },
      balanceList,
      balances.all(call.transaction, query, at, (tx, rows) => shownBalances(tx, call.tenant.id, rows, at)),
    );
  },
  documents: inTransaction(async ({ query }, _call, tx) => {
    const page = await documents.page(tx, query, { side: SIDE });
    return { rows: page.rows.map(shownDocument), next: page.next };
  }),
  exportDocuments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'documents.exported', objectKind: 'document', filter: query },
      documentLog,
      documents.all(call.transaction, query, { side: SIDE }, (_tx, rows) => rows.map(shownDocument)),
    ),
  document: inTransaction(async ({ params }, _call, tx) => {
    const document = await requireDocument(tx, SIDE, params.id);
    return { ...shownDetail(document), waiting: await waitingIn(tx, document) };
  }),
  documentLines: inTransaction(async ({ params, query }, _call, tx) =>
    pageOfLines(tx, await requireDocument(tx, SIDE, params.id), query),
  ),
  discardDraft: inTransaction(({ params }, call, tx) => discardDraft(tx, call, SIDE, params.id)),
  issueDocument: once('issueDocument', async ({ params, body }, call, tx) =>
    shownDetail(await issueDocument(tx, call, SIDE, params.id, body.version)),
  ),
  issueDocuments: once('issueDocuments', ({ body }, call, tx) =>
    each(tx, body.ids, (id) => issueDocument(tx, call, SIDE, id)),
  ),
  approveDocument: once('approveDocument', async ({ params, body }, call, tx) =>
    shownDetail(await approveDocument(tx, call, SIDE, params.id, body.version)),
  ),
  approveDocuments: once('approveDocuments', ({ body }, call, tx) =>
    each(tx, body.ids, (id) => approveDocument(tx, call, SIDE, id)),
  ),
  creditDocument: once('creditDocument', async ({ params, body }, call, tx) => {
    const day = await todayOf(tx, call.tenant.id, call.clock.now());
    return shownDetail(await creditDocument(tx, call, SIDE, params.id, { ...body, day }));
  }),
  ownInvoiceFile: inTransaction(async ({ params }, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await requireDocument(tx, SIDE, params.id)).file_id);
  }),
  billingRuns: publisherRuns.all,
  exportBillingRuns: publisherRuns.file,
  startBillingRun: once('startBillingRun', ({ body }, call, tx) =>
    startRun(tx, call, {
      side: SIDE,
      periodFrom: body.period_from,
      periodTo: body.period_to,
      onlyOwner: body.owner_id,
    }),
  ),
  billingRun: publisherRuns.one,
  billingRunItems: publisherRuns.items,
  stopBillingRun: publisherRuns.stop,
  resumeBillingRun: publisherRuns.resume,
  adjustments: inTransaction(async ({ query }, _call, tx) => {
    const page = await adjustments.page(tx, query, SIDE);
    return { rows: page.rows.map(shownAdjustment), next: page.next };
  }),
  exportAdjustments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'adjustments.exported', objectKind: 'adjustment', filter: query },
      adjustmentLog,
      adjustments.all(call.transaction, query, SIDE, (_tx, rows) => rows.map(shownAdjustment)),
    ),
  adjustment: inTransaction(async ({ params }, _call, tx) => {
    const found = await findAdjustment(tx, SIDE, params.id);
    if (!found) throw new Fault('not_found');
    return shownAdjustment(found);
  }),
  addAdjustment: once('addAdjustment', ({ body: { owner_id: ownerId, ...rest } }, call, tx) =>
    adjust(tx, call, SIDE, { ownerId, ...rest }),
  ),
  reverseAdjustment: once('reverseAdjustment', ({ params, body }, call, tx) =>
    reverse(tx, call, SIDE, params.id, body.reason),
  ),
  ownDocuments: inTransaction(async ({ query }, { principal }, tx) => {
    const page = await documents.page(tx, query, { side: SIDE, ownerId: principal.userId });
    return { rows: page.rows.map(shownDocument), next: page.next };
  }),
  ownDocument: ({ params }, call) =>
    seeing(deps, call).transaction(async (tx) => {
      const { userId } = call.principal;
      const document = await requireDocument(tx, SIDE, params.id, userId);
      return { ...shownDetail(document), waiting: await waitingIn(tx, document, userId) };
    }),
  ownDocumentLines: inTransaction(async ({ params, query }, { tenant, principal: { userId }, clock }, tx) =>
    pageOfLines(tx, await requireDocument(tx, SIDE, params.id, userId), query, {
      ...{ tenantId: tenant.id, role: SIDE, userId, at: clock.now() },
    }),
  ),
  ownSentInvoice: inTransaction(async ({ params }, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await requireDocument(tx, SIDE, params.id, principal.userId)).file_id);
  }),
  exportOwnDocuments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'documents.exported', objectKind: 'document', filter: query },
      documentLog,
      documents.all(call.transaction, query, { side: SIDE, ownerId: call.principal.userId }, (_tx, rows) =>
        rows.map(shownDocument),
      ),
    ),
  sendOwnInvoice: (input, call) =>
    once('sendOwnInvoice', async ({ params, body }: typeof input, asSystem: SignedInCall, tx) => {
      const day = await todayOf(tx, call.tenant.id, call.clock.now());
      return shownDetail(await takeOwnInvoice(tx, asSystem, params.id, body, day));
    })(input, seeing(deps, call)),
});

export const documentHandlers = (deps: BillingDeps) => ({ ...termsHandlers(), ...publisherHandlers(deps) });
