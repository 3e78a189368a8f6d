// Access logs: who got in, who did not, from where, and what was taken along.
import { accessResultLabels } from '@tributary/contract/logs/access-events';
import { accessLog, accessLogRoutes } from '@tributary/contract/logs/access-log';
import { deviceOf } from '../../features/profile/user-agent.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { t } from '../../words/admin.ts';
import { peopleFilter } from './people-filter.ts';
import { detailText, eventWords, resultText, resultTones } from './words.ts';

const accesses = log(accessLog, {
  name: 'accesses',
  title: t('menu.accessLogs'),
  purpose: t('logs.accessesPurpose'),
  load: accessLogRoutes.accessLog,
  file: accessLogRoutes.exportAccessLog,
  columns: [
    { id: 'at', title: t('common.time'), fixed: true },
    { id: 'event', title: t('logs.event'), kind: 'text', value: ({ event }) => eventWords[event] },
    {
      id: 'result',
      title: t('logs.result'),
      kind: 'status',
      value: resultText,
      tone: (row) => resultTones[row.result],
    },
    { id: 'user', title: t('logs.user'), clip: true },
    { id: 'role', title: t('logs.role') },
    { id: 'actor', title: t('logs.doneBy'), clip: true },
    { id: 'ip', title: t('logs.ip') },
    {
      id: 'country',
      title: t('logs.country'),
      kind: 'text',
      value: (row) => row.country && nameOfCountry(row.country.toLowerCase()),
    },
    { id: 'device', title: t('logs.device'), kind: 'text', clip: true, value: (row) => deviceOf(row.user_agent) },
    { id: 'detail', title: t('logs.detail'), kind: 'text', clip: true, value: detailText },
    { id: 'email', title: t('logs.email'), clip: true, hidden: true },
    { id: 'session_id', title: t('logs.session'), clip: true, hidden: true },
  ],
  nameOf: (row) => `${eventWords[row.event]}: ${row.user?.name ?? row.email ?? ''}`,
  searchPlaceholder: t('logs.searchAccesses'),
  filters: [
    {
      kind: 'some',
      name: 'event',
      label: t('logs.event'),
      options: Object.entries(eventWords).map(([value, label]) => ({ value, label })),
    },
    wordFilter('result', t('logs.result'), accessResultLabels),
    peopleFilter((row) => row.user),
    { kind: 'text', name: 'ip', label: t('logs.ip') },
  ],
  hasPeriod: true,
  empty: { title: t('logs.noAccesses'), text: t('logs.noAccessesText') },
  nothingFound: t('logs.noAccessFits'),
});

export default function AccessLogs() {
  return <LogPage log={accesses} />;
}
