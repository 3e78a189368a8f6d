// Clicks and impressions that arrived more than three days after their day: nothing is booked until a person says so.
import { type LateLot, lateStates, lotRoutes } from '@tributary/contract/lots';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { reasonDialog } from '../../kit/dialogs.tsx';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { reportError } from '../../kit/report-error.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { toast } from '../../kit/toast.tsx';
import { money } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { lotColumns } from './columns.ts';
import { conversionTabs, eventsText } from './words.ts';

const stateWords = { waiting: 'Waiting', booked: 'Booked', dismissed: 'Dismissed' } as const;
const stateTones = { waiting: 'warn', booked: 'good', dismissed: 'neutral' } as const;

const verbs = {
  book: {
    label: 'Book',
    icon: IconCheck,
    done: 'Booked.',
    usual: ['A tracker was offline', 'Agreed with the advertiser'],
    text: (row: LateLot) =>
      `${eventsText(row)} of ${row.day}: ${money(row.revenue, row.currency)} from ${row.advertiser.name}, ${money(row.payout, row.currency)} to ${row.publisher.name}.`,
  },
  dismiss: {
    label: 'Dismiss',
    icon: IconX,
    done: 'Dismissed. Nothing was booked.',
    usual: ['The period is closed', 'Not recognised by the advertiser'],
    text: (row: LateLot) => `${eventsText(row)} of ${row.day} stay unpaid.`,
  },
} as const;

const action = (decision: keyof typeof verbs): RowAction<LateLot> => ({
  label: verbs[decision].label,
  icon: verbs[decision].icon,
  when: (row) => row.state === 'waiting',
  run: async (row, { session, reload }) => {
    const { label, text, usual, done } = verbs[decision];
    const reason = await reasonDialog(
      { title: `${label} what came late?`, text: text(row), confirm: label, danger: decision === 'dismiss' },
      { maxLength: 500, usual: [...usual] },
    );
    if (reason === null) return;
    try {
      await call(lotRoutes.decideLateLot, { params: { id: row.id }, body: { decision, reason } }, { session });
      toast.success(done);
    } catch (error) {
      reportError('What came late was not decided', error);
      toast.error(sentenceFor(error));
    }
    await reload();
  },
});

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
  nameOf: (row) => `${row.offer.name} on ${row.day}`,
  filters: [
    wordFilter('state', 'State', stateWords),
    namedFilter('offer', 'Offer', (row) => row.offer),
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
  ],
  rowActions: [action('book'), action('dismiss')],
  empty: {
    title: 'Nothing came late',
    text: 'What arrives within three days after its day is booked by itself. What arrives later waits here for your decision.',
  },
  nothingFound: 'Nothing that came late fits these filters.',
});

export default function LateLots() {
  return <LogPage log={late} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
