// Offers on the wire: the create call of the specification, the offer's own page, permissions, links, briefs. Money is micro-units
// inside and decimal text outside; a publisher's records never carry revenue, an advertiser's never payout.
import { z } from 'zod';
import { anyOf, fileOf, formatQuery, idFilter, list, oneOf, WHOLE_LIST_PAGE, wordFilter } from '../lists.ts';
import { route, session } from '../route.ts';
import { TrailEntry } from '../trail.ts';
import {
  checkTemplate,
  choice,
  countries,
  countryCode,
  MAX_INT,
  moment,
  money,
  requiredUrl,
  salePercent,
  text,
} from './inputs.ts';
import { KpiTarget, KpiTargetInput } from './kpi.ts';
import { type AddressName, addresses, offerFieldNames, partsOf } from './offer-fields.ts';
import * as terms from './offer-terms.ts';

interface Paid {
  revenue: bigint;
  revenue_percent: number | null;
  payout: bigint;
  payout_percent: number | null;
}
const paidTwice = ({ revenue, revenue_percent, payout, payout_percent }: Paid): 'revenue' | 'payout' | null =>
  revenue_percent !== null && revenue !== 0n ? 'revenue' : payout_percent !== null && payout !== 0n ? 'payout' : null;

interface CheckedOffer extends Record<AddressName, string | null>, Paid {
  goals: ({ name: string; token: string } & Paid)[];
  landing_pages: { name: string }[];
  objective: terms.Objective;
}

const repeated = (values: readonly string[]): string | undefined =>
  values.find((value, at) => values.indexOf(value) !== at);

const checkOffer = (offer: CheckedOffer, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (!/\{[^{}]+\}/.test(offer.default_campaign_url ?? '')) {
    refuse('default_campaign_url', terms.offerMessages.needsToken);
  }
  for (const [name, label] of addresses) checkTemplate(label, name)(offer[name], context);
  const goal = repeated(offer.goals.map(({ token }) => token));
  if (goal) refuse('goals', `Two goals have the token "${goal}"`);
  const unpaid = offer.goals.find(
    (goal) =>
      goal.token === '' &&
      (goal.revenue !== offer.revenue ||
        goal.payout !== offer.payout ||
        goal.revenue_percent !== offer.revenue_percent ||
        goal.payout_percent !== offer.payout_percent),
  );
  if (unpaid) refuse('goals', "The goal without a token is the default one: it is paid by the offer's own amounts");
  const twice = paidTwice(offer);
  if (twice)
    refuse(`${twice}_percent`, `The ${twice} is an amount or a share of the sale, not both: set the amount to 0.`);
  const both = offer.goals.find((goal) => paidTwice(goal) !== null);
  if (both) {
    refuse(
      'goals',
      `The ${paidTwice(both)} of the goal "${both.name}" is an amount or a share of the sale, not both: set the amount to 0.`,
    );
  }
  const byEvent = offer.objective === 'Clicks' || offer.objective === 'Impressions';
  if (byEvent && (offer.revenue_percent !== null || offer.payout_percent !== null)) {
    refuse('revenue_percent', 'Clicks and impressions have no sale: please enter amounts instead of shares.');
  }
  const page = repeated(offer.landing_pages.map(({ name }) => name));
  if (page) refuse('landing_pages', `Two landing pages have the name "${page}"`);
};

type Currency = (typeof terms.offerCurrencies)[number];
type CurrencyNames = 'currency' | 'advertiser_currency' | 'affiliate_currency';

