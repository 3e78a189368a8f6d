// What a publisher has earned and where it stands: earned → approved → on hold → available → paid, by day or by offer. Every figure is
// a sum of the ledger's entries, and opens to them.

import { z } from 'zod';
import { month } from '../days.ts';
import { fileOf, list, log, oneOf } from '../lists.ts';
import { route } from '../route.ts';
import { money, ownPublisher, plain } from './money.ts';

/** where an entry stands; `billed`: in a document that is not paid yet */
export const revenueStages = ['pending', 'hold', 'disputed', 'available', 'billed', 'paid'] as const;
export type RevenueStage = (typeof revenueStages)[number];
/** approved: all but what is pending */
export const revenueAsked = [...revenueStages, 'approved'] as const;
export type RevenueAsked = (typeof revenueAsked)[number];
export const revenueBy = ['day', 'offer', 'month'] as const;
/** hidden: of campaigns whose payout is not told, by whole months and never by campaign or day (decision 64) */
export const revenueKinds = ['day', 'offer', 'month', 'hidden', 'adjustment', 'referral'] as const;

const sums = {
  /** pending and approved */
  earned: money,
  pending: money,
  /** on hold, disputed, available, in documents and paid */
  approved: money,
  hold: money,
  disputed: money,
  available: money,
  billed: money,
  paid: money,
};
export const RevenueTotal = z.object({ currency: z.string(), ...sums }).meta({ id: 'RevenueTotal' });
export type RevenueTotal = z.infer<typeof RevenueTotal>;
export const RevenueRow = z
  .object({
    id: z.string(),
    kind: z.enum(revenueKinds),
    /** the day, in the workspace's zone */
    day: z.string().nullable(),
    /** of a row that is one of a month: `2026-10` */
    month: z.string().nullable(),
    offer: z.object({ number: z.int(), name: z.string() }).nullable(),
    currency: z.string(),
    ...sums,
  })
  .meta({ id: 'RevenueRow' });
export type RevenueRow = z.infer<typeof RevenueRow>;

const sum = (name: keyof typeof sums) => (row: RevenueRow) => ({ amount: row[name], currency: row.currency });
/** one's own: no role hides it */
const figure = { kind: 'money' } as const;
export const revenueList = list({
  row: RevenueRow,
  filters: { by: oneOf(revenueBy), month: month.optional(), currency: z.string().max(3).optional() },
  columns: {
    day: { kind: 'text', value: (row) => row.day, file: 'Day', sort: true },
    month: { kind: 'text', value: (row) => row.month, file: 'Month', sort: true },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Campaign ID', 'Campaign'] },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    earned: { ...figure, value: sum('earned'), file: 'Earned', sort: true },
    pending: { ...figure, value: sum('pending'), file: 'Pending' },
    approved: { ...figure, value: sum('approved'), file: 'Approved' },
    hold: { ...figure, value: sum('hold'), file: 'On hold' },
    disputed: { ...figure, value: sum('disputed'), file: 'Disputed' },
    available: { ...figure, value: sum('available'), file: 'Available' },
    billed: { ...figure, value: sum('billed'), file: 'In documents' },
    paid: { ...figure, value: sum('paid'), file: 'Paid' },
  },
});

export const RevenueEntry = z
  .object({
    /** its place in the workspace's chain */
    id: z.string(),
    at: z.int(),
    day: z.string(),
    kind: z.enum(['earning', 'adjustment', 'referral']),
    offer: z.object({ number: z.int(), name: z.string() }).nullable(),
    stage: z.enum(revenueStages),
    /** of what is on hold */
    until: z.int().nullable(),
    document: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** its id; null where it is of none: a day of clicks, an adjustment, a commission */
    conversion: z.string().nullable(),
    reason: z.string(),
    currency: z.string(),
    amount: money,
  })
  .meta({ id: 'RevenueEntry' });
export type RevenueEntry = z.infer<typeof RevenueEntry>;
export const revenueEntryLog = log({
  row: RevenueEntry,
  filters: {
    /** the row's id; absent: all of the account */
    of: z.string().max(100).optional(),
    currency: z.string().max(3).optional(),
    stage: oneOf(revenueAsked),
  },
  columns: {},
});

export const revenueRoutes = {
  ownRevenue: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/revenue',
    summary: 'What one has earned and where it stands, by day, month or campaign, and in all',
    access: ownPublisher,
    heavy: true,
    query: revenueList.query,
    reply: revenueList.reply.extend({ totals: z.array(RevenueTotal) }),
    errors: ['invalid_input'],
  }),
  exportOwnRevenue: route({
    ...fileOf(revenueList),
    path: '/api/publisher/revenue/export',
    summary: 'What one has earned and where it stands, day by day, as a file',
    access: ownPublisher,
  }),
  exportOwnRevenueByOffer: route({
    ...fileOf(revenueList),
    path: '/api/publisher/revenue/by-campaign/export',
    summary: 'What one has earned and where it stands, by campaign, as a file',
    access: ownPublisher,
  }),
  exportOwnRevenueByMonth: route({
    ...fileOf(revenueList),
    path: '/api/publisher/revenue/by-month/export',
    summary: 'What one has earned and where it stands, month by month, as a file',
    access: ownPublisher,
  }),
  ownRevenueEntries: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/revenue/entries',
    summary:
      'The entries behind a figure of one’s revenue, newest first; those of hidden campaigns are added up in `hidden`',
    access: ownPublisher,
    heavy: true,
    query: revenueEntryLog.query,
    reply: revenueEntryLog.reply.extend({ hidden: money }),
    errors: ['invalid_input'],
  }),
};
