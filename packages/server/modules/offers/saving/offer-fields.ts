// An offer as a person types it, and as its row keeps it: the two directions of one mapping. What is searched, sorted
// or decided by has a column; texts, previews and flows lie together in `texts`.
import { isDeepStrictEqual } from 'node:util';
import { formatMoney } from '@tributary/contract/money';
import type { GoalCount } from '@tributary/contract/offers/offer-terms';
import type { OfferFields } from '@tributary/contract/offers/offers';
import type { Selectable } from 'kysely';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Offers } from '../../../platform/db/schema.gen.ts';
import { withCleanRichText } from '../media/rich-text.ts';
import type { OfferDates } from './offer-dates.ts';

export type StoredOffer = Selectable<Offers>;

const textNames = [
  'app_name',
  'offer_preview_url',
  'preview_url',
  'offer_url',
  'advertiser_pricing',
  'advertiser_currency',
  'affiliate_pricing',
  'affiliate_currency',
  'alert_to_affiliates',
  'description',
  'private_note',
  'note',
  'offer_terms',
  'terms_and_conditions',
  'kpi',
  'default_goal_name',
  'default_landing_page_name',
  'conversion_flow',
  'conversion_flow_by_language',
  'unsubscribe_url',
  'suppression_url',
] as const satisfies readonly (keyof OfferFields)[];
export type OfferTexts = Pick<OfferFields, (typeof textNames)[number]>;

const noTexts: OfferTexts = {
  app_name: null,
  offer_preview_url: null,
  preview_url: null,
  offer_url: null,
  advertiser_pricing: null,
  advertiser_currency: 'USD',
  affiliate_pricing: null,
  affiliate_currency: 'USD',
  alert_to_affiliates: false,
  description: null,
  private_note: null,
  note: null,
  offer_terms: null,
  terms_and_conditions: null,
  kpi: null,
  default_goal_name: null,
  default_landing_page_name: 'Default',
  conversion_flow: null,
  conversion_flow_by_language: { en: null, hi: null, es: null },
  unsubscribe_url: null,
  suppression_url: null,
};

/** cleaned on the way out as well: a row may be older than today's rules */
export const textsOf = ({ texts }: Pick<StoredOffer, 'texts'>): OfferTexts =>
  // the column is written by columnsOf alone; a name that a later release adds has its default here
  withCleanRichText({ ...noTexts, ...(texts as unknown as Partial<OfferTexts>) });

export const columnsOf = (fields: OfferFields, { startsAt, endsAt }: OfferDates) => ({
  title: fields.offer_name,
  objective: fields.objective,
  offer_type: fields.offer_type,
  status: fields.status,
  visibility: fields.offer_visibility,
  currency: fields.currency,
  revenue_micros: fields.revenue,
  payout_micros: fields.payout,
  hide_payout: fields.hide_payout,
  default_campaign_url: fields.default_campaign_url,
  starts_at: startsAt,
  ends_at: endsAt,
  countries: [...new Set(fields.geo_coverage)],
  category: fields.category,
  tags: [...new Set(fields.tags)],
  thumbnail_id: fields.thumbnail_id,
  require_terms: fields.require_terms,
  deep_links: fields.deep_links,
  deep_link_hosts: [...new Set(fields.deep_link_hosts)],
  redirect_type: fields.redirect_type,
  conversion_tracking: fields.conversion_tracking,
  unique_click_hours: fields.unique_click_hours,
  duplicate_click_action: fields.duplicate_click_action,
  hold_minutes: fields.hold_minutes,
  status_after_hold: fields.status_after_hold,
  click_life_days: fields.click_life_days,
  min_ctit_seconds: fields.min_ctit_seconds,
  advertiser_may_overrule: fields.advertiser_may_overrule,
  pixel_status: fields.pixel_status,
  txn_case_matters: fields.txn_case_matters,
  fallback_url: fields.fallback_url,
  external_offer_id: fields.external_offer_id,
  app_id: fields.app_id,
  daily_start_stop: fields.daily_start_stop,
  daily_start_time: fields.daily_start_time,
  daily_end_time: fields.daily_end_time,
  enable_time_targeting: fields.enable_time_targeting,
  enable_inactive_hours: fields.enable_inactive_hours,
  timezone: fields.timezone,
  start_hour: fields.start_hour,
  end_hour: fields.end_hour,
  selected_days: fields.selected_days,
  devices: fields.devices,
  operating_system: fields.operating_system,
  texts: JSON.stringify(Object.fromEntries(textNames.map((name) => [name, fields[name]]))),
});

export interface StoredGoal {
  id: string;
  number: number;
  name: string;
  token: string;
  revenueMicros: bigint;
  /** hundredths of a percent of the sale amount, in place of an amount */
  revenueBasisPoints: number | null;
  payoutMicros: bigint;
  payoutBasisPoints: number | null;
  /** one conversion per click, or per order; no part of the dated terms */
  countedBy?: GoalCount | null;
}
export interface StoredLandingPage {
  id: string;
  number: number;
  name: string;
  url: string;
}

/** 7.25 percent is kept as 725 */
export const percentOf = (basisPoints: number | null): number | null =>
  basisPoints === null ? null : basisPoints / 100;
