// Lots in words: their tabs, and what a lot is made of.
import type { Lot } from '@tributary/contract/lots';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { count } from '../../ui/format.ts';

export const conversionTabs: readonly PageTab[] = [
  { to: '/am/reports/conversions', label: 'Conversions' },
  { to: '/am/reports/conversions/requests', label: 'Requests' },
  { to: '/am/reports/conversions/lots', label: 'Clicks and impressions' },
  { to: '/am/reports/conversions/late', label: 'Came late' },
];

export const eventsText = ({ model, events }: Pick<Lot, 'model' | 'events'>): string =>
  `${count(events)} ${model === 'CPC' ? (events === 1 ? 'click' : 'clicks') : events === 1 ? 'impression' : 'impressions'}`;

export const named = ({ name, number }: { name: string; number: number }): string => `${name} (${number})`;

/** names the query cache of the list and of its drawer */
export const LOTS = 'lots';
