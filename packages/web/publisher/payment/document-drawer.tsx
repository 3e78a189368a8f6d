// One document of one's own: what stands on it, and the entries behind each of its lines.
import { Alert, Anchor, Group, Stack } from '@mantine/core';
import {
  type DocumentDetail,
  type DocumentRow,
  documentRoutes,
  type Waiting,
} from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { type OwnPayment, payingRoutes } from '@tributary/contract/billing/paying';
import { Link } from 'react-router';
import { DocumentLines } from '../../features/documents/document-lines.tsx';
import { documentPlace, paymentPlace } from '../../features/documents/own-places.ts';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { PagedRows } from '../../kit/log-page/paged-rows.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { documentWords, kindWords, paymentMeaning, paymentWords } from './words.ts';

interface DocumentDrawerProps extends DetailsProps<DocumentRow> {
  actions: readonly RowAction<DocumentRow>[];
}

export const DocumentDrawer = ({ id, tools, actions }: DocumentDrawerProps) => (
  <LoadedRecord
    of={['own-documents', id]}
    load={(context) => call(documentRoutes.ownDocument, { params: { id } }, context)}
  >
    {(document) => (
      <>
        {document.state === 'awaiting' && (
          <Alert role="status" color="yellow" title={t('payment.awaitingTitle')}>
            {t('payment.awaitingText', { total: money(document.total, document.currency) })}
          </Alert>
        )}
        {document.waiting && <Waits waiting={document.waiting} currency={document.currency} />}
        <Group gap="xs">
          <VerbButtons row={document} actions={actions} tools={tools} />
        </Group>
        <Sums document={document} />
        {!neverPaid.includes(document.state) && <Payments document={document} />}
        <DocumentLines
          side="publisher"
          of="own-documents"
          document={document}
          lines={(query, context) => call(documentRoutes.ownDocumentLines, { params: { id }, query }, context)}
          entries={(query, context) => call(entryRoutes.ownPublisherEntries, { query }, context)}
        />
      </>
    )}
  </LoadedRecord>
);

/** why a part of it is not paid yet */
function Waits({ waiting, currency }: { waiting: Waiting; currency: string }) {
  const { why, amount, gone, is_all, appeals } = waiting;
  const part = amount === null ? t('payment.waitsPart') : t('payment.waitsSum', { amount: money(amount, currency) });
  const lost = gone === null ? t('payment.gonePart') : t('payment.goneSum', { amount: money(gone, currency) });
  const isAllAsked = is_all && why === 'asked';
  const title = isAllAsked ? t('payment.waitsAllTitle') : t('payment.waitsTitle');
  return (
    <Alert role="status" color="yellow" title={why === 'gone' ? t('payment.goneTitle') : title}>
      <Stack gap={4}>
        {why !== 'gone' && <span>{isAllAsked ? t('payment.waitsAll') : part}</span>}
        {why !== 'asked' && <span>{lost}</span>}
        {appeals.map(({ id, due_at }) => (
          <div key={id}>
            <Anchor
              component={Link}
              c="inherit"
              underline="always"
              to={`/publisher/profile/payment/appeals?record=${id}`}
            >
              {t('payment.waitsOwn', { day: dateTime(due_at) })}
            </Anchor>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}

/** in these nobody has tried to pay it yet */
const neverPaid: readonly DocumentDetail['state'][] = ['awaiting', 'issued'];

/** the attempts to pay it, newest first */
function Payments({ document }: { document: DocumentDetail }) {
  return (
    <PagedRows
      of={['own-documents-payments', `${document.id}.${document.version}`]}
      load={(page, context) => call(payingRoutes.ownPayments, { query: { document: document.id, ...page } }, context)}
    >
      {(rows: OwnPayment[]) =>
        rows.length > 0 && (
          <Section title={t('payment.payments')}>
            <table className={classes.table}>
              <tbody>
                {rows.map((payment) => (
                  <tr key={payment.id}>
                    <td>
                      <Anchor component={Link} to={paymentPlace('publisher', payment.id)}>
                        {paymentWords[payment.state]}
                      </Anchor>
                      <span className={classes.saw}>{paymentMeaning(payment)}</span>
                    </td>
                    <td data-right>{money(payment.pay, payment.pay_currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        )
      }
    </PagedRows>
  );
}

function Sums({ document }: { document: DocumentDetail }) {
  const { currency } = document;
  return (
    <Facts
      facts={[
        [t('payment.number'), document.number],
        [t('payment.kind'), kindWords[document.kind]],
        [t('common.state'), documentWords[document.state]],
        [t('payment.period'), `${calendarDay(document.period_from)} – ${calendarDay(document.period_to)}`],
        [t('payment.net'), money(document.net, currency)],
        [t('payment.vat'), document.vat !== '0' && money(document.vat, currency)],
        [t('payment.total'), money(document.total, currency)],
        [t('payment.withheld'), document.withheld !== '0' && money(document.withheld, currency)],
        [t('payment.toPay'), document.withheld !== '0' && money(document.to_pay, currency)],
        [t('payment.settled'), document.settled !== '0' && money(document.settled, currency)],
        [t('payment.onTheWay'), document.on_the_way !== '0' && money(document.on_the_way, currency)],
        [t('payment.due'), document.due_on && calendarDay(document.due_on)],
        [t('payment.issuedAt'), document.issued_at && dateTime(document.issued_at)],
        [t('payment.credits'), document.credits && <OtherDocument {...document.credits} />],
        [t('payment.creditedBy'), document.credited_by && <OtherDocument {...document.credited_by} />],
        [t('payment.sentInvoice'), document.kind === 'own-invoice' && document.own_file?.name],
        [t('payment.note'), document.note, 'wide'],
      ]}
    />
  );
}

const OtherDocument = ({ id, number }: { id: string; number: string | null }) => (
  <Link to={documentPlace('publisher', id)}>{number ?? kindWords['self-bill']}</Link>
);
