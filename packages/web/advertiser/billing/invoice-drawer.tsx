// One invoice: what stands on it, what is paid of it, and its lines and the charges behind them.
import { Group } from '@mantine/core';
import { type OwnInvoice, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { Link } from 'react-router';
import { DocumentLines } from '../../features/documents/document-lines.tsx';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/advertiser.ts';
import { invoiceWords, periodText } from './words.ts';

interface InvoiceDrawerProps extends DetailsProps<OwnInvoice> {
  actions: readonly RowAction<OwnInvoice>[];
}

export const InvoiceDrawer = ({ id, tools, actions }: InvoiceDrawerProps) => (
  <LoadedRecord
    of={['own-invoices', id]}
    load={(context) => call(routes.ownInvoices, { query: { id, limit: 1 } }, context)}
  >
    {({ rows: [invoice] }) =>
      invoice && (
        <>
          <Group gap="xs">
            <VerbButtons row={invoice} actions={actions} tools={tools} />
          </Group>
          <Facts
            facts={[
              [t('billing.number'), invoice.number],
              [t('billing.status'), invoiceWords[invoice.state]],
              [t('billing.period'), periodText(invoice)],
              [t('billing.issued'), dateTime(invoice.issued_at)],
              [t('billing.due'), invoice.due_on && calendarDay(invoice.due_on)],
              [t('billing.po'), invoice.po_number],
              [t('billing.net'), money(invoice.net, invoice.currency)],
              [t('billing.vat'), invoice.vat !== '0' && money(invoice.vat, invoice.currency)],
              [t('billing.total'), money(invoice.total, invoice.currency)],
              [
                t('billing.paid'),
                invoice.paid === '0' ? (
                  money(invoice.paid, invoice.currency)
                ) : (
                  <Link key="paid" to="/advertiser/billing/history/payments">
                    {money(invoice.paid, invoice.currency)}
                  </Link>
                ),
              ],
              [t('billing.writtenOff'), invoice.written_off !== '0' && money(invoice.written_off, invoice.currency)],
              [t('billing.open'), money(invoice.open, invoice.currency)],
            ]}
          />
          <DocumentLines
            side="advertiser"
            of="own-invoices"
            document={invoice}
            lines={(query, context) => call(routes.ownInvoiceLines, { params: { id }, query }, context)}
            entries={(query, context) => call(entryRoutes.ownAdvertiserEntries, { query }, context)}
          />
        </>
      )
    }
  </LoadedRecord>
);
