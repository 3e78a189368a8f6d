// Daily lots of clicks and impressions that are paid for themselves, those that came too late to be booked by themselves, and
// the versions of an offer's terms that priced them.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { dayFilter, idFilter, log, oneOf } from '../lists.ts';
import { capAmount } from '../offers/offer-lists.ts';
import { capActionNames, capMetrics, capPeriods, offerTypes } from '../offers/offer-terms.ts';
import { route, session } from '../route.ts';
import { amount, ConversionDetails, Named, NamedAdvertiser, reason } from './conversions.ts';

const seconds = z.number().int();
const nullable = z.string().nullable();
const models = ['CPC', 'CPM'] as const;

const LotOf = {
  id: z.string(),
  /** the workspace's own, such as 2026-11-01 */
  day: z.string(),
  offer: Named,
  publisher: Named,
  advertiser: NamedAdvertiser,
  model: z.enum(models),
  currency: z.string(),
  /** the version of the offer's terms by which it was priced */
  terms_version: z.number().int(),
  events: z.number().int(),
  revenue: hide('revenue', z.string()),
  payout: z.string(),
};
export const Lot = z
  .object({
    ...LotOf,
    /** what people's corrections add to the lines; part of revenue and payout */
    corrected_revenue: hide('revenue', z.string()),
    corrected_payout: z.string(),
    revision: z.number().int(),
    updated_at: seconds,
  })
  .meta({ id: 'Lot' });
export type Lot = z.infer<typeof Lot>;

export const LotDetails = Lot.extend({
  /** by country and by the moment from which a price was in force; null: booked before terms were dated */
  lines: z
    .array(
      z.object({
        from: seconds.nullable(),
        country: nullable,
        events: z.number().int(),
        revenue: hide('revenue', z.string()),
        payout: z.string(),
      }),
    )
    .nullable(),
  transfers: ConversionDetails.shape.transfers,
}).meta({ id: 'LotDetails' });
export type LotDetails = z.infer<typeof LotDetails>;

export const lateStates = ['waiting', 'booked', 'dismissed'] as const;
export const LateLot = z
  .object({
    ...LotOf,
    state: z.enum(lateStates),
    found_at: seconds,
    reason: nullable,
    decided_at: seconds.nullable(),
    decided_by: nullable,
  })
  .meta({ id: 'LateLot' });
export type LateLot = z.infer<typeof LateLot>;

const lotFilters = { offer_id: idFilter, publisher_id: idFilter, from_day: dayFilter, to_day: dayFilter };
type LotRow = Pick<Lot, keyof typeof LotOf>;
const lotColumns = {
  day: { kind: 'text', value: (row: LotRow) => row.day },
  offer: { kind: 'named', value: (row: LotRow) => row.offer },
  publisher: { kind: 'named', value: (row: LotRow) => row.publisher },
  advertiser: { kind: 'named', hide: 'advertiser_name', value: (row: LotRow) => row.advertiser },
  events: { kind: 'number', value: (row: LotRow) => row.events },
  revenue: {
    kind: 'money',
    hide: 'revenue',
    value: (row: LotRow) => ({ amount: row.revenue, currency: row.currency }),
  },
  payout: { kind: 'money', value: (row: LotRow) => ({ amount: row.payout, currency: row.currency }) },
  terms_version: { kind: 'number', value: (row: LotRow) => row.terms_version },
} as const;
/** what booked lots and late ones have alike */
export const lotsAlike = { row: z.object(LotOf), columns: lotColumns };
export const lotLog = log({ row: Lot, filters: lotFilters, columns: lotColumns });
export const lateLotLog = log({
  row: LateLot,
  filters: { ...lotFilters, state: oneOf(lateStates) },
  columns: {
    ...lotColumns,
    state: { kind: 'status', value: (row) => row.state },
    found_at: { kind: 'time', value: (row) => row.found_at },
    reason: { kind: 'text', value: (row) => row.reason },
    decided_by: { kind: 'text', value: (row) => row.decided_by },
  },
});

