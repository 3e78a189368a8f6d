// Conversions on the wire: the log and what is done to a conversion, the receipts they come from, caps, exchange rates and
// how an advertiser's postbacks are told apart from a stranger's. Money leaves as decimal text with its currency beside it;
// a publisher's records never carry revenue, an advertiser's never payout.
import { z } from 'zod';
import { anyOf, fileOf, idFilter, log, momentFilter, oneOf, searched, wholeList, wordFilter } from '../lists.ts';
import { parseMoney } from '../money.ts';
import * as terms from '../offers/offer-terms.ts';
import { route, session } from '../route.ts';
import { ownMeanings } from '../tracker/receipt-rules.ts';
import { postbackOutcomes } from '../tracker/verdicts.ts';

export const conversionStatuses = ['pending', 'approved', 'rejected'] as const;
export type ConversionStatus = (typeof conversionStatuses)[number];
export const conversionKinds = ['postback', 'pixel', 'manual'] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/**
 * What became of a receipt, with the words the panel shows. The tracker decides the first part at once; the rest is
 * decided where the money is. Nothing is dropped: whatever the outcome, the receipt stays and can be replayed.
 */
export const receiptOutcomes = {
  ...Object.fromEntries(Object.entries(postbackOutcomes).map(([name, { label }]) => [name, label])),
  waiting: 'Waiting to be processed',
  updated: 'A known conversion changed',
  duplicate: 'Duplicate',
  too_fast: 'Faster than a person can be',
  click_refused: 'The click was refused',
  offer_disabled: 'Offer not active',
  publisher_unknown: 'Publisher not found',
  pixel_not_enabled: 'Offer is not tracked by pixels',
  pixel_limit: 'Too many pixels of one click or address',
  txn_needed: 'Several orders fit: the exact transaction id is needed',
  order_contested: 'Another click claims this order, too',
  click_converted: 'The click has converted on this goal already',
  refund_waits: 'Refund of an order that has not come yet',
  after_hold: 'Noted: takes effect when the hold ends or the sale amount is known',
  requested: 'Waits for an account manager to agree',
  over_cap: 'Over a cap',
  processing_failed: 'Could not be processed',
} as Record<ReceiptOutcome, string>;
export type ReceiptOutcome =
  | keyof typeof postbackOutcomes
  | 'waiting'
  | 'updated'
  | 'duplicate'
  | 'too_fast'
  | 'click_refused'
  | 'offer_disabled'
  | 'publisher_unknown'
  | 'pixel_not_enabled'
  | 'pixel_limit'
  | 'txn_needed'
  | 'order_contested'
  | 'click_converted'
  | 'refund_waits'
  | 'after_hold'
  | 'requested'
  | 'over_cap'
  | 'processing_failed';
export const receiptOutcomeNames = Object.keys(receiptOutcomes) as [ReceiptOutcome, ...ReceiptOutcome[]];

const seconds = z.number().int();
const nullable = z.string().nullable();
const decimal = z.string().nullable();
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((value) => value || null);
export const reason = z
  .string({ error: 'Please give a reason' })
  .trim()
  .min(1, 'Please give a reason')
  .max(500, 'Please use at most 500 characters');
export const amount = (label: string) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value, context) => {
      if (value === null || value === undefined || value === '') return null;
      const micros = parseMoney(String(value));
      if (micros !== null && micros >= 0n) return micros;
      context.addIssue({
        code: 'custom',
        message: `${label} must be an amount such as 0.3, with at most six decimals.`,
      });
      return null;
    });

export const Named = z.object({ id: z.string(), number: z.number().int(), name: z.string() });

/** one rule that was looked at, what it saw and what it said: the lines of the explain drawer, in order */
export const TraceStep = z.object({ step: z.string(), saw: z.string(), result: z.string() });
export type TraceStep = z.infer<typeof TraceStep>;
export const TraceSteps = z.array(TraceStep);

