// Affiliate Postback Logs: every call made to publishers and webhooks, each with its attempts.
import { Anchor } from '@mantine/core';
import { postbackRoutes } from '@tributary/contract/postbacks';
import { Link } from 'react-router';
import { call, callForText } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { copyAndSay } from '../../kit/copy-text.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, type LogAction, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { deliveryColumns } from '../../kit/postbacks/delivery-columns.ts';
import { DeliveryView } from '../../kit/postbacks/delivery-view.tsx';
import { curlOf, type DeliveryRow, stateWords } from '../../kit/postbacks/delivery-words.ts';
import { SwitchedOff } from '../../kit/postbacks/switched-off.tsx';
import { reportError } from '../../kit/report-error.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import type { Column } from '../../kit/table/column.ts';
import { toast } from '../../kit/toast.tsx';
import { count, dateTime } from '../../ui/format.ts';
import { IconCopy, IconEye, IconSend, IconTerminal2 } from '../../ui/icons.ts';
import { conversionPath } from '../conversions/paths.ts';

const SENT = 'affiliate-postbacks';
const kindWords = { postback: 'Publisher’s postback', webhook: 'Webhook' } as const;

const [time, ...rest] = deliveryColumns;
const columns: readonly Column<DeliveryRow>[] = [
  ...(time ? [time] : []),
  {
    id: 'publisher',
    title: 'Publisher',
    kind: 'text',
    clip: true,
    value: ({ publisher, kind }) => (publisher ? `${publisher.name} (${publisher.number})` : kindWords[kind]),
  },
  ...rest,
  {
    id: 'conversion',
    title: 'Conversion',
    kind: 'text',
    clip: true,
    value: (row) => row.conversion_id ?? '',
    hidden: true,
  },
];

const resend: RowAction<DeliveryRow> = {
  label: 'Resend',
  icon: IconSend,
  when: (row) => row.state !== 'waiting' && row.state !== 'superseded',
  run: async (row, { session, reload }) => {
    try {
      await call(postbackRoutes.resendDelivery, { params: { id: row.id } }, { session });
      toast.success('Postback queued.');
    } catch (error) {
      reportError('Resend failed', error);
      toast.error(sentenceFor(error));
    }
    await reload();
  },
};

const replay: LogAction<DeliveryRow> = {
  label: 'Resend',
  icon: IconSend,
  when: (row) => row.state !== 'waiting' && row.state !== 'superseded',
  run: async (rows, { session }) => {
    const sure = await confirmDialog({
      title: `Resend ${count(rows.length)} ${rows.length === 1 ? 'postback' : 'postbacks'}?`,
      text: 'Each is called again with the values it had. What was delivered before may be counted twice by the receiver.',
      confirm: 'Resend',
    });
    if (!sure) return false;
    try {
      const body = { ids: rows.map(({ id }) => id) };
      const { queued, skipped } = await call(postbackRoutes.replayDeliveries, { body }, { session });
      toast.success(`${count(queued)} queued${skipped ? `, ${count(skipped)} skipped` : ''}.`);
    } catch (error) {
      reportError('Resend failed', error);
      toast.error(sentenceFor(error));
    }
    return true;
  },
};

const Drawer = ({ id }: DetailsProps<DeliveryRow>) => (
  <LoadedRecord of={[SENT, id]} load={(context) => call(postbackRoutes.delivery, { params: { id } }, context)}>
    {(delivery) => (
      <>
        <DeliveryView delivery={delivery} />
        {delivery.conversion_id && (
          <Anchor component={Link} to={conversionPath(delivery.conversion_id)}>
            Open its conversion
          </Anchor>
        )}
      </>
    )}
  </LoadedRecord>
);

const sent = log<DeliveryRow>({
  name: SENT,
  title: 'Affiliate Postback Logs',
  purpose: 'Every call made to a publisher or a webhook, with what answered. Failures are tried again by themselves.',
  load: (query, context) => call(postbackRoutes.deliveries, { query }, context),
  exportCsv: (query, context) => callForText(postbackRoutes.exportDeliveries, { query }, context),
  columns,
  nameOf: (row) => `call at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search in the address...',
  filters: [
    wordFilter('state', 'State', stateWords),
    wordFilter('kind', 'Kind', kindWords),
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
    namedFilter('offer', 'Offer', (row) => row.offer),
    { kind: 'text', name: 'conversion_id', label: 'Conversion id' },
  ],
  hasPeriod: true,
  rowActions: [
    { label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    resend,
    { label: 'Copy address', icon: IconCopy, when: () => true, run: (row) => copyAndSay(row.url) },
    {
      label: 'Copy as curl',
      icon: IconTerminal2,
      when: () => true,
      run: async (row, { session }) =>
        copyAndSay(curlOf(await call(postbackRoutes.delivery, { params: { id: row.id } }, { session }))),
    },
  ],
  bulkActions: [replay],
  details: Drawer,
  detailsTitle: 'Call',
  empty: {
    title: 'No postbacks sent yet',
    text: 'When a conversion of a publisher with a postback changes its status, the call is recorded here.',
  },
  nothingFound: 'No call fits the search, the filters and the period.',
});

export default function AffiliatePostbackLogs() {
  const off = (
    <SwitchedOff
      load={(context) => call(postbackRoutes.publisherPostbacks, { query: { enabled: '0', page_size: 200 } }, context)}
      to="/am/affiliates/postbacks?enabled=0"
    />
  );
  return <LogPage log={sent} intro={off} />;
}