const share = z.number().nullable();
export const OfferTermsVersion = z
  .object({
    version: z.number().int(),
    /** null: since the offer was created */
    in_force_from: seconds.nullable(),
    in_force_until: seconds.nullable(),
    offer_type: z.enum(offerTypes),
    currency: z.string(),
    advertiser: NamedAdvertiser,
    goals: z.array(
      z.object({
        name: z.string(),
        revenue: hide('revenue', z.string()),
        revenue_percent: hide('revenue', share),
        payout: z.string(),
        payout_percent: share,
      }),
    ),
    payout_rules: z.number().int(),
    /** in the order in which they are asked */
    rules: z.array(
      z.object({
        publisher_name: nullable,
        goal_name: nullable,
        countries: z.array(z.string()),
        source: nullable,
        from_conversions: z.number().int(),
        starts_at: seconds.nullable(),
        ends_at: seconds.nullable(),
        /** null leaves the goal's own */
        payout: nullable,
        payout_percent: share,
        revenue: hide('revenue', nullable),
        revenue_percent: hide('revenue', share),
      }),
    ),
    caps: z.array(
      z.object({
        publisher_name: nullable,
        metric: z.enum(capMetrics),
        period: z.enum(capPeriods),
        limit: capAmount,
        action: z.enum(capActionNames),
      }),
    ),
  })
  .meta({ id: 'OfferTermsVersion' });

export const termsLog = log({ row: OfferTermsVersion, filters: {}, columns: {} });

const admins = session(['admin'], { impersonated: 'denied', section: 'conversions' });
const plain = { wire: 'json', headers: ['subdomain'], access: admins } as const;
const write = { ...plain, rates: ['admin-writes'] } as const;
const byId = z.object({ id: z.string().max(100) });

export const lotRoutes = {
  lots: route({
    ...plain,
    method: 'GET',
    path: '/api/lots',
    heavy: true,
    summary: 'Booked days of paid clicks and impressions, newest first',
    query: lotLog.query,
    reply: lotLog.reply,
    errors: ['invalid_input'],
  }),
  lot: route({
    ...plain,
    method: 'GET',
    path: '/api/lots/{id}',
    summary: 'One booked day: what it is made of, and its entries in the ledger',
    params: byId,
    names: 'lot',
    reply: LotDetails,
    errors: ['not_found'],
  }),
  correctLot: route({
    ...write,
    method: 'POST',
    path: '/api/lots/{id}/correct',
    summary: 'Sets the amounts of a booked day right, by an entry with its reason',
    params: byId,
    names: 'lot',
    body: z.object({ revenue: amount('Revenue'), payout: amount('Payout'), reason }),
    reply: z.object({ id: z.string(), revenue: hide('revenue', z.string()), payout: z.string() }),
    errors: ['invalid_input', 'not_found'],
  }),
  lateLots: route({
    ...plain,
    method: 'GET',
    path: '/api/late-lots',
    heavy: true,
    summary: 'Paid clicks and impressions that came more than three days after their day, newest day first',
    query: lateLotLog.query,
    reply: lateLotLog.reply,
    errors: ['invalid_input'],
  }),
  decideLateLot: route({
    ...write,
    method: 'POST',
    path: '/api/late-lots/{id}/decide',
    summary: 'Books what came late, at the price of its own moment, or dismisses it',
    params: byId,
    names: 'late-lot',
    body: z.object({ decision: z.enum(['book', 'dismiss']), reason }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  offerTermsVersions: route({
    ...plain,
    /** a tab of the offer's page */
    access: session(['admin'], { impersonated: 'denied', section: 'offers' }),
    method: 'GET',
    path: '/api/admin/offers/{id}/terms',
    summary: 'The versions of an offer’s terms, newest first, each with the time it is in force',
    params: byId,
    names: 'offer',
    query: termsLog.query,
    reply: termsLog.reply,
    errors: ['invalid_input', 'not_found'],
  }),
};
