// Paying publishers: where somebody is paid, batches of payments, files for banks and services, and their answers.
import { z } from 'zod';
import { day } from '../days.ts';
import { ofSide } from '../hiding.ts';
import { fileOf, flag, idFilter, list, log, oneOf, searched } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';
import { methodKinds, payingSection, textLine } from '../settings/paying.ts';
import { billingCycles } from '../settings/payment.ts';
import { byId, currencyCode, money, moneyColumn, Owner, ownPublisher, payouts, plain, reason } from './money.ts';

export { type MethodKind, methodKinds, type PaymentColumn } from '../settings/paying.ts';
export const networks = ['TRC-20', 'ERC-20'] as const;
/** how long a change of the method holds payments */
export const METHOD_HOLD_HOURS = 72;
export const MAX_BATCH = 10_000;
export const MAX_ANSWER_BYTES = 10_000_000;
/** nobody has answered for so long: a person is asked */
export const ASK_AFTER_DAYS = 5;

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

/** why a document is not paid now; `none`: it is */
export const blockers = [
  'none',
  'not-approved',
  'settled',
  'under-way',
  'disputed',
  'gone',
  'form-missing',
  'account-closed',
  'no-method',
  'method-off',
  'held',
  'unreadable',
  'name',
  'no-rate',
  'no-account',
  'no-columns',
  'below-minimum',
  'too-small',
] as const;
export type Blocker = (typeof blockers)[number];

/** what paying a document would be */
export const PayableRow = z
  .object({
    id: z.string(),
    number: z.string(),
    publisher: Owner,
    due_on: z.string().nullable(),
    currency: z.string(),
    gross: money,
    /** of what is left of the document: somebody has asked about it, so it is paid once that is answered */
    waiting: money,
    withheld: money,
    fee: money,
    /** what arrives, in the currency of the method */
    pay: money,
    pay_currency: z.string(),
    /** of the day; null where both currencies are the same, or no rate is known */
    rate: z.string().nullable(),
    /** the currency through which it was reached, where the two are not quoted directly */
    rate_via: z.string().nullable(),
    method: z.enum(methodKinds).nullable(),
    mask: z.string().nullable(),
    /** the last payment to the same account did not arrive: the bank's code, empty where it gave none */
    last_failure: z.string().nullable(),
    /** the payee as a bank will read it */
    name_in_file: z.string().nullable(),
    blocked: z.enum(blockers),
  })
  .meta({ id: 'PayableRow' });
export type PayableRow = z.infer<typeof PayableRow>;

const payableColumns = {
  number: { kind: 'text', value: (row: PayableRow) => row.number, file: 'Document' },
  publisher: {
    kind: 'named',
    value: (row: PayableRow) => row.publisher,
    file: ['Publisher ID', 'Publisher'],
  },
  due_on: { kind: 'text', value: (row: PayableRow) => row.due_on, file: 'Due' },
  gross: moneyColumn('Gross', (row: PayableRow) => row.gross),
  waiting: moneyColumn('Waiting', (row: PayableRow) => row.waiting),
  withheld: moneyColumn('Withheld', (row: PayableRow) => row.withheld),
  fee: moneyColumn('Fee', (row: PayableRow) => row.fee),
  currency: { kind: 'text', value: (row: PayableRow) => row.currency, file: 'Currency' },
  pay: moneyColumn(
    'Paid out',
    (row: PayableRow) => row.pay,
    (row) => row.pay_currency,
  ),
  pay_currency: { kind: 'text', value: (row: PayableRow) => row.pay_currency, file: 'Paid in' },
  rate: { kind: 'text', value: (row: PayableRow) => row.rate, file: 'Rate' },
  rate_via: { kind: 'text', value: (row: PayableRow) => row.rate_via, file: 'Rate through' },
  last_failure: { kind: 'text', value: (row: PayableRow) => row.last_failure, file: 'Last payment failed' },
  method: { kind: 'text', value: (row: PayableRow) => row.method, file: 'Method' },
  mask: { kind: 'text', value: (row: PayableRow) => row.mask, file: 'To' },
  blocked: { kind: 'status', value: (row: PayableRow) => row.blocked, file: 'Blocked' },
} as const;

