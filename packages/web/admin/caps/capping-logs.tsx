// Capping Logs: every cap that was reached, what it counted, what it did, and a way to start it anew.

import { cappingLog, conversionRoutes } from '@tributary/contract/conversions/conversions';
import { capActions } from '@tributary/contract/offers/offer-terms';
import { call } from '../../kit/api/api.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { amountText, type CapReached, capTabs, metricWords, periodWords, publisherText, windowText } from './words.ts';

const stateWords = { active: t('caps.inForce'), ended: t('caps.ended'), reset: t('caps.reset') } as const;
const stateTones = { active: 'warn', ended: 'neutral', reset: 'neutral' } as const;

const reset = decisionAction<CapReached>({
  label: t('caps.reset'),
  calls: conversionRoutes.resetCap,
  icon: IconRefresh,
  danger: true,
  when: (row) => row.status === 'active',
  title: (row) => t('caps.resetTheCapOf', { name: row.offer.name }),
  text: (row) => t('caps.itCountsFromZeroAgain', { limit: amountText(row.limit, row) }),
  usual: [t('common.agreedWithTheAdvertiser'), t('caps.theLimitWasTooLow')],
  send: async (row, reason, session) => {
    await call(conversionRoutes.resetCap, { params: { id: row.id }, body: { reason } }, { session });
    return undefined;
  },
  done: t('caps.theCapCountsFromZero'),
});

const reached = log(cappingLog, {
  name: 'capping-log',
  title: t('common.cappingLogs'),
  purpose: t('caps.capsThatWereReachedNewest'),
  load: conversionRoutes.capsReached,
  columns: [
    { id: 'at', title: t('caps.reached'), fixed: true },
    { id: 'status', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'offer', title: t('common.offer') },
    {
      id: 'publisher',
      title: t('common.publisher'),
      kind: 'text',
      clip: true,
      value: (row) => publisherText(row.publisher),
    },
    { id: 'metric', title: t('common.counts'), kind: 'text', value: (row) => metricWords[row.metric] },
    { id: 'period', title: t('caps.period'), kind: 'text', value: (row) => periodWords[row.period] },
    { id: 'value', title: t('common.counted'), kind: 'figure', value: (row) => amountText(row.value, row) },
    { id: 'limit', title: t('common.limit'), kind: 'figure', value: (row) => amountText(row.limit, row) },
    { id: 'affected', title: t('caps.metItAfter') },
    { id: 'refused_clicks', title: t('caps.clicksRefused') },
    {
      id: 'action',
      title: t('caps.whatItDoes'),
      kind: 'text',
      clip: true,
      value: (row) => said(capActions[row.action]),
    },
    {
      id: 'window',
      title: t('caps.window'),
      kind: 'text',
      value: (row) => windowText(row.window_start, row.period === 'total' ? null : row.window_end),
    },
    { id: 'cap_id', title: t('common.cap'), kind: 'text', clip: true, value: (row) => row.cap_id, hidden: true },
  ],
  nameOf: (row) => t('caps.capOf', { name: row.offer.name }),
  filters: [
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    namedFilter('publisher', t('common.publisher'), (row) => row.publisher),
    wordFilter('metric', t('common.counts'), metricWords),
  ],
  hasPeriod: true,
  rowActions: [reset],
  empty: {
    title: t('caps.noCapHasBeenReached'),
    text: t('caps.capsAreSetOnAn'),
  },
  nothingFound: t('caps.noCapWasReachedWithin'),
});

export default function CappingLogs() {
  return <LogPage log={reached} intro={<PageTabs label={t('common.caps')} tabs={capTabs} />} />;
}
