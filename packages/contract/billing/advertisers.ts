// The advertiser's side: credit, deposits and what they pay, invoices as they are paid.
import { z } from 'zod';
import { day } from '../days.ts';
import { hide, ofSide } from '../hiding.ts';
import { anyOf, dayFilter, fileOf, idFilter, list, log, momentFilter, oneOf, searched } from '../lists.ts';
import { route } from '../route.ts';
import { collectionSection } from '../settings/collection.ts';
import { ages } from './closing.ts';
import { BillingRun, carriedReasons, documentLineLog, RunForm, runsOf } from './documents.ts';
import {
  amount,
  billing,
  byId,
  currencyCode,
  money,
  moneyColumn,
  Owner,
  ownAdvertiser,
  plain,
  reason,
} from './money.ts';

/** of the limit that is used: at each of these somebody is told, at the last traffic stops */
export const creditLevels = [0, 80, 90, 100] as const;
export const creditStandings = ['stopped', 'warned', 'open', 'unlimited'] as const;
export type CreditStanding = (typeof creditStandings)[number];

const amounts = {
  /** the workspace's, in which all of these are */
  currency: z.string(),
  /** approved, and not paid */
  receivable: money,
  pending: money,
  /** paid in, and not allocated yet */
  prepaid: money,
  /** receivable + pending − prepaid */
  exposure: money,
  /** null: none, and traffic never stops */
  limit: money.nullable(),
  /** of the limit, in per cent; of a prepaid account (limit 0) of what was paid in. Null where there is nothing to compare with */
  used: hide('account_amount', z.int().nullable()),
  standing: z.enum(creditStandings),
  stopped_at: z.int().nullable(),
  /** what came in beyond the limit, for clicks that were sent before */
  overshoot: money,
  /** of invoices that are due and not paid */
  overdue: money,
  overdue_count: z.int(),
  /** no rate turns what stands in these into the workspace's currency, so that it is not counted */
  unrated: z.array(z.string()),
};

export const AdvertiserBalance = z
  .object({ id: z.string(), advertiser: Owner, ...amounts, version: z.int() })
  .meta({ id: 'AdvertiserBalance' });
export type AdvertiserBalance = z.infer<typeof AdvertiserBalance>;

export const advertiserBalanceList = list({
  row: AdvertiserBalance,
  filters: { standing: anyOf(creditStandings), overdue: oneOf(['1']) },
  columns: {
    number: { kind: 'text', value: (row) => row.advertiser.number, sort: true },
    advertiser: {
      kind: 'named',
      value: (row) => row.advertiser,
      sort: true,
      file: ['Advertiser number', 'Advertiser'],
      hide: 'account_name',
    },
    receivable: { ...moneyColumn('Receivable', (row: AdvertiserBalance) => row.receivable), sort: true },
    pending: { ...moneyColumn('Pending', (row: AdvertiserBalance) => row.pending), sort: true },
    prepaid: { ...moneyColumn('Prepaid', (row: AdvertiserBalance) => row.prepaid), sort: true },
    exposure: { ...moneyColumn('Exposure', (row: AdvertiserBalance) => row.exposure), sort: true },
    limit: { ...moneyColumn('Limit', (row: AdvertiserBalance) => row.limit), sort: true },
    used: { kind: 'number', value: (row) => row.used, file: 'Used %', hide: 'account_amount' },
    standing: { kind: 'status', value: (row) => row.standing, file: 'Credit' },
    overshoot: moneyColumn('Overshoot', (row: AdvertiserBalance) => row.overshoot),
    overdue: { ...moneyColumn('Overdue', (row: AdvertiserBalance) => row.overdue), sort: true },
  },
});

/** one currency of an account, in itself */
const CurrencyBalance = z.object({ currency: z.string(), receivable: money, pending: money, prepaid: money });
export const AdvertiserAccount = AdvertiserBalance.extend({
  currencies: z.array(CurrencyBalance),
  /** null: as Settings say */
  net_days: z.int().nullable(),
  po_number: z.string().nullable(),
  /** of these two: whoever saves them names the one that he has seen */
  terms_version: z.int(),
  /** conversions that came in after the stop and wait for a person */
  waiting: z.int(),
}).meta({ id: 'AdvertiserAccount' });
export type AdvertiserAccount = z.infer<typeof AdvertiserAccount>;

