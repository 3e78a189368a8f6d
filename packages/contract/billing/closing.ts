// The overview of money owed both ways, the close of a month, and the journal.
import { z } from 'zod';
import { statementLegs, statementSubjects } from '../conversions/statement.ts';
import { month } from '../days.ts';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, flag, list, log, momentFilter, oneOf, searched } from '../lists.ts';
import { route, session } from '../route.ts';
import { billing, byId, plain, reason } from './money.ts';

/** of both sides together: whoever may not see revenue sees none of it */
const total = hide('revenue', z.string());

export const ages = ['current', 'd30', 'd60', 'd90', 'older'] as const;
export const CASH_WEEKS = 13;

const Age = z.enum(ages);
export const BillingOverview = z
  .object({
    /** the day in the workspace's zone on which it is counted */
    day: z.string(),
    home_currency: z.string(),
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** invoices that are not paid, by how long they are overdue; and what is owed and on no invoice yet */
        receivable: z.array(z.object({ age: Age, amount: total, documents: z.int() })),
        uninvoiced: total,
        prepaid: total,
        /** self-bills that are not paid, by the week in which they are due: overdue ones come first */
        payable: z.array(z.object({ week: z.string().nullable(), amount: total, documents: z.int() })),
        /** posted and in no document yet */
        unbilled: total,
        /** in drafts, and in documents for which the publisher's own invoice is awaited */
        drafted: z.object({ amount: total, documents: z.int() }),
        /** on its way to a bank */
        in_transit: total,
        /** what publishers would get for conversions that nobody has decided, or whose hold runs */
        pending: total,
        /** what publishers' open appeals are about, and advertisers' open disputes */
        appealed: total,
        disputed: total,
        /** of this month: revenue, payouts, and what is left */
        month: z.object({ revenue: total, payout: total, margin: hide('profit', z.string()) }),
        /** what comes in and goes out by due day, and what the sum of both has come to */
        cash: z.array(z.object({ week: z.string(), in: total, out: total, balance: total })),
      }),
    ),
  })
  .meta({ id: 'BillingOverview' });
export type BillingOverview = z.infer<typeof BillingOverview>;

export const closeStates = ['closed', 'reopened'] as const;
/** `drift`: days of the month that a recount has found to differ; `unmatched`: calls of it that became nothing */
export const checks = ['pending', 'unclaimed', 'disputes', 'missing_rates', 'drift', 'unmatched'] as const;
const Check = z.object({
  check: z.enum(checks),
  count: z.int(),
  amounts: z.array(z.object({ currency: z.string(), amount: total })),
  /** the month cannot be closed while there is any */
  stops: z.boolean(),
});
export const Checklist = z
  .object({
    month: z.string(),
    /** closed already; null: no */
    closed_id: z.string().nullable(),
    /** from this moment on it can be closed: lots still move for three days */
    open_from: z.int(),
    can_close: z.boolean(),
    /** nothing was ever booked up to its end: a workspace that came later has nothing to close in it */
    is_empty: z.boolean(),
    checks: z.array(Check),
  })
  .meta({ id: 'CloseChecklist' });
export type Checklist = z.infer<typeof Checklist>;

const Sum = z.object({ name: z.string(), currency: z.string(), pending: total, posted: total });
export const PeriodClose = z
  .object({
    id: z.string(),
    month: z.string(),
    version: z.int(),
    state: z.enum(closeStates),
    /** the ledger's chain as it stood */
    head: z.object({ sequence: z.string(), hash: z.string() }),
    hash: z.string(),
    closed_at: z.int(),
    closed_by: z.string().nullable(),
    reopened_at: z.int().nullable(),
    reopened_by: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'PeriodClose' });
export type PeriodClose = z.infer<typeof PeriodClose>;
export const CloseDetails = PeriodClose.extend({
  checks: z.array(Check),
  /** every kind of account at the head */
  accounts: z.array(Sum),
  /** what was booked of the month's own events, by kind of entry */
  legs: z.array(Sum),
  rates: z.array(z.object({ base: z.string(), quote: z.string(), from: z.string(), rate: z.string() })),
  /** against the version before; null on the first */
  difference: z.array(Sum).nullable(),
  /** booked after the close for events of the month: decisions on old conversions */
  earlier_periods: z.array(Sum),
});
export type CloseDetails = z.infer<typeof CloseDetails>;

