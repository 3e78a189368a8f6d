// Conversion: what the publisher's traffic led to, with status and reason, and whether its own postback arrived.

import { conversionStatuses, publisherConversionLog } from '@tributary/contract/conversions/conversions';
import { postbackRoutes } from '@tributary/contract/conversions/postbacks';
import type { ResultOf } from '@tributary/contract/route';
import { appealAction, appealDialog } from '../../features/appeals/own-appeals.tsx';
import { reasonText } from '../../features/postbacks/reason.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, words } from '../../ui/format.ts';
import { toneOf } from '../../ui/status-badge.tsx';
import { t } from '../../words/publisher.ts';
import { Balances } from './balances.tsx';
import { conversionTabs } from './tabs.ts';

type Row = ResultOf<typeof postbackRoutes.publisherConversions>['rows'][number];

const deliveryWords = {
  none: t('conversions.noneSetUp'),
  waiting: t('conversions.onItsWay'),
  delivered: t('conversions.delivered'),
  failed: t('conversions.failed'),
} as const satisfies Record<Row['delivery'], string>;
const deliveryTones = { none: 'neutral', waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

/** what was approved and is taken back is not paid before somebody has answered */
const whyText = (row: Row): string | null =>
  row.disputed
    ? [t('conversions.theAdvertiserDisputesItNot'), reasonText(row)].filter(Boolean).join('. ')
    : reasonText(row);

const nameOf = (row: Row): string => t('conversions.conversionOfAt', { name: row.offer.name, at: dateTime(row.at) });

const conversions = log(publisherConversionLog, {
  name: 'publisher-conversions',
  title: t('common.conversion'),
  purpose: t('conversions.everyConversionOfYourTraffic'),
  load: postbackRoutes.publisherConversions,
  file: postbackRoutes.exportPublisherConversions,
  columns: [
    { id: 'at', title: t('conversions.conversionTime'), fixed: true },
    {
      id: 'status',
      title: t('conversions.status'),
      kind: 'status',
      value: (row) => (row.disputed ? t('conversions.disputed', { status: words(row.status) }) : row.status),
      tone: (row) => (row.disputed ? 'warn' : toneOf(row.status)),
    },
    { id: 'reason', title: t('common.reason'), kind: 'text', clip: true, value: whyText },
    { id: 'offer', title: t('common.campaign') },
    { id: 'goal', title: t('common.goal') },
    {
      id: 'payout',
      title: t('common.payout'),
      kind: 'money',
      value: ({ payout, currency }) => (payout === null ? null : { amount: payout, currency }),
      mark: markOfRevenue,
    },
    { id: 'p1', title: t('conversions.p1YourClickId'), clip: true },
    {
      id: 'delivery',
      title: t('conversions.postback'),
      kind: 'status',
      value: (row) => deliveryWords[row.delivery],
      tone: (row) => deliveryTones[row.delivery],
    },
    { id: 'click_at', title: t('conversions.clickTime') },
    { id: 'source', title: t('common.source'), clip: true, hidden: true },
    {
      id: 'country',
      title: t('common.country'),
      kind: 'text',
      value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
      hidden: true,
    },
    { id: 'click_id', title: t('conversions.clickId'), clip: true, hidden: true },
  ],
  nameOf,
  searchPlaceholder: t('conversions.searchByClickIdOr'),
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: t('conversions.status'),
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
  ],
  hasPeriod: true,
  rowActions: [appealAction<Row>('publisher', (row) => row.status === 'rejected' || row.changed)],
  dialogs: { appeal: appealDialog<Row>({ side: 'publisher', kind: 'conversion', nameOf }) },
  empty: {
    title: t('conversions.noConversionsYet'),
    text: t('conversions.whenSomebodyWhoClickedOne'),
  },
  nothingFound: t('conversions.noConversionFitsTheSearch'),
});

export default function PublisherConversions() {
  return (
    <LogPage
      log={conversions}
      intro={
        <>
          <PageTabs label={t('common.conversions')} tabs={conversionTabs} />
          <Balances />
        </>
      }
    />
  );
}
