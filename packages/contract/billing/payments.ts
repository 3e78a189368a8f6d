// Single payments: what was told to a bank, and what became of it.
import { z } from 'zod';
import { ofSide } from '../hiding.ts';
import { fileOf, flag, idFilter, log, oneOf, searched } from '../lists.ts';
import { route } from '../route.ts';
import { textLine } from '../settings/paying.ts';
import { approvers, byId, money, moneyColumn, Owner, ownPublisher, payouts, plain, rates, reason } from './money.ts';
import { methodKinds } from './payout-methods.ts';

/** nobody has answered for so long: a person is asked */
export const ASK_AFTER_DAYS = 5;

export const paymentStates = ['reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

const paymentFields = {
  id: z.string(),
  document: z.object({ id: z.string(), number: z.string() }),
  /** counts the attempts of its document */
  attempt: z.int(),
  end_to_end_id: z.string(),
  state: z.enum(paymentStates),
  method: z.enum(methodKinds).nullable(),
  mask: z.string().nullable(),
  currency: z.string(),
  gross: money,
  withheld: money,
  fee: money,
  pay: money,
  pay_currency: z.string(),
  /** the bank's word for a failure or return, and what it means */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  reserved_at: z.int(),
  instructed_at: z.int().nullable(),
  settled_at: z.int().nullable(),
};
export const OwnPayment = z.object(paymentFields).meta({ id: 'OwnPayment' });
export const Payment = z
  .object({
    ...paymentFields,
    batch: z.object({ id: z.string(), number: z.int() }),
    publisher: Owner,
    asked: z.boolean(),
  })
  .meta({ id: 'Payment' });
export type OwnPayment = z.infer<typeof OwnPayment>;
export type Payment = z.infer<typeof Payment>;

const paymentColumns = {
  document: { kind: 'text', value: (row: OwnPayment) => row.document.number, file: 'Document' },
  attempt: { kind: 'number', value: (row: OwnPayment) => row.attempt, file: 'Attempt' },
  end_to_end_id: { kind: 'text', value: (row: OwnPayment) => row.end_to_end_id, file: 'Reference' },
  state: { kind: 'status', value: (row: OwnPayment) => row.state, file: 'State' },
  method: { kind: 'text', value: (row: OwnPayment) => row.method, file: 'Method' },
  mask: { kind: 'text', value: (row: OwnPayment) => row.mask, file: 'To' },
  gross: moneyColumn('Gross', (row: OwnPayment) => row.gross),
  withheld: moneyColumn('Withheld', (row: OwnPayment) => row.withheld),
  fee: moneyColumn('Fee', (row: OwnPayment) => row.fee),
  currency: { kind: 'text', value: (row: OwnPayment) => row.currency, file: 'Currency' },
  pay: moneyColumn(
    'Paid out',
    (row: OwnPayment) => row.pay,
    (row) => row.pay_currency,
  ),
  pay_currency: { kind: 'text', value: (row: OwnPayment) => row.pay_currency, file: 'Paid in' },
  code: { kind: 'text', value: (row: OwnPayment) => row.code, file: 'Code' },
  reason: { kind: 'text', value: (row: OwnPayment) => row.reason, file: 'Reason' },
  reserved_at: { kind: 'time', value: (row: OwnPayment) => row.reserved_at, file: 'Reserved' },
  instructed_at: { kind: 'time', value: (row: OwnPayment) => row.instructed_at, file: 'Instructed' },
  settled_at: { kind: 'time', value: (row: OwnPayment) => row.settled_at, file: 'Settled' },
} as const;

export const paymentLog = log({
  row: Payment,
  filters: {
    ...searched,
    state: oneOf(paymentStates),
    batch: idFilter,
    publisher: idFilter,
    document: idFilter,
    /** nobody has answered for days: what became of them must be said by a person */
    asked: flag,
    /** failed or came back, and nobody has paid it since */
    unpaid: flag,
  },
  columns: {
    batch: { kind: 'number', value: (row) => row.batch.number, file: 'Batch' },
    publisher: { kind: 'named', value: (row) => row.publisher, file: ['Publisher ID', 'Publisher'] },
    ...paymentColumns,
  },
});
export const ownPaymentLog = log({
  row: OwnPayment,
  filters: {
    state: oneOf(paymentStates),
    document: idFilter,
    /** one of them */
    id: idFilter,
  },
  columns: paymentColumns,
});

const ofPayment = { params: byId, names: 'payment' } as const;
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,35}$/, 'A code is letters and digits, such as AC04');

export const paymentRoutes = {
  payments: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payments',
    summary: 'Payments, newest first',
    access: payouts,
    query: paymentLog.query,
    reply: ofSide('publisher', paymentLog.reply),
    errors: [],
  }),
  exportPayments: route({
    ...fileOf(paymentLog),
    path: '/api/billing/payments/export',
    summary: 'The filtered payments as a file',
    access: payouts,
  }),
  payment: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payments/{id}',
    summary: 'A payment and what became of it',
    access: payouts,
    ...ofPayment,
    reply: ofSide('publisher', Payment),
    errors: ['not_found'],
  }),
  markPaid: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/payments/{id}/paid',
    summary: 'Says by hand that it has arrived',
    access: approvers,
    rates,
    idempotent: true,
    ...ofPayment,
    body: z.object({ reason: textLine(500).default('') }),
    reply: ofSide('publisher', Payment),
    errors: ['not_found', 'conflict'],
  }),
  markFailed: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/payments/{id}/failed',
    summary: 'Says by hand that it was refused: it is reversed, and its document can be paid again',
    access: approvers,
    rates,
    idempotent: true,
    ...ofPayment,
    body: z.object({ code: code.default('HAND'), reason }),
    reply: ofSide('publisher', Payment),
    errors: ['not_found', 'conflict'],
  }),
  markReturned: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/payments/{id}/returned',
    summary: 'Says by hand that it came back: all of it is reversed',
    access: approvers,
    rates,
    idempotent: true,
    ...ofPayment,
    body: z.object({ code: code.default('GONE'), reason }),
    reply: ofSide('publisher', Payment),
    errors: ['not_found', 'conflict'],
  }),
  retryPayment: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/payments/{id}/retry',
    summary: 'The next attempt of what failed, with a number and reference of its own, to the same account',
    access: approvers,
    rates,
    idempotent: true,
    ...ofPayment,
    reply: ofSide('publisher', Payment),
    errors: ['not_found', 'conflict'],
  }),
  ownPayments: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/payments',
    summary: 'One’s own payments, newest first',
    access: ownPublisher,
    query: ownPaymentLog.query,
    reply: ownPaymentLog.reply,
    errors: [],
  }),
  exportOwnPayments: route({
    ...fileOf(ownPaymentLog),
    path: '/api/publisher/payments/export',
    summary: 'One’s own payments as a file',
    access: ownPublisher,
  }),
};