/** in the portal nobody needs to be told whose they are */
export const OwnDeposit = z
  .object({
    id: z.string(),
    currency: z.string(),
    amount: money,
    /** allocated to invoices so far, and not yet */
    allocated: money,
    free: money,
    reference: z.string(),
    received_on: z.string(),
    note: z.string(),
    state: z.enum(['received', 'returned']),
    created_at: z.int(),
  })
  .meta({ id: 'OwnDeposit' });
export type OwnDeposit = z.infer<typeof OwnDeposit>;
export const Deposit = OwnDeposit.extend({ advertiser: Owner }).meta({ id: 'Deposit' });
export type Deposit = z.infer<typeof Deposit>;
export const DepositDetail = Deposit.extend({
  /** the invoices that it pays */
  allocations: z.array(z.object({ invoice: z.object({ id: z.string(), number: z.string() }), amount: money })),
}).meta({ id: 'DepositDetail' });
export type DepositDetail = z.infer<typeof DepositDetail>;

const depositColumns = {
  received_on: { kind: 'text', value: (row: OwnDeposit) => row.received_on, file: 'Received on' },
  reference: { kind: 'text', value: (row: OwnDeposit) => row.reference, file: 'Reference' },
  amount: moneyColumn('Amount', (row: OwnDeposit) => row.amount),
  allocated: moneyColumn('Allocated', (row: OwnDeposit) => row.allocated),
  free: moneyColumn('Free', (row: OwnDeposit) => row.free),
  state: { kind: 'status', value: (row: OwnDeposit) => row.state, file: 'State' },
  note: { kind: 'text', value: (row: OwnDeposit) => row.note, file: 'Note' },
} as const;
const depositFilters = {
  state: oneOf(['received', 'returned']),
  from: momentFilter,
  to: momentFilter,
  /** one of them */
  id: idFilter,
};

export const depositLog = log({
  row: Deposit,
  filters: { ...searched, advertiser_id: idFilter, ...depositFilters },
  columns: {
    advertiser: {
      kind: 'named',
      value: (row) => row.advertiser,
      file: ['Advertiser number', 'Advertiser'],
      hide: 'account_name',
    },
    ...depositColumns,
  },
});

export const invoiceStates = ['issued', 'part-paid', 'paid', 'credited'] as const;
export const OwnInvoice = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(['invoice', 'credit-note']),
    currency: z.string(),
    period_from: z.string(),
    period_to: z.string(),
    issued_at: z.int(),
    due_on: z.string().nullable(),
    /** from issue to due */
    net_days: z.int().nullable(),
    po_number: z.string().nullable(),
    net: money,
    vat: money,
    total: money,
    paid: money,
    written_off: money,
    open: money,
    state: z.enum(invoiceStates),
    /** 0: not overdue */
    overdue_days: z.int(),
    /** its document can be read */
    has_file: z.boolean(),
  })
  .meta({ id: 'OwnInvoice' });
export type OwnInvoice = z.infer<typeof OwnInvoice>;
export const Invoice = OwnInvoice.extend({
  advertiser: Owner,
  reminded_at: z.int().nullable(),
  reminders: z.int(),
}).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

