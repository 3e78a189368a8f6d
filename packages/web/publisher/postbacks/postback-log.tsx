// The publisher's log of calls made to it, each with its attempts.
import { postbackRoutes } from '@tributary/contract/postbacks';
import { call } from '../../kit/api.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { deliveryColumns } from '../../kit/postbacks/delivery-columns.ts';
import { DeliveryView } from '../../kit/postbacks/delivery-view.tsx';
import { type DeliveryRow, stateWords } from '../../kit/postbacks/delivery-words.ts';
import { SwitchedOff } from '../../kit/postbacks/switched-off.tsx';
import { dateTime } from '../../ui/format.ts';
import { conversionTabs } from '../conversions/tabs.ts';

const CALLS = 'publisher-deliveries';

const Drawer = ({ id }: DetailsProps<DeliveryRow>) => (
  <LoadedRecord of={[CALLS, id]} load={(context) => call(postbackRoutes.ownDelivery, { params: { id } }, context)}>
    {(delivery) => <DeliveryView delivery={delivery} />}
  </LoadedRecord>
);

const calls = log<DeliveryRow>({
  name: CALLS,
  title: 'Postback log',
  purpose: 'Every call made to your postbacks, with what answered. Failures are tried again by themselves.',
  load: (query, context) => call(postbackRoutes.ownDeliveries, { query }, context),
  columns: deliveryColumns,
  nameOf: (row) => `call at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search in the address...',
  filters: [wordFilter('state', 'State', stateWords)],
  hasPeriod: true,
  details: Drawer,
  detailsTitle: 'Call',
  empty: {
    title: 'No calls yet',
    text: 'Once you have a postback, each conversion that becomes one of its statuses is called here.',
  },
  nothingFound: 'No call fits the search, the state and the period.',
});

export default function PostbackLog() {
  const intro = (
    <>
      <PageTabs label="Conversions" tabs={conversionTabs} />
      <SwitchedOff
        load={(context) => call(postbackRoutes.ownPostbacks, {}, context)}
        to="/publisher/reports/conversions/postbacks"
      />
    </>
  );
  return <LogPage log={calls} intro={intro} />;
}
