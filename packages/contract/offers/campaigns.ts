// An offer as partners see it: a publisher’s campaigns carry no revenue and no advertiser, an advertiser’s own no payout; briefs become offers.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { list, oneOf, wordFilter } from '../lists.ts';
import { route } from '../route.ts';
import { choice, countries, money, requiredUrl, text } from './inputs.ts';
import { typed } from './offer-form.ts';
import { Creative } from './offer-lists.ts';
import * as terms from './offer-terms.ts';
import { advertisers, byId, LONG_BODY, nullable, plain, publishers, seconds } from './shared.ts';

/** an amount, or a share of the sale; both null where the account manager hides it */
const campaignPayout = { payout: nullable, payout_percent: z.number().nullable() };

/** what a publisher sees of an offer: no revenue, no advertiser, no private notes */
export const Campaign = z
  .object({
    id: z.string(),
    camp_id: z.number().int(),
    title: z.string(),
    category: nullable,
    offer_type: z.enum(terms.offerTypes),
    currency: z.string(),
    ...campaignPayout,
    geo_coverage: z.array(z.string()),
    description: nullable,
    kpi: nullable,
    /** the offer's note in plain text; the private one stays with the account managers */
    note: nullable,
    terms: nullable,
    terms_version: z.number().int(),
    require_terms: z.boolean(),
    preview_url: nullable,
    thumbnail_url: nullable,
    visibility: z.enum(terms.offerVisibilities),
    /** what the publisher may do: run it now, ask, wait, or read why not */
    state: z.enum(['open', 'allowed', 'askable', 'requested', 'refused']),
    reason: nullable,
    deep_links: z.boolean(),
    landing_pages: z.array(z.object({ number: z.number().int(), name: z.string() })),
    goals: z.array(z.object({ name: z.string(), ...campaignPayout })),
    creatives: z.array(Creative),
    end_date: seconds.nullable(),
  })
  .meta({ id: 'Campaign' });

export const campaignList = list({
  row: Campaign,
  filters: {
    /** `mine`: asked for, linked to or with traffic; `runnable`: may be run now; `running`: both */
    show: oneOf(['available', 'mine', 'runnable', 'running']),
    category: wordFilter(50),
    country: wordFilter(2),
  },
  columns: {
    title: { kind: 'text', value: (row) => row.title, sort: true },
    payout: { kind: 'text', value: (row) => row.payout, sort: true },
    camp_id: { kind: 'text', value: (row) => row.camp_id, sort: true },
    state: { kind: 'status', value: (row) => row.state },
    offer_type: { kind: 'text', value: (row) => row.offer_type },
    countries: { kind: 'tags', value: (row) => row.geo_coverage },
    category: { kind: 'text', value: (row) => row.category },
    reason: { kind: 'text', value: (row) => row.reason },
    end_date: { kind: 'time', value: (row) => row.end_date },
  },
});

export const ownCampaignList = list({
  row: z.object({
    id: z.string(),
    camp_id: z.number().int(),
    title: z.string(),
    offer_type: z.enum(terms.offerTypes),
    currency: z.string(),
    revenue: hide('revenue', z.string()),
    geo_coverage: z.array(z.string()),
    status: z.enum(terms.offerStatuses),
    brief: z.boolean(),
    created_at: seconds,
  }),
  filters: {},
  columns: {
    camp_id: { kind: 'text', value: (row) => row.camp_id, sort: true },
    title: { kind: 'text', value: (row) => row.title, sort: true },
    status: { kind: 'status', value: (row) => row.status, sort: true },
    offer_type: { kind: 'text', value: (row) => row.offer_type },
    revenue: { kind: 'money', hide: 'revenue', value: (row) => ({ amount: row.revenue, currency: row.currency }) },
    created_at: { kind: 'time', value: (row) => row.created_at },
  },
});

export const campaignRoutes = {
  campaigns: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/campaigns',
    summary: 'Campaigns a publisher may see',
    access: publishers,
    query: campaignList.query,
    reply: campaignList.reply,
    errors: [],
  }),
  campaign: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/campaigns/{id}',
    summary: 'One campaign that a publisher may see',
    access: publishers,
    params: byId,
    names: 'offer',
    reply: Campaign,
    errors: ['not_found'],
  }),
  advertiserCampaigns: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/campaigns',
    summary: "An advertiser's own campaigns",
    access: advertisers,
    query: ownCampaignList.query,
    reply: ownCampaignList.reply,
    errors: [],
  }),
  submitBrief: route({
    ...plain,
    method: 'POST',
    path: '/api/advertiser/campaigns',
    summary: 'Submits a campaign brief; an account manager completes and approves it',
    access: advertisers,
    status: 201,
    bodyLimit: LONG_BODY,
    body: z.object({
      title: typed.offer_name,
      url: requiredUrl('Landing page URL'),
      objective: typed.objective,
      currency: choice(terms.offerCurrencies, 'INR'),
      revenue: money('Price per conversion'),
      budget: money('Budget').nullable(),
      geo_coverage: countries,
      description: text(50_000),
      goals: z.array(z.string().trim().min(1).max(100)).max(20),
    }),
    reply: z.object({ id: z.string(), camp_id: z.number().int() }),
    errors: ['invalid_input'],
  }),
};
