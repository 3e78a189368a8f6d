// Requests in words: their states, and what they want.
import type { ConversionRequest } from '@tributary/contract/conversions';
import type { z } from 'zod';
import { money, words } from '../../ui/format.ts';

export type Request = z.infer<typeof ConversionRequest>;

export const stateWords = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
} as const;
export const stateTones = {
  open: 'warn',
  accepted: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
  replaced: 'neutral',
} as const;

/** what would be so if it were accepted */
export function wantedText(row: Request): string {
  if (row.word === 'amount') {
    return `Revenue ${money(row.wanted_revenue ?? '0', row.currency)}, payout ${money(row.wanted_payout ?? '0', row.currency)}`;
  }
  if (row.word !== 'refund') return words(row.word);
  return row.refunded === null ? 'Refund' : `Refund of ${money(row.refunded, row.currency)}`;
}
