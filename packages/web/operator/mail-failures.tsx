// Mails that could not be delivered: to whom, about what, and what the mail server said.

import { mailFailureList, operatorRoutes } from '@tributary/contract/operator';
import { resource } from '../kit/resource/declaration.ts';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { t } from '../words/operator.ts';
import { operate } from './session.ts';

const failures = resource(mailFailureList, {
  name: 'operator-mail-failures',
  title: t('common.mailFailures'),
  countText: (total) => t('mailFailures.mailsWereNotDelivered', { count: total }),
  load: (query, { signal }) => operate(operatorRoutes.mailFailures, { query }, signal),
  nameOf: (failure) => failure.recipient,
  searchPlaceholder: t('mailFailures.searchMailFailures'),
  defaultSort: '-created_at',
  columns: [
    { id: 'recipient', title: t('mailFailures.recipient'), fixed: true },
    { id: 'error', title: t('mailFailures.reason') },
    {
      id: 'tenant',
      title: t('common.tenant'),
      kind: 'text',
      value: ({ tenant }) => tenant || t('mailFailures.thePlatformItself'),
    },
    { id: 'subject', title: t('mailFailures.subject') },
    { id: 'created_at', title: t('mailFailures.written') },
  ],
  texts: {
    loading: t('mailFailures.loadingMailFailures'),
    emptyTitle: t('mailFailures.noMailHasFailed'),
    emptyText: t('mailFailures.aMailThatCouldNot'),
  },
});

export default function MailFailures() {
  return <ResourcePage list={failures} />;
}
