// Conversion: what the publisher's traffic led to, with status and reason, and whether its own postback arrived.

import { conversionStatuses, publisherConversionLog } from '@tributary/contract/conversions';
import { postbackRoutes } from '@tributary/contract/postbacks';
import type { ResultOf } from '@tributary/contract/route';
import { call, callForText } from '../../kit/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { reasonText } from '../../kit/postbacks/reason.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, words } from '../../ui/format.ts';
import { toneOf } from '../../ui/status-badge.tsx';
import { Balances } from './balances.tsx';
import { conversionTabs } from './tabs.ts';

type Row = ResultOf<typeof postbackRoutes.publisherConversions>['rows'][number];

const deliveryWords = {
  none: 'None set up',
  waiting: 'On its way',
  delivered: 'Delivered',
  failed: 'Failed',
} as const satisfies Record<Row['delivery'], string>;
const deliveryTones = { none: 'neutral', waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

/** what was approved and is taken back is not paid before somebody has answered */
const whyText = (row: Row): string | null =>
  row.disputed
    ? ['The advertiser disputes it: not payable until that is answered', reasonText(row)].filter(Boolean).join('. ')
    : reasonText(row);

const conversions = log<Row>({
  name: 'publisher-conversions',
  title: 'Conversion',
  purpose: 'Every conversion of your traffic, with its status and the reason for it.',
  load: (query, context) => call(postbackRoutes.publisherConversions, { query }, context),
  exportCsv: (query, context) => callForText(postbackRoutes.exportPublisherConversions, { query }, context),
  columns: columnsOf<Row, typeof publisherConversionLog.columns>(publisherConversionLog, [
    { id: 'at', title: 'Conversion time', fixed: true },
    {
      id: 'status',
      title: 'Status',
      kind: 'status',
      value: (row) => (row.disputed ? `${words(row.status)}, disputed` : row.status),
      tone: (row) => (row.disputed ? 'warn' : toneOf(row.status)),
    },
    { id: 'reason', title: 'Reason', kind: 'text', clip: true, value: whyText },
    { id: 'offer', title: 'Campaign' },
    { id: 'goal', title: 'Goal' },
    {
      id: 'payout',
      title: 'Payout',
      kind: 'money',
      value: ({ payout, currency }) => (payout === null ? null : { amount: payout, currency }),
      mark: markOfRevenue,
    },
    { id: 'p1', title: 'p1 (your click id)', clip: true },
    {
      id: 'delivery',
      title: 'Postback',
      kind: 'status',
      value: (row) => deliveryWords[row.delivery],
      tone: (row) => deliveryTones[row.delivery],
    },
    { id: 'click_at', title: 'Click time' },
    { id: 'source', title: 'Source', clip: true, hidden: true },
    {
      id: 'country',
      title: 'Country',
      kind: 'text',
      value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
      hidden: true,
    },
    { id: 'click_id', title: 'Click id', clip: true, hidden: true },
  ]),
  nameOf: (row) => `conversion of ${row.offer.name} at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search by click id or source...',
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: 'Status',
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
  ],
  hasPeriod: true,
  empty: {
    title: 'No conversions yet',
    text: 'When somebody who clicked one of your links converts, it appears here with its status and payout.',
  },
  nothingFound: 'No conversion fits the search, the status and the period.',
});

export default function PublisherConversions() {
  return (
    <LogPage
      log={conversions}
      intro={
        <>
          <PageTabs label="Conversions" tabs={conversionTabs} />
          <Balances />
        </>
      }
    />
  );
}
