// The list's columns with their fallbacks (the specification, Console).
import { type AccountRecord, accountList } from '@tributary/contract/accounts/accounts';
import { meaningOf } from '@tributary/contract/accounts/hidden';
import type { Column } from '../../kit/table/column.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { dateTime, fullName } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import type { AccountWords } from './words.ts';

/** every account has an address: where none is shown the reader's role hides it, and the name with it */
const isUnnamed = ({ first_name, last_name, email }: AccountRecord): boolean =>
  fullName(first_name, last_name) === '' && email === '';

export const nameOf = ({ One }: AccountWords, row: AccountRecord): string =>
  isUnnamed(row)
    ? `${One} ${row.user_sequence_id ?? ''}`.trim()
    : fullName(row.first_name, row.last_name) || t('accounts.demo', { One });

/** what a class means for this kind of account; the first column stays, since it opens the row */
const ofKind =
  (kind: AccountWords['kind']) =>
  ({ hide, ...column }: Column<AccountRecord>): Column<AccountRecord> => {
    const meant = hide && column.id !== 'name' ? meaningOf(hide, kind) : null;
    return meant ? { ...column, hide: meant } : column;
  };

/** the fixed date that the specification shows in place of a missing one; nobody takes it for a real one (decision 26) */
export const NO_CREATED_DATE = dateTime(0, 'UTC');

export const columnsFor = (words: AccountWords): Column<AccountRecord>[] => declared(words).map(ofKind(words.kind));

const declared = (words: AccountWords) =>
  columnsOf(accountList, [
    {
      id: 'user_sequence_id',
      title: t('accounts.userId'),
      kind: 'text',
      value: (row, position) => row.user_sequence_id ?? position + 2,
    },
    {
      id: 'name',
      title: t('accounts.name'),
      kind: 'person',
      fixed: true,
      value: (row) => ({
        name: nameOf(words, row),
        email: row.email,
        ...(row.email_confirmed ? {} : { mark: t('accounts.unconfirmed') }),
      }),
    },
    { id: 'company', title: t('accounts.company') },
    {
      id: 'status',
      title: t('common.status'),
      kind: 'status',
      value: (row) => (row.deleted_at ? 'deleted' : row.status),
    },
    {
      id: 'created_at',
      title: t('accounts.createdDate'),
      kind: 'date',
      empty: NO_CREATED_DATE,
      value: (row) => row.created_at,
    },
    {
      id: 'last_login',
      title: t('accounts.lastLogin'),
      kind: 'date',
      empty: t('common.never'),
      value: (row) => row.last_login,
    },
    { id: 'reference_id', title: t('accounts.referenceId') },
    { id: 'tax_id', title: t('accounts.taxId') },
    { id: 'referred_by', title: t('accounts.referredBy') },
    { id: 'managers', title: t('accounts.managers') },
    { id: 'tags', title: t('common.tags'), hidden: true },
  ]);
