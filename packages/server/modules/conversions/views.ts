// A conversion and a receipt in the words of the wire; what each side may see is decided here.
import type {
  AdvertiserConversion,
  CapReached,
  ConversionKind,
  ConversionRow,
  ConversionStatus,
  PublisherConversion,
  ReceiptRow,
} from '@tributary/contract/conversions/conversions';
import type { ReceiptDetails } from '@tributary/contract/conversions/receipts';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import { textsOf } from '../events/index.ts';
import { capValueText } from './caps/caps.ts';
import type { ReachedCap } from './caps/caps-log.repo.ts';
import type { LoggedConversion } from './log.repo.ts';
import type { LoggedReceipt } from './receipts/receipt-log.repo.ts';

const money = (micros: string): string => formatMoney(BigInt(micros));
const secondsOr = (at: Date | null): number | null => at && unixSeconds(at);
const named = (id: string, number: number | null, first: string | null, last: string | null) => ({
  id,
  number: number ?? 0,
  name: [first, last].filter(Boolean).join(' '),
});

/** the check constraints keep status and kind within their lists */
const statusOf = (row: LoggedConversion): ConversionStatus => row.status as ConversionStatus;
const offerOf = (row: LoggedConversion) => ({ id: row.offer_id, number: row.offer_number, name: row.offer_title });
const saleOf = (row: LoggedConversion) => ({
  sale_amount: row.sale_micros === null ? null : money(row.sale_micros),
  sale_currency: row.sale_currency,
});
export const clickParamsOf = (row: Pick<LoggedConversion, 'click_params'>): Record<string, string> =>
  textsOf(row.click_params);

const utmOf = (row: LoggedConversion): ConversionRow['utm'] => {
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = clickParamsOf(row);
  return {
    utm_source: utm_source ?? null,
    utm_medium: utm_medium ?? null,
    utm_campaign: utm_campaign ?? null,
    utm_term: utm_term ?? null,
    utm_content: utm_content ?? null,
  };
};

/** a rejected one remembers its hold, in case it comes back before it ends */
const heldUntil = ({ status, hold_until: until }: LoggedConversion): number | null =>
  status === 'pending' ? secondsOr(until) : null;

export const toRow = (row: LoggedConversion): ConversionRow => ({
  id: row.id,
  kind: row.kind as ConversionKind,
  at: unixSeconds(row.at),
  click_at: secondsOr(row.click_at),
  ctit: row.click_at && Math.floor((row.at.getTime() - row.click_at.getTime()) / 1_000),
  click_id: row.click_id,
  txn_id: row.txn_id,
  offer: offerOf(row),
  publisher: named(row.publisher_id, row.publisher_number, row.publisher_first, row.publisher_last),
  advertiser: named(row.advertiser_id, row.advertiser_number, row.advertiser_first, row.advertiser_last),
  goal: { id: row.goal_id, number: row.goal_number, name: row.goal_name },
  source: row.source,
  p1: clickParamsOf(row).p1 ?? null,
  utm: utmOf(row),
  ip: row.ip,
  country: row.country,
  device_type: row.device_type,
  os: row.os,
  browser: row.browser,
  ...saleOf(row),
  revenue: money(row.revenue_micros),
  payout: money(row.payout_micros),
  currency: row.currency,
  status: statusOf(row),
  reason: row.reason,
  hold_until: heldUntil(row),
  note: row.note,
  // the check constraints keep these within their lists
  decided_by: row.decided_by as ConversionRow['decided_by'],
  refund: row.refund as ConversionRow['refund'],
  disputed: row.disputed,
});

export const toPublisherView = (row: LoggedConversion): Omit<z.infer<typeof PublisherConversion>, 'delivery'> => ({
  id: row.id,
  at: unixSeconds(row.at),
  click_at: secondsOr(row.click_at),
  click_id: row.click_id,
  p1: clickParamsOf(row).p1 ?? null,
  utm: utmOf(row),
  source: row.source,
  offer: offerOf(row),
  goal_name: row.goal_name,
  country: row.country,
  payout: row.hide_payout ? null : money(row.payout_micros),
  currency: row.currency,
  status: statusOf(row),
  reason: row.reason,
  hold_until: heldUntil(row),
  disputed: row.disputed,
  changed: row.amounts_by_hand,
});

export const toAdvertiserView = (
  row: LoggedConversion,
  publisherNumber: number,
): z.infer<typeof AdvertiserConversion> => ({
  id: row.id,
  at: unixSeconds(row.at),
  click_at: secondsOr(row.click_at),
  click_id: row.click_id,
  txn_id: row.txn_id,
  offer: offerOf(row),
  goal_name: row.goal_name,
  publisher_number: publisherNumber,
  country: row.country,
  ...saleOf(row),
  amount: money(row.revenue_micros),
  currency: row.currency,
  status: statusOf(row),
  reason: row.reason,
  params: textsOf(row.params),
});

export const toReceipt = (row: LoggedReceipt): z.infer<typeof ReceiptRow> => ({
  id: row.receipt_id,
  at: unixSeconds(row.at),
  kind: row.kind === 'pixel' ? 'pixel' : 'postback',
  method: row.method,
  ip: row.ip,
  country: row.country,
  query: row.query,
  click_id: row.click_id,
  txn_id: row.txn_id,
  goal: row.goal,
  status: row.status,
  sale_amount: row.sale_amount,
  currency: row.currency,
  offer: row.offer_id ? { id: row.offer_id, number: row.offer ?? 0, name: row.offer_title ?? '' } : null,
  publisher: row.publisher_id ? named(row.publisher_id, row.publisher, row.publisher_first, row.publisher_last) : null,
  advertiser: row.advertiser_id
    ? named(row.advertiser_id, row.advertiser, row.advertiser_first, row.advertiser_last)
    : null,
  outcome: row.outcome,
  conversion_id: row.conversion_id,
});

export const toReceiptDetails = (row: LoggedReceipt): z.infer<typeof ReceiptDetails> => ({
  ...toReceipt(row),
  user_agent: row.user_agent,
  referer: row.referer,
  params: row.params,
  trace: row.trace,
  decided_at: secondsOr(row.decided_at),
});

export const toReached = (reached: ReachedCap, now: Date): z.infer<typeof CapReached> => ({
  id: reached.id,
  at: unixSeconds(reached.at),
  offer: reached.offer,
  publisher: reached.publisher,
  cap_id: reached.capId,
  metric: reached.metric,
  period: reached.period,
  action: reached.action,
  value: capValueText(reached.metric, reached.value),
  limit: capValueText(reached.metric, reached.limit),
  currency: reached.currency,
  window_start: unixSeconds(reached.windowStart),
  window_end: unixSeconds(reached.windowEnd),
  affected: reached.metric === 'clicks' ? reached.refusedClicks : reached.affected,
  refused_clicks: reached.refusedClicks,
  status: reached.resetAt ? 'reset' : reached.windowEnd <= now ? 'ended' : 'active',
});
