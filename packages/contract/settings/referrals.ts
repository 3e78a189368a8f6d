// The referral programme: what a publisher earns by whom it brings through its own link. Amounts are texts here: a section is stored
// as JSON. What was agreed for somebody stays as it was when the programme changes.
import { z } from 'zod';
import { parseMoney } from '../money.ts';
import { isCurrency } from '../tracker/receipt-rules.ts';
import { section } from './section.ts';

export const programmeBases = ['flat', 'payout', 'revenue', 'profit'] as const;
const sum = z
  .string()
  .trim()
  .refine((value) => (parseMoney(value) ?? -1n) >= 0n, 'Please enter an amount such as 100 or 49.50');
const MOST_PERCENT = 100_000_000n;

export const referralsSection = section(
  'referrals',
  'Referrals',
  {
    is_on: z.boolean(),
    basis: z.enum(programmeBases),
    /** of a share, per cent */
    rate: z
      .string()
      .trim()
      .refine((text) => {
        const micros = parseMoney(text);
        return micros !== null && micros > 0n && micros <= MOST_PERCENT && micros % 100n === 0n;
      }, 'A rate is a number of per cent between 0 and 100, such as 5'),
    /** once, where it is no share */
    flat: sum,
    /** of the flat sum and the threshold */
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' }),
    /** 0: without end */
    days: z.int('Please enter a whole number').min(0, 'At least 0').max(3_650, 'At most 3650'),
    /** the referred must have earned so much first */
    threshold: sum,
  },
  { is_on: false, basis: 'payout', rate: '5', flat: '0', currency: 'USD', days: 365, threshold: '0' },
);
