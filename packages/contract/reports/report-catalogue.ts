// The report catalogue: every dimension and every metric as data. The server compiles queries from it, the screens build
// their pickers from it, and it says who may see what. Zod-free: the browser reads it without the schemas.

import type { Hideable, PublisherColumn } from '../accounts/hidden.ts';
import { utmParameters } from '../tracker/macros.ts';

export type ReportRole = 'admin' | 'publisher' | 'advertiser';

/** `number`: an id with a label beside it; `hour`: ISO with offset; `day`, `week` (its Monday): 2026-11-02; `month`: 2026-11 */
export type DimensionType = 'number' | 'text' | 'country' | 'verdict' | 'hour' | 'day' | 'week' | 'month';

export interface Dimension {
  label: string;
  type: DimensionType;
  roles: readonly ReportRole[];
  /** `rollup` and `source` answer for years; `raw` reads single events, at most RAW_DAYS of them */
  kept: 'rollup' | 'source' | 'raw';
  /** `conversions`: clicks do not know it; they stand in the row where it is null, and no filter on it drops them */
  of: 'everything' | 'conversions';
  group: 'people' | 'traffic' | 'place' | 'device' | 'time' | 'parameters';
}

const everyone = ['admin', 'publisher', 'advertiser'] as const;
const managers = ['admin'] as const;
const notPublishers = ['admin', 'advertiser'] as const;
const notAdvertisers = ['admin', 'publisher'] as const;

const dimension = (
  label: string,
  group: Dimension['group'],
  rest: Partial<Omit<Dimension, 'label' | 'group'>> = {},
): Dimension => ({ label, group, type: 'text', roles: everyone, kept: 'rollup', of: 'everything', ...rest });
const raw = { kept: 'raw' } as const;

export const PARAMETERS = 15;
type ParameterNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;
type ParameterName = `p${ParameterNumber}` | `sub${ParameterNumber}`;
/** p1–p15 come on the click and are the publisher's; sub1–sub15 come on the postback and are the advertiser's */
const parameters = Object.fromEntries(
  Array.from({ length: PARAMETERS }, (_, at) => at + 1).flatMap((n) => [
    [`p${n}`, dimension(`P${n}`, 'parameters', { ...raw, roles: notAdvertisers })],
    [`sub${n}`, dimension(`Sub ${n}`, 'parameters', { ...raw, roles: notPublishers, of: 'conversions' })],
  ]),
) as Record<ParameterName, Dimension>;

/** what links are marked with everywhere else; they come on the click, and are stored with its parameters */
const utm = Object.fromEntries(
  utmParameters.map((name) => [
    name,
    dimension(`UTM ${name.slice('utm_'.length)}`, 'parameters', { ...raw, roles: notAdvertisers }),
  ]),
) as Record<(typeof utmParameters)[number], Dimension>;

const named = {
  offer: dimension('Offer', 'traffic', { type: 'number' }),
  offer_status: dimension('Offer status', 'traffic', { roles: managers }),
  goal: dimension('Goal', 'traffic', { of: 'conversions' }),
  source: dimension('Source', 'traffic', { kept: 'source' }),
  sub_source: dimension('Sub-source', 'traffic', raw),
  verdict: dimension('Verdict', 'traffic', { type: 'verdict' }),
  publisher: dimension('Publisher', 'people', { type: 'number', roles: notPublishers }),
  advertiser: dimension('Advertiser', 'people', { type: 'number', roles: managers }),
  manager: dimension('Account manager', 'people', { roles: managers }),
  country: dimension('Country', 'place', { type: 'country' }),
  region: dimension('Region', 'place', raw),
  city: dimension('City', 'place', raw),
  isp: dimension('Internet provider', 'place', raw),
  device: dimension('Device', 'device'),
  device_brand: dimension('Device brand', 'device', raw),
  os: dimension('Operating system', 'device'),
  browser: dimension('Browser', 'device', raw),
  language: dimension('Language', 'device', raw),
  hour: dimension('Hour', 'time', { type: 'hour' }),
  day: dimension('Day', 'time', { type: 'day' }),
  week: dimension('Week', 'time', { type: 'week' }),
  month: dimension('Month', 'time', { type: 'month' }),
} as const;

