// Daily lots of clicks and impressions that are paid for themselves, those that came too late to be booked by themselves, and
// the versions of an offer's terms that priced them.
import { z } from 'zod';
import { amount, ConversionDetails, Named, reason } from './conversions.ts';
import { logQuery, logReply } from './lists.ts';
import { capActionNames, capMetrics, capPeriods, offerTypes } from './offer-terms.ts';
import { route, session } from './route.ts';

const seconds = z.number().int();
const nullable = z.string().nullable();
const models = ['CPC', 'CPM'] as const;

const LotOf = {
  id: z.string(),
  /** the workspace's own, such as 2026-11-01 */
  day: z.string(),
  offer: Named,
  publisher: Named,
  advertiser: Named,
  model: z.enum(models),
  currency: z.string(),
  /** the version of the offer's terms by which it was priced */
  terms_version: z.number().int(),
  events: z.number().int(),
  revenue: z.string(),
  payout: z.string(),
};
export const Lot = z
  .object({
    ...LotOf,
    /** what people's corrections add to the lines; part of revenue and payout */
    corrected_revenue: z.string(),
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
        revenue: z.string(),
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

const day = z.iso.date('A day looks like 2026-03-31').optional();
const LotQuery = logQuery.extend({
  offer_id: z.string().max(40).optional(),
  publisher_id: z.string().max(40).optional(),
  from_day: day,
  to_day: day,
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
    advertiser: Named,
    goals: z.array(
      z.object({
        name: z.string(),
        revenue: z.string(),
        revenue_percent: share,
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
        revenue: nullable,
        revenue_percent: share,
      }),
    ),
    caps: z.array(
      z.object({
        publisher_name: nullable,
        metric: z.enum(capMetrics),
        period: z.enum(capPeriods),
        limit: z.string(),
        action: z.enum(capActionNames),
      }),
    ),
  })
  .meta({ id: 'OfferTermsVersion' });

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
    query: LotQuery,
    reply: logReply(Lot),
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
    reply: z.object({ id: z.string(), revenue: z.string(), payout: z.string() }),
    errors: ['invalid_input', 'not_found'],
  }),
  lateLots: route({
    ...plain,
    method: 'GET',
    path: '/api/late-lots',
    heavy: true,
    summary: 'Paid clicks and impressions that came more than three days after their day, newest day first',
    query: LotQuery.extend({ state: z.enum(lateStates).optional() }),
    reply: logReply(LateLot),
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
    method: 'GET',
    path: '/api/admin/offers/{id}/terms',
    summary: 'The versions of an offer’s terms, newest first, each with the time it is in force',
    params: byId,
    names: 'offer',
    query: logQuery,
    reply: logReply(OfferTermsVersion),
    errors: ['invalid_input', 'not_found'],
  }),
};
