// Advertiser Postback Logs: every postback and pixel as it came, good or bad, with what became of it.
import { Anchor, Button, Group } from '@mantine/core';
import { conversionRoutes, receiptLog, receiptOutcomes } from '@tributary/contract/conversions';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, callForText } from '../../kit/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { Code, Facts, LoadedRecord, Section, Trace, Values } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { outcomeText, outcomeTone } from '../../kit/postbacks/receipt-words.ts';
import type { Session } from '../../kit/session.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { IconEye, IconRefresh } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { conversionPath } from '../conversions/paths.ts';
import { mayReplay, type ReceiptRow } from './outcome.ts';
import { type Replay, ReplayDialog } from './replay.tsx';

const RECEIVED = 'advertiser-postbacks';
const kindWords = { postback: 'Server postback', pixel: 'Pixel' } as const;
const named = (one: { name: string; number: number } | null) => (one ? `${one.name} (${one.number})` : null);

const Drawer = ({ id, tools }: DetailsProps<ReceiptRow>) => (
  <LoadedRecord of={[RECEIVED, id]} load={(context) => call(conversionRoutes.receipt, { params: { id } }, context)}>
    {(receipt) => (
      <>
        <Group gap="xs">
          <StatusBadge status={outcomeText(receipt)} tone={outcomeTone(receipt)} />
          {mayReplay(receipt) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={() => tools.open('replay', receipt)}
            >
              Replay
            </Button>
          )}
          {receipt.conversion_id && (
            <Anchor component={Link} to={conversionPath(receipt.conversion_id)}>
              Open its conversion
            </Anchor>
          )}
        </Group>
        <Section title="As received">
          <Code label="Query as received">{receipt.query ?? EMPTY}</Code>
        </Section>
        <Facts
          facts={[
            ['Time', dateTime(receipt.at)],
            ['Decided', receipt.decided_at && dateTime(receipt.decided_at)],
            ['Came by', [kindWords[receipt.kind], receipt.method].filter(Boolean).join(', ')],
            [
              'From',
              [receipt.ip, receipt.country && nameOfCountry(receipt.country.toLowerCase())].filter(Boolean).join(', '),
            ],
            ['Offer', named(receipt.offer)],
            ['Goal', receipt.goal],
            ['Publisher', named(receipt.publisher)],
            ['Advertiser', named(receipt.advertiser)],
            ['Click id', receipt.click_id, 'wide'],
            ['Transaction id', receipt.txn_id],
            ['User agent', receipt.user_agent, 'wide'],
            ['Referrer', receipt.referer, 'wide'],
          ]}
        />
        {receipt.trace.length > 0 && (
          <Section title="What was checked">
            <Trace steps={receipt.trace} />
          </Section>
        )}
        {Object.keys(receipt.params).length > 0 && (
          <Section title="Parameters">
            <Values values={receipt.params} />
          </Section>
        )}
      </>
    )}
  </LoadedRecord>
);

const received = log<ReceiptRow>({
  name: RECEIVED,
  title: 'Advertiser Postback Logs',
  purpose: 'Every postback and pixel as it came, good or bad. Nothing is dropped: mend what was wrong and replay.',
  load: (query, context) => call(conversionRoutes.receipts, { query }, context),
  exportCsv: (query, context) => callForText(conversionRoutes.exportReceipts, { query }, context),
  columns: columnsOf<ReceiptRow, typeof receiptLog.columns>(receiptLog, [
    { id: 'at', title: 'Time', fixed: true, opens: true },
    { id: 'outcome', title: 'Outcome', kind: 'status', value: outcomeText, tone: outcomeTone },
    { id: 'offer', title: 'Offer' },
    { id: 'goal', title: 'Goal' },
    { id: 'query', title: 'As received', clip: true },
    { id: 'ip', title: 'From' },
    { id: 'txn_id', title: 'Transaction', clip: true },
    { id: 'click_id', title: 'Click id', clip: true },
    { id: 'kind', title: 'Came by', kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
    { id: 'method', title: 'Method', hidden: true },
    { id: 'publisher', title: 'Publisher', hidden: true },
    { id: 'advertiser', title: 'Advertiser', hidden: true },
  ]),
  nameOf: (row) => `postback at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search any parameter...',
  filters: [
    wordFilter('outcome', 'Outcome', receiptOutcomes),
    wordFilter('kind', 'Came by', kindWords),
    namedFilter('offer', 'Offer', (row) => row.offer),
  ],
  hasPeriod: true,
  rowActions: [
    { label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    { label: 'Replay', icon: IconRefresh, when: mayReplay, run: (row, { open }) => open('replay', row) },
  ],
  dialogs: {
    replay: ({ row, close, tools: { session, reload } }) =>
      row && (
        <ReplayDialog
          rows={[row]}
          session={session}
          done={(queued) => {
            close();
            if (queued) void reload();
          }}
        />
      ),
  },
  details: Drawer,
  detailsTitle: 'Received postback',
  empty: {
    title: 'No postbacks received yet',
    text: 'As soon as an advertiser’s system or a pixel calls, the call is kept here with its outcome.',
  },
  nothingFound: 'No postback fits the search, the filters and the period.',
});

export default function AdvertiserPostbackLogs() {
  const [waiting, setWaiting] = useState<Replay | null>(null);
  const replayAll = {
    label: 'Replay',
    icon: IconRefresh,
    when: mayReplay,
    run: (rows: readonly ReceiptRow[], { session }: { session: Session }) =>
      new Promise<boolean>((done) => setWaiting({ rows: rows.filter(mayReplay), session, done })),
  };
  return (
    <>
      <LogPage log={{ ...received, bulkActions: [replayAll] }} />
      {waiting && (
        <ReplayDialog
          {...waiting}
          done={(queued) => {
            waiting.done(queued);
            setWaiting(null);
          }}
        />
      )}
    </>
  );
}
