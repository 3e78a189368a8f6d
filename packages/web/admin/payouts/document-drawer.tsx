// One document: its sums, its lines, and the ledger's entries behind any of them.
import { Alert, Anchor, Group, Stack } from '@mantine/core';
import { appealRoutes } from '@tributary/contract/billing/appeals';
import {
  type DocumentDetail,
  type DocumentRow,
  documentRoutes,
  type Waiting,
} from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { payingRoutes } from '@tributary/contract/billing/paying';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { calendarDay, dateTime, EMPTY, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { documentActions, documentFiles } from './document-actions.ts';
import { EntryTable } from './entry-table.tsx';
import { LineTable } from './line-table.tsx';
import { batchName, PAYMENTS_PATH, paymentWords, reasonText } from './payments/words.ts';
import { DOCUMENTS, kindWords, periodText, stateWords } from './words.ts';

export function DocumentDrawer({ id, tools }: DetailsProps<DocumentRow>) {
  const [line, setLine] = useState<number | null>(null);
  return (
    <LoadedRecord of={[DOCUMENTS, id]} load={(context) => call(documentRoutes.document, { params: { id } }, context)}>
      {(document) => (
        <>
          <Group gap="xs">
            <VerbButtons row={document} actions={[...documentFiles, ...documentActions]} tools={tools} />
          </Group>
          {document.waiting && <Waits waiting={document.waiting} currency={document.currency} />}
          <Sums document={document} />
          <Section title={t('payouts.lines')}>
            <LineTable
              of={`${document.id}.${document.version}`}
              load={(query, context) =>
                call(documentRoutes.documentLines, { params: { id: document.id }, query }, context)
              }
              currency={document.currency}
              open={line}
              choose={setLine}
            />
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

/** why a part of it is not paid, and who can change that */
function Waits({ waiting, currency }: { waiting: Waiting; currency: string }) {
  const { why, amount, gone, is_all, appeals, others } = waiting;
  const may = useMay();
  const sum = amount === null ? EMPTY : money(amount, currency);
  const lost = gone === null ? EMPTY : money(gone, currency);
  const isAllAsked = is_all && why === 'asked';
  const title = isAllAsked ? t('payouts.waitsAll') : t('payouts.waits');
  return (
    <Alert
      role="status"
      color="yellow"
      title={why === 'gone' ? t('payouts.noLongerStands') : title}
      aria-label={t('payments.whatWaits')}
    >
      <Stack gap={4}>
        {why !== 'gone' && (
          <span>
            {isAllAsked ? t('payouts.waitsAllText', { amount: sum }) : t('payouts.waitsText', { amount: sum })}
          </span>
        )}
        {why !== 'asked' && <span>{t('payouts.noLongerStandsText', { amount: lost })}</span>}
        {appeals.map(({ id, side, due_at }) => {
          const isAppeal = side === 'publisher';
          const day = dateTime(due_at);
          const name = isAppeal ? t('payouts.waitsAppeal', { day }) : t('payouts.waitsDispute', { day });
          const path = isAppeal ? '/am/affiliates/billing/appeals' : '/am/billing/disputes';
          return (
            <div key={id}>
              {may(isAppeal ? appealRoutes.appeal : appealRoutes.dispute) ? (
                <Anchor component={Link} c="inherit" underline="always" to={`${path}?record=${id}`}>
                  {name}
                </Anchor>
              ) : (
                name
              )}
            </div>
          );
        })}
        {others > 0 && (
          <div>
            {may(conversionRoutes.conversionRequests) ? (
              <Anchor component={Link} c="inherit" underline="always" to="/am/reports/conversions/requests">
                {t('payouts.waitsRequests', { count: others })}
              </Anchor>
            ) : (
              t('payouts.waitsRequests', { count: others })
            )}
          </div>
        )}
      </Stack>
    </Alert>
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
        [t('payouts.toPay'), document.withheld !== '0' && money(document.to_pay, currency)],
        [t('payouts.settled'), document.settled !== '0' && money(document.settled, currency)],
        [t('payouts.onTheWay'), document.on_the_way !== '0' && money(document.on_the_way, currency)],
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
