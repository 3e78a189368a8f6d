// One payment: what it is made of, what became of it, and the ledger's entries behind it.
import { Alert, Anchor, Group } from '@mantine/core';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { ASK_AFTER_DAYS, type Payment, payingRoutes } from '@tributary/contract/billing/paying';
import { Link } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../../kit/log-page/log-declaration.ts';
import { VerbButtons } from '../../../kit/resource/verb-buttons.tsx';
import { count, dateTime, money } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { EntryTable } from '../entry-table.tsx';
import { documentPath } from '../words.ts';
import { paymentActions } from './payment-actions.tsx';
import { batchName, methodWords, PAYMENTS, PAYMENTS_PATH, paymentTones, paymentWords, reasonText } from './words.ts';

export const isUnanswered = ({ asked, state }: Payment): boolean => asked && state === 'instructed';

export function PaymentDrawer({ id, tools }: DetailsProps<Payment>) {
  return (
    <LoadedRecord of={[PAYMENTS, id]} load={(context) => call(payingRoutes.payment, { params: { id } }, context)}>
      {(payment) => (
        <>
          {isUnanswered(payment) && (
            <Alert role="status" color="yellow" title={t('payments.unanswered')}>
              {t('payments.unansweredText', { count: ASK_AFTER_DAYS })}
            </Alert>
          )}
          <Group gap="xs">
            <StatusBadge status={paymentWords[payment.state]} tone={paymentTones[payment.state]} />
            <VerbButtons row={payment} actions={paymentActions} tools={tools} />
          </Group>
          <Facts
            facts={[
              [
                t('payments.batch'),
                <Anchor key="batch" component={Link} to={`${PAYMENTS_PATH}/${payment.batch.id}`}>
                  {batchName(payment.batch)}
                </Anchor>,
              ],
              [t('common.publisher'), `${payment.publisher.name} (${payment.publisher.number})`],
              [
                t('payouts.document'),
                <Anchor key="document" component={Link} to={documentPath(payment.document)}>
                  {payment.document.number}
                </Anchor>,
              ],
              [t('payments.attempt'), count(payment.attempt)],
              [t('payouts.method'), payment.method && methodWords[payment.method]],
              [t('payments.paidTo'), payment.mask],
              [t('payouts.total'), money(payment.gross, payment.currency)],
              [t('payouts.withheld'), payment.withheld !== '0' && money(payment.withheld, payment.currency)],
              [t('payments.fee'), payment.fee !== '0' && money(payment.fee, payment.currency)],
              [t('payments.arrives'), money(payment.pay, payment.pay_currency)],
              [t('payments.reservedAt'), dateTime(payment.reserved_at)],
              [t('payments.instructedAt'), payment.instructed_at && dateTime(payment.instructed_at)],
              [t('payments.settledAt'), payment.settled_at && dateTime(payment.settled_at)],
              [t('payments.reference'), payment.end_to_end_id, 'wide'],
              [t('common.reason'), reasonText(payment), 'wide'],
            ]}
          />
          <Section title={t('payouts.entries')}>
            <EntryTable
              of={`${payment.id}.${payment.state}`}
              load={(page, context) =>
                call(
                  entryRoutes.publisherEntries,
                  { query: { owner: payment.publisher.id, subject: payment.id, ...page } },
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
