// Pacing: how much of each cap is used in its present window, and when it will be full at the present pace.
import { conversionRoutes } from '@tributary/contract/conversions';
import { capActions } from '@tributary/contract/offer-terms';
import { call } from '../../kit/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { dateTime } from '../../ui/format.ts';
import { offerPath } from '../offers/offer-path.ts';
import { amountText, type CapUsage, capTabs, metricWords, periodWords, publisherText } from './words.ts';

type Row = CapUsage & { id: string };

/** the percent from which the dashboard counts a cap */
const NEARLY_FULL = '80';

const pacing = log<Row>({
  name: 'cap-usage',
  title: 'Capping Logs',
  purpose: 'How much of each cap is used now, fullest first.',
  load: async ({ offer_id, at_least }, context) => {
    const query = {
      offer_id: typeof offer_id === 'string' ? offer_id : undefined,
      at_least: at_least === NEARLY_FULL ? Number(NEARLY_FULL) : undefined,
    };
    const { rows } = await call(conversionRoutes.capUsage, { query }, context);
    return { rows: rows.map((row) => ({ ...row, id: row.cap_id })), next: null };
  },
  columns: [
    {
      id: 'offer',
      title: 'Offer',
      kind: 'title',
      value: ({ offer }) => `${offer.name} (${offer.number})`,
      to: ({ offer }) => `${offerPath(offer.id)}?tab=caps`,
      fixed: true,
    },
    { id: 'publisher', title: 'Publisher', kind: 'text', clip: true, value: (row) => publisherText(row.publisher) },
    { id: 'metric', title: 'Counts', kind: 'text', value: (row) => metricWords[row.metric] },
    { id: 'period', title: 'Period', kind: 'text', value: (row) => periodWords[row.period] },
    {
      id: 'used',
      title: 'Used',
      kind: 'usage',
      value: (row) => ({
        used: row.percent,
        limit: 100,
        text: `${amountText(row.value, row)} of ${amountText(row.limit, row)} (${Math.round(row.percent)}%)`,
      }),
    },
    {
      id: 'reached_at',
      title: 'Full at this pace',
      kind: 'text',
      value: ({ percent, reached_at }) =>
        percent >= 100 ? 'Full' : reached_at === null ? 'Not within the window' : dateTime(reached_at),
    },
    {
      id: 'window_end',
      title: 'Starts anew',
      kind: 'date',
      value: (row) => (row.period === 'total' ? null : row.window_end),
      empty: 'Never',
    },
    { id: 'action', title: 'What it does', kind: 'text', clip: true, value: (row) => capActions[row.action] },
  ],
  nameOf: (row) => `cap of ${row.offer.name}`,
  filters: [
    namedFilter('offer', 'Offer', (row) => row.offer),
    wordFilter('at_least', 'Used', { [NEARLY_FULL]: `${NEARLY_FULL}% or more` }),
  ],
  empty: {
    title: 'No caps are set',
    text: 'A cap limits clicks, conversions, revenue or payout of an offer. Set one on the offer’s page, under Caps.',
  },
  nothingFound: 'No cap fits these filters.',
});

export default function Pacing() {
  return <LogPage log={pacing} intro={<PageTabs label="Caps" tabs={capTabs} />} />;
}
