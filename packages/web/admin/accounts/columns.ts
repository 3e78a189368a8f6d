// The list's columns with their fallbacks (seed 001, section 2).
import type { AccountRecord } from '@tributary/contract/accounts';
import type { Column } from '../../kit/table/column.ts';
import { dateTime, fullName } from '../../ui/format.ts';
import type { AccountWords } from './words.ts';

export const nameOf = ({ One }: AccountWords, { first_name, last_name }: AccountRecord): string =>
  fullName(first_name, last_name) || `DEMO ${One}`;

/** the fixed date that the seed shows in place of a missing one; nobody takes it for a real one (decision 26) */
export const NO_CREATED_DATE = dateTime(0, 'UTC');

export const columnsOf = (words: AccountWords): Column<AccountRecord>[] => [
  {
    id: 'user_sequence_id',
    title: 'User ID',
    kind: 'text',
    sortable: true,
    value: (row, position) => row.user_sequence_id ?? position + 2,
  },
  {
    id: 'name',
    title: 'Name',
    kind: 'person',
    sortable: true,
    fixed: true,
    value: (row) => ({
      name: nameOf(words, row),
      email: row.email,
      ...(row.email_confirmed ? {} : { mark: 'Unconfirmed' }),
    }),
  },
  { id: 'company', title: 'Company', kind: 'text', sortable: true, value: (row) => row.company },
  {
    id: 'status',
    title: 'Status',
    kind: 'status',
    sortable: true,
    value: (row) => (row.deleted_at ? 'deleted' : row.status),
  },
  {
    id: 'created_at',
    title: 'Created Date',
    kind: 'date',
    sortable: true,
    empty: NO_CREATED_DATE,
    value: (row) => row.created_at,
  },
  {
    id: 'last_login',
    title: 'Last Login',
    kind: 'date',
    sortable: true,
    empty: 'Never',
    value: (row) => row.last_login,
  },
  { id: 'reference_id', title: 'Reference ID', kind: 'text', sortable: true, value: (row) => row.reference_id },
  { id: 'tax_id', title: 'Tax ID', kind: 'text', sortable: true, value: (row) => row.tax_id },
  { id: 'referred_by', title: 'Referred By', kind: 'text', sortable: true, value: (row) => row.referred_by },
  { id: 'managers', title: 'Managers', kind: 'text', sortable: true, value: (row) => row.managers },
  { id: 'tags', title: 'Tags', kind: 'tags', hidden: true, value: (row) => row.tags },
];