/** what the click's link was marked with */
const Utm = z.object({
  utm_source: nullable,
  utm_medium: nullable,
  utm_campaign: nullable,
  utm_term: nullable,
  utm_content: nullable,
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
    advertiser: Named,
    goal: Named,
    source: nullable,
    p1: nullable,
    utm: Utm,
    ip: nullable,
    country: nullable,
    device_type: nullable,
    os: nullable,
    browser: nullable,
    sale_amount: decimal,
    sale_currency: nullable,
    revenue: z.string(),
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
    revenue: z.string(),
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
  user_agent: nullable,
  referer: nullable,
  /** what the publisher put on the click (p1–p15, …), and what the advertiser sent back (sub1–sub15, …) */
  click_params: z.record(z.string(), z.string()),
  params: z.record(z.string(), z.string()),
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
      amount: z.string(),
      currency: z.string(),
      reason: z.string(),
      hash: z.string(),
    }),
  ),
}).meta({ id: 'ConversionDetails' });
export type ConversionDetails = z.infer<typeof ConversionDetails>;

export const waitsFor = ['person', 'hold'] as const;

const sale = ({
  sale_amount: amount,
  sale_currency: currency,
}: Pick<ConversionRow, 'sale_amount' | 'sale_currency'>) =>
  amount === null ? null : { amount, currency: currency ?? '' };
type Tagged = Pick<ConversionRow, 'utm'>;
const utmColumns = {
  utm_source: { kind: 'text', value: ({ utm }: Tagged) => utm.utm_source, file: 'utm_source' },
  utm_medium: { kind: 'text', value: ({ utm }: Tagged) => utm.utm_medium, file: 'utm_medium' },
  utm_campaign: { kind: 'text', value: ({ utm }: Tagged) => utm.utm_campaign, file: 'utm_campaign' },
  utm_term: { kind: 'text', value: ({ utm }: Tagged) => utm.utm_term, file: 'utm_term' },
  utm_content: { kind: 'text', value: ({ utm }: Tagged) => utm.utm_content, file: 'utm_content' },
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
    advertiser: { kind: 'named', value: (row) => row.advertiser, file: ['Advertiser ID', 'Advertiser'] },
    source: { kind: 'text', value: (row) => row.source, file: 'Source' },
    p1: { kind: 'text', value: (row) => row.p1, file: 'p1' },
    ...utmColumns,
    ip: { kind: 'text', value: (row) => row.ip, file: 'IP' },
    country: { kind: 'text', value: (row) => row.country, file: 'Country' },
    device: { kind: 'text', value: (row) => row.device_type, file: 'Device' },
    sale: { kind: 'money', value: sale, file: 'Sale amount' },
    sale_currency: { kind: 'text', value: (row) => row.sale_currency, file: 'Sale currency' },
    revenue: { kind: 'money', value: (row) => ({ amount: row.revenue, currency: row.currency }), file: 'Revenue' },
    payout: { kind: 'money', value: (row) => ({ amount: row.payout, currency: row.currency }), file: 'Payout' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
    note: { kind: 'text', value: (row) => row.note },
  },
});

/** what a publisher sees of a conversion: no revenue, no advertiser, no sale */
export const PublisherConversion = z
  .object({
    id: z.string(),
    at: seconds,
    click_at: seconds.nullable(),
    click_id: nullable,
    p1: nullable,
    utm: Utm,
    source: nullable,
    offer: Named,
    goal_name: z.string(),
    country: nullable,
    /** null where the account manager hides payouts of the offer */
    payout: decimal,
    currency: z.string(),
    status: z.enum(conversionStatuses),
    reason: nullable,
    hold_until: seconds.nullable(),
    /** of the publisher's own postback: none is set up for it, on its way, arrived, given up */
    delivery: z.enum(['none', 'waiting', 'delivered', 'failed']),
    /** somebody takes back what was approved: not payable until that is answered */
    disputed: z.boolean(),
  })
  .meta({ id: 'PublisherConversion' });

