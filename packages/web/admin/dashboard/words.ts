// The words of the specification's dashboard: ranges, states, kinds of report, cards; and the report behind each.
import type { dashboardCards, dashboardRanges, dashboardStatuses } from '@tributary/contract/reports/dashboards';
import { t } from '../../words/admin.ts';

export type Range = (typeof dashboardRanges)[number];
export type Status = (typeof dashboardStatuses)[number];
export type CardId = (typeof dashboardCards)[number];

export const ranges: Record<Range, string> = {
  today: t('dashboard.today'),
  yesterday: t('dashboard.yesterday'),
  last_7_days: t('dashboard.last7Days'),
};
export const statuses: Record<Status, string> = {
  all: t('dashboard.all'),
  active: t('dashboard.active'),
  inactive: t('dashboard.inactive'),
};
export const reportTypes = {
  basic: t('dashboard.basic'),
  advanced: t('dashboard.advanced'),
  custom: t('dashboard.customReport'),
} as const;
export type ReportType = keyof typeof reportTypes;

export const cards: Record<CardId, { label: string; format: 'count' | 'money' }> = {
  conversions: { label: t('common.conversions'), format: 'count' },
  impressions: { label: t('common.impressions'), format: 'count' },
  clicks: { label: t('common.clicks'), format: 'count' },
  revenue: { label: t('common.revenue'), format: 'money' },
  payout: { label: t('common.payout'), format: 'money' },
  profit: { label: t('common.profit'), format: 'money' },
};

/** what a trend is measured against */
export const against: Record<Range, string> = {
  today: t('dashboard.theSameHoursYesterday'),
  yesterday: t('dashboard.theDayBefore'),
  last_7_days: t('dashboard.the7DaysBefore'),
};

/** the states that the specification's Status stands for, as a report's filter */
export const statusFilter: Record<Status, readonly string[]> = {
  all: [],
  active: ['active'],
  inactive: ['paused', 'pending'],
};

/** the report of a range and a state of offers; `query` says the rest of it */
export function reportPath(query: Record<string, string>, range: Range, status: Status): string {
  const search = new URLSearchParams({ ...query, period: range });
  for (const state of statusFilter[status]) search.append('filter[offer_status]', state);
  return `/am/reports?${search}`;
}
