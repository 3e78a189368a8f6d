// The columns that booked lots and late ones share.
import type { LateLot, Lot } from '@tributary/contract/lots';
import type { Column } from '../../kit/table/column.ts';
import { calendarDay } from '../../ui/format.ts';
import { eventsText, named } from './words.ts';

export const lotColumns = <Row extends Lot | LateLot>(): Column<Row>[] => [
  { id: 'day', title: 'Day', kind: 'text', value: (row) => calendarDay(row.day), fixed: true, opens: true },
  { id: 'offer', title: 'Offer', kind: 'text', clip: true, value: (row) => named(row.offer) },
  { id: 'publisher', title: 'Publisher', kind: 'text', clip: true, value: (row) => named(row.publisher) },
  { id: 'advertiser', title: 'Advertiser', kind: 'text', clip: true, value: (row) => named(row.advertiser) },
  { id: 'events', title: 'Counted', kind: 'figure', value: eventsText },
  {
    id: 'revenue',
    title: 'Revenue',
    kind: 'money',
    value: (row) => ({ amount: row.revenue, currency: row.currency }),
  },
  { id: 'payout', title: 'Payout', kind: 'money', value: (row) => ({ amount: row.payout, currency: row.currency }) },
  { id: 'terms', title: 'Terms', kind: 'figure', value: (row) => `Version ${row.terms_version}` },
];
