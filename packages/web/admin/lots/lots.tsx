// Booked days of clicks and impressions that are paid for themselves. What was booked changes only by rows that come within
// three days, or by a correction with its reason.
import { type Lot, lotLog, lotRoutes } from '@tributary/contract/conversions/lots';
import { call } from '../../kit/api/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { calendarDay } from '../../ui/format.ts';
import { IconEye } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { lotColumns } from './columns.ts';
import { correctLot, LotDrawer } from './lot-drawer.tsx';
import { conversionTabs, LOTS } from './words.ts';

const correct = formDialog<Lot, { revenue: string; payout: string; reason: string }>({
  title: t('lots.correctABookedDay'),
  form: (row) => ({
    fields: [
      { name: 'revenue', label: t('common.revenue'), help: row?.currency ?? '', kind: 'text', half: true },
      { name: 'payout', label: t('common.payout'), help: row?.currency ?? '', kind: 'text', half: true },
      {
        name: 'reason',
        label: t('common.reason'),
        kind: 'textarea',
        required: true,
        help: t('lots.theAmountsAsTheyShould'),
      },
    ],
    initial: { revenue: row?.revenue ?? '', payout: row?.payout ?? '', reason: '' },
    schema: lotRoutes.correctLot.body,
    submit: t('lots.bookTheCorrection'),
    busy: t('lots.booking'),
  }),
  send: (body, row, context) => call(lotRoutes.correctLot, { params: { id: row?.id ?? '' }, body }, context),
  success: t('lots.correctedTheLedgerHasThe'),
});

const lots = log(lotLog, {
  name: LOTS,
  title: t('common.conversionLogs'),
  purpose: t('lots.clicksAndImpressionsThatAre'),
  load: lotRoutes.lots,
  columns: lotColumns,
  nameOf: (row) => t('lots.on', { name: row.offer.name, day: calendarDay(row.day) }),
  filters: [
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    namedFilter('publisher', t('common.publisher'), (row) => row.publisher),
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    correctLot,
  ],
  dialogs: { correct },
  details: LotDrawer,
  detailsTitle: t('lots.bookedDay'),
  empty: {
    title: t('lots.noDayHasBeenBooked'),
    text: t('lots.cpcAndCpmOffersAre'),
  },
  nothingFound: t('lots.noBookedDayFitsThese'),
});

export default function Lots() {
  return <LogPage log={lots} intro={<PageTabs label={t('common.conversions')} tabs={conversionTabs} />} />;
}
