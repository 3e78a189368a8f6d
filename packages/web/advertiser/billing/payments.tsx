// Billing History › Payments: what was paid in, and what of it has paid invoices.
import {
  type OwnDeposit,
  ownDepositLog,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { OwnEntries } from '../../features/documents/own-entries.tsx';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { calendarDay, money } from '../../ui/format.ts';
import { t } from '../../words/advertiser.ts';
import { historyTabs } from './tabs.ts';
import { depositTones, depositWords } from './words.ts';

const Payment = ({ id }: DetailsProps<OwnDeposit>) => (
  <LoadedRecord
    of={['own-deposits', id]}
    load={(context) => call(routes.ownDeposits, { query: { id, limit: 1 } }, context)}
  >
    {({ rows: [payment] }) =>
      payment ? (
        <>
          <Facts
            facts={[
              [t('billing.receivedOn'), calendarDay(payment.received_on)],
              [t('billing.status'), depositWords[payment.state]],
              [t('billing.amount'), money(payment.amount, payment.currency)],
              [t('billing.allocated'), money(payment.allocated, payment.currency)],
              [t('billing.free'), money(payment.free, payment.currency)],
              [t('billing.reference'), payment.reference, 'wide'],
              [t('billing.note'), payment.note, 'wide'],
            ]}
          />
          <Section title={t('billing.entries')}>
            <OwnEntries
              side="advertiser"
              of={['own-deposits-entries', `${payment.id}.${payment.free}`]}
              load={(page, context) =>
                call(
                  entryRoutes.ownAdvertiserEntries,
                  { query: { account: 'prepaid', subject: payment.id, ...page } },
                  context,
                )
              }
            />
          </Section>
        </>
      ) : (
        <p>{t('billing.nothingFound')}</p>
      )
    }
  </LoadedRecord>
);

const payments = log(ownDepositLog, {
  name: 'own-deposits',
  title: t('menu.billingHistory'),
  purpose: t('billing.paymentsPurpose'),
  load: routes.ownDeposits,
  file: routes.exportOwnDeposits,
  columns: [
    {
      id: 'received_on',
      title: t('billing.receivedOn'),
      kind: 'text',
      value: (row) => calendarDay(row.received_on),
      fixed: true,
      opens: true,
    },
    { id: 'reference', title: t('billing.reference') },
    { id: 'state', title: t('billing.status'), words: depositWords, tones: depositTones },
    { id: 'amount', title: t('billing.amount'), opens: true },
    { id: 'allocated', title: t('billing.allocated'), opens: true },
    { id: 'free', title: t('billing.free'), opens: true },
    { id: 'note', title: t('billing.note'), clip: true, hidden: true },
  ],
  nameOf: (row) => row.reference || calendarDay(row.received_on),
  filters: [wordFilter('state', t('billing.status'), depositWords)],
  hasPeriod: true,
  details: Payment,
  detailsTitle: t('billing.payment'),
  empty: { title: t('billing.noPayments'), text: t('billing.noPaymentsText') },
  nothingFound: t('billing.nothingFound'),
});

export default function Payments() {
  return <LogPage log={payments} intro={<PageTabs label={t('menu.billingHistory')} tabs={historyTabs} />} />;
}
