// A conversion as account managers see it: in the log, and whole. Money leaves as decimal text with its currency beside it.
import { z } from 'zod';
import { hide, hideBy, tells } from '../hiding.ts';
import { anyOf, idFilter, log, momentFilter, oneOf, searched, wordFilter } from '../lists.ts';
import * as terms from '../offers/offer-terms.ts';
import { conversionKinds, conversionStatuses } from './outcomes.ts';
import { decimal, Named, NamedAdvertiser, nullable, seconds, TraceStep } from './shared.ts';

/** what the click's link was marked with */
export const Utm = z.object({
  utm_source: hide('sub_values', nullable),
  utm_medium: hide('sub_values', nullable),
  utm_campaign: hide('sub_values', nullable),
  utm_term: hide('sub_values', nullable),
  utm_content: hide('sub_values', nullable),
});

/** lowest first; docs/decisions/0020 */
export const decisionMakers = [
  'none',
  'cap',
  'advertiser',
  'refund',
  'hold',
  'review',
  'too_fast',
  'fraud',
  'manager',
] as const;

export const ConversionRow = z
  .object({
    id: z.string(),
    kind: z.enum(conversionKinds),
    at: seconds,
    click_at: seconds.nullable(),
    /** seconds from click to conversion */
    ctit: z.number().int().nullable(),
    click_id: nullable,
    txn_id: nullable,
    /** `number` is the offer's camp_id */
    offer: Named,
    publisher: Named,
    advertiser: NamedAdvertiser,
    goal: Named,
    source: nullable,
    p1: hide('sub_values', nullable),
    utm: Utm,
    ip: hide('ip', nullable),
    country: nullable,
    device_type: nullable,
    os: nullable,
    browser: nullable,
    sale_amount: hide('revenue', decimal),
    sale_currency: nullable,
    revenue: hide('revenue', z.string()),
    payout: z.string(),
    currency: z.string(),
    status: z.enum(conversionStatuses),
    /** why it has this status; the publisher sees it too */
    reason: nullable,
    /** the hold ends then; null where nothing waits */
    hold_until: seconds.nullable(),
    /** for account managers only */
    note: nullable,
    /** whose word the status is */
    decided_by: z.enum(decisionMakers),
    /** given back by the advertiser: part of the sale, or all of it */
    refund: z.enum(['partial', 'whole']).nullable(),
    /** the advertiser takes back what a manager approved: not payable until somebody has answered */
    disputed: z.boolean(),
  })
  .meta({ id: 'Conversion' });
export type ConversionRow = z.infer<typeof ConversionRow>;

/** what an entry of the history says was so, or became so: its status and amounts, or what else the entry is about */
export const ConversionChange = z
  .object({
    status: z.enum(conversionStatuses),
    revenue: hide('revenue', z.string()),
    payout: z.string(),
    reason: nullable,
    note: nullable,
    status_after_hold: z.enum(conversionStatuses).nullable(),
    /** of a request: what is asked for, whether it would lower what is owed, and why */
    word: z.string(),
    lowers: z.boolean(),
    asked: nullable,
    /** the receipt that contests its order */
    receipt: z.string(),
    /** of one added by hand, by their numbers */
    offer: z.number().int(),
    publisher: z.number().int(),
    /** postbacks sent again */
    queued: z.number().int(),
  })
  .partial();

export const ConversionDetails = ConversionRow.extend({
  goal_token: z.string(),
  /** which payout rule paid; null: the goal's own amounts */
  payout_rule: z.number().int().nullable(),
  /** the cap that changed it, and how */
  cap: z.object({ id: z.string(), action: z.enum(terms.capActionNames) }).nullable(),
  /** the workspace's own currency, with the dated rate that was in force: home = amount × rate */
  home_currency: z.string(),
  home_rate: decimal,
  sale_rate: decimal,
  /** false while the click's own row has not arrived */
  click_seen: z.boolean(),
  region: nullable,
  city: nullable,
  user_agent: hide('device_ids', nullable),
  referer: hide('sub_values', nullable),
  /** what the publisher put on the click (p1–p15, …), and what the advertiser sent back (sub1–sub15, …) */
  click_params: hide('sub_values', z.record(z.string(), z.string())),
  params: hide('sub_values', z.record(z.string(), z.string())),
  receipt_id: nullable,
  trace: z.array(TraceStep),
  /** every status and amount it ever had, newest first */
  history: z.array(
    z.object({
      at: seconds,
      actor: z.string(),
      action: z.string(),
      reason: nullable,
      before: ConversionChange.nullable(),
      after: ConversionChange.nullable(),
    }),
  ),
  /** its ledger transfers, oldest first */
  transfers: z.array(
    z.object({
      sequence: z.number().int(),
      at: seconds,
      leg: z.enum(['revenue', 'payout']),
      phase: z.enum(['pending', 'post', 'void', 'direct']),
      /** negative where the transfer takes back */
      amount: hideBy('leg', { revenue: 'revenue', payout: null }, z.string()),
      currency: z.string(),
      reason: tells(z.string()),
      hash: z.string(),
    }),
  ),
}).meta({ id: 'ConversionDetails' });
export type ConversionDetails = z.infer<typeof ConversionDetails>;
export const waitsFor = ['person', 'hold'] as const;

