// Any amount opens its entries: the ledger's rows behind a document, a line of it, or somebody's account.
import { z } from 'zod';
import { statementLegs, statementSubjects } from '../conversions/statement.ts';
import { ofSide } from '../hiding.ts';
import { fileOf, idFilter, log, oneOf } from '../lists.ts';
import { route } from '../route.ts';
import { billing, money, moneyColumn, ownAdvertiser, ownPublisher, payouts, plain } from './money.ts';

export const BillingEntry = z
  .object({
    /** its place in the workspace's chain */
    id: z.string(),
    at: z.int(),
    leg: z.enum(statementLegs),
    /** a pending one is reserved, and counts when it is posted */
    phase: z.enum(['pending', 'posted']),
    subject: z.object({ kind: z.enum(statementSubjects), id: z.string() }),
    reason: z.string(),
    /** of a conversion or a day of clicks: whose it is, and when it was */
    campaign: z.object({ number: z.int(), name: z.string() }).nullable(),
    day: z.string().nullable(),
    currency: z.string(),
    /** positive: adds to what stands on the account */
    amount: money,
    /** the live document that claims it */
    document: z.object({ id: z.string(), number: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'BillingEntry' });
export type BillingEntry = z.infer<typeof BillingEntry>;

export const entryAccounts = ['payable', 'receivable', 'in_transit', 'tax_withheld', 'prepaid'] as const;
/** pending: earned, and not decided; unclaimed: earned, posted, and in no live document; of these a run would take now what is neither held nor disputed */
export const entryStandings = ['pending', 'posted', 'claimed', 'unclaimed', 'held', 'disputed', 'available'] as const;

export const entryLog = log({
  row: BillingEntry,
  filters: {
    /** one of the two: a document's, or an account's; with neither there are none */
    document: idFilter,
    owner: idFilter,
    /** of a document: its position */
    line: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** payable or receivable where absent */
    account: oneOf(entryAccounts),
    currency: z.string().max(3).optional(),
    /** those of one payment, deposit, adjustment, conversion */
    subject: idFilter,
    standing: oneOf(entryStandings),
  },
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Entry' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time' },
    leg: { kind: 'text', value: (row) => row.leg, file: 'Kind' },
    phase: { kind: 'status', value: (row) => row.phase, file: 'Phase' },
    subject: { kind: 'text', value: (row) => `${row.subject.kind} ${row.subject.id}`, file: 'Subject' },
    amount: moneyColumn('Amount', (row: BillingEntry) => row.amount),
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    document: { kind: 'text', value: (row) => row.document?.number ?? null, file: 'Document' },
    campaign: { kind: 'named', value: (row) => row.campaign, file: ['Campaign ID', 'Campaign'] },
    day: { kind: 'text', value: (row) => row.day, file: 'Day' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
  },
});

const shared = { ...plain, method: 'GET', query: entryLog.query, heavy: true, errors: ['invalid_input'] } as const;

export const entryRoutes = {
  publisherEntries: route({
    ...shared,
    path: '/api/billing/entries',
    summary: 'The ledger’s entries behind a publisher’s document, line or balance, newest first',
    access: payouts,
    reply: ofSide('publisher', entryLog.reply),
  }),
  advertiserEntries: route({
    ...shared,
    path: '/api/billing/advertiser-entries',
    summary: 'The ledger’s entries behind an advertiser’s invoice, line or balance, newest first',
    access: billing,
    reply: ofSide('advertiser', entryLog.reply),
  }),
  ownPublisherEntries: route({
    ...shared,
    path: '/api/publisher/entries',
    summary: 'The entries behind one’s own document, line or balance, newest first',
    access: ownPublisher,
    reply: entryLog.reply,
  }),
  exportOwnPublisherEntries: route({
    ...fileOf(entryLog),
    path: '/api/publisher/entries/export',
    summary: 'The filtered entries on one’s own account as a file',
    access: ownPublisher,
  }),
  ownAdvertiserEntries: route({
    ...shared,
    path: '/api/advertiser/entries',
    summary: 'The entries behind one’s own invoice, line or balance, newest first',
    access: ownAdvertiser,
    reply: ofSide('advertiser', entryLog.reply),
  }),
  exportOwnAdvertiserEntries: route({
    ...fileOf(entryLog),
    path: '/api/advertiser/entries/export',
    summary: 'The filtered entries on one’s own account as a file',
    access: ownAdvertiser,
  }),
};
