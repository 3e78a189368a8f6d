// The tabs of an offer, and on which of them a field of its form is edited.

import { t } from '../../../words/admin.ts';
import type { DraftField } from '../form/draft.ts';

export const tabs = [
  ['general', t('common.general')],
  ['goals', t('offers.goals')],
  ['payout-rules', t('offers.payoutRules')],
  ['caps', t('common.caps')],
  ['targeting', t('offers.targeting')],
  ['landing-pages', t('offers.landingPages')],
  ['creatives', t('offers.creatives')],
  ['publishers', t('offers.publishers')],
  ['fallback', t('offers.fallback')],
  ['terms', t('common.terms')],
  ['history', t('common.history')],
] as const;
export type TabName = (typeof tabs)[number][0];

const ownTabs: Partial<Record<DraftField, TabName>> = {
  goals: 'goals',
  landing_pages: 'landing-pages',
  fallback_url: 'fallback',
};
export const tabOfField = (field: DraftField): TabName => ownTabs[field] ?? 'general';

/** the lists beside the form, by their names on the wire: their tab, and their name in a sentence */
export const lists = {
  payout_rules: ['payout-rules', t('offers.payoutRules')],
  caps: ['caps', t('common.caps')],
  targets: ['targeting', t('offers.targeting')],
  creatives: ['creatives', t('offers.creatives')],
  kpi_targets: ['goals', t('offers.kpiTargets')],
} as const satisfies Record<string, readonly [TabName, string]>;
export type ListName = keyof typeof lists;
