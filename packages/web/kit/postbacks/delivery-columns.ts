// The columns of a log of calls made; the account manager's has the publisher besides.
import { deliveryLog } from '@tributary/contract/postbacks';
import { duration } from '../../ui/format.ts';
import { columnsOf } from '../table/list-columns.ts';
import { answerText, type DeliveryRow, eventText, stateWords } from './delivery-words.ts';

const latencyText = (ms: number): string => (ms < 1000 ? `${ms} ms` : duration(ms / 1000));

export const deliveryTones = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  superseded: 'neutral',
} as const;

export const deliveryColumns = columnsOf<DeliveryRow, typeof deliveryLog.columns>(deliveryLog, [
  { id: 'at', title: 'Time', fixed: true, opens: true },
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
  { id: 'offer', title: 'Offer' },
  { id: 'goal', title: 'Goal' },
  { id: 'event', title: 'Event', kind: 'text', value: (row) => eventText(row.event) },
  { id: 'sequence', title: 'Change', hidden: true },
  { id: 'url', title: 'Final URL', clip: true },
  { id: 'attempts', title: 'Attempts' },
  {
    id: 'latency',
    title: 'Latency',
    kind: 'text',
    value: ({ latency_ms }) => (latency_ms === null ? null : latencyText(latency_ms)),
  },
  { id: 'next_at', title: 'Next try' },
  { id: 'method', title: 'Method', hidden: true },
]);
