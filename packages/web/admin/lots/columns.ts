// The columns that booked lots and late ones share.
import type { LateLot, Lot } from '@tributary/contract/conversions/lots';
import type { Column } from '../../kit/table/column.ts';
import { calendarDay } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { eventsText, named } from './words.ts';

export const lotColumns = <Row extends Lot | LateLot>(): Column<Row>[] => [
  { id: 'day', title: t('lots.day'), kind: 'text', value: (row) => calendarDay(row.day), fixed: true, opens: true },
  { id: 'offer', title: t('common.offer'), kind: 'text', clip: true, value: (row) => named(row.offer) },
  { id: 'publisher', title: t('common.publisher'), kind: 'text', clip: true, value: (row) => named(row.publisher) },
  { id: 'advertiser', title: t('common.advertiser'), kind: 'text', clip: true, value: (row) => named(row.advertiser) },
  { id: 'events', title: t('common.counted'), kind: 'figure', value: eventsText },
  {
    id: 'revenue',
    title: t('common.revenue'),
    kind: 'money',
    value: (row) => ({ amount: row.revenue, currency: row.currency }),
  },
  {
    id: 'payout',
    title: t('common.payout'),
    kind: 'money',
    value: (row) => ({ amount: row.payout, currency: row.currency }),
  },
  {
    id: 'terms',
    title: t('common.terms'),
    kind: 'figure',
    value: (row) => t('lots.version', { termsVersion: row.terms_version }),
  },
];
