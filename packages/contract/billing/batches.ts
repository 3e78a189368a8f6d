// What can be paid, batches of payments, their files and the answers to them.
import { z } from 'zod';
import { day } from '../days.ts';
import { ofSide } from '../hiding.ts';
import { fileOf, list, log, oneOf, searched } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';
import { textLine } from '../settings/paying.ts';
import { approvers, byId, money, moneyColumn, Owner, payouts, plain, rates } from './money.ts';
import { methodKinds } from './payout-methods.ts';

export const MAX_BATCH = 10_000;
export const MAX_ANSWER_BYTES = 10_000_000;
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

const ofBatch = { params: byId, names: 'payment-batch' } as const;

export const batchRoutes = {
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
};
