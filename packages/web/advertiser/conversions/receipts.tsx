// Your calls: every postback and pixel of the advertiser's as it came, with what became of it, by the id the tracker answered.
import { receiptOutcomes } from '@tributary/contract/conversions';
import { type OwnReceipt, ownReceiptRoutes } from '@tributary/contract/own-receipts';
import { call, callForText } from '../../kit/api.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { Code, Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { outcomeText, outcomeTone } from '../../kit/postbacks/receipt-words.ts';
import { MarkedAmount, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, EMPTY, money, words } from '../../ui/format.ts';
import { IconEye } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { conversionTabs } from './tabs.ts';

const CALLS = 'advertiser-receipts';
const kindWords = { postback: 'Server postback', pixel: 'Pixel' } as const;

const Drawer = ({ id }: DetailsProps<OwnReceipt>) => (
  <LoadedRecord of={[CALLS, id]} load={(context) => call(ownReceiptRoutes.ownReceipt, { params: { id } }, context)}>
    {(receipt) => (
      <>
        <StatusBadge status={outcomeText(receipt)} tone={outcomeTone(receipt)} />
        <CopyLine label="Receipt id" text={receipt.id} />
        <Section title="As received">
          <Code label="Query as received">{receipt.query ?? EMPTY}</Code>
        </Section>
        <Facts
          facts={[
            ['Time', dateTime(receipt.at)],
            ['Decided', receipt.decided_at && dateTime(receipt.decided_at)],
            ['Came by', [kindWords[receipt.kind], receipt.method].filter(Boolean).join(', ')],
            ['Campaign', receipt.offer && `${receipt.offer.name} (${receipt.offer.number})`],
            ['Goal', receipt.goal],
            ['Transaction id', receipt.txn_id],
            ['Click id', receipt.click_id, 'wide'],
            ['Conversion', receipt.conversion && words(receipt.conversion.status)],
            [
              'Cost of the conversion',
              receipt.conversion && (
                <MarkedAmount mark={markOfRevenue(receipt.conversion)}>
                  {money(receipt.conversion.amount, receipt.conversion.currency)}
                </MarkedAmount>
              ),
            ],
            ['Reason', receipt.conversion?.reason, 'wide'],
          ]}
        />
      </>
    )}
  </LoadedRecord>
);

const calls = log<OwnReceipt>({
  name: CALLS,
  title: 'Your calls',
  purpose:
    'Every postback and pixel of yours with what became of it. The tracker’s answer names each by its receipt id.',
  load: (query, context) => call(ownReceiptRoutes.ownReceipts, { query }, context),
  exportCsv: (query, context) => callForText(ownReceiptRoutes.exportOwnReceipts, { query }, context),
  columns: [
    { id: 'at', title: 'Time', kind: 'relative-date', value: (row) => row.at, fixed: true, opens: true },
    { id: 'outcome', title: 'Outcome', kind: 'status', value: outcomeText, tone: outcomeTone },
    {
      id: 'conversion',
      title: 'Conversion',
      kind: 'text',
      value: (row) => row.conversion && words(row.conversion.status),
    },
    {
      id: 'amount',
      title: 'Cost',
      kind: 'money',
      // a conversion costs once, however often it was called about: it stands at the call that made it
      value: ({ conversion, outcome }) =>
        conversion && outcome === 'recorded' ? { amount: conversion.amount, currency: conversion.currency } : null,
      mark: ({ conversion }) => (conversion ? markOfRevenue(conversion) : undefined),
    },
    { id: 'txn_id', title: 'Transaction', kind: 'text', clip: true, value: (row) => row.txn_id },
    {
      id: 'offer',
      title: 'Campaign',
      kind: 'text',
      clip: true,
      value: ({ offer }) => offer && `${offer.name} (${offer.number})`,
    },
    { id: 'goal', title: 'Goal', kind: 'text', value: (row) => row.goal },
    { id: 'query', title: 'As received', kind: 'text', clip: true, value: (row) => row.query },
    { id: 'reason', title: 'Reason', kind: 'text', clip: true, value: (row) => row.conversion?.reason ?? null },
    { id: 'id', title: 'Receipt id', kind: 'text', clip: true, value: (row) => row.id },
    { id: 'kind', title: 'Came by', kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
    { id: 'click_id', title: 'Click id', kind: 'text', clip: true, value: (row) => row.click_id, hidden: true },
  ],
  nameOf: (row) => `call at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search any parameter...',
  filters: [wordFilter('outcome', 'Outcome', receiptOutcomes), wordFilter('kind', 'Came by', kindWords)],
  hasPeriod: true,
  rowActions: [{ label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) }],
  details: Drawer,
  detailsTitle: 'Your call',
  empty: {
    title: 'No calls received yet',
    text: 'As soon as your system or a pixel calls, the call is kept here with its outcome. Your postback has what to paste.',
  },
  nothingFound: 'No call fits the search, the filters and the period.',
});

export default function YourCalls() {
  return <LogPage log={calls} intro={<PageTabs label="Conversion Report" tabs={conversionTabs} />} />;
}
