// Affiliate Postback Logs: every call made to publishers and webhooks, each with its attempts.
import { Anchor } from '@mantine/core';
import { deliveryLog, postbackRoutes } from '@tributary/contract/conversions/postbacks';
import { Link } from 'react-router';
import { deliveryColumns } from '../../features/postbacks/delivery-columns.ts';
import { DeliveryView } from '../../features/postbacks/delivery-view.tsx';
import { curlOf, type DeliveryRow, stateWords } from '../../features/postbacks/delivery-words.ts';
import { SwitchedOff } from '../../features/postbacks/switched-off.tsx';
import { call } from '../../kit/api/api.ts';
import { copyAndSay } from '../../kit/copy-text.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, type LogAction, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import { rowCall } from '../../kit/resource/row-call.ts';
import type { Column } from '../../kit/table/column.ts';
import { count, dateTime } from '../../ui/format.ts';
import { IconCopy, IconEye, IconSend, IconTerminal2 } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { conversionPath } from '../conversions/paths.ts';
import { explainDialogs } from '../explain/explained.tsx';
import { explainAction } from '../explain/paths.ts';

const SENT = 'affiliate-postbacks';
const kindWords = { postback: t('postbacks.publishersPostback'), webhook: t('postbacks.webhook') } as const;

const [time, ...rest] = deliveryColumns;
const columns: readonly Column<DeliveryRow>[] = [
  ...(time ? [time] : []),
  {
    id: 'publisher',
    title: t('common.publisher'),
    kind: 'text',
    clip: true,
    value: ({ publisher, kind }) => (publisher ? `${publisher.name} (${publisher.number})` : kindWords[kind]),
  },
  ...rest,
  {
    id: 'conversion',
    title: t('common.conversion'),
    kind: 'text',
    clip: true,
    value: (row) => row.conversion_id ?? '',
    hidden: true,
  },
];

const resend = rowCall<DeliveryRow>({
  label: t('common.resend'),
  calls: postbackRoutes.resendDelivery,
  icon: IconSend,
  when: (row) => row.state !== 'waiting' && row.state !== 'superseded',
  send: (row, context) => call(postbackRoutes.resendDelivery, { params: { id: row.id } }, context),
  done: t('common.postbackQueued'),
});

const replay: LogAction<DeliveryRow> = {
  label: t('common.resend'),
  calls: postbackRoutes.replayDeliveries,
  icon: IconSend,
  when: (row) => row.state !== 'waiting' && row.state !== 'superseded',
  run: async (rows, { session }) => {
    const sure = await confirmDialog({
      title: t('postbacks.resendPostbacks', { count: rows.length }),
      text: t('postbacks.eachIsCalledAgainWith'),
      confirm: t('common.resend'),
    });
    if (!sure) return false;
    try {
      const body = { ids: rows.map(({ id }) => id) };
      const { queued, skipped } = await call(postbackRoutes.replayDeliveries, { body }, { session });
      toast.success(
        t('postbacks.queued', {
          queued: count(queued),
          rest: skipped ? t('postbacks.skipped2', { skipped: count(skipped) }) : '',
        }),
      );
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
            {t('postbacks.openItsConversion')}
          </Anchor>
        )}
      </>
    )}
  </LoadedRecord>
);

const sent = log(deliveryLog, {
  name: SENT,
  title: t('common.affiliatePostbackLogs'),
  purpose: t('postbacks.everyCallMadeToA'),
  load: postbackRoutes.deliveries,
  file: postbackRoutes.exportDeliveries,
  columns,
  nameOf: (row) => t('postbacks.callAt', { at: dateTime(row.at) }),
  searchPlaceholder: t('postbacks.searchInTheAddress'),
  filters: [
    wordFilter('state', t('common.state'), stateWords),
    wordFilter('kind', t('common.kind'), kindWords),
    namedFilter('publisher', t('common.publisher'), (row) => row.publisher),
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    { kind: 'text', name: 'conversion_id', label: t('common.conversionId') },
  ],
  hasPeriod: true,
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    { ...explainAction<DeliveryRow>(), when: (row) => row.conversion_id !== null },
    resend,
    {
      label: t('postbacks.copyAddress'),
      calls: null,
      icon: IconCopy,
      when: () => true,
      run: (row) => copyAndSay(row.url),
    },
    {
      label: t('postbacks.copyAsCurl'),
      calls: postbackRoutes.delivery,
      icon: IconTerminal2,
      when: () => true,
      run: async (row, { session }) =>
        copyAndSay(curlOf(await call(postbackRoutes.delivery, { params: { id: row.id } }, { session }))),
    },
  ],
  bulkActions: [replay],
  dialogs: explainDialogs,
  details: Drawer,
  detailsTitle: t('common.call'),
  empty: {
    title: t('postbacks.noPostbacksSentYet'),
    text: t('postbacks.whenAConversionOfA'),
  },
  nothingFound: t('postbacks.noCallFitsTheSearch'),
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
