// Conversions as the two sides see them: a publisher’s carry no revenue, an advertiser’s no payout.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, log, momentFilter, searched } from '../lists.ts';
import { route } from '../route.ts';
import { sale, Utm, utmColumns } from './conversion-row.ts';
import { conversionStatuses } from './outcomes.ts';
import { advertisers, BulkResult, decimal, ids, Named, nullable, plain, reason, seconds } from './shared.ts';

/** what a publisher sees of a conversion: no revenue, no advertiser, no sale */
export const PublisherConversion = z
  .object({
    id: z.string(),
    at: seconds,
    click_at: hide('conversion_time', seconds.nullable()),
    click_id: hide('click_id', nullable),
    p1: hide('sub_values', nullable),
    utm: Utm,
    source: nullable,
    offer: Named,
    goal_name: z.string(),
    country: hide('country', nullable),
    /** null where the account manager hides payouts of the offer */
    payout: decimal,
    currency: z.string(),
    status: z.enum(conversionStatuses),
    reason: hide('conversion_reason', nullable),
    hold_until: seconds.nullable(),
    /** of the publisher's own postback: none is set up for it, on its way, arrived, given up */
    delivery: z.enum(['none', 'waiting', 'delivered', 'failed']),
    /** somebody takes back what was approved: not payable until that is answered */
    disputed: z.boolean(),
    /** its amounts were changed by hand: one may appeal against that */
    changed: z.boolean(),
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
    sale_amount: hide('revenue', decimal),
    sale_currency: nullable,
    /** what this conversion costs the advertiser */
    amount: hide('revenue', z.string()),
    currency: z.string(),
    status: z.enum(conversionStatuses),
    reason: nullable,
    /** sub1–sub15 and what else the advertiser sent */
    params: hide('sub_values', z.record(z.string(), z.string())),
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
    click_at: { kind: 'time', hide: 'conversion_time', value: (row) => row.click_at },
    click_id: { kind: 'text', hide: 'click_id', value: (row) => row.click_id, file: 'Click ID' },
    p1: { kind: 'text', hide: 'sub_values', value: (row) => row.p1, file: 'p1' },
    ...utmColumns,
    source: { kind: 'text', value: (row) => row.source, file: 'Source' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Campaign ID', 'Campaign'] },
    goal: { kind: 'text', value: (row) => row.goal_name, file: 'Goal' },
    country: { kind: 'text', hide: 'country', value: (row) => row.country, file: 'Country' },
    payout: {
      kind: 'money',
      value: ({ payout: amount, currency }) => (amount === null ? null : { amount, currency }),
      file: 'Payout',
    },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', hide: 'conversion_reason', value: (row) => row.reason, file: 'Reason' },
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
    sale: { kind: 'money', hide: 'revenue', value: sale, file: 'Sale amount' },
    sale_currency: { kind: 'text', value: (row) => row.sale_currency, file: 'Sale currency' },
    amount: { kind: 'money', hide: 'revenue', value: ({ amount, currency }) => ({ amount, currency }), file: 'Amount' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    status: { kind: 'status', value: (row) => row.status, file: 'Status' },
    reason: { kind: 'text', value: (row) => row.reason, file: 'Reason' },
  },
});

export const partnerRoutes = {
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
