// Caps in words: what is counted, over which time, and what was counted.
import type { conversionRoutes } from '@tributary/contract/conversions/conversions';
import type { ResultOf } from '@tributary/contract/route';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { count, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';

export type CapReached = ResultOf<typeof conversionRoutes.capsReached>['rows'][number];
export type CapUsage = ResultOf<typeof conversionRoutes.capUsage>['rows'][number];

export const metricWords = {
  clicks: t('common.clicks'),
  conversions: t('common.conversions'),
  revenue: t('common.revenue'),
  payout: t('common.payout'),
} as const satisfies Record<CapUsage['metric'], string>;

export const periodWords = {
  hour: t('caps.perHour'),
  day: t('caps.perDay'),
  week: t('caps.perWeek'),
  month: t('caps.perMonth'),
  total: t('caps.inTotal'),
} as const satisfies Record<CapUsage['period'], string>;

type Measured = Pick<CapUsage, 'metric' | 'currency'>;

/** counts as counts, amounts as money */
export const amountText = (value: string, { metric, currency }: Measured): string =>
  metric === 'clicks' || metric === 'conversions' ? count(Number(value)) : money(value, currency);

export const windowText = (from: number, to: number | null): string =>
  to === null ? t('caps.since', { from: dateTime(from) }) : `${dateTime(from)} – ${dateTime(to)}`;

export const capTabs: readonly PageTab[] = [
  { to: '/am/reports/caps', label: t('caps.reached') },
  { to: '/am/reports/caps/pacing', label: t('caps.pacing') },
];

export const publisherText = (publisher: { name: string; number: number } | null): string =>
  publisher ? `${publisher.name} (${publisher.number})` : t('caps.allPublishers');