const invoiceColumns = {
  number: { kind: 'text', value: (row: OwnInvoice) => row.number, file: 'Number' },
  period: { kind: 'text', value: (row: OwnInvoice) => `${row.period_from} – ${row.period_to}`, file: 'Period' },
  issued_at: { kind: 'time', value: (row: OwnInvoice) => row.issued_at, file: 'Issued' },
  due_on: { kind: 'text', value: (row: OwnInvoice) => row.due_on, file: 'Due' },
  terms: { kind: 'number', value: (row: OwnInvoice) => row.net_days, file: 'Terms, days' },
  po_number: { kind: 'text', value: (row: OwnInvoice) => row.po_number, file: 'PO' },
  total: moneyColumn('Total', (row: OwnInvoice) => row.total),
  paid: moneyColumn('Paid', (row: OwnInvoice) => row.paid),
  open: moneyColumn('Open', (row: OwnInvoice) => row.open),
  state: { kind: 'status', value: (row: OwnInvoice) => row.state, file: 'State' },
  overdue_days: { kind: 'number', value: (row: OwnInvoice) => row.overdue_days, file: 'Days overdue' },
} as const;
const invoiceFilters = {
  state: anyOf(invoiceStates),
  overdue: oneOf(['1']),
  currency: z.string().max(3).optional(),
  number: z.string().trim().max(60).optional(),
  /** one of them */
  id: idFilter,
};

export const invoiceLog = log({
  row: Invoice,
  filters: {
    ...searched,
    advertiser_id: idFilter,
    ...invoiceFilters,
    run: idFilter,
    /** of what is open: by how long it is overdue, as the overview counts it */
    age: oneOf(ages),
    due_from: dayFilter,
    due_until: dayFilter,
  },
  columns: {
    advertiser: {
      kind: 'named',
      value: (row) => row.advertiser,
      file: ['Advertiser number', 'Advertiser'],
      hide: 'account_name',
    },
    ...invoiceColumns,
    reminded_at: { kind: 'time', value: (row) => row.reminded_at, file: 'Reminded' },
  },
});

export const ownDepositLog = log({ row: OwnDeposit, filters: depositFilters, columns: depositColumns });
export const ownInvoiceLog = log({ row: OwnInvoice, filters: invoiceFilters, columns: invoiceColumns });

export const historyKinds = ['invoice', 'credit-note', 'deposit', 'return', 'write-off'] as const;
export const HistoryEntry = z
  .object({
    id: z.string(),
    at: z.int(),
    kind: z.enum(historyKinds),
    /** what it is about, and whose entries are behind it */
    subject: z.object({ kind: z.enum(['document', 'deposit']), id: z.string() }),
    /** the document's number, or what the payment was marked with */
    reference: z.string(),
    currency: z.string(),
    /** positive: billed; negative: paid */
    amount: money,
    /** after it: what is still to be paid; negative: what is left of what was paid in */
    balance: money,
  })
  .meta({ id: 'BillingHistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const historyLog = log({
  row: HistoryEntry,
  filters: {
    /** the first of the balances where absent */
    currency: z.string().max(3).optional(),
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time' },
    kind: { kind: 'status', value: (row) => row.kind, file: 'Kind' },
    reference: { kind: 'text', value: (row) => row.reference, file: 'Reference' },
    amount: moneyColumn('Amount', (row: HistoryEntry) => row.amount),
    balance: moneyColumn('Balance', (row: HistoryEntry) => row.balance),
  },
});

const text = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);
const PayIn = collectionSection.schema;
const payInStamp = { version: z.int(), changed_by_name: z.string().nullable(), changed_at: z.int().nullable() };

export const MAX_ALLOCATIONS = 200;
const positive = (what: string) =>
  amount(what).refine((micros) => micros > 0n, { error: `${what} must be more than zero` });
const NewDeposit = z.object({
  advertiser_id: z.string().max(40),
  currency: currencyCode,
  amount: positive('Amount'),
  received_on: day,
  reference: text(140).default(''),
  note: text(500).default(''),
  /** oldest: it pays by itself, what is open at once and what is left at the issue of the next; none: by hand */
  allocate: z.enum(['oldest', 'none']).default('none'),
});
/** what came of it, document by document */
const Allocated = z.object({
  allocated: z.array(z.object({ deposit_id: z.string(), document_id: z.string(), number: z.string(), amount: money })),
  free: money,
  currency: z.string(),
});
export type Allocated = z.infer<typeof Allocated>;

