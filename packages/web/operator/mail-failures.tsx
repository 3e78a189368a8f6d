// Mails that could not be delivered: to whom, about what, and what the mail server said.

import { mailFailureList, operatorRoutes } from '@tributary/contract/operator';
import type { ResultOf } from '@tributary/contract/route';
import { resource } from '../kit/resource/declaration.ts';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { columnsOf } from '../kit/table/list-columns.ts';
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
  columns: columnsOf<Failure, typeof mailFailureList.columns>(mailFailureList, [
    { id: 'recipient', title: 'Recipient', fixed: true },
    { id: 'error', title: 'Reason' },
    { id: 'tenant', title: 'Tenant', kind: 'text', value: ({ tenant }) => tenant || 'The platform itself' },
    { id: 'subject', title: 'Subject' },
    { id: 'created_at', title: 'Written' },
  ]),
  texts: {
    loading: 'Loading mail failures',
    emptyTitle: 'No mail has failed',
    emptyText: 'A mail that could not be delivered after several tries is listed here with the reason.',
  },
});

export default function MailFailures() {
  return <ResourcePage list={failures} />;
}