/** what an advertiser sees: what it owes, never what the publisher earns */
export const AdvertiserConversion = z
  .object({
    id: z.string(),
    at: seconds,
    click_at: seconds.nullable(),
    click_id: nullable,
    txn_id: nullable,
    offer: Named,
    goal_name: z.string(),
    /** publishers are known to advertisers by number alone */
    publisher_number: z.number().int(),
    country: nullable,
    sale_amount: decimal,
    sale_currency: nullable,
    /** what this conversion costs the advertiser */
    amount: z.string(),
    currency: z.string(),
    status: z.enum(conversionStatuses),
    reason: nullable,
    /** sub1–sub15 and what else the advertiser sent */
    params: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AdvertiserConversion' });

const partnerFilters = {
  ...searched,
  status: anyOf(conversionStatuses),
  offer_id: idFilter,
  from: momentFilter,
  to: momentFilter,
};

export const publisherConversionLog = log({
  row: PublisherConversion,
  filters: partnerFilters,
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Conversion ID' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    click_at: { kind: 'time', value: (row) => row.click_at },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    p1: { kind: 'text', value: (row) => row.p1, file: 'p1' },
    ...utmColumns,
    source: { kind: 'text', value: (row) => row.source, file: 'Source' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Campaign ID', 'Campaign'] },
    goal: { kind: 'text', value: (row) => row.goal_name, file: 'Goal' },
    country: { kind: 'text', value: (row) => row.country, file: 'Country' },
    payout: {
      kind: 'money',
      value: ({ payout: amount, currency }) => (amount === null ? null : { amount, currency }),
      file: 'Payout',
    },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
    delivery: { kind: 'text', value: (row) => row.delivery, file: 'Postback' },
    payable: {
      kind: 'text',
      value: (row) => (row.disputed ? 'Not until a dispute is answered' : ''),
      file: 'Payable',
    },
  },
});

export const advertiserConversionLog = log({
  row: AdvertiserConversion,
  filters: partnerFilters,
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Conversion ID' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    click_at: { kind: 'time', value: (row) => row.click_at },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    txn_id: { kind: 'text', value: (row) => row.txn_id, file: 'Transaction ID' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Offer ID', 'Offer'] },
    goal: { kind: 'text', value: (row) => row.goal_name, file: 'Goal' },
    country: { kind: 'text', value: (row) => row.country },
    sale: { kind: 'money', value: sale, file: 'Sale amount' },
    sale_currency: { kind: 'text', value: (row) => row.sale_currency, file: 'Sale currency' },
    amount: { kind: 'money', value: ({ amount, currency }) => ({ amount, currency }), file: 'Amount' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
  },
});

const BulkResult = z.object({
  changed: z.number().int(),
  /** had that status already */
  unchanged: z.number().int(),
  /** wait for an account manager, or for the end of a hold */
  requested: z.number().int(),
  /** stand before a full cap; left as they were, unless its action says otherwise */
  over_cap: z.array(z.string()),
  /** unknown ids */
  missing: z.array(z.string()),
});
/** goes over a full cap: only a person may, with a reason */
const overCap = z.boolean().default(false);
const Decision = z.object({ status: z.enum(conversionStatuses), reason, over_cap: overCap });

export const requestWords = ['approved', 'pending', 'rejected', 'refund', 'amount'] as const;
export type RequestWord = (typeof requestWords)[number];
/** open: nobody has answered; withdrawn and replaced: by whoever asked */
export const requestStates = ['open', 'accepted', 'declined', 'withdrawn', 'replaced'] as const;
export type RequestState = (typeof requestStates)[number];

/** a word that only an account manager may make true */
export const ConversionRequest = z
  .object({
    id: z.string(),
    at: seconds,
    conversion_id: z.string(),
    receipt_id: nullable,
    /** the advertiser's postback or portal, or our own checks */
    asked_by: z.enum(['advertiser', 'checks']),
    word: z.enum(requestWords),
    /** takes back what a manager approved: the conversion is not payable meanwhile */
    lowers: z.boolean(),
    reason: z.string(),
    offer: Named,
    publisher: Named,
    advertiser: Named,
    txn_id: nullable,
    click_id: nullable,
    /** of the conversion, as it stands */
    status: z.enum(conversionStatuses),
    status_reason: nullable,
    revenue: z.string(),
    payout: z.string(),
    currency: z.string(),
    /** what the amounts would be; null where the word is none about amounts */
    wanted_revenue: decimal,
    wanted_payout: decimal,
    /** of the sale, in total; null: the whole, or no refund */
    refunded: decimal,
    state: z.enum(requestStates),
    decided_at: seconds.nullable(),
    decided_by: nullable,
    decision_reason: nullable,
  })
  .meta({ id: 'ConversionRequest' });

