// The tabs of an offer, and on which of them a field of its form is edited.
import type { DraftField } from '../form/draft.ts';

export const tabs = [
  ['general', 'General'],
  ['goals', 'Goals'],
  ['payout-rules', 'Payout rules'],
  ['caps', 'Caps'],
  ['targeting', 'Targeting'],
  ['landing-pages', 'Landing pages'],
  ['creatives', 'Creatives'],
  ['publishers', 'Publishers'],
  ['fallback', 'Fallback'],
  ['terms', 'Terms'],
  ['history', 'History'],
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
  payout_rules: ['payout-rules', 'Payout rules'],
  caps: ['caps', 'Caps'],
  targets: ['targeting', 'Targeting'],
  creatives: ['creatives', 'Creatives'],
  kpi_targets: ['goals', 'KPI targets'],
} as const satisfies Record<string, readonly [TabName, string]>;
export type ListName = keyof typeof lists;
