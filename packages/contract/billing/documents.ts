// Documents: claims on transfers, from draft to issued and approved; runs that make them; adjustments; balances.
import { z } from 'zod';
import { day } from '../days.ts';
import { hide, ofSide } from '../hiding.ts';
import { anyOf, dayFilter, fileOf, flag, idFilter, list, log, oneOf, searched } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, type SessionAccess, session } from '../route.ts';
import { billingCuts } from '../settings/payment.ts';
import {
  amount,
  byId,
  currencyCode,
  money,
  moneyColumn,
  Owner,
  ownPublisher,
  payouts,
  plain,
  reason,
  type Side,
  sides,
} from './money.ts';
import { FILE_BODY, FileSent } from './terms.ts';

/** one line, and begins as no formula does */
export const OWN_NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./_-]{0,34}$/u;
const OWN_NUMBER_RULE =
  'The number of an invoice has at most 35 letters, digits, spaces and . / - _ and begins with a letter or digit';
export const documentKinds = ['self-bill', 'own-invoice', 'invoice', 'credit-note'] as const;
/** awaiting: the publisher's own invoice is asked for; credited: a credit note took it back */
export const documentStates = [
  'draft',
  'awaiting',
  'issued',
  'approved',
  'paying',
  'part-paid',
  'paid',
  'credited',
] as const;
/** hidden: to a publisher, what it has earned with all campaigns whose payout is hidden, as one line */
export const lineKinds = ['earning', 'adjustment', 'referral', 'rounding', 'vat', 'withholding', 'hidden'] as const;

export const DocumentRow = z
  .object({
    id: z.string(),
    kind: z.enum(documentKinds),
    state: z.enum(documentStates),
    /** null before it is issued */
    number: z.string().nullable(),
    owner: Owner,
    currency: z.string(),
    period_from: z.string(),
    /** its last day */
    period_to: z.string(),
    lines: z.int(),
    entries: z.int(),
    net: money,
    vat: money,
    /** net and vat */
    total: money,
    /** of the total, for the tax office */
    withheld: money,
    /** the total without what is withheld */
    to_pay: money,
    /** of the total, what has arrived and was withheld so far */
    settled: money,
    /** of the total, what a bank was told to pay and has not answered yet */
    on_the_way: money,
    /** of the total, what is left: neither settled nor on the way; before the issue without its VAT, which is not owed yet */
    open: money,
    made_at: z.int(),
    issued_at: z.int().nullable(),
    due_on: z.string().nullable(),
    po_number: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'Document' });
export type DocumentRow = z.infer<typeof DocumentRow>;

/** newest first */
export const documentLog = log({
  row: DocumentRow,
  filters: {
    ...searched,
    state: anyOf(documentStates),
    kind: oneOf(documentKinds),
    owner: idFilter,
    run: idFilter,
    currency: z.string().max(3).optional(),
    from: dayFilter,
    to: dayFilter,
    due_from: dayFilter,
    /** up to it; what has no due day is due at once */
    due_until: dayFilter,
    /** of which something is left to pay */
    open: flag,
  },
  columns: {
    number: { kind: 'text', value: (row) => row.number, file: 'Number' },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    owner: { kind: 'named', value: (row) => row.owner, file: ['Account ID', 'Account'] },
    period_from: { kind: 'text', value: (row) => row.period_from, file: 'From' },
    period_to: { kind: 'text', value: (row) => row.period_to, file: 'To' },
    lines: { kind: 'number', value: (row) => row.lines, file: 'Lines' },
    net: moneyColumn('Net', (row: DocumentRow) => row.net),
    vat: moneyColumn('VAT', (row: DocumentRow) => row.vat),
    withheld: moneyColumn('Withheld', (row: DocumentRow) => row.withheld),
    total: moneyColumn('Total', (row: DocumentRow) => row.total),
    to_pay: moneyColumn('To be paid', (row: DocumentRow) => row.to_pay),
    settled: moneyColumn('Settled', (row: DocumentRow) => row.settled),
    on_the_way: moneyColumn('On the way', (row: DocumentRow) => row.on_the_way),
    open: moneyColumn('Left', (row: DocumentRow) => row.open),
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    due_on: { kind: 'text', value: (row) => row.due_on, file: 'Due' },
    issued_at: { kind: 'time', value: (row) => row.issued_at, file: 'Issued at' },
  },
});

