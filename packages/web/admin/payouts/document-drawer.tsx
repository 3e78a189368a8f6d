// One document: its sums, its lines, and the ledger's entries behind any of them.
import { Anchor, Button, Group } from '@mantine/core';
import { type DocumentDetail, type DocumentRow, documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { payingRoutes } from '@tributary/contract/billing/paying';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, calendarMonth, count, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { documentActions, documentFiles } from './document-actions.ts';
import { EntryTable } from './entry-table.tsx';
import { batchName, PAYMENTS_PATH, paymentWords, reasonText } from './payments/words.ts';
import { DOCUMENTS, kindWords, lineWords, periodText, stateWords } from './words.ts';

export function DocumentDrawer({ id, tools }: DetailsProps<DocumentRow>) {
  const [line, setLine] = useState<number | null>(null);
  return (
    <LoadedRecord of={[DOCUMENTS, id]} load={(context) => call(documentRoutes.document, { params: { id } }, context)}>
      {(document) => (
        <>
          <Group gap="xs">
            <VerbButtons row={document} actions={[...documentFiles, ...documentActions]} tools={tools} />
          </Group>
          <Sums document={document} />
          <Section title={t('payouts.lines')}>
            <Lines document={document} open={setLine} />
          </Section>
          <Payments document={document} />
          <Section title={line === null ? t('payouts.entries') : t('payouts.entriesOfLine', { line })}>
            <EntryTable
              of={`${document.id}.${document.version}.${line}`}
              load={(page, context) =>
                call(
                  entryRoutes.publisherEntries,
                  { query: { document: document.id, ...(line === null ? {} : { line }), ...page } },
                  context,
                )
              }
            />
          </Section>
        </>
      )}
    </LoadedRecord>
  );
}

function Sums({ document }: { document: DocumentDetail }) {
  const { currency } = document;
  return (
    <Facts
      facts={[
        [t('payouts.number'), document.number],
        [t('common.kind'), kindWords[document.kind]],
        [t('common.state'), stateWords[document.state]],
        [t('common.publisher'), `${document.owner.name} (${document.owner.number})`],
        [t('payouts.period'), periodText(document)],
        [t('payouts.net'), money(document.net, currency)],
        [t('payouts.vat'), money(document.vat, currency)],
        [t('payouts.total'), money(document.total, currency)],
        [t('payouts.withheld'), document.withheld !== '0' && money(document.withheld, currency)],
        [t('payouts.settled'), document.settled !== '0' && money(document.settled, currency)],
        [t('payouts.due'), document.due_on && calendarDay(document.due_on)],
        [t('payouts.issuedAt'), document.issued_at && dateTime(document.issued_at)],
        [
          t('common.rate'),
          document.rate && `${document.rate.rate} ${document.rate.home_currency} (${calendarDay(document.rate.day)})`,
        ],
        [t('payouts.credits'), document.credits?.number],
        [t('payouts.creditedBy'), document.credited_by?.number],
        [t('common.note'), document.note, 'wide'],
      ]}
    />
  );
}

function Lines({ document, open }: { document: DocumentDetail; open: (position: number) => void }) {
  return (
    <LoadedRecord
      of={[`${DOCUMENTS}-lines`, `${document.id}.${document.version}`]}
      load={(context) =>
        call(documentRoutes.documentLines, { params: { id: document.id }, query: { limit: 200 } }, context)
      }
    >
      {({ rows }) => (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('common.what')}</th>
              <th>{t('payouts.month')}</th>
              <th data-right>{t('payouts.quantity')}</th>
              <th data-right>{t('payouts.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((line) => (
              <tr key={line.position}>
                <td>
                  {line.offer
                    ? [line.offer.name, line.goal].filter(Boolean).join(' · ')
                    : line.text || lineWords[line.kind]}
                </td>
                <td>{line.month && calendarMonth(line.month)}</td>
                <td data-right>{line.quantity > 0 && count(line.quantity)}</td>
                <td data-right>
                  {['earning', 'adjustment', 'referral'].includes(line.kind) ? (
                    <Button variant="subtle" size="compact-xs" onClick={() => open(line.position)}>
                      {money(line.amount, document.currency)}
                    </Button>
                  ) : (
                    money(line.amount, document.currency)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LoadedRecord>
  );
}

/** the attempts to pay it, newest first */
function Payments({ document }: { document: DocumentDetail }) {
  return (
    <LoadedRecord
      of={[`${DOCUMENTS}-payments`, `${document.id}.${document.version}`]}
      load={(context) => call(payingRoutes.payments, { query: { document: document.id, limit: 50 } }, context)}
    >
      {({ rows }) =>
        rows.length > 0 && (
          <Section title={t('payouts.payments')}>
            <table className={classes.table}>
              <tbody>
                {rows.map((payment) => (
                  <tr key={payment.id}>
                    <td>
                      <Anchor component={Link} to={`${PAYMENTS_PATH}/${payment.batch.id}?record=${payment.id}`}>
                        {batchName(payment.batch)}
                      </Anchor>
                    </td>
                    <td>{paymentWords[payment.state]}</td>
                    <td>{reasonText(payment)}</td>
                    <td data-right>{money(payment.pay, payment.pay_currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        )
      }
    </LoadedRecord>
  );
}