/** approved documents that are not under way */
export const payableLog = log({
  row: PayableRow,
  filters: { ...searched, due_until: day.optional(), currency: z.string().max(3).optional() },
  columns: payableColumns,
});
/** what a batch holds, as its preview has it */
export const BatchRow = PayableRow.extend({
  /** what was previewed is no longer so */
  is_changed: z.boolean(),
}).meta({ id: 'BatchRow' });
export const batchRowLog = log({
  row: BatchRow,
  /** what would be paid, and what is held back */
  filters: { ...searched, part: oneOf(['paid', 'held']) },
  columns: payableColumns,
});

export const batchStates = ['open', 'first-approved', 'approved', 'instructed', 'closed', 'cancelled'] as const;
export const workStates = ['idle', 'waiting', 'running', 'stopped', 'failed'] as const;
export const paymentStates = ['reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const Batch = z
  .object({
    id: z.string(),
    number: z.int(),
    state: z.enum(batchStates),
    note: z.string(),
    /** of its payments, or of those it would make */
    payments: z.int(),
    methods: z.array(z.enum(methodKinds)),
    currencies: z.array(z.string()),
    /** together, in the workspace's currency; null where a rate is missing */
    sum: money.nullable(),
    currency: z.string(),
    /** chosen, and left out for a reason */
    blocked: z.int(),
    paid: z.int(),
    failures: z.int(),
    created_at: z.int(),
    created_by: z.string().nullable(),
    approved_by: z.string().nullable(),
    second_by: z.string().nullable(),
    needs_second: z.boolean(),
    /** names what its preview showed; an approval gives it back */
    preview: z.string(),
    /** of the files: how far they have come */
    work: z.object({ state: z.enum(workStates), done: z.int(), total: z.int(), error: z.string().nullable() }),
  })
  .meta({ id: 'PaymentBatch' });
export type Batch = z.infer<typeof Batch>;

export const batchList = list({
  row: Batch,
  filters: { state: oneOf(batchStates) },
  columns: {
    number: { kind: 'number', value: (row) => row.number, sort: true, file: 'Batch' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    methods: { kind: 'tags', value: (row) => row.methods, file: 'Methods' },
    currencies: { kind: 'tags', value: (row) => row.currencies, file: 'Paid in' },
    payments: { kind: 'number', value: (row) => row.payments, sort: true, file: 'Payments' },
    sum: { ...moneyColumn('Sum', (row: Batch) => row.sum), sort: true },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    paid: { kind: 'number', value: (row) => row.paid, file: 'Paid' },
    failures: { kind: 'number', value: (row) => row.failures, file: 'Failed or returned' },
    note: { kind: 'text', value: (row) => row.note, file: 'Note' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Created' },
  },
});

export const PaymentFile = z.object({
  id: z.string(),
  name: z.string(),
  format: z.enum(['pain.001', 'paypal', 'wise', 'csv']),
  currency: z.string(),
  payments: z.int(),
  sum: money,
  is_ready: z.boolean(),
  created_at: z.int(),
});

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
const approvers = session(['admin'], { impersonated: 'denied', section: 'payouts', recentPassword: 'required' });
const ofBatch = { params: byId, names: 'payment-batch' } as const;
const ofPayment = { params: byId, names: 'payment' } as const;
const rates = ['admin-writes'] as const;
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,35}$/, 'A code is letters and digits, such as AC04');

export const payingRoutes = {
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
  payableDocuments: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payable',
    summary: 'Approved documents that are not under way: what paying each would be, and what is in the way',
    access: payouts,
    query: payableLog.query,
    reply: ofSide('publisher', payableLog.reply),
    heavy: true,
    errors: [],
  }),
  exportPayable: route({
    ...fileOf(payableLog),
    path: '/api/billing/payable/export',
    summary: 'The filtered approved documents, and what is in the way of paying each, as a file',
    access: payouts,
  }),
  batches: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/batches',
    summary: 'Batches of payments',
    access: payouts,
    query: batchList.query,
    reply: ofSide('publisher', batchList.reply),
    errors: [],
  }),
  exportBatches: route({
    ...fileOf(batchList),
    path: '/api/billing/batches/export',
    summary: 'The filtered batches as a file',
    access: payouts,
  }),
  createBatch: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches',
    summary: 'Chooses documents for a batch: by id, or all that are due until a day; nothing is reserved yet',
    access: payouts,
    rates,
    idempotent: true,
    bodyLimit: 1_000_000,
    body: z.object({
      documents: z.array(z.string().max(40)).min(1, 'Please choose a document').max(MAX_BATCH).optional(),
      due_until: day.optional(),
      note: textLine(200).default(''),
    }),
    reply: ofSide('publisher', Batch),
    status: 201,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  batch: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/batches/{id}',
    summary: 'A batch, and how far its files have come',
    access: payouts,
    ...ofBatch,
    reply: ofSide('publisher', Batch),
    errors: ['not_found'],
  }),
  batchRows: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/batches/{id}/rows',
    summary: 'What the batch would pay, row by row, as it was previewed, and which rows have changed since',
    access: payouts,
    ...ofBatch,
    query: batchRowLog.query,
    reply: ofSide('publisher', batchRowLog.reply),
    heavy: true,
    errors: ['not_found'],
  }),
  previewBatch: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/preview',
    summary: 'Computes the batch anew and keeps that as its preview',
    access: payouts,
    rates,
    ...ofBatch,
    reply: ofSide('publisher', Batch),
    errors: ['not_found', 'conflict'],
  }),
  approveBatch: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/approve',
    summary: 'Approves what the preview showed: its payments are reserved. 409 with the rows that have changed since',
    access: approvers,
    rates,
    idempotent: true,
    ...ofBatch,
    body: z.object({ preview: z.string().max(100) }),
    reply: ofSide('publisher', Batch),
    errors: ['not_found', 'conflict', 'forbidden'],
  }),
  cancelBatch: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/cancel',
    summary: 'Gives up what is not instructed yet; what was reserved is free again',
    access: payouts,
    rates,
    ...ofBatch,
    reply: ofSide('publisher', Batch),
    errors: ['not_found', 'conflict'],
  }),
  makeBatchFiles: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/files',
    summary: 'Makes the files of an approved batch, or goes on with them; what stands in a file is instructed',
    access: approvers,
    rates,
    ...ofBatch,
    body: z.object({ execute_on: day.optional() }),
    reply: ofSide('publisher', Batch),
    errors: ['not_found', 'conflict', 'invalid_input'],
  }),
  stopBatchFiles: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/stop',
    summary: 'Stops making files after the payments that are being written',
    access: payouts,
    rates,
    ...ofBatch,
    reply: ofSide('publisher', Batch),
    errors: ['not_found', 'conflict'],
  }),
  batchFiles: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/batches/{id}/files',
    summary: 'The files of a batch',
    access: payouts,
    ...ofBatch,
    reply: ofSide('publisher', z.object({ rows: z.array(PaymentFile) })),
    errors: ['not_found'],
  }),
  paymentFile: route({
    method: 'GET',
    path: '/api/billing/payment-files/{id}',
    wire: 'file',
    headers: ['subdomain'],
    summary: 'A payment file: it names accounts, so the password must have been typed within twelve hours',
    access: session(['admin'], {
      impersonated: 'denied',
      section: 'payouts',
      needs: 'write',
      recentPassword: 'required',
    }),
    params: byId,
    names: 'payment-file',
    reply: z.custom<FileReply>(),
    errors: ['not_found', 'conflict'],
  }),
  importAnswers: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/batches/{id}/answers',
    summary:
      'The bank’s answer (pain.002), or lines of reference, paid | failed | returned, code: all of it or nothing',
    access: approvers,
    rates,
    idempotent: true,
    bodyLimit: MAX_ANSWER_BYTES + 2_000_000,
    ...ofBatch,
    body: z.object({
      content: z.string().min(1, 'Please choose a file').max(MAX_ANSWER_BYTES, 'The file is too large'),
    }),
    reply: z.object({
      paid: z.int(),
      failed: z.int(),
      returned: z.int(),
      /** said before, or still under way */
      unchanged: z.int(),
    }),
    errors: ['not_found', 'conflict', 'invalid_input'],
  }),
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
