// The columns of a log of calls made; the account manager's has the publisher besides.
import { duration } from '../../ui/format.ts';
import type { Column } from '../table/column.ts';
import { answerText, type DeliveryRow, eventText, stateWords } from './delivery-words.ts';

const latencyText = (ms: number): string => (ms < 1000 ? `${ms} ms` : duration(ms / 1000));

export const deliveryTones = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  superseded: 'neutral',
} as const;

export const deliveryColumns: readonly Column<DeliveryRow>[] = [
  { id: 'at', title: 'Time', kind: 'relative-date', value: (row) => row.at, fixed: true, opens: true },
  {
    id: 'state',
    title: 'State',
    kind: 'status',
    value: (row) => stateWords[row.state],
    tone: (row) => deliveryTones[row.state],
  },
  {
    id: 'answer',
    title: 'Answer',
    kind: 'text',
    clip: true,
    // why it was dropped says more than how its last try was answered
    value: (row) => answerText(row.state === 'superseded' ? null : row.last_status, row.last_error),
  },
  {
    id: 'offer',
    title: 'Offer',
    kind: 'text',
    clip: true,
    value: ({ offer }) => (offer ? `${offer.name} (${offer.number})` : null),
  },
  { id: 'goal', title: 'Goal', kind: 'text', value: (row) => row.goal_name },
  { id: 'event', title: 'Event', kind: 'text', value: (row) => eventText(row.event) },
  { id: 'sequence', title: 'Change', kind: 'number', value: (row) => row.sequence, hidden: true },
  { id: 'url', title: 'Final URL', kind: 'text', clip: true, value: (row) => row.url },
  { id: 'attempts', title: 'Attempts', kind: 'number', value: (row) => row.attempts },
  {
    id: 'latency',
    title: 'Latency',
    kind: 'text',
    value: ({ latency_ms }) => (latency_ms === null ? null : latencyText(latency_ms)),
  },
  { id: 'next_at', title: 'Next try', kind: 'relative-date', value: (row) => row.next_at },
  { id: 'method', title: 'Method', kind: 'text', value: (row) => row.method, hidden: true },
];
