// The lists that hang on an offer, each put in place as a whole: payout rules, caps, targeting rules, creatives, KPI targets.
import { z } from 'zod';
import { type FieldClass, hide, hideBy } from '../hiding.ts';
import { route } from '../route.ts';
import { countryCode, MAX_INT, moment, money, salePercent, text } from './inputs.ts';
import { KpiTargetInput } from './kpi.ts';
import * as terms from './offer-terms.ts';
import { done, LONG_BODY, nullable, onOffer, seconds } from './shared.ts';

const capClasses = {
  clicks: null,
  conversions: null,
  revenue: 'revenue',
  payout: null,
} as const satisfies Record<terms.CapMetric, FieldClass | null>;
/** of the cap whose metric stands beside it: a count, or an amount */
export const capAmount = hideBy('metric', capClasses, z.string());

export const Cap = z.object({
  id: z.string(),
  publisher_id: nullable,
  publisher_name: nullable,
  metric: z.enum(terms.capMetrics),
  period: z.enum(terms.capPeriods),
  limit: capAmount,
  action: z.enum(terms.capActionNames),
});

export const CapInput = z.object({
  publisher_id: text(40),
  metric: z.enum(terms.capMetrics),
  period: z.enum(terms.capPeriods),
  /** clicks and conversions are whole numbers, revenue and payout amounts in the offer's currency */
  limit: money('Limit'),
  action: z.enum(terms.capActionNames),
});

const RuleScope = {
  publisher_id: text(40),
  goal_id: text(40),
  countries: z.array(countryCode).max(250),
  source: text(255),
  /** the rule pays from this many conversions of the publisher in the month on that are not rejected (tiers) */
  from_conversions: z.number().int().min(0).max(MAX_INT),
  starts_at: moment,
  ends_at: moment,
};

export const PayoutRuleInput = z.object({
  ...RuleScope,
  payout: money('Payout').nullable(),
  payout_percent: z.number().min(0).max(100).multipleOf(0.01).nullable(),
  revenue: money('Revenue').nullable(),
  revenue_percent: salePercent('Revenue share'),
});

export const PayoutRule = z.object({
  id: z.string(),
  priority: z.number().int(),
  publisher_id: nullable,
  publisher_name: nullable,
  goal_id: nullable,
  countries: z.array(z.string()),
  source: nullable,
  from_conversions: z.number().int(),
  starts_at: seconds.nullable(),
  ends_at: seconds.nullable(),
  payout: nullable,
  payout_percent: z.number().nullable(),
  revenue: hide('revenue', nullable),
  revenue_percent: hide('revenue', z.number().nullable()),
});

export const Target = z.object({
  field: z.enum(['region', 'city', 'isp', 'device', 'brand', 'os', 'browser', 'language', 'source']),
  op: z.enum(['in', 'not_in']),
  values: z.array(z.string()),
});
export type Target = z.infer<typeof Target>;

export const TargetInput = Target.extend({
  values: z
    .array(z.string().trim().min(1).max(200))
    .min(1, 'A rule needs at least one value')
    .max(500, 'At most 500 values'),
});

export const Creative = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  kind: z.enum(['image', 'html', 'text']),
  image_url: nullable,
  content: nullable,
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});

export const CreativeInput = z.object({
  name: z.string().trim().min(1, 'A creative needs a name').max(100),
  kind: z.enum(['image', 'html', 'text']),
  upload_id: text(40),
  content: text(50_000),
});

/** the lists that hang on an offer, each sent as a whole */
export const offerLists = {
  payout_rules: z.array(PayoutRuleInput).max(200),
  caps: z.array(CapInput).max(200),
  targets: z.array(TargetInput).max(30, 'At most 30 rules'),
  creatives: z.array(CreativeInput.extend({ id: text(40) })).max(100),
  kpi_targets: z.array(KpiTargetInput).max(20, 'At most 20 targets'),
};

export const listRoutes = {
  setOfferCaps: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/caps',
    summary: "Sets an offer's caps",
    body: z.object({ caps: offerLists.caps }),
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  setPayoutRules: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/payout-rules',
    summary: "Sets an offer's payout rules",
    body: z.object({ rules: offerLists.payout_rules }),
    bodyLimit: LONG_BODY,
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  setTargets: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/targets',
    summary: "Sets an offer's targeting rules",
    body: z.object({ targets: offerLists.targets }),
    bodyLimit: LONG_BODY,
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  setKpiTargets: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/kpi-targets',
    summary: 'Sets the rates between goals that an offer demands',
    body: z.object({ targets: offerLists.kpi_targets }),
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  setCreatives: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/creatives',
    summary: "Sets an offer's creatives",
    body: z.object({ creatives: offerLists.creatives }),
    bodyLimit: LONG_BODY,
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
};