export const requestLog = log({
  row: ConversionRequest,
  filters: { state: oneOf(requestStates) },
  columns: {
    at: { kind: 'time', value: (row) => row.at },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    advertiser: { kind: 'named', value: (row) => row.advertiser },
    state: { kind: 'status', value: (row) => row.state },
    asked_by: { kind: 'text', value: (row) => row.asked_by },
    status: { kind: 'text', value: (row) => row.status },
    revenue: { kind: 'money', value: (row) => ({ amount: row.revenue, currency: row.currency }) },
    payout: { kind: 'money', value: (row) => ({ amount: row.payout, currency: row.currency }) },
    reason: { kind: 'text', value: (row) => row.reason },
    txn_id: { kind: 'text', value: (row) => row.txn_id },
    decision_reason: { kind: 'text', value: (row) => row.decision_reason },
    decided_by: { kind: 'text', value: (row) => row.decided_by },
  },
});

const ids = z.array(z.string().max(40)).min(1, 'Nothing is selected').max(1000, 'At most 1,000 at a time');

/** a postback or pixel as it came, with what became of it */
export const ReceiptRow = z
  .object({
    id: z.string(),
    at: seconds,
    kind: z.enum(['postback', 'pixel']),
    method: nullable,
    ip: nullable,
    country: nullable,
    /** as received, the token taken out */
    query: nullable,
    click_id: nullable,
    txn_id: nullable,
    goal: nullable,
    status: nullable,
    sale_amount: decimal,
    currency: nullable,
    offer: Named.nullable(),
    publisher: Named.nullable(),
    advertiser: Named.nullable(),
    outcome: z.enum(receiptOutcomeNames),
    conversion_id: nullable,
  })
  .meta({ id: 'Receipt' });

export const receiptFilters = {
  /** found anywhere in the query as received */
  ...searched,
  outcome: anyOf(receiptOutcomeNames),
  kind: oneOf(['postback', 'pixel']),
  offer_id: idFilter,
  from: momentFilter,
  to: momentFilter,
};
export const receiptLog = log({
  row: ReceiptRow,
  filters: receiptFilters,
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    method: { kind: 'text', value: (row) => row.method, file: 'Method' },
    ip: { kind: 'text', value: (row) => row.ip, file: 'IP' },
    outcome: { kind: 'text', value: (row) => row.outcome, file: 'Outcome' },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    txn_id: { kind: 'text', value: (row) => row.txn_id, file: 'Transaction ID' },
    goal: { kind: 'text', value: (row) => row.goal, file: 'Goal' },
    sale_amount: { kind: 'text', value: (row) => row.sale_amount, file: 'Sale amount' },
    query: { kind: 'text', value: (row) => row.query, file: 'Query' },
    conversion_id: { kind: 'text', value: (row) => row.conversion_id, file: 'Conversion ID' },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    advertiser: { kind: 'named', value: (row) => row.advertiser },
  },
});

export const CapReached = z
  .object({
    id: z.string(),
    at: seconds,
    offer: Named,
    publisher: Named.nullable(),
    cap_id: z.string(),
    metric: z.enum(terms.capMetrics),
    period: z.enum(terms.capPeriods),
    action: z.enum(terms.capActionNames),
    /** counts, or amounts in the offer's currency */
    value: z.string(),
    limit: z.string(),
    currency: z.string(),
    window_start: seconds,
    window_end: seconds,
    /** what met the cap after it was reached, in what it counts: clicks it refused, or conversions it changed */
    affected: z.number().int(),
    /** clicks it refused, whatever it counts */
    refused_clicks: z.number().int(),
    status: z.enum(['active', 'ended', 'reset']),
  })
  .meta({ id: 'CapReached' });

export const cappingLog = log({
  row: CapReached,
  filters: {
    offer_id: idFilter,
    publisher_id: idFilter,
    metric: oneOf(terms.capMetrics),
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    refused_clicks: { kind: 'number', value: (row) => row.refused_clicks },
    affected: { kind: 'number', value: (row) => row.affected },
    status: { kind: 'status', value: (row) => row.status },
  },
});

