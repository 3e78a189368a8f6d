// The list's columns with their fallbacks (seed 001, section 2).
import { type AccountRecord, accountList } from '@tributary/contract/accounts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { dateTime, fullName } from '../../ui/format.ts';
import type { AccountWords } from './words.ts';

export const nameOf = ({ One }: AccountWords, { first_name, last_name }: AccountRecord): string =>
  fullName(first_name, last_name) || `DEMO ${One}`;

/** the fixed date that the seed shows in place of a missing one; nobody takes it for a real one (decision 26) */
export const NO_CREATED_DATE = dateTime(0, 'UTC');

export const columnsFor = (words: AccountWords) =>
  columnsOf<AccountRecord, typeof accountList.columns>(accountList, [
    {
      id: 'user_sequence_id',
      title: 'User ID',
      kind: 'text',
      value: (row, position) => row.user_sequence_id ?? position + 2,
    },
    {
      id: 'name',
      title: 'Name',
      kind: 'person',
      fixed: true,
      value: (row) => ({
        name: nameOf(words, row),
        email: row.email,
        ...(row.email_confirmed ? {} : { mark: 'Unconfirmed' }),
      }),
    },
    { id: 'company', title: 'Company' },
    {
      id: 'status',
      title: 'Status',
      kind: 'status',
      value: (row) => (row.deleted_at ? 'deleted' : row.status),
    },
    {
      id: 'created_at',
      title: 'Created Date',
      kind: 'date',
      empty: NO_CREATED_DATE,
      value: (row) => row.created_at,
    },
    {
      id: 'last_login',
      title: 'Last Login',
      kind: 'date',
      empty: 'Never',
      value: (row) => row.last_login,
    },
    { id: 'reference_id', title: 'Reference ID' },
    { id: 'tax_id', title: 'Tax ID' },
    { id: 'referred_by', title: 'Referred By' },
    { id: 'managers', title: 'Managers' },
    { id: 'tags', title: 'Tags', hidden: true },
  ]);
