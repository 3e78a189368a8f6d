// Your calls: every postback and pixel of the advertiser's as it came, with what became of it, by the id the tracker answered.
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { type OwnReceipt, ownReceiptLog, ownReceiptRoutes } from '@tributary/contract/conversions/own-receipts';
import { outcomeText, outcomeTone } from '../../features/postbacks/receipt-words.ts';
import { call } from '../../kit/api/api.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { Code, Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { MarkedAmount, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, EMPTY, money, words } from '../../ui/format.ts';
import { IconEye } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/advertiser.ts';
import { conversionTabs } from './tabs.ts';

const CALLS = 'advertiser-receipts';
const kindWords = { postback: t('conversions.serverPostback'), pixel: t('conversions.pixel') } as const;

const Drawer = ({ id }: DetailsProps<OwnReceipt>) => (
  <LoadedRecord of={[CALLS, id]} load={(context) => call(ownReceiptRoutes.ownReceipt, { params: { id } }, context)}>
    {(receipt) => (
      <>
        <StatusBadge status={outcomeText(receipt)} tone={outcomeTone(receipt)} />
        <CopyLine label={t('conversions.receiptId')} text={receipt.id} />
        <Section title={t('conversions.asReceived')}>
          <Code label={t('conversions.queryAsReceived')}>{receipt.query ?? EMPTY}</Code>
        </Section>
        <Facts
          facts={[
            [t('conversions.time'), dateTime(receipt.at)],
            [t('conversions.decided'), receipt.decided_at && dateTime(receipt.decided_at)],
            [t('conversions.cameBy'), [kindWords[receipt.kind], receipt.method].filter(Boolean).join(', ')],
            [t('common.campaign'), receipt.offer && `${receipt.offer.name} (${receipt.offer.number})`],
            [t('conversions.goal'), receipt.goal],
            [t('conversions.transactionId'), receipt.txn_id],
            [t('conversions.clickId'), receipt.click_id, 'wide'],
            [t('conversions.conversion'), receipt.conversion && words(receipt.conversion.status)],
            [
              t('conversions.costOfTheConversion'),
              receipt.conversion && (
                <MarkedAmount mark={markOfRevenue(receipt.conversion)}>
                  {money(receipt.conversion.amount, receipt.conversion.currency)}
                </MarkedAmount>
              ),
            ],
            [t('conversions.reason'), receipt.conversion?.reason, 'wide'],
          ]}
        />
      </>
    )}
  </LoadedRecord>
);

const calls = log(ownReceiptLog, {
  name: CALLS,
  title: t('conversions.yourCalls'),
  purpose: t('conversions.everyPostbackAndPixelOf'),
  load: ownReceiptRoutes.ownReceipts,
  file: ownReceiptRoutes.exportOwnReceipts,
  columns: [
    { id: 'at', title: t('conversions.time'), fixed: true, opens: true },
    { id: 'outcome', title: t('conversions.outcome'), kind: 'status', value: outcomeText, tone: outcomeTone },
    {
      id: 'conversion',
      title: t('conversions.conversion'),
      kind: 'text',
      value: (row) => row.conversion && words(row.conversion.status),
    },
    {
      id: 'amount',
      title: t('conversions.cost'),
      kind: 'money',
      // a conversion costs once, however often it was called about: it stands at the call that made it
      value: ({ conversion, outcome }) =>
        conversion && outcome === 'recorded' ? { amount: conversion.amount, currency: conversion.currency } : null,
      mark: ({ conversion }) => (conversion ? markOfRevenue(conversion) : undefined),
    },
    { id: 'txn_id', title: t('conversions.transaction'), clip: true },
    { id: 'offer', title: t('common.campaign') },
    { id: 'goal', title: t('conversions.goal') },
    { id: 'query', title: t('conversions.asReceived'), clip: true },
    { id: 'reason', title: t('conversions.reason'), clip: true },
    { id: 'id', title: t('conversions.receiptId'), clip: true },
    { id: 'kind', title: t('conversions.cameBy'), words: kindWords, hidden: true },
    { id: 'click_id', title: t('conversions.clickId'), clip: true, hidden: true },
  ],
  nameOf: (row) => t('conversions.callAt', { at: dateTime(row.at) }),
  searchPlaceholder: t('conversions.searchAnyParameter'),
  filters: [
    wordFilter('outcome', t('conversions.outcome'), receiptOutcomes),
    wordFilter('kind', t('conversions.cameBy'), kindWords),
  ],
  hasPeriod: true,
  rowActions: [
    {
      label: t('conversions.details'),
      calls: null,
      icon: IconEye,
      when: () => true,
      run: (row, { show }) => show(row),
    },
  ],
  details: Drawer,
  detailsTitle: t('conversions.yourCall'),
  empty: {
    title: t('conversions.noCallsReceivedYet'),
    text: t('conversions.asSoonAsYourSystem2'),
  },
  nothingFound: t('conversions.noCallFitsTheSearch'),
});

export default function YourCalls() {
  return <LogPage log={calls} intro={<PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />} />;
}
