// One document of one's own: what stands on it, and the entries behind each of its lines.
import { Alert, Group } from '@mantine/core';
import { type DocumentDetail, type DocumentRow, documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { DocumentLines } from '../../features/documents/document-lines.tsx';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { documentWords, kindWords } from './words.ts';

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
        <Group gap="xs">
          <VerbButtons row={document} actions={actions} tools={tools} />
        </Group>
        <Sums document={document} />
        <DocumentLines
          of="own-documents"
          document={document}
          lines={(query, context) => call(documentRoutes.ownDocumentLines, { params: { id }, query }, context)}
          entries={(query, context) => call(entryRoutes.ownPublisherEntries, { query }, context)}
        />
      </>
    )}
  </LoadedRecord>
);

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
        [t('payment.settled'), document.settled !== '0' && money(document.settled, currency)],
        [t('payment.due'), document.due_on && calendarDay(document.due_on)],
        [t('payment.issuedAt'), document.issued_at && dateTime(document.issued_at)],
        [t('payment.credits'), document.credits?.number],
        [t('payment.creditedBy'), document.credited_by?.number],
        [t('payment.sentInvoice'), document.own_file?.name],
        [t('payment.note'), document.note, 'wide'],
      ]}
    />
  );
}