export type DimensionId = keyof typeof named | keyof typeof utm | ParameterName;
export const dimensions: Readonly<Record<DimensionId, Dimension>> = { ...named, ...utm, ...parameters };
/** comes with the click's own parameters */
export const isClickParameter = (name: string): boolean => /^(p\d+|utm_\w+)$/.test(name);
export const dimensionIds = Object.keys(dimensions) as DimensionId[];
export const isDimension = (name: string): name is DimensionId => Object.hasOwn(dimensions, name);

/** what is added up; a metric is made of these */
export type Fact =
  | 'gross_impressions'
  | 'impressions'
  | 'gross_clicks'
  | 'clicks'
  | 'unique_clicks'
  | 'invalid_clicks'
  | `${'approved' | 'pending' | 'rejected'}_${'conversions' | 'revenue' | 'payout'}`
  | 'click_revenue'
  | 'click_payout'
  | 'sale_amount'
  | 'conversion_seconds'
  | 'timed_conversions';

/** `count`: a JSON number. `money`: decimal text in the report's currency. `percent`: decimal text, "3.25" is 3.25%.
 * `ratio`: decimal text. `duration`: seconds, decimal text. Whatever is divided by nothing is null. */
export type MetricFormat = 'count' | 'money' | 'percent' | 'ratio' | 'duration';

/** times × Σ of ÷ Σ per; a term is added, or taken away where it begins with a minus */
export type Term = Fact | `-${Fact}`;
export interface Metric {
  label: string;
  /** what the portals call it where they have a word of their own */
  labels?: { publisher?: string; advertiser?: string };
  description: string;
  format: MetricFormat;
  roles: readonly ReportRole[];
  of: readonly Term[];
  per?: readonly Term[];
  times?: number;
  /** a part of a whole: where `of` is more than `per`, some of it has another origin, and there is no share to tell: null */
  share?: true;
  /** the middle value instead of a sum */
  median?: true;
  /** of an amount as it is shown; two where nothing is said */
  decimals?: 4;
}

const conversions = ['approved_conversions', 'pending_conversions'] as const;
const revenue = ['approved_revenue', 'pending_revenue', 'click_revenue'] as const;
const payout = ['approved_payout', 'pending_payout', 'click_payout'] as const;
const minusPayout = ['-approved_payout', '-pending_payout', '-click_payout'] as const;
const minusRevenue = ['-approved_revenue', '-pending_revenue', '-click_revenue'] as const;
const profit = [...revenue, ...minusPayout] as const;

const count = (label: string, of: readonly Term[], description: string): Metric => ({
  label,
  of,
  description,
  format: 'count',
  roles: everyone,
});
const spend = (label: string, advertiser: string): Pick<Metric, 'label' | 'labels' | 'format' | 'roles'> => ({
  label,
  labels: { advertiser },
  format: 'money',
  roles: notPublishers,
});
const earned = (label: string, publisher: string): Pick<Metric, 'label' | 'labels' | 'format' | 'roles'> => ({
  label,
  labels: { publisher },
  format: 'money',
  roles: notAdvertisers,
});
const percent = (label: string, of: readonly Term[], per: readonly Term[], description: string): Metric => ({
  label,
  of,
  per,
  times: 100,
  description,
  format: 'percent',
  roles: everyone,
});
const share = (...parts: Parameters<typeof percent>): Metric => ({ ...percent(...parts), share: true });