export const sale = ({
  sale_amount: amount,
  sale_currency: currency,
}: Pick<ConversionRow, 'sale_amount' | 'sale_currency'>) =>
  amount === null ? null : { amount, currency: currency ?? '' };

type Tagged = Pick<ConversionRow, 'utm'>;

export const utmColumns = {
  utm_source: { kind: 'text', hide: 'sub_values', value: ({ utm }: Tagged) => utm.utm_source, file: 'utm_source' },
  utm_medium: { kind: 'text', hide: 'sub_values', value: ({ utm }: Tagged) => utm.utm_medium, file: 'utm_medium' },
  utm_campaign: {
    kind: 'text',
    hide: 'sub_values',
    value: ({ utm }: Tagged) => utm.utm_campaign,
    file: 'utm_campaign',
  },
  utm_term: { kind: 'text', hide: 'sub_values', value: ({ utm }: Tagged) => utm.utm_term, file: 'utm_term' },
  utm_content: { kind: 'text', hide: 'sub_values', value: ({ utm }: Tagged) => utm.utm_content, file: 'utm_content' },
} as const;

export const conversionLog = log({
  row: ConversionRow,
  filters: {
    /** click id, transaction id, IP address or source, in full or their beginning */
    ...searched,
    status: anyOf(conversionStatuses),
    /** of the pending ones: those that a person must decide, or those whose hold decides */
    waits_for: oneOf(waitsFor),
    kind: anyOf(conversionKinds),
    offer_id: idFilter,
    publisher_id: idFilter,
    advertiser_id: idFilter,
    goal_id: idFilter,
    country: wordFilter(2),
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Conversion ID' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    click_at: { kind: 'time', value: (row) => row.click_at, file: 'Click time (UTC)' },
    ctit: { kind: 'number', value: (row) => row.ctit, file: 'Seconds from click' },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    txn_id: { kind: 'text', value: (row) => row.txn_id, file: 'Transaction ID' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Offer ID', 'Offer'] },
    goal: { kind: 'text', value: (row) => row.goal.name, file: 'Goal' },
    publisher: { kind: 'named', value: (row) => row.publisher, file: ['Publisher ID', 'Publisher'] },
    advertiser: {
      kind: 'named',
      value: (row) => row.advertiser,
      hide: 'advertiser_name',
      file: ['Advertiser ID', 'Advertiser'],
    },
    source: { kind: 'text', value: (row) => row.source, file: 'Source' },
    p1: { kind: 'text', hide: 'sub_values', value: (row) => row.p1, file: 'p1' },
    ...utmColumns,
    ip: { kind: 'text', hide: 'ip', value: (row) => row.ip, file: 'IP' },
    country: { kind: 'text', value: (row) => row.country, file: 'Country' },
    device: { kind: 'text', value: (row) => row.device_type, file: 'Device' },
    sale: { kind: 'money', hide: 'revenue', value: sale, file: 'Sale amount' },
    sale_currency: { kind: 'text', value: (row) => row.sale_currency, file: 'Sale currency' },
    revenue: {
      kind: 'money',
      hide: 'revenue',
      value: (row) => ({ amount: row.revenue, currency: row.currency }),
      file: 'Revenue',
    },
    payout: { kind: 'money', value: (row) => ({ amount: row.payout, currency: row.currency }), file: 'Payout' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
    note: { kind: 'text', value: (row) => row.note },
  },
});
