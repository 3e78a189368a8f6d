// The words of an offer: objectives, models, statuses, caps and the like, as data. Zod-free: the form, the tracker's
// snapshot builder and the server all read them here.

export const objectives = ['Conversions', 'Sale', 'App Installs', 'Leads', 'Impressions', 'Clicks'] as const;
export type Objective = (typeof objectives)[number];

/** changing the objective sets the offer's type (the specification, Create Offer) */
export const offerTypeOf: Record<Objective, OfferType> = {
  Conversions: 'CPR',
  Sale: 'CPS',
  'App Installs': 'CPI',
  Leads: 'CPL',
  Impressions: 'CPM',
  Clicks: 'CPC',
};
export const offerTypes = ['CPR', 'CPS', 'CPI', 'CPL', 'CPM', 'CPC'] as const;
export type OfferType = (typeof offerTypes)[number];

export const offerCategories = ['finance', 'health', 'technology', 'education'] as const;
export const offerCurrencies = ['INR', 'USD', 'EUR'] as const;
export const offerVisibilities = ['Public', 'Private', 'Ask to Permission'] as const;
export const offerStatuses = ['active', 'paused', 'pending'] as const;
export type OfferStatusName = (typeof offerStatuses)[number];
/** the form's own default; the server stores it as active */
export const FORM_STATUS_DEFAULT = 'Approve';
export const conversionTrackings = ['Server Postback', 'IMG Pixel Tracking', 'Iframe Pixel Tracking'] as const;
export const redirectTypes = ['302', '301', 'javascript'] as const;
export const duplicateClickActions = ['count', 'refuse'] as const;
export const holdOutcomes = ['approved', 'pending', 'rejected'] as const;
/** what the advertiser's word may lift besides its own: each includes the one before (docs/decisions/0020) */
export const mayOverruleNames = ['none', 'hold', 'checks', 'all'] as const;
export type MayOverrule = (typeof mayOverruleNames)[number];
/** conversions by pixel wait, or follow the offer's own rules like any other */
export const pixelStatuses = ['pending', 'rules'] as const;
/** one conversion per click and goal, or one per transaction id; null: by the offer's type */
export const goalCounts = ['click', 'order'] as const;
export type GoalCount = (typeof goalCounts)[number];
export const deviceChoices = ['ALL', 'desktop', 'mobile', 'tablet'] as const;
export const operatingSystems = ['all', 'android', 'ios', 'windows'] as const;
export const offerDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const offerTimeZones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Australia/Sydney',
] as const;

export const RUPEES_PER_DOLLAR = 83;
export const DEFAULT_UNIQUE_CLICK_HOURS = 168;
export const DEFAULT_CLICK_LIFE_DAYS = 30;

export const capMetrics = ['clicks', 'conversions', 'revenue', 'payout'] as const;
export type CapMetric = (typeof capMetrics)[number];
export const capPeriods = ['hour', 'day', 'week', 'month', 'total'] as const;
/** what happens once a cap is reached; clicks know the first three, conversions all */
export const capActions = {
  fallback: 'Send further clicks to the fallback',
  pause_offer: 'Pause the offer',
  notify: 'Only tell the account managers',
  reject: 'Record further conversions as rejected',
  hold: 'Record further conversions as pending',
  zero_payout: 'Record further conversions without payout',
} as const;
export type CapAction = keyof typeof capActions;
export const capActionNames = Object.keys(capActions) as [CapAction, ...CapAction[]];

export const permissionStates = ['allowed', 'requested', 'refused', 'blocked'] as const;
export type PermissionState = (typeof permissionStates)[number];

export const offerMessages = {
  required: (label: string) => `${label} is required. Please fill this field.`,
  needsToken: 'Please include at least one parameter (like {click_id}) in your campaign URL.',
  needsTokenInline: 'Please include at least one URL token in your campaign URL.',
  created: 'Offer created successfully!',
  failed: 'Error creating offer. Please try again.',
} as const;

export const offerRequired = [
  ['offer_name', 'Title'],
  ['advertiser_id', 'Advertiser'],
  ['default_campaign_url', 'Default Campaign URL'],
  ['revenue', 'Revenue'],
  ['payout', 'Payout'],
] as const;
