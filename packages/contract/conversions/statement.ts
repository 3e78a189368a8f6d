// An account's statement, for account managers: what was booked on a publisher's or an advertiser's account in one currency,
// newest first, each entry with the balance that it left. What still waits for a decision is no entry yet; it is said in all.
import { z } from 'zod';
import { hide, ofSide, tells } from '../hiding.ts';
import { fileOf, log, momentFilter } from '../lists.ts';
import { route, session } from '../route.ts';
import { Named } from './conversions.ts';

export const statementLegs = [
  'revenue',
  'payout',
  'bonus',
  'charge',
  'referral',
  'input_vat',
  'output_vat',
  'payment',
  'withholding',
  'fee',
  'fx_out',
  'fx_in',
  'settlement',
  'deposit',
  'apply',
  'write_off',
] as const;
export const statementSubjects = [
  'conversion',
  'lot',
  'document',
  'payment',
  'deposit',
  'adjustment',
  'referral',
] as const;

const decimal = z.string();
export const StatementEntry = z
  .object({
    /** its place in the workspace's chain */
    id: z.string(),
    at: z.number().int(),
    leg: z.enum(statementLegs),
    subject: z.object({ kind: z.enum(statementSubjects), id: z.string() }),
    reason: tells(z.string()),
    currency: z.string(),
    /** one of the two is null */
    debit: hide('account_amount', decimal.nullable()),
    credit: hide('account_amount', decimal.nullable()),
    /** after it: what a publisher is owed, what an advertiser owes */
    balance: hide('account_amount', decimal),
  })
  .meta({ id: 'StatementEntry' });
export type StatementEntry = z.infer<typeof StatementEntry>;

const money = (amount: string | null, { currency }: StatementEntry) => (amount === null ? null : { amount, currency });

export const statementLog = log({
  row: StatementEntry,
  filters: {
    /** the account's first where absent */
    currency: z.string().max(3).optional(),
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Entry' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time' },
    leg: { kind: 'text', value: (row) => row.leg, file: 'Kind' },
    subject: { kind: 'text', value: (row) => `${row.subject.kind} ${row.subject.id}`, file: 'Subject' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
    debit: { kind: 'money', hide: 'account_amount', value: (row) => money(row.debit, row), file: 'Debit' },
    credit: { kind: 'money', hide: 'account_amount', value: (row) => money(row.credit, row), file: 'Credit' },
    balance: { kind: 'money', hide: 'account_amount', value: (row) => money(row.balance, row), file: 'Balance' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
  },
});

export const Statement = statementLog.reply
  .extend({
    owner: Named.extend({ name: hide('account_name', z.string()) }),
    /** of which this is one; none while nothing was ever booked */
    currencies: z.array(z.string()),
    currency: z.string().nullable(),
    /** before the first entry of the period, and after its last */
    opening: hide('account_amount', decimal),
    closing: hide('account_amount', decimal),
    /** not decided yet, whatever the period */
    waiting: hide('account_amount', decimal),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof Statement>;

const byId = z.object({ id: z.string().max(100) });
const shared = { method: 'GET', wire: 'json', headers: ['subdomain'], params: byId } as const;
const file = { ...fileOf(statementLog), params: byId, errors: ['invalid_input', 'not_found'] } as const;
const access = (section: 'payouts' | 'billing') => session(['admin'], { impersonated: 'denied', section });

export const statementRoutes = {
  publisherStatement: route({
    ...shared,
    path: '/api/admin/publishers/{id}/statement',
    summary: 'What was booked on a publisher’s account, with the balance after each entry',
    access: access('payouts'),
    names: 'publisher',
    query: statementLog.query,
    reply: Statement,
    errors: ['not_found'],
  }),
  advertiserStatement: route({
    ...shared,
    path: '/api/admin/advertisers/{id}/statement',
    summary: 'What was booked on an advertiser’s account, with the balance after each entry',
    access: access('billing'),
    names: 'advertiser',
    query: statementLog.query,
    reply: ofSide('advertiser', Statement),
    errors: ['not_found'],
  }),
  exportPublisherStatement: route({
    ...file,
    path: '/api/admin/publishers/{id}/statement/export',
    summary: 'A publisher’s statement as a file',
    access: access('payouts'),
    names: 'publisher',
  }),
  exportAdvertiserStatement: route({
    ...file,
    path: '/api/admin/advertisers/{id}/statement/export',
    summary: 'An advertiser’s statement as a file',
    access: access('billing'),
    names: 'advertiser',
  }),
};
