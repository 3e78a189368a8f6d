// What the offer form holds, under the wire's own names: one typed object for the long form, the wizard and the
// offer's page. Money stays decimal text, dates stay "2025-10-02 00:00:00" in UTC.
import {
  DEFAULT_CLICK_LIFE_DAYS,
  FORM_STATUS_DEFAULT,
  type Objective,
  offerTypeOf,
} from '@tributary/contract/offers/offer-terms';
import { newKey } from '../../../kit/inputs/row-keys.ts';
import { t } from '../../../words/admin.ts';

export const textFields = [
  'offer_name',
  'advertiser_id',
  'category',
  'app_id',
  'app_name',
  'external_offer_id',
  'offer_preview_url',
  'preview_url',
  'offer_url',
  'default_campaign_url',
  'advertiser_pricing',
  'affiliate_pricing',
  'description',
  'kpi',
  'private_note',
  'note',
  'offer_terms',
  'terms_and_conditions',
  'revenue',
  'payout',
  'default_goal_name',
  'default_landing_page_name',
  'thumbnail_id',
  'conversion_flow',
  'unsubscribe_url',
  'suppression_url',
  'fallback_url',
] as const;

export const flagFields = [
  'hide_payout',
  'daily_start_stop',
  'alert_to_affiliates',
  'deep_links',
  'require_terms',
  'enable_time_targeting',
  'enable_inactive_hours',
  'txn_case_matters',
] as const;

/** closed lists: what the form starts with */
export const choiceDefaults = {
  objective: 'Conversions',
  offer_type: offerTypeOf.Conversions,
  advertiser_currency: 'USD',
  affiliate_currency: 'USD',
  offer_visibility: 'Public',
  status: FORM_STATUS_DEFAULT,
  conversion_tracking: 'Server Postback',
  currency: 'INR',
  timezone: 'UTC',
  redirect_type: '302',
  duplicate_click_action: 'count',
  status_after_hold: 'approved',
  counted_by: '',
  advertiser_may_overrule: 'none',
  pixel_status: 'pending',
  devices: 'ALL',
  operating_system: 'all',
  daily_start_time: '00:00:00',
  daily_end_time: '00:00:00',
  start_hour: '00',
  end_hour: '00',
} as const;

export const numberFields = ['unique_click_hours', 'hold_minutes', 'click_life_days', 'min_ctit_seconds'] as const;
export const flowLanguages = { en: t('offers.english'), hi: t('offers.hindi'), es: t('offers.spanish') } as const;
export type FlowLanguage = keyof typeof flowLanguages;

export interface GoalDraft {
  key: string;
  name: string;
  token: string;
  revenue: string;
  payout: string;
  counted_by: string;
}
export interface LandingPageDraft {
  key: string;
  name: string;
  url: string;
}

export type OfferDraft = Record<(typeof textFields)[number], string> &
  Record<(typeof flagFields)[number], boolean> &
  Record<keyof typeof choiceDefaults, string> &
  Record<(typeof numberFields)[number], number | ''> & {
    start_date: string;
    end_date: string;
    selected_days: string[];
    geo_coverage: string[];
    deep_link_hosts: string[];
    tags: string[];
    conversion_flow_by_language: Record<FlowLanguage, string>;
    goals: GoalDraft[];
    landing_pages: LandingPageDraft[];
    /** where the chosen thumbnail can be seen; never sent */
    thumbnail_url: string;
  };
export type DraftField = keyof OfferDraft;

/** the specification's dates while their end lies ahead; once it is past, today and two years on */
export function defaultDates(now: Date): { start_date: string; end_date: string } {
  if (now.getTime() < Date.UTC(2027, 9, 2)) {
    return { start_date: '2025-10-02 00:00:00', end_date: '2027-10-02 00:00:00' };
  }
  const day = now.toISOString().slice(0, 10);
  const inTwoYears = new Date(Date.UTC(now.getUTCFullYear() + 2, now.getUTCMonth(), now.getUTCDate()));
  return { start_date: `${day} 00:00:00`, end_date: `${inTwoYears.toISOString().slice(0, 10)} 00:00:00` };
}

const emptyTexts = Object.fromEntries(textFields.map((name) => [name, ''])) as Record<
  (typeof textFields)[number],
  string
>;
const noFlags = Object.fromEntries(flagFields.map((name) => [name, false])) as Record<
  (typeof flagFields)[number],
  boolean
>;

export const emptyDraft = (now: Date): OfferDraft => ({
  ...emptyTexts,
  ...noFlags,
  ...choiceDefaults,
  ...defaultDates(now),
  default_landing_page_name: 'Default',
  unique_click_hours: '',
  hold_minutes: '',
  click_life_days: DEFAULT_CLICK_LIFE_DAYS,
  min_ctit_seconds: '',
  selected_days: [],
  geo_coverage: ['ALL'],
  deep_link_hosts: [],
  tags: [],
  conversion_flow_by_language: { en: '', hi: '', es: '' },
  goals: [],
  landing_pages: [],
  thumbnail_url: '',
});

export const emptyGoal = (): GoalDraft => ({
  key: newKey(),
  name: '',
  token: '',
  revenue: '',
  payout: '',
  counted_by: '',
});
export const emptyLandingPage = (): LandingPageDraft => ({ key: newKey(), name: '', url: '' });

/** changing the objective sets the offer's type */
export const withObjective = (objective: Objective) => ({ objective, offer_type: offerTypeOf[objective] });