export const CapUsage = z.object({
  /** the cap's: a row of a list has an id */
  id: z.string(),
  cap_id: z.string(),
  offer: Named,
  publisher: Named.nullable(),
  metric: z.enum(terms.capMetrics),
  period: z.enum(terms.capPeriods),
  action: z.enum(terms.capActionNames),
  value: z.string(),
  limit: z.string(),
  currency: z.string(),
  percent: z.number(),
  window_start: seconds,
  window_end: seconds.nullable(),
  /** when the limit is reached at the present pace; null where it is not within the window */
  reached_at: seconds.nullable(),
});

export const capUsageList = wholeList({
  row: CapUsage,
  filters: {
    offer_id: idFilter,
    /** only caps of which so many percent are used */
    at_least: z.coerce.number().int().min(0).max(100).optional(),
  },
  columns: {
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    metric: { kind: 'text', value: (row) => row.metric },
    period: { kind: 'text', value: (row) => row.period },
    action: { kind: 'text', value: (row) => row.action },
    reached_at: { kind: 'time', value: (row) => row.reached_at },
    window_end: { kind: 'time', value: (row) => row.window_end },
  },
});

/** how an advertiser's server postbacks are told from a stranger's; whatever is set must hold */
export const PostbackAuth = z.object({
  token_required: z.boolean(),
  signature_required: z.boolean(),
  /** addresses and CIDR blocks; empty: from anywhere */
  networks: z.array(z.string()),
  /** words of the advertiser's own for a status, each with what it means */
  status_words: z.record(z.string(), z.enum(ownMeanings)),
});
/** the secrets themselves, for whoever may paste them into a system of the advertiser's */
const PostbackSecrets = z.object({ token: z.string(), signing_key: z.string(), rotated_at: seconds.nullable() });

/** ready to paste: the advertiser's values in place of the capitals */
const Snippets = z.object({ server: z.string(), image: z.string(), iframe: z.string(), tag_manager: z.string() });
export const PostbackSetup = z.object({
  advertiser: Named,
  /** the offers whose snippets these may be; newest first, at most 200 */
  offers: z.array(Named.extend({ conversion_tracking: z.enum(terms.conversionTrackings), goals: z.array(z.string()) })),
  auth: PostbackAuth,
  secrets: PostbackSecrets,
  tracker_origin: z.string(),
  snippets: Snippets,
  /** the parameters a postback understands */
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string() })),
});

