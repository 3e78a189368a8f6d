// The publisher's log of calls made to it, each with its attempts.
import { ownDeliveryLog, postbackRoutes } from '@tributary/contract/conversions/postbacks';
import { deliveryColumns } from '../../features/postbacks/delivery-columns.ts';
import { DeliveryView } from '../../features/postbacks/delivery-view.tsx';
import { type DeliveryRow, stateWords } from '../../features/postbacks/delivery-words.ts';
import { SwitchedOff } from '../../features/postbacks/switched-off.tsx';
import { call } from '../../kit/api/api.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { conversionTabs } from '../conversions/tabs.ts';

const CALLS = 'publisher-deliveries';

const Drawer = ({ id }: DetailsProps<DeliveryRow>) => (
  <LoadedRecord of={[CALLS, id]} load={(context) => call(postbackRoutes.ownDelivery, { params: { id } }, context)}>
    {(delivery) => <DeliveryView delivery={delivery} />}
  </LoadedRecord>
);

const calls = log(ownDeliveryLog, {
  name: CALLS,
  title: t('common.postbackLog'),
  purpose: t('postbacks.everyCallMadeToYour'),
  load: postbackRoutes.ownDeliveries,
  columns: deliveryColumns,
  nameOf: (row) => t('postbacks.callAt', { at: dateTime(row.at) }),
  searchPlaceholder: t('postbacks.searchInTheAddress'),
  filters: [wordFilter('state', t('common.state'), stateWords)],
  hasPeriod: true,
  details: Drawer,
  detailsTitle: t('postbacks.call'),
  empty: {
    title: t('postbacks.noCallsYet'),
    text: t('postbacks.onceYouHaveAPostback'),
  },
  nothingFound: t('postbacks.noCallFitsTheSearch'),
});

export default function PostbackLog() {
  const intro = (
    <>
      <PageTabs label={t('common.conversions')} tabs={conversionTabs} />
      <SwitchedOff
        load={(context) => call(postbackRoutes.ownPostbacks, {}, context)}
        to="/publisher/reports/conversions/postbacks"
      />
    </>
  );
  return <LogPage log={calls} intro={intro} />;
}
