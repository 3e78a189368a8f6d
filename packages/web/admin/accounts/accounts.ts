// Manage Affiliates and Manage Advertisers: one declaration, used twice. Pending Affiliates is the same screen with its
// filter set in the URL.
import type { AccountRecord } from '@tributary/contract/accounts';
import { call, callForText } from '../../kit/api.ts';
import { type Resource, resource } from '../../kit/resource/declaration.ts';
import { count } from '../../ui/format.ts';
import { bulkActionsOf, rowActionsOf } from './actions.ts';
import { columnsFor, nameOf } from './columns.ts';
import { accountDetails } from './details.tsx';
import { addDialog, editDialog } from './dialogs.tsx';
import { type AccountWords, advertiser, affiliate } from './words.ts';

const accounts = (words: AccountWords): Resource<AccountRecord> =>
  resource({
    name: words.many,
    title: `Manage ${words.Many}`,
    countText: (total) => `${count(total)} ${total === 1 ? words.one : words.many}`,
    load: async (query, context) => {
      const reply = await call(
        words.routes.list,
        { query: { ...query, deleted: query.deleted ? '1' : undefined } },
        context,
      );
      // without a query the call answers the bare array
      return Array.isArray(reply) ? { rows: reply, total: reply.length } : reply;
    },
    exportCsv: (query, context) =>
      callForText(words.routes.export, { query: { ...query, deleted: query.deleted ? '1' : undefined } }, context),
    columns: columnsFor(words),
    nameOf: (row) => nameOf(words, row),
    searchPlaceholder: 'Search by name or email...',
    filters: [
      {
        kind: 'choices',
        name: 'status',
        label: 'Status',
        options: [
          { value: 'approved', label: 'Approved' },
          { value: 'pending', label: 'Pending' },
          { value: 'rejected', label: 'Rejected' },
        ],
      },
      { kind: 'flag', name: 'deleted', label: 'Deleted' },
    ],
    defaultSort: '-created_at',
    rowActions: rowActionsOf(words),
    bulkActions: bulkActionsOf(words),
    selectedText: (selected) => `${selected} ${words.kind}(s) selected`,
    add: { label: `Add New ${words.One}`, dialog: 'add' },
    details: accountDetails(words),
    dialogs: { add: addDialog(words), edit: editDialog(words) },
    texts: {
      loading: `Loading ${words.many}...`,
      emptyTitle: `No ${words.many} found`,
      emptyText: `No ${words.many} match your current filter criteria.`,
    },
  });

export const affiliates = accounts(affiliate);
export const advertisers = accounts(advertiser);
