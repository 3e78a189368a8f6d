// Manage Affiliates and Manage Advertisers: one declaration, used twice. Pending Affiliates is the same screen with its
// filter set in the URL.
import { type AccountRecord, accountList } from '@tributary/contract/accounts/accounts';
import { callForList } from '../../kit/api/api.ts';
import { type Resource, resource } from '../../kit/resource/declaration.ts';
import { count } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { bulkActionsOf, rowActionsOf } from './actions.ts';
import { columnsFor, nameOf } from './columns.ts';
import { accountDetails } from './details.tsx';
import { addDialog, editDialog } from './dialogs.tsx';
import { type AccountWords, advertiser, affiliate } from './words.ts';

const accounts = (words: AccountWords): Resource<AccountRecord> =>
  resource(accountList, {
    name: words.many,
    title: t('accounts.manage', { Many: words.Many }),
    countText: (total) => `${count(total)} ${total === 1 ? words.one : words.many}`,
    load: async (query, context) => {
      const reply = await callForList(words.routes.list, query, context);
      // without a query the call answers the bare array
      return Array.isArray(reply) ? { rows: reply, total: reply.length } : reply;
    },
    file: words.routes.export,
    columns: columnsFor(words),
    nameOf: (row) => nameOf(words, row),
    searchPlaceholder: t('accounts.searchByNameOrEmail'),
    filters: [
      {
        kind: 'choices',
        name: 'status',
        label: t('common.status'),
        options: [
          { value: 'approved', label: t('common.approved') },
          { value: 'pending', label: t('common.pending') },
          { value: 'rejected', label: t('common.rejected') },
        ],
      },
      { kind: 'flag', name: 'deleted', label: t('accounts.deleted') },
    ],
    defaultSort: '-created_at',
    rowActions: rowActionsOf(words),
    bulkActions: bulkActionsOf(words),
    selectedText: (selected) => `${selected} ${words.kind}(s) selected`,
    add: { label: t('accounts.addNew', { One: words.One }), calls: words.routes.create, dialog: 'add' },
    details: accountDetails(words),
    dialogs: { add: addDialog(words), edit: editDialog(words) },
    texts: {
      loading: t('accounts.loading', { many: words.many }),
      emptyTitle: t('accounts.noFound', { many: words.many }),
      emptyText: t('accounts.noMatchYourCurrentFilter', { many: words.many }),
    },
  });

export const affiliates = accounts(affiliate);
export const advertisers = accounts(advertiser);