export const closeList = list({
  row: PeriodClose,
  filters: { state: anyOf(closeStates) },
  columns: {
    month: { kind: 'text', value: (row) => row.month, sort: true, file: 'Month' },
    version: { kind: 'number', value: (row) => row.version, file: 'Version' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    closed_at: { kind: 'time', value: (row) => row.closed_at, sort: true, file: 'Closed' },
    closed_by: { kind: 'text', value: (row) => row.closed_by, file: 'Closed by' },
    head: { kind: 'text', value: (row) => row.head.sequence, file: 'Ledger entry' },
    hash: { kind: 'text', value: (row) => row.hash, file: 'Hash' },
    reopened_at: { kind: 'time', value: (row) => row.reopened_at, file: 'Reopened' },
    reopened_by: { kind: 'text', value: (row) => row.reopened_by, file: 'Reopened by' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
  },
});

export const JournalEntry = z
  .object({
    id: z.string(),
    at: z.int(),
    debit: z.string(),
    credit: z.string(),
    account: z.object({ number: z.int(), name: hide('advertiser_name', z.string()) }).nullable(),
    leg: z.enum(statementLegs),
    subject: z.object({ kind: z.enum(statementSubjects), id: z.string() }),
    currency: z.string(),
    amount: total,
    /** the month of the event that it is about */
    period: z.string(),
    /** of a month before the one in which it was booked */
    is_earlier: z.boolean(),
    reason: z.string(),
  })
  .meta({ id: 'JournalEntry' });
export type JournalEntry = z.infer<typeof JournalEntry>;

/** of the ledger's plan: those of partners, and those of the workspace */
export const journalAccounts = [
  'advertiser_receivable',
  'prepaid',
  'publisher_payable',
  'in_transit',
  'tax_withheld',
  'tenant_revenue',
  'tenant_payout_cost',
  'tenant_adjustment',
  'tenant_referral_cost',
  'tenant_cash',
  'tenant_fx',
  'input_vat',
  'output_vat',
  'payment_fees',
  'bad_debt',
] as const;

export const journalLog = log({
  row: JournalEntry,
  filters: {
    ...searched,
    from: momentFilter,
    to: momentFilter,
    leg: anyOf(statementLegs),
    currency: z.string().max(3).optional(),
    /** of earlier months alone */
    earlier: flag,
    /** by the month of the event */
    month: month.optional(),
    /** on one of its two sides */
    on: oneOf(journalAccounts),
    /** unclaimed: on an account of somebody and in no document. Reserved ones are no entries yet, and come only where asked for */
    standing: oneOf(['pending', 'unclaimed']),
  },
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Entry' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time' },
    debit: { kind: 'text', value: (row) => row.debit, file: 'Debit' },
    credit: { kind: 'text', value: (row) => row.credit, file: 'Credit' },
    amount: {
      kind: 'money',
      hide: 'revenue',
      value: (row) => ({ amount: row.amount, currency: row.currency }),
      file: 'Amount',
    },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    account: { kind: 'named', hide: 'advertiser_name', value: (row) => row.account, file: ['Account', 'Name'] },
    leg: { kind: 'text', value: (row) => row.leg, file: 'Kind' },
    period: { kind: 'text', value: (row) => row.period, file: 'Period' },
    earlier: { kind: 'text', value: (row) => (row.is_earlier ? 'earlier period' : null), file: 'Earlier' },
    subject: { kind: 'text', value: (row) => `${row.subject.kind} ${row.subject.id}`, file: 'Subject' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
  },
});

export const closingRoutes = {
  billingOverview: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/overview',
    summary:
      'What is owed both ways by age and due week, what is pending and disputed, the margin, and cash for 13 weeks',
    access: billing,
    heavy: true,
    reply: BillingOverview,
    errors: [],
  }),
  journal: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/journal',
    summary: 'Every entry of the ledger with its two accounts, newest first',
    access: billing,
    heavy: true,
    query: journalLog.query,
    reply: journalLog.reply,
    errors: ['invalid_input'],
  }),
  exportJournal: route({
    ...fileOf(journalLog),
    path: '/api/billing/journal/export',
    summary: 'The filtered journal as a file for the bookkeeper',
    access: billing,
  }),
  closes: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/closes',
    summary: 'Closed months, every version',
    access: billing,
    query: closeList.query,
    reply: closeList.reply,
    errors: ['invalid_input'],
  }),
  exportCloses: route({
    ...fileOf(closeList),
    path: '/api/billing/closes/export',
    summary: 'The filtered closes as a file',
    access: billing,
  }),
  closeChecklist: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/closes/checklist',
    summary: 'What stands in the way of closing a month, and what would be left open in it',
    access: billing,
    heavy: true,
    query: z.object({ month: month.optional() }),
    reply: Checklist,
    errors: ['invalid_input'],
  }),
  closePeriod: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/closes',
    summary: 'Closes a month: afterwards rates and conversions dated in it are refused',
    access: session(['admin'], { impersonated: 'denied', section: 'billing', recentPassword: 'required' }),
    rates: ['admin-writes'],
    idempotent: true,
    body: z.object({
      month,
      /** closes with pending, unclaimed or disputed entries in it */
      accept_open: z.boolean().default(false),
    }),
    reply: z.object({ id: z.string(), version: z.int() }),
    errors: ['invalid_input', 'conflict', 'password_needed'],
  }),
  periodClose: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/closes/{id}',
    summary: 'A close with its balances, rates, the difference to the version before, and what came later',
    access: billing,
    heavy: true,
    params: byId,
    names: 'period-close',
    reply: CloseDetails,
    errors: ['not_found'],
  }),
  reopenPeriod: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/closes/{id}/reopen',
    summary: 'Opens a closed month again; the owners are told, and the next close is a new version',
    access: session(['admin'], {
      impersonated: 'denied',
      section: 'billing',
      ownerOnly: true,
      recentPassword: 'required',
    }),
    params: byId,
    names: 'period-close',
    rates: ['admin-writes'],
    body: z.object({ reason }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict', 'password_needed'],
  }),
};
