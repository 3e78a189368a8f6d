// Mails that could not be delivered: to whom, about what, and what the mail server said.
import { operatorRoutes } from '@tributary/contract/operator';
import type { ResultOf } from '@tributary/contract/route';
import { resource } from '../kit/resource/declaration.ts';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { count } from '../ui/format.ts';
import { operate } from './session.ts';

type Failure = ResultOf<typeof operatorRoutes.mailFailures>['rows'][number];

const failures = resource<Failure>({
  name: 'operator-mail-failures',
  title: 'Mail failures',
  countText: (total) => (total === 1 ? '1 mail was not delivered' : `${count(total)} mails were not delivered`),
  load: (query, { signal }) => operate(operatorRoutes.mailFailures, { query }, signal),
  nameOf: (failure) => failure.recipient,
  searchPlaceholder: 'Search mail failures',
  defaultSort: '-created_at',
  columns: [
    { id: 'recipient', title: 'Recipient', kind: 'text', fixed: true, value: ({ recipient }) => recipient },
    { id: 'error', title: 'Reason', kind: 'text', value: ({ error }) => error },
    { id: 'tenant', title: 'Tenant', kind: 'text', value: ({ tenant }) => tenant || 'The platform itself' },
    { id: 'subject', title: 'Subject', kind: 'text', value: ({ subject }) => subject },
    { id: 'created_at', title: 'Written', kind: 'relative-date', sortable: true, value: (row) => row.created_at },
  ],
  texts: {
    loading: 'Loading mail failures',
    emptyTitle: 'No mail has failed',
    emptyText: 'A mail that could not be delivered after several tries is listed here with the reason.',
  },
});

export default function MailFailures() {
  return <ResourcePage list={failures} />;
}
