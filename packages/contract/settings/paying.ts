// How a workspace pays its publishers: which methods, and what is paid from; above which sum two people
// approve stands in Settings › Payment. Amounts are texts here:
// a section is stored as JSON.
import { z } from 'zod';
import { parseMoney } from '../money.ts';
import { isCurrency } from '../tracker/receipt-rules.ts';
import { section } from './section.ts';

export const methodKinds = ['bank', 'paypal', 'wise', 'payoneer', 'upi', 'usdt', 'by-hand'] as const;
export type MethodKind = (typeof methodKinds)[number];

export const textLine = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);
/** a decimal of micro-units at most, not negative */
const decimal = (what: string) =>
  z
    .string({ error: `${what} is an amount such as 12.50` })
    .trim()
    .refine((text) => (parseMoney(text) ?? -1n) >= 0n, `${what} is an amount such as 12.50`);

export const paymentColumnFields = [
  'recipient',
  'name',
  'latin_name',
  'email',
  'amount',
  'currency',
  'id',
  'text',
  'bic',
  'network',
  'street',
  'building',
  'postcode',
  'town',
  'country',
  'fixed',
] as const;
export const PaymentColumn = z.object({
  /** as the service's own template has it */
  heading: textLine(80).min(1, 'Please enter the heading'),
  field: z.enum(paymentColumnFields),
  /** where it is always the same */
  fixed: textLine(80).optional(),
});
export type PaymentColumn = z.infer<typeof PaymentColumn>;

export const MethodRules = z.object({
  kind: z.enum(methodKinds),
  is_on: z.boolean(),
  /** taken from what is paid, in the workspace's currency */
  fee: decimal('The fee'),
  /** below it nothing is paid by this method, in the workspace's currency: it waits for more */
  minimum: decimal('The minimum').default('0'),
  /** of files by a map of columns */
  columns: z.array(PaymentColumn).max(40),
});
export const OwnAccount = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' }),
  name: textLine(70).min(1, 'Please enter the name of the account’s owner'),
  iban: textLine(42).transform((text) => text.replaceAll(/\s/g, '').toUpperCase()),
  bic: textLine(11).toUpperCase(),
  street: textLine(70),
  building: textLine(16),
  postcode: textLine(16),
  town: textLine(35),
  country: textLine(2).toUpperCase(),
});
export type OwnAccount = z.output<typeof OwnAccount>;

const column = (heading: string, field: PaymentColumn['field'], fixed?: string): PaymentColumn => ({
  heading,
  field,
  ...(fixed === undefined ? {} : { fixed }),
});
const usual: Record<MethodKind, { is_on: boolean; columns: PaymentColumn[] }> = {
  bank: { is_on: true, columns: [] },
  paypal: { is_on: true, columns: [] },
  // its headings are of the tenant's own template
  wise: { is_on: false, columns: [] },
  payoneer: {
    is_on: false,
    columns: [
      column('Payee ID', 'recipient'),
      column('Amount', 'amount'),
      column('Currency', 'currency'),
      column('Description', 'text'),
      column('Payment ID', 'id'),
    ],
  },
  upi: {
    is_on: false,
    columns: [
      column('Beneficiary Name', 'name'),
      column('UPI ID', 'recipient'),
      column('Amount', 'amount'),
      column('Remarks', 'text'),
      column('Reference', 'id'),
    ],
  },
  usdt: {
    is_on: false,
    columns: [
      column('Address', 'recipient'),
      column('Network', 'network'),
      column('Amount', 'amount'),
      column('Token', 'fixed', 'USDT'),
      column('Reference', 'id'),
    ],
  },
  // a list to work through
  'by-hand': {
    is_on: true,
    columns: [
      column('Name', 'name'),
      column('How', 'recipient'),
      column('Amount', 'amount'),
      column('Currency', 'currency'),
      column('Reference', 'id'),
    ],
  },
};

export const payingSection = section(
  'paying',
  'Paying',
  {
    methods: z.array(MethodRules).max(methodKinds.length),
    /** what is paid from, one for each currency */
    accounts: z.array(OwnAccount).max(40),
  },
  {
    methods: methodKinds.map((kind) => ({ kind, fee: '0', minimum: '0', ...usual[kind] })),
    accounts: [],
  },
);
