// Booked days of clicks and impressions that are paid for themselves. What was booked changes only by rows that come within
// three days, or by a correction with its reason.
import { type Lot, lotRoutes } from '@tributary/contract/lots';
import { call } from '../../kit/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { calendarDay } from '../../ui/format.ts';
import { IconEye, IconPencil } from '../../ui/icons.ts';
import { lotColumns } from './columns.ts';
import { LotDrawer } from './lot-drawer.tsx';
import { conversionTabs, LOTS } from './words.ts';

const correct = formDialog<Lot, { revenue: string; payout: string; reason: string }>({
  title: 'Correct a booked day',
  form: (row) => ({
    fields: [
      { name: 'revenue', label: 'Revenue', help: row?.currency ?? '', kind: 'text', half: true },
      { name: 'payout', label: 'Payout', help: row?.currency ?? '', kind: 'text', half: true },
      {
        name: 'reason',
        label: 'Reason',
        kind: 'textarea',
        required: true,
        help: 'The amounts as they should be. The difference is booked today, with this reason.',
      },
    ],
    initial: { revenue: row?.revenue ?? '', payout: row?.payout ?? '', reason: '' },
    schema: lotRoutes.correctLot.body,
    submit: 'Book the correction',
    busy: 'Booking...',
  }),
  send: (body, row, context) => call(lotRoutes.correctLot, { params: { id: row?.id ?? '' }, body }, context),
  success: 'Corrected. The ledger has the difference.',
});

const lots = log<Lot>({
  name: LOTS,
  title: 'Conversion Logs',
  purpose: 'Clicks and impressions that are paid for themselves, booked when their day has ended, newest first.',
  load: ({ from: _from, to: _to, ...query }, context) => call(lotRoutes.lots, { query }, context),
  columns: lotColumns<Lot>(),
  nameOf: (row) => `${row.offer.name} on ${calendarDay(row.day)}`,
  filters: [
    namedFilter('offer', 'Offer', (row) => row.offer),
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
  ],
  rowActions: [
    { label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    { label: 'Correct', icon: IconPencil, when: () => true, run: (row, { open }) => open('correct', row) },
  ],
  dialogs: { correct },
  details: LotDrawer,
  detailsTitle: 'Booked day',
  empty: {
    title: 'No day has been booked yet',
    text: 'CPC and CPM offers are booked when their day has ended in the workspace’s time zone. Reports show today’s as provisional.',
  },
  nothingFound: 'No booked day fits these filters.',
});

export default function Lots() {
  return <LogPage log={lots} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
