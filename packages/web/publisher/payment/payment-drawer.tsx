// One payment: what was sent, what was kept back of it, and every entry that it made, here and on its way.

import { entryRoutes } from '@tributary/contract/billing/entries';
import { type OwnPayment, payingRoutes } from '@tributary/contract/billing/paying';
import { Link } from 'react-router';
import { OwnEntries } from '../../features/documents/own-entries.tsx';
import { documentPlace } from '../../features/documents/own-places.ts';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { methodText, paymentMeaning, paymentWords } from './words.ts';

const places = [
  ['payable', t('payment.onAccount')],
  ['in_transit', t('payment.onItsWay')],
  ['tax_withheld', t('payment.withheld')],
] as const;

export const PaymentDrawer = ({ id }: DetailsProps<OwnPayment>) => (
  <LoadedRecord
    of={['own-payments', id]}
    load={(context) => call(payingRoutes.ownPayments, { query: { id, limit: 1 } }, context)}
  >
    {({ rows: [payment] }) =>
      payment ? (
        <>
          <Facts
            facts={[
              [t('common.state'), paymentWords[payment.state]],
              [t('payment.meaning'), paymentMeaning(payment)],
              [
                t('payment.document'),
                <Link key="document" to={documentPlace('publisher', payment.document.id)}>
                  {payment.document.number}
                </Link>,
              ],
              [t('payment.gross'), money(payment.gross, payment.currency)],
              [t('payment.withheld'), payment.withheld !== '0' && money(payment.withheld, payment.currency)],
              [t('payment.feeTaken'), payment.fee !== '0' && money(payment.fee, payment.currency)],
              [t('payment.paidAmount'), money(payment.pay, payment.pay_currency)],
              [t('payment.to'), methodText(payment)],
              [t('payment.reserved'), dateTime(payment.reserved_at)],
              [t('payment.sentAt'), payment.instructed_at && dateTime(payment.instructed_at)],
              [t('payment.arrivedAt'), payment.settled_at && dateTime(payment.settled_at)],
              [t('payment.attempt'), String(payment.attempt)],
              [t('payment.reference'), payment.end_to_end_id, 'wide'],
            ]}
          />
          {places
            .filter(([account]) => account !== 'tax_withheld' || payment.withheld !== '0')
            .map(([account, title]) => (
              <Section key={account} title={title}>
                <OwnEntries
                  side="publisher"
                  of={['own-payments-entries', `${payment.id}.${payment.state}.${account}`]}
                  load={(page, context) =>
                    call(entryRoutes.ownPublisherEntries, { query: { subject: payment.id, account, ...page } }, context)
                  }
                />
              </Section>
            ))}
        </>
      ) : (
        <p>{t('payment.nothingFits')}</p>
      )
    }
  </LoadedRecord>
);
