// Clicks and impressions that arrived more than three days after their day: nothing is booked until a person says so.
import { type LateLot, lateLotLog, lotRoutes } from '@tributary/contract/conversions/lots';
import { call } from '../../kit/api/api.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { calendarDay, money } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { lotColumns } from './columns.ts';
import { conversionTabs, eventsText } from './words.ts';

const stateWords = { waiting: t('common.waiting'), booked: t('lots.booked'), dismissed: t('lots.dismissed') } as const;
const stateTones = { waiting: 'warn', booked: 'good', dismissed: 'neutral' } as const;

const decide =
  (decision: 'book' | 'dismiss'): Decision<LateLot>['send'] =>
  async (row, reason, session) => {
    await call(lotRoutes.decideLateLot, { params: { id: row.id }, body: { decision, reason } }, { session });
    return undefined;
  };

const book: Decision<LateLot> = {
  label: t('lots.book'),
  calls: lotRoutes.decideLateLot,
  icon: IconCheck,
  when: (row) => row.state === 'waiting',
  title: () => t('lots.bookWhatCameLate'),
  text: (row) =>
    t('lots.ofFromTo', {
      row: eventsText(row),
      day: calendarDay(row.day),
      revenue: money(row.revenue, row.currency),
      name: row.advertiser.name,
      payout: money(row.payout, row.currency),
      name2: row.publisher.name,
    }),
  usual: [t('lots.aTrackerWasOffline'), t('common.agreedWithTheAdvertiser')],
  send: decide('book'),
  done: t('lots.booked2'),
};

const dismiss: Decision<LateLot> = {
  label: t('lots.dismiss'),
  calls: lotRoutes.decideLateLot,
  icon: IconX,
  danger: true,
  when: (row) => row.state === 'waiting',
  title: () => t('lots.dismissWhatCameLate'),
  text: (row) => t('lots.ofStayUnpaid', { row: eventsText(row), day: calendarDay(row.day) }),
  usual: [t('lots.thePeriodIsClosed'), t('lots.notRecognisedByTheAdvertiser')],
  send: decide('dismiss'),
  done: t('lots.dismissedNothingWasBooked'),
};

const late = log(lateLotLog, {
  name: 'late-lots',
  title: t('common.conversionLogs'),
  purpose: t('lots.paidClicksAndImpressionsThat'),
  load: lotRoutes.lateLots,
  columns: [
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    ...lotColumns.map((column) => ({ ...column, opens: false })),
    { id: 'found_at', title: t('lots.found') },
    { id: 'reason', title: t('common.reason'), clip: true },
    { id: 'decided_by', title: t('common.decidedBy'), hidden: true },
  ],
  nameOf: (row) => t('lots.on', { name: row.offer.name, day: calendarDay(row.day) }),
  filters: [
    wordFilter('state', t('common.state'), stateWords),
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    namedFilter('publisher', t('common.publisher'), (row) => row.publisher),
  ],
  rowActions: [decisionAction(book), decisionAction(dismiss)],
  empty: {
    title: t('lots.nothingCameLate'),
    text: t('lots.whatArrivesWithinThreeDays'),
  },
  nothingFound: t('lots.nothingThatCameLateFits'),
});

export default function LateLots() {
  return <LogPage log={late} intro={<PageTabs label={t('common.conversions')} tabs={conversionTabs} />} />;
}