export const DocumentLine = z
  .object({
    position: z.int(),
    kind: z.enum(lineKinds),
    offer: z.object({ number: z.int(), name: z.string() }).nullable(),
    goal: z.string().nullable(),
    /** YYYY-MM of the events */
    month: z.string().nullable(),
    quantity: z.int(),
    amount: money,
    /** per cent, of vat and withholding */
    rate: z.string().nullable(),
    text: z.string(),
  })
  .meta({ id: 'DocumentLine' });
export type DocumentLine = z.infer<typeof DocumentLine>;
export const documentLineLog = log({ row: DocumentLine, filters: {}, columns: {} });

/** as they were at issue, for a bookkeeper */
export const DocumentTax = z.object({
  treatment: z.enum(['domestic', 'reverse', 'outside']).nullable(),
  /** ids of the texts that the document must bear, such as "Self-billing" and "Reverse charge" */
  texts: z.array(z.enum(['self-billing', 'reverse-charge', 'outside-scope'])),
  is_sample: z.boolean(),
});
export const DocumentDetail = DocumentRow.extend({
  tax: DocumentTax,
  rate: z.object({ home_currency: z.string(), rate: z.string(), day: z.string(), source: z.string() }).nullable(),
  note: z.string(),
  credits: z.object({ id: z.string(), number: z.string().nullable() }).nullable(),
  credited_by: z.object({ id: z.string(), number: z.string().nullable() }).nullable(),
  own_file: z.object({ id: z.string(), name: z.string() }).nullable(),
}).meta({ id: 'DocumentDetail' });
export type DocumentDetail = z.infer<typeof DocumentDetail>;
/**
 * A part of a document is not paid now, the rest is. Either somebody has asked about it: then it is paid once that is answered. Or it
 * no longer stands, as a sale was rejected or made smaller: then the next document takes it off.
 */
