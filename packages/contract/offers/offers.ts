// Offers on the wire: the create call of the specification, the list and the offer’s own page. Money is micro-units inside and decimal text
// outside. What hangs on an offer, and what partners see of it, stands in the files beside.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, list, oneOf, WHOLE_LIST_PAGE, wordFilter } from '../lists.ts';
import { route } from '../route.ts';
import { TrailEntry } from '../trail.ts';
import { campaignRoutes } from './campaigns.ts';
import { KpiTarget } from './kpi.ts';
import { linkRoutes } from './links.ts';
import { offerFieldNames, partsOf } from './offer-fields.ts';
import { CreateOfferBody, EditOfferBody, OfferFieldsBody } from './offer-form.ts';
import { Cap, Creative, listRoutes, offerLists, PayoutRule, Target } from './offer-lists.ts';
import * as terms from './offer-terms.ts';
import { Permission, permissionRoutes } from './permissions.ts';
import { admins, byId, done, LONG_BODY, nullable, onOffer, plain, seconds } from './shared.ts';
import { uploadRoutes } from './uploads.ts';

export { Campaign, campaignList, ownCampaignList } from './campaigns.ts';
export { linkFile, linkList } from './links.ts';
export {
  blankDefaults,
  type CreateOffer,
  CreateOfferBody,
  EditOfferBody,
  type OfferFields,
  withDefaults,
} from './offer-form.ts';
export { CapInput, CreativeInput, PayoutRuleInput, Target, TargetInput } from './offer-lists.ts';
export { PermissionRequest, permissionRequestList } from './permissions.ts';
export { MAX_UPLOAD_BYTES } from './uploads.ts';

export const OfferRow = z
  .object({
    id: z.string(),
    camp_id: z.number().int(),
    offer_name: z.string(),
    thumbnail_url: nullable,
    advertiser: z.object({ id: z.string(), number: z.number().int(), name: hide('advertiser_name', z.string()) }),
    offer_type: z.enum(terms.offerTypes),
    category: nullable,
    currency: z.string(),
    revenue: hide('revenue', z.string()),
    /** of the sale, in place of an amount */
    revenue_percent: hide('revenue', z.number().nullable()),
    payout: z.string(),
    payout_percent: z.number().nullable(),
    geo_coverage: z.array(z.string()),
    offer_visibility: z.enum(terms.offerVisibilities),
    publishers_allowed: z.number().int(),
    status: z.enum(terms.offerStatuses),
    tags: z.array(z.string()),
    start_date: seconds.nullable(),
    end_date: seconds.nullable(),
    created_at: seconds,
  })
  .meta({ id: 'Offer' });

export const OfferPageFields = z.object(partsOf(offerFieldNames, 'value'));

/** the whole offer, as its page shows it: what was typed comes back as it was */
export const OfferPage = z.object({
  id: z.string(),
  camp_id: z.number().int(),
  version: z.number().int(),
  /** every field of CreateOfferBody, money as decimal text, dates as unix seconds */
  fields: OfferPageFields,
  advertiser_name: hide('advertiser_name', z.string()),
  thumbnail_url: nullable,
  goals: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      name: z.string(),
      token: z.string(),
      revenue: hide('revenue', z.string()),
      revenue_percent: hide('revenue', z.number().nullable()),
      payout: z.string(),
      payout_percent: z.number().nullable(),
    }),
  ),
  landing_pages: z.array(z.object({ id: z.string(), number: z.number().int(), name: z.string(), url: z.string() })),
  creatives: z.array(Creative),
  caps: z.array(Cap),
  payout_rules: z.array(PayoutRule),
  targets: z.array(Target),
  kpi_targets: z.array(KpiTarget),
  permissions: z.array(Permission),
  /** who and what the history names, those that are gone as well: by id, an advertiser by `advertiserKey` */
  named: z.record(z.string(), z.string()),
  /** newest first; by the names of the fields and lists that an entry changed */
  history: z.array(TrailEntry),
});

/** an offer names its advertiser by number, which other people have as well */
export const advertiserKey = (number: number): string => `advertiser ${number}`;

/** the form and the lists that were changed; what is left out stays as it is. All of it is saved, or none of it */
export const SaveOfferBody = z.object({
  version: z.number().int(),
  fields: OfferFieldsBody.optional(),
  payout_rules: offerLists.payout_rules.optional(),
  caps: offerLists.caps.optional(),
  targets: offerLists.targets.optional(),
  creatives: offerLists.creatives.optional(),
  kpi_targets: offerLists.kpi_targets.optional(),
});

const WHOLE_BODY = 2 * LONG_BODY;

/** an amount, or a share of the sale */
const worth = (amount: string, percent: number | null): string => (percent === null ? amount : `${percent}%`);

