// The columns of a log of calls made; the account manager's has the publisher besides.
import { deliveryLog } from '@tributary/contract/conversions/postbacks';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { duration } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { answerText, eventText, stateWords } from './delivery-words.ts';

const latencyText = (ms: number): string => (ms < 1000 ? `${ms} ms` : duration(ms / 1000));

export const deliveryTones = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  superseded: 'neutral',
} as const;

export const deliveryColumns = columnsOf(deliveryLog, [
  { id: 'at', title: t('common.time'), fixed: true, opens: true },
  { id: 'state', title: t('postbacks.state'), words: stateWords, tones: deliveryTones },
  {
    id: 'answer',
    title: t('postbacks.answer'),
    kind: 'text',
    clip: true,
    // why it was dropped says more than how its last try was answered
    value: (row) => answerText(row.state === 'superseded' ? null : row.last_status, row.last_error),
  },
  { id: 'offer', title: t('postbacks.offer') },
  { id: 'goal', title: t('postbacks.goal') },
  { id: 'event', title: t('postbacks.event'), kind: 'text', value: (row) => eventText(row.event) },
  { id: 'sequence', title: t('postbacks.change'), hidden: true },
  { id: 'url', title: t('postbacks.finalUrl'), clip: true },
  { id: 'attempts', title: t('postbacks.attempts') },
  {
    id: 'latency',
    title: t('postbacks.latency'),
    kind: 'text',
    value: ({ latency_ms }) => (latency_ms === null ? null : latencyText(latency_ms)),
  },
  { id: 'next_at', title: t('postbacks.nextTry') },
  { id: 'method', title: t('postbacks.method'), hidden: true },
]);
