// Clicks and impressions that arrived more than three days after their day: nothing is booked until a person says so.
import { type LateLot, lateStates, lotRoutes } from '@tributary/contract/lots';
import { call } from '../../kit/api.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { calendarDay, money } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { lotColumns } from './columns.ts';
import { conversionTabs, eventsText } from './words.ts';

const stateWords = { waiting: 'Waiting', booked: 'Booked', dismissed: 'Dismissed' } as const;
const stateTones = { waiting: 'warn', booked: 'good', dismissed: 'neutral' } as const;

const decide =
  (decision: 'book' | 'dismiss'): Decision<LateLot>['send'] =>
  async (row, reason, session) => {
    await call(lotRoutes.decideLateLot, { params: { id: row.id }, body: { decision, reason } }, { session });
    return undefined;
  };

const book: Decision<LateLot> = {
  label: 'Book',
  icon: IconCheck,
  when: (row) => row.state === 'waiting',
  title: () => 'Book what came late?',
  text: (row) =>
    `${eventsText(row)} of ${calendarDay(row.day)}: ${money(row.revenue, row.currency)} from ${row.advertiser.name}, ${money(row.payout, row.currency)} to ${row.publisher.name}.`,
  usual: ['A tracker was offline', 'Agreed with the advertiser'],
  send: decide('book'),
  done: 'Booked.',
};

const dismiss: Decision<LateLot> = {
  label: 'Dismiss',
  icon: IconX,
  danger: true,
  when: (row) => row.state === 'waiting',
  title: () => 'Dismiss what came late?',
  text: (row) => `${eventsText(row)} of ${calendarDay(row.day)} stay unpaid.`,
  usual: ['The period is closed', 'Not recognised by the advertiser'],
  send: decide('dismiss'),
  done: 'Dismissed. Nothing was booked.',
};

const late = log<LateLot>({
  name: 'late-lots',
  title: 'Conversion Logs',
  purpose: 'Paid clicks and impressions that arrived more than three days after their day. A person decides.',
  load: ({ from: _from, to: _to, state, ...query }, context) =>
    call(lotRoutes.lateLots, { query: { ...query, state: lateStates.find((one) => one === state) } }, context),
  columns: [
    {
      id: 'state',
      title: 'State',
      kind: 'status',
      value: (row) => stateWords[row.state],
      tone: (row) => stateTones[row.state],
    },
    ...lotColumns<LateLot>().map((column) => ({ ...column, opens: false })),
    { id: 'found_at', title: 'Found', kind: 'relative-date', value: (row) => row.found_at },
    { id: 'reason', title: 'Reason', kind: 'text', clip: true, value: (row) => row.reason },
    { id: 'decided_by', title: 'Decided by', kind: 'text', value: (row) => row.decided_by, hidden: true },
  ],
  nameOf: (row) => `${row.offer.name} on ${calendarDay(row.day)}`,
  filters: [
    wordFilter('state', 'State', stateWords),
    namedFilter('offer', 'Offer', (row) => row.offer),
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
  ],
  rowActions: [decisionAction(book), decisionAction(dismiss)],
  empty: {
    title: 'Nothing came late',
    text: 'What arrives within three days after its day is booked by itself. What arrives later waits here for your decision.',
  },
  nothingFound: 'Nothing that came late fits these filters.',
});

export default function LateLots() {
  return <LogPage log={late} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
