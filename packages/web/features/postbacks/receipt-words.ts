// What became of a received postback, in words and tones.
import { type ReceiptOutcome, receiptOutcomes } from '@tributary/contract/conversions/conversions';
import type { Tone } from '../../ui/status-badge.tsx';

const good: readonly ReceiptOutcome[] = ['recorded', 'updated', 'after_hold'];
const soft: readonly ReceiptOutcome[] = [
  'waiting',
  'duplicate',
  'over_cap',
  'requested',
  'refund_waits',
  'order_contested',
  'click_converted',
];

export const outcomeText = ({ outcome }: { outcome: ReceiptOutcome }): string => receiptOutcomes[outcome];

export const outcomeTone = ({ outcome }: { outcome: ReceiptOutcome }): Tone => {
  if (good.includes(outcome)) return 'good';
  return soft.includes(outcome) ? 'warn' : 'bad';
};
