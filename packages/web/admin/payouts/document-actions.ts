// What can be done with a document, one at a time or many.
import { type DocumentRow, documentRoutes } from '@tributary/contract/billing/documents';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { call, callForBlob, newIdempotencyKey } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import type { LogAction } from '../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { rowCall } from '../../kit/resource/row-call.ts';
import { EMPTY, money } from '../../ui/format.ts';
import { IconCheck, IconDownload, IconReceipt2, IconTrash, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { intoBatch } from './payments/into-batch.ts';
import { documentName } from './words.ts';

const isDraft = (row: DocumentRow) => row.state === 'draft';
const isIssued = (row: DocumentRow) => row.state === 'issued' && row.kind !== 'credit-note';

export const documentActions: readonly RowAction<DocumentRow>[] = [
  rowCall<DocumentRow>({
    label: t('payouts.issue'),
    calls: documentRoutes.issueDocument,
    icon: IconReceipt2,
    when: isDraft,
    ask: (row) => ({
      title: t('payouts.issueAsk'),
      text: t('payouts.issueText', { name: row.owner.name, total: money(row.total, row.currency) }),
      confirm: t('payouts.issue'),
    }),
    send: ({ id, version }, context) =>
      call(documentRoutes.issueDocument, { params: { id }, body: { version } }, context),
    done: t('payouts.issuedDone'),
  }),
  rowCall<DocumentRow>({
    label: t('common.approve'),
    calls: documentRoutes.approveDocument,
    icon: IconCheck,
    when: isIssued,
    send: ({ id, version }, context) =>
      call(documentRoutes.approveDocument, { params: { id }, body: { version } }, context),
    done: t('payouts.approvedDone'),
  }),
  decisionAction<DocumentRow>({
    label: t('payouts.credit'),
    calls: documentRoutes.creditDocument,
    icon: IconX,
    danger: true,
    when: (row) => ['issued', 'approved', 'awaiting'].includes(row.state) && row.kind !== 'credit-note',
    title: (row) => t('payouts.creditAsk', { name: documentName(row) }),
    text: () => t('payouts.creditText'),
    usual: [t('payouts.wrongPeriod'), t('payouts.wrongProfile')],
    send: async ({ id, version }, reason, session) => {
      await call(documentRoutes.creditDocument, { params: { id }, body: { version, reason } }, { session });
      return undefined;
    },
    done: t('payouts.creditedDone'),
  }),
  rowCall<DocumentRow>({
    label: t('payouts.discard'),
    calls: documentRoutes.discardDraft,
    icon: IconTrash,
    danger: true,
    when: isDraft,
    send: ({ id }, context) => call(documentRoutes.discardDraft, { params: { id } }, context),
    done: t('payouts.discarded'),
  }),
];

/** "$1,203.00, €98.50" */
export function sumsText(rows: readonly Pick<DocumentRow, 'currency' | 'total'>[]): string {
  const sums = new Map<string, bigint>();
  for (const { currency, total } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + (parseMoney(total) ?? 0n));
  return [...sums].map(([currency, sum]) => money(formatMoney(sum), currency)).join(', ');
}

interface Asked {
  title: (count: number) => string;
  text: (sums: string) => string;
}
const many = (
  route: typeof documentRoutes.issueDocuments | typeof documentRoutes.approveDocuments,
  look: Pick<LogAction<DocumentRow>, 'label' | 'icon' | 'when'>,
  asked: Asked,
): LogAction<DocumentRow> => ({
  ...look,
  calls: route,
  run: async (rows, { session, reload }) => {
    const those = rows.filter(look.when);
    const others = rows.length - those.length;
    const question = {
      title: asked.title(those.length),
      // a role that hides amounts has none to add up
      text: [
        asked.text(those.some(({ total }) => total === '') ? EMPTY : sumsText(those)),
        others > 0 && t('payouts.leftOut', { count: others }),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: look.label,
    };
    if (!(await confirmDialog(question))) return false;
    try {
      const ids = those.map(({ id }) => id);
      const { done, refused } = await call(route, { body: { ids } }, { session, idempotencyKey: newIdempotencyKey() });
      if (done > 0) toast.success(t('payouts.manyDone', { count: done }));
      const [first] = refused;
      if (first) toast.error(t('payouts.manyRefused', { count: refused.length, why: saidByServer(first.message) }));
    } catch (error) {
      toast.error(sentenceFor(error));
      // what was chosen stays chosen, so that it can be tried again
      return false;
    }
    await reload();
    return true;
  },
});

const fileAction = (
  label: string,
  calls: typeof pdfRoutes.documentPdf | typeof documentRoutes.ownInvoiceFile,
  when: (row: DocumentRow) => boolean,
  nameOf: (row: DocumentRow) => string,
): RowAction<DocumentRow> => ({
  label,
  calls,
  icon: IconDownload,
  when,
  run: async (row, { session }) => {
    try {
      download(nameOf(row), await callForBlob(calls, { params: { id: row.id } }, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  },
});

/** drawn when it is issued; a publisher's own invoice is the publisher's file */
export const documentFiles: readonly RowAction<DocumentRow>[] = [
  fileAction(
    t('payouts.pdf'),
    pdfRoutes.documentPdf,
    ({ number, kind }) => number !== null && kind !== 'own-invoice',
    (row) => `${row.number}.pdf`,
  ),
  fileAction(
    t('payouts.ownInvoiceFile'),
    documentRoutes.ownInvoiceFile,
    ({ kind, state }) => kind === 'own-invoice' && state !== 'draft' && state !== 'awaiting',
    (row) => `${row.number ?? row.id}`,
  ),
];

export const bulkActions: readonly LogAction<DocumentRow>[] = [
  many(
    documentRoutes.issueDocuments,
    { label: t('payouts.issue'), icon: IconReceipt2, when: isDraft },
    {
      title: (count) => t('payouts.issueManyAsk', { count }),
      text: (sums) => t('payouts.issueManyText', { sums }),
    },
  ),
  many(
    documentRoutes.approveDocuments,
    { label: t('common.approve'), icon: IconCheck, when: isIssued },
    {
      title: (count) => t('payouts.approveManyAsk', { count }),
      text: (sums) => t('payouts.approveManyText', { sums }),
    },
  ),
  intoBatch<DocumentRow>(({ state, kind }) => ['approved', 'part-paid'].includes(state) && kind !== 'credit-note'),
];
