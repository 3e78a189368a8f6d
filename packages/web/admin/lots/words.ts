// Lots in words: their tabs, and what a lot is made of.
import type { Lot } from '@tributary/contract/conversions/lots';
import { VALIDATION, validationTitle } from '../../features/reconciliation/words.ts';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const conversionTabs: readonly PageTab[] = [
  { to: '/am/reports/conversions', label: t('common.conversions') },
  { to: '/am/reports/conversions/requests', label: t('lots.requests') },
  { to: '/am/reports/conversions/lots', label: t('lots.clicksAndImpressions') },
  { to: '/am/reports/conversions/late', label: t('lots.cameLate') },
  { to: VALIDATION.admin, label: validationTitle },
];

export const eventsText = ({ model, events }: Pick<Lot, 'model' | 'events'>): string =>
  model === 'CPC' ? t('lots.clicks', { count: events }) : t('lots.impressions', { count: events });

export const named = ({ name, number }: { name: string; number: number }): string => `${name} (${number})`;

/** names the query cache of the list and of its drawer */
export const LOTS = 'lots';
