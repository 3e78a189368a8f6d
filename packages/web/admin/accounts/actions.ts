// What an account manager can do with one account or with many: which action a status allows, its call and its toasts
// (the specification, Console and Sentences).
import type { AccountRecord } from '@tributary/contract/accounts/accounts';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../kit/api/api.ts';
import { storeLoginAs } from '../../kit/api/session.ts';
import { alertDialog, confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { plainSentences, sentenceFor } from '../../kit/language/sentence-for.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import type { BulkAction, CallContext, RowAction, Tools } from '../../kit/resource/declaration.ts';
import { IconBan, IconCheck, IconLogin2, IconPencil, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { nameOf } from './columns.ts';
import { type AccountWords, loginAsSentences } from './words.ts';

type Verb = 'approve' | 'reject' | 'remove' | 'restore';
type AccountTools = Tools<AccountRecord>;

const isOpen = (row: AccountRecord) => !row.deleted_at;
const isPending = (row: AccountRecord) => isOpen(row) && row.status === 'pending';
const isRejected = (row: AccountRecord) => isOpen(row) && row.status === 'rejected';
const isSettled = (row: AccountRecord) => isOpen(row) && !isPending(row) && !isRejected(row);

const send = (words: AccountWords, verb: Verb, row: AccountRecord, context: CallContext) =>
  call(words.routes[verb], { params: { id: row.id } }, context);

/** one call, one toast, and the list again */
async function act(
  attempt: Promise<unknown>,
  done: () => void,
  failed: string,
  tools: AccountTools,
  sentence: (error: unknown) => string = () => failed,
): Promise<void> {
  try {
    await attempt;
    done();
  } catch (error) {
    reportError(failed, error);
    toast.error(sentence(error));
  }
  await tools.reload();
}

/** what happens to an advertiser's offers when it goes; empty where none is active */
async function offersPaused(
  { kind }: AccountWords,
  rows: readonly AccountRecord[],
  context: CallContext,
): Promise<string> {
  if (kind !== 'advertiser') return '';
  const query = { status: 'active', page: 1, page_size: 1 };
  const counts = await Promise.all(
    rows.map(
      async ({ id }) => (await call(offerRoutes.offers, { query: { ...query, advertiser_id: id } }, context)).total,
    ),
  );
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return '';
  const paused = t('accounts.activeOffersAre', { count });
  return t('accounts.pausedAtOnceTheyTake', { paused });
}

async function deletion(words: AccountWords, rows: readonly AccountRecord[], context: CallContext) {
  const { one, many } = words;
  const [row] = rows;
  const single = rows.length === 1 && row;
  const consequence = single ? t('accounts.thisCanNoLongerSign', { one }) : t('accounts.theyCanNoLongerSign');
  return {
    title: single
      ? t('accounts.delete', { words: nameOf(words, row) })
      : t('accounts.delete2', { length: rows.length, many }),
    text: `${await offersPaused(words, rows, context)}${consequence}`,
    confirm: t('accounts.delete3'),
    danger: true,
  };
}

/** asked only where offers would stop: the specification rejects without a question */
async function rejection(words: AccountWords, rows: readonly AccountRecord[], context: CallContext) {
  const paused = await offersPaused(words, rows, context);
  if (paused === '') return null;
  const [row] = rows;
  const title =
    rows.length === 1 && row
      ? t('accounts.reject', { words: nameOf(words, row) })
      : t('accounts.reject2', { length: rows.length, many: words.many });
  return { title, text: paused.trim(), confirm: t('common.reject'), danger: true };
}

/** a question that could not be put is not answered with yes */
async function asked<Question>(question: () => Promise<Question>, failed: string): Promise<Question | false> {
  try {
    return await question();
  } catch (error) {
    reportError(failed, error);
    toast.error(failed);
    return false;
  }
}

async function loginAs(words: AccountWords, row: AccountRecord, { session }: AccountTools): Promise<void> {
  try {
    const reply = await call(words.routes.loginAs, { params: { id: row.id } }, { session });
    storeLoginAs(words.kind, reply.token, reply.user);
    location.assign(reply.dashboard_url);
  } catch (error) {
    await alertDialog(sentenceFor(error, loginAsSentences), t('accounts.loginToDashboard'));
  }
}

export const rowActionsOf = (words: AccountWords): RowAction<AccountRecord>[] => {
  const { One, one } = words;
  return [
    {
      label: t('common.approve'),
      calls: words.routes.approve,
      icon: IconCheck,
      when: (row) => isPending(row) || isRejected(row),
      run: (row, tools) =>
        act(
          send(words, 'approve', row, tools),
          () => toast.success(t('accounts.approvedSuccessfully', { One })),
          t('accounts.failedToApprove', { one }),
          tools,
        ),
    },
    {
      label: t('common.reject'),
      calls: words.routes.reject,
      icon: IconBan,
      danger: true,
      when: isPending,
      run: async (row, tools) => {
        const question = await asked(() => rejection(words, [row], tools), t('accounts.failedToReject', { one }));
        if (question === false || (question && !(await confirmDialog(question)))) return;
        await act(
          send(words, 'reject', row, tools),
          // the specification styles this success as an error
          () => toast.error(t('accounts.rejectedSuccessfully', { One })),
          t('accounts.failedToReject', { one }),
          tools,
        );
      },
    },
    {
      label: t('accounts.edit'),
      calls: words.routes.edit,
      icon: IconPencil,
      when: isSettled,
      run: (row, tools) => tools.open('edit', row),
    },
    {
      label: t('accounts.delete3'),
      calls: words.routes.remove,
      icon: IconTrash,
      danger: true,
      when: isSettled,
      run: async (row, tools) => {
        const question = await asked(() => deletion(words, [row], tools), t('accounts.failedToDelete', { one }));
        if (!question || !(await confirmDialog(question))) return;
        await act(
          send(words, 'remove', row, tools),
          () => toast.success(t('accounts.deletedSuccessfully', { One })),
          t('accounts.failedToDelete', { one }),
          tools,
        );
      },
    },
    {
      label: t('accounts.loginToDashboard'),
      calls: words.routes.loginAs,
      icon: IconLogin2,
      when: isSettled,
      run: (row, tools) => loginAs(words, row, tools),
    },
    {
      label: t('accounts.restore'),
      calls: words.routes.restore,
      icon: IconRefresh,
      when: (row) => !isOpen(row),
      run: (row, tools) =>
        act(
          send(words, 'restore', row, tools),
          () => toast.success(t('accounts.restoredSuccessfully', { One })),
          t('accounts.failedToRestore', { one }),
          tools,
          // the specification has no sentence for it, and the server knows why: the address is taken, or it is too late
          (error) => sentenceFor(error, { ...plainSentences(), failed: t('accounts.failedToRestore', { one }) }),
        ),
    },
  ];
};

export const bulkActionsOf = (words: AccountWords): BulkAction<AccountRecord>[] => {
  const { Many, one, many } = words;
  const notApproved = (row: AccountRecord) => isPending(row) || isRejected(row);
  return [
    {
      label: t('common.approve'),
      calls: words.routes.approve,
      icon: IconCheck,
      when: notApproved,
      only: notApproved,
      run: (row, context) => send(words, 'approve', row, context),
      done: () => ({ text: t('accounts.approvedSuccessfully2', { Many }), tone: 'success' }),
      failed: () => t('accounts.failedToApprove2', { many }),
    },
    {
      label: t('common.reject'),
      calls: words.routes.reject,
      icon: IconBan,
      // the specification: shown for pending or approved rows, but it rejects all that are selected
      when: (row) => isOpen(row) && row.status !== 'rejected',
      confirm: (rows, context) => rejection(words, rows, context),
      run: (row, context) => send(words, 'reject', row, context),
      done: () => ({ text: t('accounts.rejectedSuccessfully2', { Many }), tone: 'error' }),
      failed: () => t('accounts.failedToReject2', { many }),
    },
    {
      label: t('accounts.delete3'),
      calls: words.routes.remove,
      icon: IconTrash,
      danger: true,
      when: isOpen,
      confirm: (rows, context) => deletion(words, rows, context),
      run: (row, context) => send(words, 'remove', row, context),
      done: (count) => ({ text: t('accounts.sDeletedSuccessfully', { many: count, one }), tone: 'success' }),
      failed: () => t('accounts.failedToDeleteS', { one }),
    },
  ];
};