export const Waiting = z
  .object({
    why: z.enum(['asked', 'gone', 'both']),
    /** what is asked about, with its VAT; null where it would tell what a campaign pays whose payout is hidden */
    amount: hide('account_amount', z.string().nullable()),
    /** what no longer stands, likewise */
    gone: hide('account_amount', z.string().nullable()),
    /** nothing else is left to pay */
    is_all: z.boolean(),
    /** the oldest ones; to a publisher its own */
    appeals: z.array(
      z.object({ id: z.string(), side: z.enum(sides), about: z.enum(['conversion', 'document']), due_at: z.int() }),
    ),
    /** requests about conversions; to a publisher also what others have asked */
    others: z.int(),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof Waiting>;
export const WholeDocument = DocumentDetail.extend({ waiting: Waiting.nullable() }).meta({ id: 'WholeDocument' });
export type WholeDocument = z.infer<typeof WholeDocument>;

export const runStates = ['waiting', 'running', 'stopped', 'done', 'failed'] as const;
export const BillingRun = z
  .object({
    id: z.string(),
    side: z.enum(sides),
    period_from: z.string(),
    /** its last day */
    period_to: z.string(),
    cut: z.enum(billingCuts),
    state: z.enum(runStates),
    /** accounts, in all and done */
    total: z.int(),
    done: z.int(),
    drafts: z.int(),
    carried: z.int(),
    error: z.string().nullable(),
    created_at: z.int(),
    finished_at: z.int().nullable(),
  })
  .meta({ id: 'BillingRun' });
export type BillingRun = z.infer<typeof BillingRun>;
export const runLog = log({
  row: BillingRun,
  /** searched by the days of its period */
  filters: { ...searched, state: oneOf(runStates) },
  columns: {
    period_from: { kind: 'text', value: (row) => row.period_from, file: 'From' },
    period_to: { kind: 'text', value: (row) => row.period_to, file: 'To' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    done: { kind: 'number', value: (row) => row.done, file: 'Accounts done' },
    total: { kind: 'number', value: (row) => row.total, file: 'Accounts' },
    drafts: { kind: 'number', value: (row) => row.drafts, file: 'Documents' },
    carried: { kind: 'number', value: (row) => row.carried, file: 'Carried' },
    created_at: { kind: 'time', value: (row) => row.created_at, file: 'Started' },
    finished_at: { kind: 'time', value: (row) => row.finished_at, file: 'Ended' },
  },
});
export const carriedReasons = ['negative', 'below-minimum', 'no-rate'] as const;
export const RunItem = z.object({
  id: z.string(),
  owner: Owner,
  currency: z.string(),
  outcome: z.enum(['draft', 'carried', 'nothing']),
  reason: z.enum(carriedReasons).nullable(),
  amount: money,
  /** what was made; its number where it is issued */
  document_id: z.string().nullable(),
  document_number: z.string().nullable(),
});
export type RunItem = z.infer<typeof RunItem>;
export const runItemLog = log({
  row: RunItem,
  filters: { outcome: oneOf(['draft', 'carried', 'nothing']) },
  columns: {},
});

export const AdjustmentRow = z
  .object({
    id: z.string(),
    owner: Owner,
    currency: z.string(),
    /** positive: the account comes to more */
    amount: money,
    reason: z.string(),
    day: z.string(),
    made_by: z.string().nullable(),
    created_at: z.int(),
    /** what it takes back */
    reverses: z.string().nullable(),
    is_reversed: z.boolean(),
    document: z.object({ id: z.string(), number: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Adjustment' });
export type AdjustmentRow = z.infer<typeof AdjustmentRow>;
export const adjustmentLog = log({
  row: AdjustmentRow,
  filters: { ...searched, owner: idFilter, from: dayFilter, to: dayFilter },
  columns: {
    day: { kind: 'text', value: (row) => row.day, file: 'Day' },
    owner: { kind: 'named', value: (row) => row.owner, file: ['Account ID', 'Account'] },
    amount: moneyColumn('Amount', (row: AdjustmentRow) => row.amount),
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
    made_by: { kind: 'text', value: (row) => row.made_by, file: 'By' },
    created_at: { kind: 'time', value: (row) => row.created_at, file: 'At' },
    document: { kind: 'text', value: (row) => row.document?.number ?? null, file: 'Document' },
  },
});
export const AdjustmentForm = z.object({
  owner_id: z.string().max(40),
  currency: currencyCode,
  amount: amount('Amount').refine((micros) => micros !== 0n, 'An adjustment of nothing changes nothing'),
  reason,
  /** today where absent */
  day: day.optional(),
});

export const BalanceRow = z
  .object({
    id: z.string(),
    owner: Owner,
    currency: z.string(),
    /** not decided yet */
    pending: money,
    /** posted, and in no document */
    approved: money,
    /** of what is approved: younger than the hold, disputed, and what a run would take now */
    hold: money,
    disputed: money,
    available: money,
    /** in documents, and not told to a bank yet */
    billed: money,
    /** the day on which what is available would be due */
    next_due: z.string(),
    method: z.string().nullable(),
    form: z.enum(['not-needed', 'there', 'missing', 'expired']),
  })
  .meta({ id: 'BillingBalance' });
export type BalanceRow = z.infer<typeof BalanceRow>;
/** of all accounts together: the sums of the columns */
export const BalanceTotal = BalanceRow.pick({
  currency: true,
  pending: true,
  approved: true,
  hold: true,
  disputed: true,
  available: true,
  billed: true,
}).meta({ id: 'BillingBalanceTotal' });
export type BalanceTotal = z.infer<typeof BalanceTotal>;
export const balanceList = list({
  row: BalanceRow,
  filters: { owner: idFilter, currency: z.string().max(3).optional() },
  columns: {
    owner: { kind: 'named', value: (row) => row.owner, file: ['Account ID', 'Account'], sort: true },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    pending: { ...moneyColumn('Pending', (row: BalanceRow) => row.pending), sort: true },
    approved: moneyColumn('Approved', (row: BalanceRow) => row.approved),
    hold: moneyColumn('Hold', (row: BalanceRow) => row.hold),
    disputed: moneyColumn('Disputed', (row: BalanceRow) => row.disputed),
    available: moneyColumn('Available', (row: BalanceRow) => row.available),
    billed: { ...moneyColumn('In documents', (row: BalanceRow) => row.billed), sort: true },
    next_due: { kind: 'text', value: (row) => row.next_due, file: 'Next due' },
    method: { kind: 'text', value: (row) => row.method, file: 'Method' },
    form: { kind: 'status', value: (row) => row.form, file: 'Form' },
  },
});

export const RunForm = z
  .object({ period_from: day, period_to: day, owner_id: z.string().max(40).optional() })
  .refine(({ period_from, period_to }) => period_from <= period_to, 'The period ends before it begins');
export const MAX_AT_ONCE = 500;
const Ids = z.object({
  ids: z
    .array(z.string().max(40))
    .min(1, 'Please choose at least one document')
    .max(MAX_AT_ONCE, `At most ${MAX_AT_ONCE} at once`),
});
/** what became of each: all, or those that could be, and why the others could not */
export const ManyDone = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});

const shared = { ...plain, access: payouts } as const;
const ofDocument = { params: byId, names: 'document' } as const;
const writes = { rates: ['admin-writes'], idempotent: true } as const;
const own = { ...plain, access: ownPublisher } as const;
const ownFile = session(['publisher'], { impersonated: 'denied' });

/** the runs of one side: how far each has come and what it made; a publishers' run makes drafts, an advertisers' issues at once */
export const runsOf = (
  side: Side,
  { access, path, names, makes }: { access: SessionAccess; path: `/api/${string}`; names: string; makes: string },
) => {
  const one = { ...plain, access, params: byId, names } as const;
  return {
    all: route({
      ...plain,
      access,
      method: 'GET',
      path,
      summary: `Runs that make ${makes}, newest first`,
      query: runLog.query,
      reply: runLog.reply,
      errors: ['invalid_input'],
    }),
    file: route({
      ...fileOf(runLog),
      path: `${path}/export`,
      summary: `The filtered runs that make ${makes} as a file`,
      access,
    }),
    one: route({
      ...one,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `A run that makes ${makes}, and how far it is`,
      reply: BillingRun,
      errors: ['not_found'],
    }),
    items: route({
      ...one,
      method: 'GET',
      path: `${path}/{id}/items`,
      summary: `What a run that makes ${makes} found of each account, and why something was carried`,
      query: runItemLog.query,
      reply: ofSide(side, runItemLog.reply),
      errors: ['not_found'],
    }),
    stop: route({
      ...one,
      method: 'POST',
      path: `${path}/{id}/stop`,
      summary: `Stops a run that makes ${makes} after the account it is at`,
      reply: BillingRun,
      errors: ['not_found', 'conflict'],
      rates: ['admin-writes'],
    }),
    resume: route({
      ...one,
      method: 'POST',
      path: `${path}/{id}/resume`,
      summary: `Goes on with a run that makes ${makes} and was stopped or failed`,
      reply: BillingRun,
      errors: ['not_found', 'conflict'],
      rates: ['admin-writes'],
    }),
  };
};
const publisherRuns = runsOf('publisher', {
  access: payouts,
  path: '/api/billing/runs',
  names: 'billing-run',
  makes: 'drafts',
});

export const documentRoutes = {
  billingBalances: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/balances',
    summary: 'What publishers have earned and are owed, by currency',
    heavy: true,
    query: balanceList.query,
    reply: ofSide('publisher', balanceList.reply),
    errors: ['invalid_input'],
  }),
  billingBalanceTotals: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/balances/totals',
    summary: 'The balances of all publishers together, by currency',
    heavy: true,
    reply: ofSide('publisher', z.object({ rows: z.array(BalanceTotal) })),
    errors: [],
  }),
  exportBillingBalances: route({
    ...fileOf(balanceList),
    path: '/api/billing/balances/export',
    summary: 'The balances as a file',
    access: payouts,
  }),
  documents: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/documents',
    summary: 'Publishers’ documents, newest first',
    query: documentLog.query,
    reply: ofSide('publisher', documentLog.reply),
    errors: ['invalid_input'],
  }),
  exportDocuments: route({
    ...fileOf(documentLog),
    path: '/api/billing/documents/export',
    summary: 'The filtered documents as a file',
    access: payouts,
  }),
  document: route({
    ...shared,
    ...ofDocument,
    method: 'GET',
    path: '/api/billing/documents/{id}',
    summary: 'A document with its taxes, rate and what belongs to it, and what of it waits for an answer',
    reply: ofSide('publisher', WholeDocument),
    errors: ['not_found'],
  }),
  documentLines: route({
    ...shared,
    ...ofDocument,
    method: 'GET',
    path: '/api/billing/documents/{id}/lines',
    summary: 'A document’s lines in order',
    query: documentLineLog.query,
    reply: ofSide('publisher', documentLineLog.reply),
    errors: ['not_found'],
  }),
  discardDraft: route({
    ...shared,
    ...ofDocument,
    method: 'DELETE',
    path: '/api/billing/documents/{id}',
    summary: 'Throws a draft away; its entries can be billed again',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  issueDocument: route({
    ...shared,
    ...ofDocument,
    ...writes,
    method: 'POST',
    path: '/api/billing/documents/{id}/issue',
    summary:
      'Gives a draft its number and freezes it; without a self-billing agreement the publisher’s invoice is awaited',
    body: z.object({ version: z.int() }),
    reply: ofSide('publisher', DocumentDetail),
    errors: ['not_found', 'conflict'],
  }),
  issueDocuments: route({
    ...shared,
    ...writes,
    method: 'POST',
    path: '/api/billing/documents/issue',
    summary: 'Issues several drafts, each for itself',
    body: Ids,
    reply: ManyDone,
    errors: ['invalid_input'],
  }),
  approveDocument: route({
    ...shared,
    ...ofDocument,
    ...writes,
    method: 'POST',
    path: '/api/billing/documents/{id}/approve',
    summary: 'Approves an issued document: it can be paid',
    body: z.object({ version: z.int() }),
    reply: ofSide('publisher', DocumentDetail),
    errors: ['not_found', 'conflict'],
  }),
  approveDocuments: route({
    ...shared,
    ...writes,
    method: 'POST',
    path: '/api/billing/documents/approve',
    summary: 'Approves several issued documents, each for itself',
    body: Ids,
    reply: ManyDone,
    errors: ['invalid_input'],
  }),
  creditDocument: route({
    ...shared,
    ...ofDocument,
    ...writes,
    method: 'POST',
    path: '/api/billing/documents/{id}/credit',
    summary: 'Takes a document back by a credit note; its entries can be billed again',
    body: z.object({ version: z.int(), reason }),
    reply: ofSide('publisher', DocumentDetail),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  ownInvoiceFile: route({
    ...ofDocument,
    wire: 'file',
    headers: ['subdomain'],
    access: payouts,
    method: 'GET',
    path: '/api/billing/documents/{id}/own-invoice',
    summary: 'The invoice that the publisher has sent',
    reply: z.custom<FileReply>(),
    errors: ['not_found'],
  }),
  billingRuns: publisherRuns.all,
  exportBillingRuns: publisherRuns.file,
  startBillingRun: route({
    ...shared,
    ...writes,
    method: 'POST',
    path: '/api/billing/runs',
    summary: 'Begins to make drafts of what publishers have earned in a period',
    body: RunForm,
    reply: BillingRun,
    status: 201,
    errors: ['invalid_input', 'conflict'],
  }),
  billingRun: publisherRuns.one,
  billingRunItems: publisherRuns.items,
  stopBillingRun: publisherRuns.stop,
  resumeBillingRun: publisherRuns.resume,
  adjustments: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/adjustments',
    summary: 'Bonuses and deductions by hand, newest first',
    query: adjustmentLog.query,
    reply: ofSide('publisher', adjustmentLog.reply),
    errors: ['invalid_input'],
  }),
  exportAdjustments: route({
    ...fileOf(adjustmentLog),
    path: '/api/billing/adjustments/export',
    summary: 'The filtered adjustments as a file',
    access: payouts,
  }),
  adjustment: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/adjustments/{id}',
    summary: 'An adjustment, and the document that claims it',
    params: byId,
    names: 'adjustment',
    reply: ofSide('publisher', AdjustmentRow),
    errors: ['not_found'],
  }),
  addAdjustment: route({
    ...shared,
    ...writes,
    method: 'POST',
    path: '/api/billing/adjustments',
    summary: 'Books a bonus to a publisher, or a deduction, with its reason',
    body: AdjustmentForm,
    reply: ofSide('publisher', AdjustmentRow),
    status: 201,
    errors: ['invalid_input', 'not_found'],
  }),
  reverseAdjustment: route({
    ...shared,
    ...writes,
    method: 'POST',
    path: '/api/billing/adjustments/{id}/reverse',
    summary: 'Takes an adjustment back by one of its own',
    params: byId,
    names: 'adjustment',
    body: z.object({ reason }),
    reply: ofSide('publisher', AdjustmentRow),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  ownDocuments: route({
    ...own,
    method: 'GET',
    path: '/api/publisher/documents',
    summary: 'One’s own documents, newest first; drafts are none yet',
    query: documentLog.query,
    reply: documentLog.reply,
    errors: ['invalid_input'],
  }),
  ownDocument: route({
    ...own,
    ...ofDocument,
    method: 'GET',
    path: '/api/publisher/documents/{id}',
    summary: 'One’s own document, and what of it waits for an answer',
    reply: WholeDocument,
    errors: ['not_found'],
  }),
  ownDocumentLines: route({
    ...own,
    ...ofDocument,
    method: 'GET',
    path: '/api/publisher/documents/{id}/lines',
    summary: 'The lines of one’s own document',
    query: documentLineLog.query,
    reply: documentLineLog.reply,
    errors: ['not_found'],
  }),
  ownSentInvoice: route({
    ...ofDocument,
    wire: 'file',
    headers: ['subdomain'],
    access: ownPublisher,
    method: 'GET',
    path: '/api/publisher/documents/{id}/own-invoice',
    summary: 'The invoice that one has sent for a document',
    reply: z.custom<FileReply>(),
    errors: ['not_found'],
  }),
  exportOwnDocuments: route({
    ...fileOf(documentLog),
    path: '/api/publisher/documents/export',
    summary: 'One’s own filtered documents as a file',
    access: ownPublisher,
  }),
  sendOwnInvoice: route({
    ...plain,
    ...ofDocument,
    access: ownFile,
    method: 'POST',
    path: '/api/publisher/documents/{id}/own-invoice',
    summary: 'One’s own invoice for what is awaited; its total must equal the claim',
    body: FileSent.extend({
      number: z
        .string()
        .trim()
        .min(1, 'Please enter the number of your invoice')
        // it is the text that the bank shows with the payment
        .regex(OWN_NUMBER, OWN_NUMBER_RULE),
      total: amount('Total'),
    }),
    bodyLimit: FILE_BODY,
    idempotent: true,
    reply: DocumentDetail,
    errors: ['invalid_input', 'not_found', 'conflict', 'too_large'],
  }),
};