/** both sides are paid in the offer's one currency. Sent without it, two that are equal say it; two that differ say nothing */
function settleCurrency<Offer extends Record<CurrencyNames, Currency | null>>(
  offer: Offer,
  context: z.RefinementCtx,
): Omit<Offer, CurrencyNames> & Record<CurrencyNames, Currency> {
  const advertiser = offer.advertiser_currency ?? 'USD';
  const affiliate = offer.affiliate_currency ?? 'USD';
  const isSaid = offer.advertiser_currency !== null || offer.affiliate_currency !== null;
  if (offer.currency === null && isSaid && advertiser !== affiliate) {
    context.addIssue({
      code: 'custom',
      path: ['currency'],
      message: `The advertiser’s currency is ${advertiser} and the affiliate’s is ${affiliate}. Please send currency: revenue and payout are both in it.`,
    });
  }
  const currency = offer.currency ?? (isSaid ? advertiser : 'INR');
  return { ...offer, currency, advertiser_currency: advertiser, affiliate_currency: affiliate };
}

const typed = partsOf(offerFieldNames, 'input');

export const CreateOfferBody = z
  .object({ ...typed, admin_id: text(100) })
  .superRefine(checkOffer)
  .transform(settleCurrency)
  .meta({ id: 'CreateOffer' });
export type CreateOffer = z.output<typeof CreateOfferBody>;
export type OfferFields = Omit<CreateOffer, 'admin_id'>;
/** edit sends the whole offer back; `version` refuses to overwrite somebody else's change */
export const EditOfferBody = z
  .object({ ...typed, version: z.number().int() })
  .superRefine(checkOffer)
  .transform(settleCurrency);

/** the form's part of a save of the whole offer */
const OfferFieldsBody = z.object(typed).superRefine(checkOffer).transform(settleCurrency);

const seconds = z.number().int();
const nullable = z.string().nullable();

