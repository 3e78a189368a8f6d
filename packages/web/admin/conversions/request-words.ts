// Requests in words: their states, and what they want.
import type { ConversionRequest } from '@tributary/contract/conversions/conversions';
import type { z } from 'zod';
import { money, words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';

export type Request = z.infer<typeof ConversionRequest>;

export const stateWords = {
  open: t('conversions.open'),
  accepted: t('conversions.accepted'),
  declined: t('conversions.declined'),
  withdrawn: t('conversions.withdrawn'),
  replaced: t('conversions.replaced'),
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
    return t('conversions.revenuePayout', {
      wantedRevenue: money(row.wanted_revenue ?? '0', row.currency),
      wantedPayout: money(row.wanted_payout ?? '0', row.currency),
    });
  }
  if (row.word !== 'refund') return words(row.word);
  return row.refunded === null
    ? t('common.refund')
    : t('conversions.refundOf', { refunded: money(row.refunded, row.currency) });
}
