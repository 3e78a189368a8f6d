// What became of a received postback, in words and tones.
import { type conversionRoutes, type ReceiptOutcome, receiptOutcomes } from '@tributary/contract/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { senderOutcomes } from '@tributary/contract/verdicts';
import type { Tone } from '../../ui/status-badge.tsx';

export type ReceiptRow = ResultOf<typeof conversionRoutes.receipts>['rows'][number];

const good: readonly ReceiptOutcome[] = ['recorded', 'updated', 'after_hold'];
const soft: readonly ReceiptOutcome[] = [
  'waiting',
  'duplicate',
  'over_cap',
  'requested',
  'refund_waits',
  'click_converted',
];

export const outcomeText = ({ outcome }: ReceiptRow): string => receiptOutcomes[outcome];

export const outcomeTone = ({ outcome }: ReceiptRow): Tone => {
  if (good.includes(outcome)) return 'good';
  return soft.includes(outcome) ? 'warn' : 'bad';
};

export const refusedForSender = ({ outcome }: ReceiptRow): boolean => senderOutcomes.some((name) => name === outcome);

/** what has become a conversion, or is on its way to one, is not replayed */
export const mayReplay = ({ conversion_id, outcome }: ReceiptRow): boolean =>
  conversion_id === null && outcome !== 'waiting';