const write = { ...plain, access: billing, rates: ['admin-writes'] } as const;
/** what a run would make now */
export const InvoicePreview = z
  .object({
    rows: z.array(
      z.object({
        id: z.string(),
        owner: Owner,
        currency: z.string(),
        net: money,
        vat: money,
        total: money,
        /** why no invoice is made of it yet */
        carried: z.enum(carriedReasons).nullable(),
      }),
    ),
    /** there are more accounts than were looked at */
    is_cut: z.boolean(),
    totals: z.array(z.object({ currency: z.string(), invoices: z.int(), total: money })),
  })
  .meta({ id: 'InvoicePreview' });
export type InvoicePreview = z.infer<typeof InvoicePreview>;

const moneyPost = { ...write, method: 'POST', idempotent: true } as const;
const ofAdvertiser = { params: byId, names: 'advertiser' } as const;
const ofDeposit = { params: byId, names: 'deposit' } as const;
const ofInvoice = { params: byId, names: 'invoice' } as const;

const invoiceRuns = runsOf('advertiser', {
  access: billing,
  path: '/api/billing/invoice-runs',
  names: 'invoice-run',
  makes: 'invoices',
});

export const advertiserBillingRoutes = {
  advertiserBalances: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/advertisers',
    heavy: true,
    summary: 'What each advertiser owes and has paid in, its credit and how much of it is used',
    access: billing,
    query: advertiserBalanceList.query,
    reply: ofSide('advertiser', advertiserBalanceList.reply),
    errors: ['invalid_input'],
  }),
  exportAdvertiserBalances: route({
    ...fileOf(advertiserBalanceList),
    path: '/api/billing/advertisers/export',
    summary: 'The filtered balances of advertisers as a file',
    access: billing,
  }),
  advertiserAccount: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/advertisers/{id}',
    summary: 'One advertiser’s account: by currency, its credit and its terms',
    access: billing,
    ...ofAdvertiser,
    reply: ofSide('advertiser', AdvertiserAccount),
    errors: ['not_found'],
  }),
  setCreditLimit: route({
    ...write,
    method: 'PUT',
    path: '/api/billing/advertisers/{id}/limit',
    summary: 'Sets how much an advertiser may owe, in the workspace’s currency; traffic stops and goes on by it',
    ...ofAdvertiser,
    body: z.object({
      /** null: none. 0: only what was paid in */
      limit: amount('Limit')
        .refine((micros) => micros >= 0n, { error: 'A limit is not negative' })
        .nullable(),
      reason,
      /** as it was read: 409 if somebody else has set it since */
      version: z.int().min(0),
    }),
    reply: ofSide('advertiser', AdvertiserAccount),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  setAdvertiserTerms: route({
    ...write,
    method: 'PUT',
    path: '/api/billing/advertisers/{id}/terms',
    summary: 'The days in which an advertiser pays and the PO that its next invoices name',
    ...ofAdvertiser,
    body: z.object({
      net_days: z.int('Please enter a whole number').min(0, 'At least 0').max(120, 'At most 120').nullable(),
      po_number: text(60),
      terms_version: z.int(),
    }),
    reply: ofSide('advertiser', AdvertiserAccount),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  allocateOldest: route({
    ...moneyPost,
    path: '/api/billing/advertisers/{id}/allocate',
    summary: 'Pays an advertiser’s open invoices out of what it has paid in, the oldest first',
    ...ofAdvertiser,
    body: z.object({ currency: currencyCode }),
    reply: ofSide('advertiser', Allocated),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  deposits: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/deposits',
    heavy: true,
    summary: 'What advertisers have paid in, newest first',
    access: billing,
    query: depositLog.query,
    reply: ofSide('advertiser', depositLog.reply),
    errors: ['invalid_input'],
  }),
  exportDeposits: route({
    ...fileOf(depositLog),
    path: '/api/billing/deposits/export',
    summary: 'The filtered deposits as a file',
    access: billing,
  }),
  deposit: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/deposits/{id}',
    summary: 'A deposit and the invoices that it pays',
    access: billing,
    ...ofDeposit,
    reply: ofSide('advertiser', DepositDetail),
    errors: ['not_found'],
  }),
  recordDeposit: route({
    ...moneyPost,
    path: '/api/billing/deposits',
    summary: 'Records what an advertiser has paid in; its traffic goes on by itself where that is enough',
    body: NewDeposit,
    reply: ofSide('advertiser', z.object({ id: z.string(), ...Allocated.shape })),
    status: 201,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  allocateDeposit: route({
    ...moneyPost,
    path: '/api/billing/deposits/{id}/allocate',
    summary:
      'Pays invoices out of a deposit: all that are open, the oldest first, or those named, each with its amount',
    ...ofDeposit,
    body: z.object({
      /** absent: the oldest first */
      invoices: z
        .array(z.object({ id: z.string().max(40), amount: positive('Amount') }))
        .min(1, 'Please choose an invoice')
        .max(MAX_ALLOCATIONS, `At most ${MAX_ALLOCATIONS} at once`)
        .optional(),
    }),
    reply: ofSide('advertiser', Allocated),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  takeBackAllocation: route({
    ...moneyPost,
    path: '/api/billing/deposits/{id}/take-back',
    summary: 'Takes back what was allocated to an invoice; the invoice is open again by as much',
    ...ofDeposit,
    body: z.object({ invoice_id: z.string().max(40), reason }),
    reply: ofSide('advertiser', Allocated),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  returnDeposit: route({
    ...moneyPost,
    path: '/api/billing/deposits/{id}/return',
    summary: 'A deposit that was sent back, or recorded by mistake; only where nothing of it is allocated',
    ...ofDeposit,
    body: z.object({ reason }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  invoices: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/invoices',
    heavy: true,
    summary: 'Invoices and credit notes of advertisers, newest first, with what is paid of each',
    access: billing,
    query: invoiceLog.query,
    reply: ofSide('advertiser', invoiceLog.reply),
    errors: ['invalid_input'],
  }),
  exportInvoices: route({
    ...fileOf(invoiceLog),
    path: '/api/billing/invoices/export',
    summary: 'The filtered invoices as a file',
    access: billing,
  }),
  previewInvoices: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/invoices/preview',
    summary: 'Which invoices a run of this period would make now, and how much each comes to; nothing is made',
    access: billing,
    heavy: true,
    query: RunForm,
    reply: ofSide('advertiser', InvoicePreview),
    errors: ['invalid_input', 'not_found'],
  }),
  makeInvoices: route({
    ...moneyPost,
    path: '/api/billing/invoices',
    summary: 'Begins to make and issue an invoice for each advertiser and currency of what a period has brought',
    body: RunForm,
    reply: BillingRun,
    status: 201,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  invoiceRuns: invoiceRuns.all,
  exportInvoiceRuns: invoiceRuns.file,
  invoiceRun: invoiceRuns.one,
  invoiceRunItems: invoiceRuns.items,
  stopInvoiceRun: invoiceRuns.stop,
  resumeInvoiceRun: invoiceRuns.resume,
  invoiceLines: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/invoices/{id}/lines',
    summary: 'An invoice’s lines in order',
    access: billing,
    ...ofInvoice,
    query: documentLineLog.query,
    reply: ofSide('advertiser', documentLineLog.reply),
    errors: ['not_found'],
  }),
  creditInvoice: route({
    ...moneyPost,
    path: '/api/billing/invoices/{id}/credit',
    summary: 'Takes back an invoice that nobody has paid yet, by a credit note; what it was for can be invoiced again',
    ...ofInvoice,
    body: z.object({ reason }),
    reply: z.object({ id: z.string(), number: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  remindInvoice: route({
    ...write,
    method: 'POST',
    path: '/api/billing/invoices/{id}/remind',
    summary: 'Mails the advertiser that an invoice is open; once a day at most',
    ...ofInvoice,
    reply: z.object({ id: z.string(), sent_to: hide('account_contact', z.string()) }).meta({ of: 'advertiser' }),
    errors: ['not_found', 'conflict'],
  }),
  writeOffInvoice: route({
    ...moneyPost,
    path: '/api/billing/invoices/{id}/write-off',
    summary: 'Gives up what is open of an invoice, or a part of it',
    ...ofInvoice,
    body: z.object({
      /** absent: all that is open */
      amount: positive('Amount').optional(),
      reason,
    }),
    reply: ofSide('advertiser', z.object({ id: z.string(), open: money, currency: z.string() })),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  recoverInvoice: route({
    ...moneyPost,
    path: '/api/billing/invoices/{id}/recover',
    summary: 'Takes back what was written off of an invoice, or a part of it: it is open again and can be paid',
    ...ofInvoice,
    body: z.object({
      /** absent: all that was written off */
      amount: positive('Amount').optional(),
      reason,
    }),
    reply: ofSide('advertiser', z.object({ id: z.string(), open: money, currency: z.string() })),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  payIn: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/pay-in',
    summary: 'Where advertisers pay, as the portal shows it to them',
    access: billing,
    reply: z.object({ value: PayIn, ...payInStamp }),
    errors: [],
  }),
  savePayIn: route({
    ...write,
    method: 'PUT',
    path: '/api/billing/pay-in',
    summary: 'Says where advertisers pay; asks for the password, since money follows it',
    access: { ...billing, recentPassword: 'required' },
    body: z.object({ version: z.int().min(0), value: PayIn }),
    reply: z.object({ value: PayIn, ...payInStamp }),
    errors: ['invalid_input', 'conflict', 'password_needed'],
  }),
  ownPayIn: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/payment-methods',
    summary: 'Where to pay, with which reference, and how the account stands',
    access: ownAdvertiser,
    reply: z.object({
      ...PayIn.shape,
      /** so that a payment is known for whose it is */
      reference: z.string(),
      ...amounts,
      currencies: z.array(CurrencyBalance),
    }),
    errors: [],
  }),
  ownDeposits: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/deposits',
    summary: 'What the advertiser has paid in, newest first',
    access: ownAdvertiser,
    query: ownDepositLog.query,
    reply: ownDepositLog.reply,
    errors: ['invalid_input'],
  }),
  exportOwnDeposits: route({
    ...fileOf(ownDepositLog),
    path: '/api/advertiser/deposits/export',
    summary: 'The advertiser’s filtered payments as a file',
    access: ownAdvertiser,
  }),
  ownInvoices: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/invoices',
    summary: 'The advertiser’s invoices and credit notes, newest first',
    access: ownAdvertiser,
    query: ownInvoiceLog.query,
    reply: ownInvoiceLog.reply,
    errors: ['invalid_input'],
  }),
  ownInvoiceLines: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/invoices/{id}/lines',
    summary: 'The lines of one’s own invoice in order',
    access: ownAdvertiser,
    params: byId,
    names: 'own-drawn-invoice',
    query: documentLineLog.query,
    reply: ofSide('advertiser', documentLineLog.reply),
    errors: ['not_found'],
  }),
  exportOwnInvoices: route({
    ...fileOf(ownInvoiceLog),
    path: '/api/advertiser/invoices/export',
    summary: 'The advertiser’s filtered invoices as a file',
    access: ownAdvertiser,
  }),
  ownBillingHistory: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/billing-history',
    summary: 'What was billed and paid, newest first, each with the balance that it left',
    access: ownAdvertiser,
    query: historyLog.query,
    reply: historyLog.reply.extend({
      /** of every currency in which anything was billed or paid, the workspace's own first */
      balances: z.array(z.object({ currency: z.string(), balance: money })),
      /** that of the rows; null: nothing was billed or paid yet */
      currency: z.string().nullable(),
    }),
    errors: ['invalid_input'],
  }),
  exportOwnBillingHistory: route({
    ...fileOf(historyLog),
    path: '/api/advertiser/billing-history/export',
    summary: 'The advertiser’s billing history as a file',
    access: ownAdvertiser,
  }),
};