export const basisPointsOf = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);

/** number 1 is the default goal and the default landing page; both live in the offer's own fields */
export const DEFAULT_NUMBER = 1;

type Choices = Pick<
  OfferFields,
  | 'objective'
  | 'offer_type'
  | 'status'
  | 'offer_visibility'
  | 'currency'
  | 'redirect_type'
  | 'conversion_tracking'
  | 'duplicate_click_action'
  | 'status_after_hold'
  | 'advertiser_may_overrule'
  | 'pixel_status'
  | 'timezone'
  | 'selected_days'
  | 'devices'
  | 'operating_system'
>;

/** columns that were written from the closed lists of the contract */
const choicesOf = (row: StoredOffer): Choices =>
  ({
    objective: row.objective,
    offer_type: row.offer_type,
    status: row.status,
    offer_visibility: row.visibility,
    currency: row.currency,
    redirect_type: row.redirect_type,
    conversion_tracking: row.conversion_tracking,
    duplicate_click_action: row.duplicate_click_action,
    status_after_hold: row.status_after_hold,
    advertiser_may_overrule: row.advertiser_may_overrule,
    pixel_status: row.pixel_status,
    timezone: row.timezone,
    selected_days: row.selected_days,
    devices: row.devices,
    operating_system: row.operating_system,
  }) as Choices;

const sharesOf = (goals: readonly StoredGoal[]): Pick<OfferFields, 'revenue_percent' | 'payout_percent'> => {
  const standard = goals.find(({ number }) => number === DEFAULT_NUMBER);
  return {
    revenue_percent: percentOf(standard?.revenueBasisPoints ?? null),
    payout_percent: percentOf(standard?.payoutBasisPoints ?? null),
  };
};

export const fieldsOf = (
  row: StoredOffer,
  advertiserNumber: number,
  goals: readonly StoredGoal[],
  pages: readonly StoredLandingPage[],
): OfferFields => ({
  ...sharesOf(goals),
  ...textsOf(row),
  ...choicesOf(row),
  offer_name: row.title,
  advertiser_id: advertiserNumber,
  default_campaign_url: row.default_campaign_url,
  revenue: BigInt(row.revenue_micros),
  payout: BigInt(row.payout_micros),
  category: row.category,
  app_id: row.app_id,
  external_offer_id: row.external_offer_id,
  hide_payout: row.hide_payout,
  start_date: row.starts_at,
  end_date: row.ends_at,
  daily_start_time: row.daily_start_time,
  daily_end_time: row.daily_end_time,
  daily_start_stop: row.daily_start_stop,
  deep_links: row.deep_links,
  deep_link_hosts: row.deep_link_hosts,
  require_terms: row.require_terms,
  enable_time_targeting: row.enable_time_targeting,
  start_hour: row.start_hour,
  end_hour: row.end_hour,
  enable_inactive_hours: row.enable_inactive_hours,
  geo_coverage: row.countries,
  thumbnail_id: row.thumbnail_id,
  unique_click_hours: row.unique_click_hours,
  hold_minutes: row.hold_minutes,
  fallback_url: row.fallback_url,
  click_life_days: row.click_life_days,
  min_ctit_seconds: row.min_ctit_seconds,
  txn_case_matters: row.txn_case_matters,
  counted_by: goals.find(({ number }) => number === DEFAULT_NUMBER)?.countedBy ?? null,
  tags: row.tags,
  goals: goals
    .filter(({ number }) => number !== DEFAULT_NUMBER)
    .map((goal) => ({
      name: goal.name,
      token: goal.token,
      revenue: goal.revenueMicros,
      revenue_percent: percentOf(goal.revenueBasisPoints),
      payout: goal.payoutMicros,
      payout_percent: percentOf(goal.payoutBasisPoints),
      counted_by: goal.countedBy ?? null,
    })),
  landing_pages: pages.filter(({ number }) => number !== DEFAULT_NUMBER).map(({ name, url }) => ({ name, url })),
});

const moneyText = ({ revenue, payout }: { revenue: bigint; payout: bigint }) => ({
  revenue: formatMoney(revenue),
  payout: formatMoney(payout),
});

/** as the page shows them, and as the edit call takes them back: amounts as text, dates as unix seconds */
export const wireFields = (fields: OfferFields): Record<string, unknown> => ({
  ...fields,
  ...moneyText(fields),
  start_date: fields.start_date && unixSeconds(fields.start_date),
  end_date: fields.end_date && unixSeconds(fields.end_date),
  geo_coverage: fields.geo_coverage.join(','),
  goals: fields.goals.map((goal) => ({ ...goal, ...moneyText(goal) })),
});

/** what changed, field by field, for the history */
export function changesBetween(before: OfferFields, after: OfferFields) {
  const [old, now] = [auditFields(before), auditFields(after)];
  const changed = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return changed.length === 0 ? null : { before: pick(old), after: pick(now) };
}

/** the trail takes the word "token" for a secret; a goal's is none */
const auditFields = (fields: OfferFields): Record<string, unknown> => ({
  ...wireFields(fields),
  goals: fields.goals.map(({ token, ...goal }) => ({ ...goal, ...moneyText(goal), sends: token })),
});
