// The columns that booked lots and late ones share.
import { lotsAlike } from '@tributary/contract/conversions/lots';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { calendarDay } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { eventsText } from './words.ts';

export const lotColumns = columnsOf(lotsAlike, [
  { id: 'day', title: t('lots.day'), kind: 'text', value: (row) => calendarDay(row.day), fixed: true, opens: true },
  { id: 'offer', title: t('common.offer') },
  { id: 'publisher', title: t('common.publisher') },
  { id: 'advertiser', title: t('common.advertiser') },
  { id: 'events', title: t('common.counted'), kind: 'figure', value: eventsText },
  { id: 'revenue', title: t('common.revenue') },
  { id: 'payout', title: t('common.payout') },
  {
    id: 'terms_version',
    title: t('common.terms'),
    kind: 'figure',
    value: (row) => t('lots.version', { termsVersion: row.terms_version }),
  },
]);