export const OfferRow = z
  .object({
    id: z.string(),
    camp_id: z.number().int(),
    offer_name: z.string(),
    thumbnail_url: nullable,
    advertiser: z.object({ id: z.string(), number: z.number().int(), name: z.string() }),
    offer_type: z.enum(terms.offerTypes),
    category: nullable,
    currency: z.string(),
    revenue: z.string(),
    /** of the sale, in place of an amount */
    revenue_percent: z.number().nullable(),
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

const Cap = z.object({
  id: z.string(),
  publisher_id: nullable,
  publisher_name: nullable,
  metric: z.enum(terms.capMetrics),
  period: z.enum(terms.capPeriods),
  limit: z.string(),
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
const PayoutRule = z.object({
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
  revenue: nullable,
  revenue_percent: z.number().nullable(),
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

const Permission = z.object({
  publisher_id: z.string(),
  publisher_number: z.number().int(),
  publisher_name: z.string(),
  state: z.enum(terms.permissionStates),
  reason: nullable,
  decided_at: seconds.nullable(),
});

const Creative = z.object({
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

export const OfferPageFields = z.object(partsOf(offerFieldNames, 'value'));

/** the whole offer, as its page shows it: what was typed comes back as it was */
export const OfferPage = z.object({
  id: z.string(),
  camp_id: z.number().int(),
  version: z.number().int(),
  /** every field of CreateOfferBody, money as decimal text, dates as unix seconds */
  fields: OfferPageFields,
  advertiser_name: z.string(),
  thumbnail_url: nullable,
  goals: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      name: z.string(),
      token: z.string(),
      revenue: z.string(),
      revenue_percent: z.number().nullable(),
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

/** the lists that hang on an offer, each sent as a whole */
const offerLists = {
  payout_rules: z.array(PayoutRuleInput).max(200),
  caps: z.array(CapInput).max(200),
  targets: z.array(TargetInput).max(30, 'At most 30 rules'),
  creatives: z.array(CreativeInput.extend({ id: text(40) })).max(100),
  kpi_targets: z.array(KpiTargetInput).max(20, 'At most 20 targets'),
};
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

const admins = session(['admin'], { impersonated: 'denied', section: 'offers' });
const requests = session(['admin'], { impersonated: 'denied', section: 'requests' });
const publishers = session(['publisher'], { impersonated: 'allowed' });
const advertisers = session(['advertiser'], { impersonated: 'allowed' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;
const byId = z.object({ id: z.string().max(100) });
const onOffer = { ...plain, access: admins, params: byId, names: 'offer', rates: ['admin-writes'] } as const;
/** texts of an offer may fill more than the usual 64 KB; a picture of 1 MB is a third longer as base64 */
const LONG_BODY = 512 * 1024;
const WHOLE_BODY = 2 * LONG_BODY;
export const MAX_UPLOAD_BYTES = 1024 * 1024;
const UPLOAD_BODY = Math.ceil((MAX_UPLOAD_BYTES * 4) / 3) + 4096;
const done = z.object({ id: z.string() });

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
      kind: 'named',
      value: (row) => row.advertiser,
      sort: true,
      file: ['Advertiser ID', 'Advertiser'],
    },
    offer_type: { kind: 'text', value: (row) => row.offer_type, sort: true, file: 'Type' },
    category: { kind: 'text', value: (row) => row.category, file: 'Category' },
    currency: { kind: 'text', value: (row) => row.currency, file: 'Currency' },
    revenue: { kind: 'text', value: (row) => worth(row.revenue, row.revenue_percent), sort: true, file: 'Revenue' },
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

export const PermissionRequest = z.object({
  id: z.string(),
  offer_id: z.string(),
  camp_id: z.number().int(),
  offer_name: z.string(),
  publisher_id: z.string(),
  publisher_number: z.number().int(),
  publisher_name: z.string(),
  traffic: nullable,
  terms_version: z.number().int().nullable(),
  terms_accepted_at: seconds.nullable(),
  state: z.enum(terms.permissionStates),
  reason: nullable,
  requested_at: seconds,
});

export const permissionRequestList = list({
  row: PermissionRequest,
  mostRows: WHOLE_LIST_PAGE,
  filters: { state: oneOf(terms.permissionStates) },
  columns: {
    requested_at: { kind: 'time', value: (row) => row.requested_at, sort: true },
    offer_name: { kind: 'named', value: (row) => ({ number: row.camp_id, name: row.offer_name }), sort: true },
    publisher_name: {
      kind: 'named',
      value: (row) => ({ number: row.publisher_number, name: row.publisher_name }),
      sort: true,
    },
    traffic: { kind: 'text', value: (row) => row.traffic },
    state: { kind: 'status', value: (row) => row.state },
    reason: { kind: 'text', value: (row) => row.reason },
  },
});

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

export const linkList = {
  ...list({
    row: z.object({
      /** its code: a row of a list has an id */
      id: z.string(),
      code: z.string(),
      offer_name: z.string(),
      camp_id: z.number().int(),
      url: z.string(),
      short_url: z.string(),
      params: z.record(z.string(), z.string()),
      created_at: seconds,
    }),
    filters: {},
    columns: {
      offer_name: { kind: 'named', value: (row) => ({ number: row.camp_id, name: row.offer_name }) },
      short_url: { kind: 'text', value: (row) => row.short_url },
      params: { kind: 'tags', value: (row) => Object.entries(row.params).map((one) => one.join('=')) },
      url: { kind: 'text', value: (row) => row.url },
      created_at: { kind: 'time', value: (row) => row.created_at, sort: true },
    },
  }),
  /** of its file: a link for every campaign, with this source */
  fileQuery: z.object({ source: z.string().max(255).optional(), ...formatQuery }),
};

interface RunnableLink {
  camp_id: number;
  title: string;
  offer_type: string;
  geo_coverage: readonly string[];
  url: string;
}
/** the file of links, one for each campaign that may be run */
export const linkFile = {
  columns: {
    camp_id: { kind: 'text', value: (row: RunnableLink) => row.camp_id, file: 'Campaign ID' },
    title: { kind: 'text', value: (row: RunnableLink) => row.title, file: 'Campaign' },
    offer_type: { kind: 'text', value: (row: RunnableLink) => row.offer_type, file: 'Type' },
    countries: { kind: 'text', value: (row: RunnableLink) => row.geo_coverage.join(' '), file: 'Countries' },
    url: { kind: 'text', value: (row: RunnableLink) => row.url, file: 'Link' },
  },
} as const;

export const ownCampaignList = list({
  row: z.object({
    id: z.string(),
    camp_id: z.number().int(),
    title: z.string(),
    offer_type: z.enum(terms.offerTypes),
    currency: z.string(),
    revenue: z.string(),
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
    revenue: { kind: 'money', value: (row) => ({ amount: row.revenue, currency: row.currency }) },
    created_at: { kind: 'time', value: (row) => row.created_at },
  },
});

const LinkParams = z.record(
  z.string().regex(/^(p([1-9]|1[0-5])|source|sub_source|erid|ad_id|placement|keyword|cost|creative_id)$/),
  z.string().max(255),
);

export const offerRoutes = {
  createOffer: route({
    method: 'POST',
    path: '/api/offers',
    summary: 'Creates an offer',
    access: admins,
    wire: 'message',
    headers: ['subdomain'],
    body: CreateOfferBody,
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
  setPermission: route({
    ...onOffer,
    method: 'POST',
    path: '/api/offers/{id}/permissions',
    summary: 'Lets publishers run an offer, or blocks them',
    body: z.object({
      publisher_ids: z.array(z.string().max(40)).min(1).max(1000),
      state: z.enum(['allowed', 'blocked', 'none']),
    }),
    reply: z.object({ changed: z.number().int() }),
    errors: ['not_found'],
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
      rows: z.array(z.object({ id: z.string(), number: z.number().int(), name: z.string(), detail: z.string() })),
    }),
    errors: [],
  }),
  permissionRequests: route({
    ...plain,
    method: 'GET',
    path: '/api/offer-requests',
    summary: 'Publishers who ask to run an offer',
    access: requests,
    query: permissionRequestList.query,
    reply: permissionRequestList.reply,
    errors: [],
  }),
  decideRequest: route({
    ...plain,
    method: 'POST',
    path: '/api/offer-requests/{id}/decide',
    summary: 'Approves or refuses a request, with a reason, and mails the publisher',
    access: requests,
    params: byId,
    names: 'offer-request',
    body: z.object({ allow: z.boolean(), reason: text(1000) }),
    reply: z.object({ id: z.string(), state: z.enum(terms.permissionStates) }),
    errors: ['not_found'],
    rates: ['admin-writes'],
  }),
  upload: route({
    ...plain,
    method: 'POST',
    path: '/api/uploads',
    summary: 'Stores a PNG, JPEG, WebP or GIF of at most 1 MB, sent as base64',
    access: session(['admin', 'advertiser'], { impersonated: 'allowed', section: 'offers' }),
    body: z.object({ name: z.string().max(200), data: z.base64() }),
    bodyLimit: UPLOAD_BODY,
    reply: z.object({ id: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['invalid_input', 'too_large'],
  }),
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
  askForCampaign: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/campaigns/{id}/ask',
    summary: 'Asks to run a campaign, accepting its terms',
    access: session(['publisher'], { impersonated: 'denied' }),
    params: byId,
    names: 'offer',
    body: z.object({ traffic: text(2000), accepted_terms_version: z.number().int().nullish() }),
    reply: z.object({ id: z.string(), state: z.enum(['allowed', 'requested']) }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  createLink: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/links',
    summary: 'Makes a tracking link with its short form',
    access: publishers,
    body: z.object({
      offer_id: z.string().max(40),
      landing_page: z.number().int().nullish(),
      creative: z.number().int().nullish(),
      deep_link: text(2000),
      params: LinkParams,
    }),
    reply: z.object({ url: z.string(), short_url: z.string(), code: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  links: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/links',
    summary: "The publisher's saved links",
    access: publishers,
    query: linkList.query,
    reply: linkList.reply,
    errors: [],
  }),
  exportLinks: route({
    ...fileOf(linkList),
    path: '/api/publisher/links/export',
    summary: 'A link for every campaign the publisher may run, as a file',
    access: publishers,
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