const admins = session(['admin'], { impersonated: 'denied', section: 'conversions' });
const logs = session(['admin'], { impersonated: 'denied', section: 'logs' });
/** shows or changes what proves a postback */
const secretive = session(['admin'], {
  impersonated: 'denied',
  section: 'integration',
  needs: 'write',
  recentPassword: 'required',
});
const advertisers = session(['advertiser'], { impersonated: 'allowed' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;
const byId = z.object({ id: z.string().max(100) });
const write = { ...plain, access: admins, rates: ['admin-writes'] } as const;

export const NewConversionBody = z.object({
  /** with a click id the offer and publisher follow from it */
  click_id: text(60),
  offer_id: text(40),
  publisher_id: text(40),
  goal_id: text(40),
  txn_id: text(255),
  at: z.number().int().min(0).max(253_402_300_799).nullish(),
  sale_amount: amount('Sale amount'),
  /** null: by the offer's rules */
  revenue: amount('Revenue'),
  payout: amount('Payout'),
  status: z.enum(conversionStatuses).default('approved'),
  reason,
  over_cap: overCap,
});

export const conversionRoutes = {
  conversions: route({
    ...plain,
    method: 'GET',
    path: '/api/conversions',
    heavy: true,
    summary: 'The log of conversions, newest first',
    access: admins,
    query: conversionLog.query,
    reply: conversionLog.reply,
    errors: ['invalid_input'],
  }),
  exportConversions: route({
    ...fileOf(conversionLog),
    path: '/api/conversions/export',
    summary: 'The filtered log of conversions as a file',
    access: admins,
  }),
  conversion: route({
    ...plain,
    method: 'GET',
    path: '/api/conversions/{id}',
    summary: 'One conversion with the trace that explains it, its history and its ledger transfers',
    access: admins,
    params: byId,
    names: 'conversion',
    reply: ConversionDetails,
    errors: ['not_found'],
  }),
  addConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions',
    summary: 'Adds a conversion by hand',
    body: NewConversionBody,
    reply: z.object({ id: z.string() }),
    status: 201,
    errors: ['invalid_input', 'conflict', 'over_cap'],
  }),
  decideConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/{id}/decide',
    summary: 'Approves, rejects or parks a conversion; again does nothing',
    params: byId,
    names: 'conversion',
    body: Decision,
    reply: z.object({ id: z.string(), status: z.enum(conversionStatuses) }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  decideConversions: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/decide',
    summary: 'Approves, rejects or parks many conversions',
    body: Decision.extend({ ids }),
    reply: BulkResult,
    errors: ['invalid_input'],
  }),
  adjustConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/{id}/adjust',
    summary: 'Changes the amounts of a conversion; the ledger gets correcting transfers',
    params: byId,
    names: 'conversion',
    body: z.object({ revenue: amount('Revenue'), payout: amount('Payout'), reason, over_cap: overCap }),
    reply: z.object({ id: z.string(), revenue: z.string(), payout: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  adjustConversions: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/adjust',
    summary: 'Sets the same amounts on many conversions',
    body: z.object({ ids, revenue: amount('Revenue'), payout: amount('Payout'), reason, over_cap: overCap }),
    reply: BulkResult,
    errors: ['invalid_input'],
  }),
  noteConversion: route({
    ...write,
    method: 'PUT',
    path: '/api/conversions/{id}/note',
    summary: 'Sets the note that only account managers see',
    params: byId,
    names: 'conversion',
    body: z.object({ note: text(1000) }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  conversionRequests: route({
    ...plain,
    method: 'GET',
    path: '/api/conversion-requests',
    summary: 'What advertisers and checks say against a higher decision, newest first',
    access: admins,
    query: requestLog.query,
    reply: requestLog.reply.extend({ open: z.number().int() }),
    errors: ['invalid_input'],
  }),
  conversionRequest: route({
    ...plain,
    method: 'GET',
    path: '/api/conversion-requests/{id}',
    summary: 'One request, with the conversion it is about',
    access: admins,
    params: byId,
    names: 'conversion-request',
    reply: ConversionRequest,
    errors: ['not_found'],
  }),
  answerRequest: route({
    ...write,
    method: 'POST',
    path: '/api/conversion-requests/{id}/answer',
    summary: 'Accepts or declines a request; accepted, it is the manager’s own decision',
    params: byId,
    names: 'conversion-request',
    body: z.object({ accept: z.boolean(), reason, over_cap: overCap }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  receipts: route({
    ...plain,
    method: 'GET',
    path: '/api/receipts',
    heavy: true,
    summary: 'Postbacks and pixels as they came, good and bad, newest first',
    access: logs,
    query: receiptLog.query,
    reply: receiptLog.reply,
    errors: ['invalid_input'],
  }),
  exportReceipts: route({
    ...fileOf(receiptLog),
    path: '/api/receipts/export',
    summary: 'The filtered log of received postbacks as a file',
    access: logs,
  }),
  receipt: route({
    ...plain,
    method: 'GET',
    path: '/api/receipts/{id}',
    summary: 'One received postback with the trace that explains its outcome',
    access: logs,
    params: byId,
    names: 'receipt',
    reply: ReceiptRow.extend({
      user_agent: nullable,
      referer: nullable,
      params: z.record(z.string(), z.string()),
      trace: z.array(TraceStep),
      decided_at: seconds.nullable(),
    }),
    errors: ['not_found'],
  }),
  replayReceipts: route({
    ...write,
    method: 'POST',
    path: '/api/receipts/replay',
    summary: 'Processes receipts again, after what was wrong has been put right',
    body: z.object({
      ids,
      /** also those refused for their token, signature or address: you vouch for the sender */
      trust_sender: z.boolean().default(false),
      reason,
    }),
    reply: z.object({ queued: z.number().int(), skipped: z.number().int() }),
    errors: ['invalid_input'],
  }),
  capsReached: route({
    ...plain,
    method: 'GET',
    path: '/api/capping-log',
    heavy: true,
    summary: 'Caps that were reached, newest first',
    access: logs,
    query: cappingLog.query,
    reply: cappingLog.reply,
    errors: ['invalid_input'],
  }),
  resetCap: route({
    ...write,
    method: 'POST',
    path: '/api/capping-log/{id}/reset',
    summary: 'Starts a reached cap anew within its window',
    access: session(['admin'], { impersonated: 'denied', section: 'offers' }),
    params: byId,
    names: 'cap-reached',
    body: z.object({ reason }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  capUsage: route({
    ...plain,
    method: 'GET',
    path: '/api/cap-usage',
    heavy: true,
    summary: 'How much of each cap is used in its present window, fullest first',
    access: logs,
    query: capUsageList.query,
    reply: capUsageList.reply,
    errors: [],
  }),
  postbackSetup: route({
    ...plain,
    method: 'GET',
    path: '/api/advertisers/{id}/postback-setup',
    summary: 'Snippets, token and rules for the postbacks of an advertiser; for one offer with offer_id',
    access: secretive,
    params: byId,
    names: 'advertiser',
    query: z.object({ offer_id: z.string().max(40).optional() }),
    reply: PostbackSetup,
    errors: ['not_found', 'password_needed'],
  }),
  setPostbackAuth: route({
    ...write,
    method: 'PUT',
    path: '/api/advertisers/{id}/postback-auth',
    summary: 'Sets how the postbacks of an advertiser must prove themselves',
    access: secretive,
    params: byId,
    names: 'advertiser',
    body: PostbackAuth.extend({
      networks: z.array(z.string().trim().min(1).max(50)).max(100),
      /** left out: as they are */
      status_words: z.record(z.string().trim().min(1, 'Please enter a word').max(64), z.enum(ownMeanings)).optional(),
    }),
    reply: PostbackAuth,
    errors: ['invalid_input', 'not_found', 'password_needed'],
  }),
  rotatePostbackSecrets: route({
    ...write,
    method: 'POST',
    path: '/api/advertisers/{id}/postback-auth/rotate',
    summary: 'Replaces the token and the signing key of an advertiser at once',
    access: secretive,
    params: byId,
    names: 'advertiser',
    reply: PostbackSecrets,
    errors: ['not_found', 'password_needed'],
  }),
  checkPostback: route({
    ...write,
    method: 'POST',
    path: '/api/advertisers/{id}/postback-check',
    summary: 'Says what would become of a postback if it came now; nothing is recorded',
    access: session(['admin'], { impersonated: 'denied', section: 'integration', needs: 'read' }),
    params: byId,
    names: 'advertiser',
    body: z.object({ address: z.string().trim().min(1, 'Please paste a postback').max(4000) }),
    reply: z.object({
      outcome: z.enum(receiptOutcomeNames),
      trace: z.array(TraceStep),
      conversion: z
        .object({ status: z.string(), revenue: z.string(), payout: z.string(), currency: z.string() })
        .nullable(),
    }),
    errors: ['invalid_input', 'not_found'],
  }),
  ownPostbackSetup: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/postback-setup',
    summary: 'An advertiser’s own snippets, token and rules',
    access: session(['advertiser'], { impersonated: 'denied', recentPassword: 'required' }),
    query: z.object({ offer_id: z.string().max(40).optional() }),
    reply: PostbackSetup,
    errors: ['not_found', 'password_needed'],
  }),
  advertiserConversions: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/conversions',
    heavy: true,
    summary: 'An advertiser’s own conversions, newest first',
    access: advertisers,
    query: advertiserConversionLog.query,
    reply: advertiserConversionLog.reply,
    errors: ['invalid_input'],
  }),
  exportAdvertiserConversions: route({
    ...fileOf(advertiserConversionLog),
    path: '/api/advertiser/conversions/export',
    summary: 'An advertiser’s own conversions as a file',
    access: advertisers,
  }),
  decideOwnConversions: route({
    ...plain,
    method: 'POST',
    path: '/api/advertiser/conversions/decide',
    summary: 'Approves or rejects an advertiser’s own pending conversions',
    access: advertisers,
    body: z.object({ ids, status: z.enum(['approved', 'rejected']), reason }),
    reply: BulkResult,
    errors: ['invalid_input'],
    rates: ['admin-writes'],
  }),
};
