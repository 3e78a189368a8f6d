// Settings › Payment: when documents are made, when they are due, what is held back, and who issues them.
import { z } from 'zod';
import { isCountryCode } from '../countries.ts';
import { parseMoney } from '../money.ts';
import { section } from './section.ts';

export const billingCycles = ['weekly', 'half-monthly', 'monthly'] as const;
export const netDays = [7, 15, 30, 45, 60] as const;
export const MAX_HOLD_DAYS = 90;
/** event: what happened before the period's end; approval: what was approved before it */
export const billingCuts = ['event', 'approval'] as const;

const text = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters`);
const net = z
  .int('Please choose 7, 15, 30, 45 or 60 days')
  .refine((days) => netDays.some((one) => one === days), 'Please choose 7, 15, 30, 45 or 60 days');
const sum = z
  .string()
  .trim()
  .refine((value) => (parseMoney(value) ?? -1n) >= 0n, 'Please enter an amount such as 100 or 49.50');

export const paymentSection = section(
  'payment',
  'Payment',
  {
    cycle: z.enum(billingCycles),
    /** after issue: of what publishers are paid, and of what advertisers pay */
    net_days: net,
    invoice_net_days: net,
    hold_days: z.int('Please enter a whole number').min(0, 'At least 0').max(MAX_HOLD_DAYS, `At most ${MAX_HOLD_DAYS}`),
    cut: z.enum(billingCuts),
    /** below it nothing is billed; in the workspace's currency */
    minimum: sum,
    /** a batch above it needs a second person; 0: every one does, empty: none */
    two_person_sum: z
      .string()
      .trim()
      .refine(
        (value) => value === '' || (parseMoney(value) ?? -1n) >= 0n,
        'Please enter an amount such as 100 or 49.50',
      ),
    /** who issues the documents */
    legal_name: text(200),
    country: z
      .string()
      .trim()
      .toLowerCase()
      .refine((code) => code === '' || isCountryCode(code), 'Please choose a country'),
    vat_id: text(40),
    street: text(120),
    house_number: text(20),
    postcode: text(20),
    town: text(80),
    /** what publishers agree to, so that we write their invoices; a new text is a new agreement */
    self_billing_text: text(4000).meta({ input: 'lines' }),
  },
  {
    cycle: 'monthly',
    net_days: 30,
    invoice_net_days: 30,
    hold_days: 0,
    cut: 'event',
    minimum: '0',
    two_person_sum: '',
    legal_name: '',
    country: '',
    vat_id: '',
    street: '',
    house_number: '',
    postcode: '',
    town: '',
    self_billing_text: '',
  },
);
