// Capping Logs: every cap that was reached, what it counted, what it did, and a way to start it anew.

import { cappingLog, conversionRoutes } from '@tributary/contract/conversions';
import { capActions, capMetrics } from '@tributary/contract/offer-terms';
import { call } from '../../kit/api.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { IconRefresh } from '../../ui/icons.ts';
import { amountText, type CapReached, capTabs, metricWords, periodWords, publisherText, windowText } from './words.ts';

const stateWords = { active: 'In force', ended: 'Ended', reset: 'Reset' } as const;
const stateTones = { active: 'warn', ended: 'neutral', reset: 'neutral' } as const;

const reset = decisionAction<CapReached>({
  label: 'Reset',
  icon: IconRefresh,
  danger: true,
  when: (row) => row.status === 'active',
  title: (row) => `Reset the cap of ${row.offer.name}?`,
  text: (row) => `It counts from zero again within its window: up to ${amountText(row.limit, row)} more may come in.`,
  usual: ['Agreed with the advertiser', 'The limit was too low'],
  send: async (row, reason, session) => {
    await call(conversionRoutes.resetCap, { params: { id: row.id }, body: { reason } }, { session });
    return undefined;
  },
  done: 'The cap counts from zero again.',
});

const reached = log<CapReached>({
  name: 'capping-log',
  title: 'Capping Logs',
  purpose: 'Caps that were reached, newest first.',
  load: ({ metric, ...query }, context) =>
    call(
      conversionRoutes.capsReached,
      { query: { ...query, metric: capMetrics.find((one) => one === metric) } },
      context,
    ),
  columns: columnsOf<CapReached, typeof cappingLog.columns>(cappingLog, [
    { id: 'at', title: 'Reached', fixed: true },
    {
      id: 'status',
      title: 'State',
      kind: 'status',
      value: (row) => stateWords[row.status],
      tone: (row) => stateTones[row.status],
    },
    { id: 'offer', title: 'Offer' },
    { id: 'publisher', title: 'Publisher', kind: 'text', clip: true, value: (row) => publisherText(row.publisher) },
    { id: 'metric', title: 'Counts', kind: 'text', value: (row) => metricWords[row.metric] },
    { id: 'period', title: 'Period', kind: 'text', value: (row) => periodWords[row.period] },
    { id: 'value', title: 'Counted', kind: 'figure', value: (row) => amountText(row.value, row) },
    { id: 'limit', title: 'Limit', kind: 'figure', value: (row) => amountText(row.limit, row) },
    { id: 'affected', title: 'Met it after' },
    { id: 'refused_clicks', title: 'Clicks refused' },
    { id: 'action', title: 'What it does', kind: 'text', clip: true, value: (row) => capActions[row.action] },
    {
      id: 'window',
      title: 'Window',
      kind: 'text',
      value: (row) => windowText(row.window_start, row.period === 'total' ? null : row.window_end),
    },
    { id: 'cap_id', title: 'Cap', kind: 'text', clip: true, value: (row) => row.cap_id, hidden: true },
  ]),
  nameOf: (row) => `cap of ${row.offer.name}`,
  filters: [
    namedFilter('offer', 'Offer', (row) => row.offer),
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
    wordFilter('metric', 'Counts', metricWords),
  ],
  hasPeriod: true,
  rowActions: [reset],
  empty: {
    title: 'No cap has been reached',
    text: 'Caps are set on an offer’s page. When one is reached, what it did is kept here.',
  },
  nothingFound: 'No cap was reached within these filters and this period.',
});

export default function CappingLogs() {
  return <LogPage log={reached} intro={<PageTabs label="Caps" tabs={capTabs} />} />;
}
