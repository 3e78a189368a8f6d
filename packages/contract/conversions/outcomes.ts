// What becomes of a conversion and of a receipt, in words.
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
