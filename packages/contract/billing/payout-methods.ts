// Where somebody is paid, and by which rules.
import { z } from 'zod';
import { ofSide } from '../hiding.ts';
import { fileOf, idFilter, log, oneOf, searched } from '../lists.ts';
import { route, session } from '../route.ts';
import { methodKinds, payingSection, textLine } from '../settings/paying.ts';
import { billingCycles } from '../settings/payment.ts';
import { approvers, currencyCode, money, Owner, ownPublisher, payouts, plain, rates } from './money.ts';

export { type MethodKind, methodKinds, type PaymentColumn } from '../settings/paying.ts';
export const networks = ['TRC-20', 'ERC-20'] as const;
/** how long a change of the method holds payments */
export const METHOD_HOLD_HOURS = 72;
/** what there is of it depends on the kind: IBAN, address of PayPal, VPA, wallet; the address apart, as banks ask for it */
export const PayoutDetails = z.object({
  name: textLine(140).min(1, 'Please enter the name of the payee'),
  recipient: textLine(255),
  bic: textLine(11).default(''),
  network: z.enum(['', ...networks]).default(''),
  street: textLine(70).default(''),
  building: textLine(16).default(''),
  postcode: textLine(16).default(''),
  town: textLine(35).default(''),
  country: textLine(2).default(''),
});
export type PayoutDetails = z.output<typeof PayoutDetails>;

/** the details are in no reply: who has lost them enters them again */
export const PayoutMethod = z
  .object({
    kind: z.enum(methodKinds),
    currency: z.string(),
    mask: z.string(),
    changed_at: z.int(),
    /** payments wait until then; null: they do not */
    held_until: z.int().nullable(),
  })
  .meta({ id: 'PayoutMethod' });
export type PayoutMethod = z.infer<typeof PayoutMethod>;

/** with what somebody needs to choose: which methods there are and what each costs, and when money comes */
export const OwnMethod = z
  .object({
    method: PayoutMethod.nullable(),
    methods: z.array(z.object({ kind: z.enum(methodKinds), fee: money, minimum: money })),
    terms: z.object({
      cycle: z.enum(billingCycles),
      net_days: z.int(),
      hold_days: z.int(),
      minimum: z.string(),
      /** the day on which what is available now would be due */
      next_due: z.string(),
    }),
    /** of fees and minimums */
    home_currency: z.string(),
  })
  .meta({ id: 'OwnPayoutMethod' });
export type OwnMethod = z.infer<typeof OwnMethod>;

export const PaymentRules = z
  .object({
    ...payingSection.schema.shape,
    version: z.int(),
    home_currency: z.string(),
    changed_at: z.int().nullable(),
  })
  .meta({ id: 'PaymentRules' });

export const MethodRow = PayoutMethod.extend({ id: z.string(), publisher: Owner }).meta({ id: 'PayoutMethodRow' });
export type MethodRow = z.infer<typeof MethodRow>;
export const methodLog = log({
  row: MethodRow,
  filters: { ...searched, kind: oneOf(methodKinds), publisher: idFilter },
  columns: {
    publisher: { kind: 'named', value: (row) => row.publisher, file: ['Publisher ID', 'Publisher'] },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Method' },
    mask: { kind: 'text', value: (row) => row.mask, file: 'To' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    changed_at: { kind: 'time', value: (row) => row.changed_at, file: 'Changed' },
    held_until: { kind: 'time', value: (row) => row.held_until, file: 'Held until' },
  },
});

/** money leaves: whoever approves has typed the password within twelve hours */

export const payoutMethodRoutes = {
  paymentRules: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payment-rules',
    summary: 'Which methods there are, with fees and columns, and what is paid from',
    access: payouts,
    reply: PaymentRules,
    errors: [],
  }),
  savePaymentRules: route({
    ...plain,
    method: 'PUT',
    path: '/api/billing/payment-rules',
    summary: 'Saves them, whole; 409 if somebody else has saved them since',
    access: approvers,
    rates,
    body: payingSection.schema.extend({ version: z.int().min(0) }),
    reply: PaymentRules,
    errors: ['invalid_input', 'conflict'],
  }),
  payoutMethods: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payout-methods',
    summary: 'Where publishers are paid, masked, newest change first',
    access: payouts,
    query: methodLog.query,
    reply: ofSide('publisher', methodLog.reply),
    errors: [],
  }),
  exportPayoutMethods: route({
    ...fileOf(methodLog),
    path: '/api/billing/payout-methods/export',
    summary: 'Where publishers are paid, masked, as a file',
    access: payouts,
  }),
  ownPayoutMethod: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/payout-method',
    summary: 'Where one is paid, masked, and which methods there are',
    access: ownPublisher,
    reply: OwnMethod,
    errors: [],
  }),
  setPayoutMethod: route({
    ...plain,
    method: 'PUT',
    path: '/api/publisher/payout-method',
    summary: 'Says where one is paid; needs the password, and holds payments for three days',
    access: session(['publisher'], { impersonated: 'denied' }),
    rates: ['change-email'],
    body: z.object({
      kind: z.enum(methodKinds),
      currency: currencyCode,
      details: PayoutDetails,
      password: z.string().min(1, 'Please enter your password').max(1_000),
    }),
    reply: PayoutMethod,
    errors: ['invalid_input', 'wrong_credentials', 'conflict', 'rate_limited'],
  }),
};
