// The words of the seed's dashboard: ranges, states, kinds of report, cards; and the report behind each.
import type { dashboardCards, dashboardRanges, dashboardStatuses } from '@tributary/contract/dashboards';

export type Range = (typeof dashboardRanges)[number];
export type Status = (typeof dashboardStatuses)[number];
export type CardId = (typeof dashboardCards)[number];

export const ranges: Record<Range, string> = { today: 'Today', yesterday: 'Yesterday', last_7_days: 'Last 7 Days' };
export const statuses: Record<Status, string> = { all: 'All', active: 'Active', inactive: 'Inactive' };
export const reportTypes = { basic: 'Basic', advanced: 'Advanced', custom: 'Custom Report' } as const;
export type ReportType = keyof typeof reportTypes;

export const cards: Record<CardId, { label: string; format: 'count' | 'money' }> = {
  conversions: { label: 'Conversions', format: 'count' },
  impressions: { label: 'Impressions', format: 'count' },
  clicks: { label: 'Clicks', format: 'count' },
  revenue: { label: 'Revenue', format: 'money' },
  payout: { label: 'Payout', format: 'money' },
  profit: { label: 'Profit', format: 'money' },
};

/** what a trend is measured against */
export const against: Record<Range, string> = {
  today: 'the same hours yesterday',
  yesterday: 'the day before',
  last_7_days: 'the 7 days before',
};

/** the states that the seed's Status stands for, as a report's filter */
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