const allMetrics = {
  gross_impressions: count(
    'Gross impressions',
    ['gross_impressions'],
    'Every impression recorded, whatever its verdict: those of bots and refused ones, too',
  ),
  impressions: count('Impressions', ['impressions'], 'Accepted impressions: those that count for payouts'),
  gross_clicks: count('Gross clicks', ['gross_clicks'], 'Every click recorded, whatever its verdict'),
  clicks: count('Clicks', ['clicks'], 'Accepted clicks: those that count for payouts and caps'),
  unique_clicks: count('Unique clicks', ['unique_clicks'], 'First clicks of a visitor within the offer’s window'),
  invalid_clicks: count('Invalid clicks', ['invalid_clicks'], 'Clicks that were refused and sent to a fallback'),
  ctr: share(
    'CTR',
    ['clicks'],
    ['impressions'],
    'Accepted clicks ÷ accepted impressions; empty where there are more clicks than impressions, since some came without one',
  ),
  invalid_rate: share('Invalid rate', ['invalid_clicks'], ['gross_clicks'], 'Invalid clicks ÷ gross clicks'),
  conversions: count('Conversions', conversions, 'Approved and pending conversions'),
  approved_conversions: count('Approved', ['approved_conversions'], 'Approved conversions'),
  pending_conversions: count('Pending', ['pending_conversions'], 'Conversions waiting for a decision'),
  rejected_conversions: count('Rejected', ['rejected_conversions'], 'Rejected conversions'),
  cr: share(
    'CR',
    conversions,
    ['clicks'],
    'Conversions ÷ accepted clicks; empty where there are more conversions than clicks: several of one click, or of clicks of other days',
  ),
  rejection_rate: share(
    'Rejection rate',
    ['rejected_conversions'],
    [...conversions, 'rejected_conversions'],
    'Rejected ÷ all conversions',
  ),
  revenue: {
    ...spend('Revenue', 'Spend'),
    of: revenue,
    description: 'What advertisers owe, approved and pending; paid clicks are provisional until their day is booked',
  },
  approved_revenue: {
    ...spend('Approved revenue', 'Approved spend'),
    of: ['approved_revenue', 'click_revenue'],
    description: 'Of approved conversions, and of paid clicks and impressions',
  },
  pending_revenue: {
    ...spend('Pending revenue', 'Pending spend'),
    of: ['pending_revenue'],
    description: 'Of conversions waiting for a decision',
  },
  payout: {
    ...earned('Payout', 'Earnings'),
    of: payout,
    description: 'What publishers earn, approved and pending; paid clicks are provisional until their day is booked',
  },
  approved_payout: {
    ...earned('Approved payout', 'Approved earnings'),
    of: ['approved_payout', 'click_payout'],
    description: 'Of approved conversions, and of paid clicks and impressions',
  },
  pending_payout: {
    ...earned('Pending payout', 'Pending earnings'),
    of: ['pending_payout'],
    description: 'Of conversions waiting for a decision',
  },
  rejected_payout: {
    ...earned('Rejected payout', 'Rejected earnings'),
    of: ['rejected_payout'],
    description: 'Of rejected conversions',
  },
  profit: { label: 'Profit', format: 'money', roles: managers, of: profit, description: 'Revenue − payout' },
  margin: { ...percent('Margin', profit, revenue, 'Profit ÷ revenue'), roles: managers },
  epc: {
    ...earned('EPC', 'EPC'),
    of: payout,
    per: ['clicks'],
    decimals: 4,
    description: 'Earnings per click: payout ÷ clicks',
  },
  rpc: {
    ...spend('RPC', 'Cost per click'),
    of: revenue,
    per: ['clicks'],
    decimals: 4,
    description: 'Revenue ÷ clicks',
  },
  ecpm: {
    ...spend('eCPM', 'eCPM'),
    of: revenue,
    per: ['impressions'],
    times: 1000,
    description: 'Revenue per thousand impressions',
  },
  cpa: {
    ...spend('Revenue per conversion', 'CPA'),
    of: revenue,
    per: conversions,
    description: 'Revenue ÷ conversions',
  },
  roi: { ...percent('ROI', profit, payout, 'Profit ÷ payout'), roles: managers },
  sale_amount: {
    ...spend('Sale amount', 'Sale amount'),
    of: ['sale_amount'],
    description: 'What the customers paid, as the advertiser reports it; rejected conversions left out',
  },
  roas: {
    label: 'ROAS',
    format: 'ratio',
    roles: notPublishers,
    of: ['sale_amount'],
    per: revenue,
    description: 'Sale amount ÷ revenue',
  },
  advertiser_roi: {
    ...percent('Advertiser ROI', ['sale_amount', ...minusRevenue], revenue, '(Sale amount − revenue) ÷ revenue'),
    labels: { advertiser: 'ROI' },
    roles: notPublishers,
  },
  average_conversion_time: {
    label: 'Average time to conversion',
    format: 'duration',
    roles: everyone,
    of: ['conversion_seconds'],
    per: ['timed_conversions'],
    description: 'From click to conversion, of conversions not rejected',
  },
  median_conversion_time: {
    label: 'Median time to conversion',
    format: 'duration',
    roles: everyone,
    of: ['conversion_seconds'],
    median: true,
    description: 'Half of the conversions came sooner, half later',
  },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof allMetrics;
export const metrics: Readonly<Record<MetricId, Metric>> = allMetrics;
export const metricIds = Object.keys(metrics) as MetricId[];
export const isMetric = (name: string): name is MetricId => Object.hasOwn(metrics, name);

export const metricLabel = (id: MetricId, role: ReportRole): string => {
  const { label, labels } = metrics[id];
  return (role === 'admin' ? undefined : labels?.[role]) ?? label;
};
/** of which of the columns that a workspace may keep from its publishers they are; what publishers are paid for is of none */
const columnOfDimension: Partial<Record<DimensionId, PublisherColumn>> = {
  verdict: 'refused_traffic',
  country: 'country',
  region: 'place',
  city: 'place',
  isp: 'place',
  device: 'device',
  device_brand: 'device',
  os: 'device',
  browser: 'device',
  language: 'device',
};
const columnOfMetric: Partial<Record<MetricId, PublisherColumn>> = {
  gross_impressions: 'refused_traffic',
  gross_clicks: 'refused_traffic',
  invalid_clicks: 'refused_traffic',
  invalid_rate: 'refused_traffic',
  unique_clicks: 'unique_clicks',
  ctr: 'rates',
  cr: 'rates',
  rejection_rate: 'rates',
  epc: 'rates',
  average_conversion_time: 'conversion_time',
  median_conversion_time: 'conversion_time',
};

/** the hidden class that keeps a dimension or a metric from a role; null: none */
export function hiddenDimension(id: DimensionId, hidden: readonly Hideable[]): Hideable | null {
  const { group } = dimensions[id];
  const classes: (Hideable | undefined)[] = [
    id === 'advertiser' ? 'advertiser_name' : undefined,
    group === 'parameters' || id === 'sub_source' ? 'sub_values' : undefined,
    columnOfDimension[id],
  ];
  return classes.find((one) => one !== undefined && hidden.includes(one)) ?? null;
}
export function hiddenMetric(id: MetricId, hidden: readonly Hideable[]): Hideable | null {
  const column = columnOfMetric[id];
  if (column && hidden.includes(column)) return column;
  const { of, per = [] } = metrics[id];
  const has = (word: RegExp) => [...of, ...per].some((term) => word.test(term));
  if (!has(/_revenue$|^sale_amount$/)) return null;
  // both together are the profit, or a share of it: whoever hides revenue hides what would tell it
  if (has(/_payout$/) && hidden.includes('profit')) return 'profit';
  return hidden.includes('revenue') ? 'revenue' : null;
}

export const dimensionsFor = (role: ReportRole, hidden: readonly Hideable[] = []): DimensionId[] =>
  dimensionIds.filter((id) => dimensions[id].roles.includes(role) && hiddenDimension(id, hidden) === null);
export const metricsFor = (role: ReportRole, hidden: readonly Hideable[] = []): MetricId[] =>
  metricIds.filter((id) => metrics[id].roles.includes(role) && hiddenMetric(id, hidden) === null);

/** the longest period that single events are read for, and any report at all */
export const RAW_DAYS = 31;
export const HOUR_DAYS = 93;
export const MAX_DAYS = 731;
export const MAX_DIMENSIONS = 5;
export const MAX_ROWS = 1000;

export const periods = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  this_month: 'This Month',
  last_month: 'Last Month',
} as const;
export type PeriodId = keyof typeof periods;
export const periodIds = Object.keys(periods) as [PeriodId, ...PeriodId[]];
