// What an account manager can do with one account or with many: which action a status allows, its call and its toasts
// (seed 001, sections 4 and 8).
import type { AccountRecord } from '@tributary/contract/accounts';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { alertDialog, confirmDialog } from '../../kit/dialogs.tsx';
import { reportError } from '../../kit/report-error.ts';
import type { BulkAction, CallContext, RowAction, Tools } from '../../kit/resource/declaration.ts';
import { storeLoginAs } from '../../kit/session.ts';
import { toast } from '../../kit/toast.tsx';
import { IconBan, IconCheck, IconLogin2, IconPencil, IconRefresh, IconTrash } from '../../ui/icons.ts';
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
async function act(attempt: Promise<unknown>, done: () => void, failed: string, tools: AccountTools): Promise<void> {
  try {
    await attempt;
    done();
  } catch (error) {
    reportError(failed, error);
    toast.error(failed);
  }
  await tools.reload();
}

const deletion = ({ one, many }: AccountWords, names: readonly string[]) => {
  const [name] = names;
  const single = names.length === 1;
  return {
    title: single ? `Delete ${name}?` : `Delete ${names.length} ${many}?`,
    text: single
      ? `This ${one} can no longer sign in. Past reports stay as they are, and the account can be restored within 30 days from the Deleted filter.`
      : 'They can no longer sign in. Past reports stay as they are, and the accounts can be restored within 30 days from the Deleted filter.',
    confirm: 'Delete',
    danger: true,
  };
};

async function loginAs(words: AccountWords, row: AccountRecord, { session }: AccountTools): Promise<void> {
  try {
    const reply = await call(words.routes.loginAs, { params: { id: row.id } }, { session });
    storeLoginAs(words.kind, reply.token, reply.user);
    location.assign(reply.dashboard_url);
  } catch (error) {
    await alertDialog(sentenceFor(error, loginAsSentences), 'Login To Dashboard');
  }
}

export const rowActionsOf = (words: AccountWords): RowAction<AccountRecord>[] => {
  const { One, one } = words;
  return [
    {
      label: 'Approve',
      icon: IconCheck,
      when: (row) => isPending(row) || isRejected(row),
      run: (row, tools) =>
        act(
          send(words, 'approve', row, tools),
          () => toast.success(`${One} approved successfully!`),
          `Failed to approve ${one}`,
          tools,
        ),
    },
    {
      label: 'Reject',
      icon: IconBan,
      danger: true,
      when: isPending,
      run: (row, tools) =>
        act(
          send(words, 'reject', row, tools),
          // the seed styles this success as an error
          () => toast.error(`${One} rejected successfully!`),
          `Failed to reject ${one}`,
          tools,
        ),
    },
    { label: 'Edit', icon: IconPencil, when: isSettled, run: (row, tools) => tools.open('edit', row) },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      when: isSettled,
      run: async (row, tools) => {
        if (!(await confirmDialog(deletion(words, [nameOf(words, row)])))) return;
        await act(
          send(words, 'remove', row, tools),
          () => toast.success(`${One} deleted successfully!`),
          `Failed to delete ${one}`,
          tools,
        );
      },
    },
    { label: 'Login To Dashboard', icon: IconLogin2, when: isSettled, run: (row, tools) => loginAs(words, row, tools) },
    {
      label: 'Restore',
      icon: IconRefresh,
      when: (row) => !isOpen(row),
      run: (row, tools) =>
        act(
          send(words, 'restore', row, tools),
          () => toast.success(`${One} restored successfully!`),
          `Failed to restore ${one}`,
          tools,
        ),
    },
  ];
};

export const bulkActionsOf = (words: AccountWords): BulkAction<AccountRecord>[] => {
  const { Many, one, many } = words;
  const notApproved = (row: AccountRecord) => isPending(row) || isRejected(row);
  return [
    {
      label: 'Approve',
      icon: IconCheck,
      when: notApproved,
      only: notApproved,
      run: (row, context) => send(words, 'approve', row, context),
      done: () => ({ text: `${Many} approved successfully!`, tone: 'success' }),
      failed: () => `Failed to approve ${many}`,
    },
    {
      label: 'Reject',
      icon: IconBan,
      // the seed: shown for pending or approved rows, but it rejects all that are selected
      when: (row) => isOpen(row) && row.status !== 'rejected',
      run: (row, context) => send(words, 'reject', row, context),
      done: () => ({ text: `${Many} rejected successfully!`, tone: 'error' }),
      failed: () => `Failed to reject ${many}`,
    },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      when: isOpen,
      confirm: (rows) =>
        deletion(
          words,
          rows.map((row) => nameOf(words, row)),
        ),
      run: (row, context) => send(words, 'remove', row, context),
      done: (count) => ({ text: `${count} ${one}(s) deleted successfully!`, tone: 'success' }),
      failed: () => `Failed to delete ${one}(s)`,
    },
  ];
};
