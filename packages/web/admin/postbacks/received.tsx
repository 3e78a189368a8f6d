// Advertiser Postback Logs: every postback and pixel as it came, good or bad, with what became of it.
import { Anchor, Group } from '@mantine/core';
import { conversionRoutes, receiptLog, receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { useState } from 'react';
import { Link } from 'react-router';
import { outcomeText, outcomeTone } from '../../features/postbacks/receipt-words.ts';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { Code, Facts, LoadedRecord, Section, Trace, Values } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { IconEye, IconRefresh } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { conversionPath } from '../conversions/paths.ts';
import { explainDialogs } from '../explain/explained.tsx';
import { explainAction, receivedTabs } from '../explain/paths.ts';
import { mayReplay, type ReceiptRow } from './outcome.ts';
import { type Replay, ReplayDialog } from './replay.tsx';

const RECEIVED = 'advertiser-postbacks';
const kindWords = { postback: t('common.serverPostback'), pixel: t('common.pixel') } as const;
const named = (one: { name: string; number: number } | null) => (one ? `${one.name} (${one.number})` : null);

const replay: RowAction<ReceiptRow> = {
  label: t('postbacks.replay'),
  calls: conversionRoutes.replayReceipts,
  icon: IconRefresh,
  when: mayReplay,
  run: (row, { open }) => open('replay', row),
};

const Drawer = ({ id, tools }: DetailsProps<ReceiptRow>) => (
  <LoadedRecord of={[RECEIVED, id]} load={(context) => call(conversionRoutes.receipt, { params: { id } }, context)}>
    {(receipt) => (
      <>
        <Group gap="xs">
          <StatusBadge status={outcomeText(receipt)} tone={outcomeTone(receipt)} />
          <VerbButtons row={receipt} actions={[explainAction<ReceiptRow>(), replay]} tools={tools} />
          {receipt.conversion_id && (
            <Anchor component={Link} to={conversionPath(receipt.conversion_id)}>
              {t('postbacks.openItsConversion')}
            </Anchor>
          )}
        </Group>
        <Section title={t('postbacks.asReceived')}>
          <Code label={t('postbacks.queryAsReceived')}>{receipt.query ?? EMPTY}</Code>
        </Section>
        <Facts
          facts={[
            [t('common.time'), dateTime(receipt.at)],
            [t('common.decided'), receipt.decided_at && dateTime(receipt.decided_at)],
            [t('common.cameBy'), [kindWords[receipt.kind], receipt.method].filter(Boolean).join(', ')],
            [
              t('postbacks.from'),
              [receipt.ip, receipt.country && nameOfCountry(receipt.country.toLowerCase())].filter(Boolean).join(', '),
            ],
            [t('common.offer'), named(receipt.offer)],
            [t('common.goal'), receipt.goal],
            [t('common.publisher'), named(receipt.publisher)],
            [t('common.advertiser'), named(receipt.advertiser)],
            [t('common.clickId'), receipt.click_id, 'wide'],
            [t('common.transactionId'), receipt.txn_id],
            [t('common.userAgent'), receipt.user_agent, 'wide'],
            [t('common.referrer'), receipt.referer, 'wide'],
          ]}
        />
        {receipt.trace.length > 0 && (
          <Section title={t('common.whatWasChecked')}>
            <Trace steps={receipt.trace} />
          </Section>
        )}
        {Object.keys(receipt.params).length > 0 && (
          <Section title={t('postbacks.parameters')}>
            <Values values={receipt.params} />
          </Section>
        )}
      </>
    )}
  </LoadedRecord>
);

const received = log(receiptLog, {
  name: RECEIVED,
  title: t('common.advertiserPostbackLogs'),
  purpose: t('postbacks.everyPostbackAndPixelAs'),
  load: conversionRoutes.receipts,
  file: conversionRoutes.exportReceipts,
  columns: [
    { id: 'at', title: t('common.time'), fixed: true, opens: true },
    { id: 'outcome', title: t('postbacks.outcome'), kind: 'status', value: outcomeText, tone: outcomeTone },
    { id: 'offer', title: t('common.offer') },
    { id: 'goal', title: t('common.goal') },
    { id: 'query', title: t('postbacks.asReceived'), clip: true },
    { id: 'ip', title: t('postbacks.from') },
    { id: 'txn_id', title: t('common.transaction'), clip: true },
    { id: 'click_id', title: t('common.clickId'), clip: true },
    { id: 'kind', title: t('common.cameBy'), kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
    { id: 'method', title: t('postbacks.method'), hidden: true },
    { id: 'publisher', title: t('common.publisher'), hidden: true },
    { id: 'advertiser', title: t('common.advertiser'), hidden: true },
  ],
  nameOf: (row) => t('postbacks.postbackAt', { at: dateTime(row.at) }),
  searchPlaceholder: t('postbacks.searchAnyParameter'),
  filters: [
    wordFilter('outcome', t('postbacks.outcome'), receiptOutcomes),
    wordFilter('kind', t('common.cameBy'), kindWords),
    namedFilter('offer', t('common.offer'), (row) => row.offer),
  ],
  hasPeriod: true,
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    explainAction(),
    replay,
  ],
  dialogs: {
    ...explainDialogs,
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
  detailsTitle: t('postbacks.receivedPostback'),
  empty: {
    title: t('postbacks.noPostbacksReceivedYet'),
    text: t('postbacks.asSoonAsAnAdvertisers'),
  },
  nothingFound: t('postbacks.noPostbackFitsTheSearch'),
});

export default function AdvertiserPostbackLogs() {
  const [waiting, setWaiting] = useState<Replay | null>(null);
  const replayAll = {
    label: t('postbacks.replay'),
    calls: conversionRoutes.replayReceipts,
    icon: IconRefresh,
    when: mayReplay,
    run: (rows: readonly ReceiptRow[], { session }: { session: Session }) =>
      new Promise<boolean>((done) => setWaiting({ rows: rows.filter(mayReplay), session, done })),
  };
  return (
    <>
      <LogPage
        log={{ ...received, bulkActions: [replayAll] }}
        intro={<PageTabs label={t('common.advertiserPostbackLogs')} tabs={receivedTabs} />}
      />
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