export const offerList = list({
  row: OfferRow,
  mostRows: WHOLE_LIST_PAGE,
  filters: {
    status: anyOf(terms.offerStatuses),
    visibility: oneOf(terms.offerVisibilities),
    /** by id or number */
    advertiser_id: idFilter,
    category: wordFilter(50),
    tag: wordFilter(50),
  },
  columns: {
    camp_id: { kind: 'text', value: (row) => row.camp_id, sort: true, file: 'Campaign ID' },
    offer_name: { kind: 'text', value: (row) => row.offer_name, sort: true, file: 'Title' },
    advertiser: {
      hide: 'advertiser_name',
      kind: 'named',
      value: (row) => row.advertiser,
      sort: true,
      file: ['Advertiser ID', 'Advertiser'],
    },
    offer_type: { kind: 'text', value: (row) => row.offer_type, sort: true, file: 'Type' },
    category: { kind: 'text', value: (row) => row.category, file: 'Category' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    revenue: {
      kind: 'text',
      hide: 'revenue',
      value: (row) => worth(row.revenue, row.revenue_percent),
      sort: true,
      file: 'Revenue',
    },
    payout: { kind: 'text', value: (row) => worth(row.payout, row.payout_percent), sort: true, file: 'Payout' },
    countries: { kind: 'text', value: (row) => row.geo_coverage.join(' '), file: 'Countries' },
    visibility: { kind: 'text', value: (row) => row.offer_visibility, file: 'Visibility' },
    publishers: { kind: 'number', value: (row) => row.publishers_allowed, file: 'Publishers allowed' },
    status: { kind: 'status', value: (row) => row.status, sort: true, file: 'Status' },
    tags: { kind: 'tags', value: (row) => row.tags, file: 'Tags' },
    start_date: { kind: 'time', value: (row) => row.start_date, file: 'Start (UTC)' },
    end_date: { kind: 'time', value: (row) => row.end_date, sort: true, file: 'End (UTC)' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Created (UTC)' },
  },
});

/** whoever does not see what an offer earns edits the rest of it */
const revenueStays = { revenue: '0', revenue_percent: null } as const;

const ownRoutes = {
  createOffer: route({
    method: 'POST',
    path: '/api/offers',
    summary: 'Creates an offer',
    access: admins,
    wire: 'message',
    headers: ['subdomain'],
    body: CreateOfferBody,
    asks: 'revenue',
    bodyLimit: LONG_BODY,
    reply: z.object({ id: z.string(), camp_id: z.number().int() }),
    status: 201,
    errors: ['invalid_input', 'forbidden'],
    rates: ['admin-writes'],
  }),
  offers: route({
    ...plain,
    method: 'GET',
    path: '/api/offers',
    summary: 'Lists offers',
    access: admins,
    query: offerList.query,
    reply: offerList.reply,
    errors: [],
  }),
  exportOffers: route({
    ...fileOf(offerList),
    path: '/api/offers/export',
    summary: 'The filtered list of offers as a file',
    access: admins,
  }),
  offer: route({
    ...plain,
    method: 'GET',
    path: '/api/offers/{id}',
    summary: "An offer's own page",
    access: admins,
    params: byId,
    names: 'offer',
    reply: OfferPage,
    errors: ['not_found'],
  }),
  editOffer: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}',
    summary: 'Changes an offer',
    body: EditOfferBody,
    keeps: revenueStays,
    bodyLimit: LONG_BODY,
    reply: z.object({ id: z.string(), version: z.number().int() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  saveOffer: route({
    ...onOffer,
    method: 'PUT',
    path: '/api/offers/{id}/whole',
    summary: 'Saves an offer with its rules, caps, targets and creatives: all of it, or none of it',
    body: SaveOfferBody,
    keeps: revenueStays,
    bodyLimit: WHOLE_BODY,
    reply: z.object({ id: z.string(), version: z.number().int() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  setOfferStatus: route({
    ...onOffer,
    method: 'POST',
    path: '/api/offers/{id}/status',
    summary: 'Activates, pauses or parks an offer',
    body: z.object({ status: z.enum(terms.offerStatuses) }),
    reply: z.object({ id: z.string(), status: z.enum(terms.offerStatuses) }),
    errors: ['not_found'],
  }),
  cloneOffer: route({
    ...onOffer,
    method: 'POST',
    path: '/api/offers/{id}/clone',
    summary: 'Copies an offer with its goals, pages, rules and caps; the copy is pending',
    reply: z.object({ id: z.string(), camp_id: z.number().int() }),
    errors: ['not_found'],
  }),
  warnPublisher: route({
    ...onOffer,
    method: 'POST',
    path: '/api/offers/{id}/warnings',
    summary: 'Warns a publisher by mail about the traffic sent to an offer',
    body: z.object({
      publisher_id: z.string().max(40),
      message: z
        .string()
        .trim()
        .min(1, 'Please write what the publisher should know')
        .max(1000, 'Please use at most 1000 characters'),
    }),
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  offerChoices: route({
    ...plain,
    method: 'GET',
    path: '/api/offer-choices',
    summary: 'Offers, publishers or advertisers for a picker, by search',
    access: admins,
    query: z.object({
      kind: z.enum(['offer', 'publisher', 'advertiser', 'own-advertiser']),
      q: z.string().trim().max(100).optional(),
    }),
    reply: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          number: z.number().int(),
          /** of people the e-mail address is the detail; the handler leaves out what the role hides of either kind */
          name: z.string(),
          detail: z.string(),
        }),
      ),
    }),
    errors: [],
  }),
};

export const offerRoutes = {
  ...ownRoutes,
  ...listRoutes,
  ...permissionRoutes,
  ...campaignRoutes,
  ...linkRoutes,
  ...uploadRoutes,
};
