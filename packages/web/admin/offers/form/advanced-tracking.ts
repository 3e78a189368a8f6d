// Advanced Settings, first half: what counts, where a click may lead, and how it is tracked.
import { holdOutcomes, offerCategories, redirectTypes } from '@tributary/contract/offer-terms';
import { goalCountChoices } from './goal-counts.ts';
import { DeepLinkHosts } from './parts/deep-link-hosts.tsx';
import { DuplicateClicks } from './parts/duplicate-clicks.tsx';
import { GoalRows } from './parts/goal-rows.tsx';
import { LandingPageRows } from './parts/landing-page-rows.tsx';
import { Tags } from './parts/tags.tsx';
import { Thumbnail } from './parts/thumbnail.tsx';
import { type Chapter, plain, worded } from './parts.ts';

export const goalsAndPages: Chapter = {
  title: 'Goals and pages',
  parts: [
    {
      kind: 'text',
      name: 'default_goal_name',
      label: 'Default goal name',
      help: 'What a postback without a goal counts as.',
      half: true,
    },
    {
      kind: 'text',
      name: 'default_landing_page_name',
      label: 'Default landing page name',
      help: 'The name publishers see for the default campaign URL.',
      half: true,
    },
    {
      kind: 'select',
      name: 'counted_by',
      label: 'Conversions of the default goal',
      options: goalCountChoices,
      help: 'Sales count once per order, everything else once per click, unless you say otherwise.',
      half: true,
    },
    { kind: 'own', name: 'goals', Part: GoalRows },
    { kind: 'own', name: 'landing_pages', Part: LandingPageRows },
    { kind: 'own', name: 'thumbnail_id', also: ['thumbnail_url'], Part: Thumbnail },
    {
      kind: 'select',
      name: 'category',
      label: 'Category',
      options: [{ value: '', label: 'No category' }, ...worded(offerCategories)],
      half: true,
    },
    { kind: 'own', name: 'tags', Part: Tags, half: true },
    { kind: 'text', name: 'app_name', label: 'App name', half: true },
    { kind: 'text', name: 'app_id', label: 'App ID', help: 'The promoted app’s store id.', half: true },
    { kind: 'text', name: 'external_offer_id', label: 'External offer ID', half: true },
  ],
};

export const tracking: Chapter = {
  title: 'Tracking',
  parts: [
    {
      kind: 'select',
      name: 'redirect_type',
      label: 'Redirect type',
      required: true,
      options: plain(redirectTypes),
      half: true,
    },
    {
      kind: 'number',
      name: 'unique_click_hours',
      label: 'Unique click duration (hours)',
      placeholder: '168',
      help: 'Empty means 168 hours.',
      half: true,
    },
    { kind: 'own', name: 'duplicate_click_action', Part: DuplicateClicks },
    {
      kind: 'number',
      name: 'hold_minutes',
      label: 'Conversion hold period (minutes)',
      placeholder: '0',
      help: 'Conversions wait this long before they count.',
      half: true,
    },
    {
      kind: 'select',
      name: 'status_after_hold',
      label: 'Conversion status after hold',
      options: worded(holdOutcomes),
      half: true,
    },
    {
      kind: 'number',
      name: 'click_life_days',
      label: 'Click lifetime (days)',
      help: 'Later conversions are cleared as expired.',
      half: true,
    },
    {
      kind: 'number',
      name: 'min_ctit_seconds',
      label: 'Shortest time to convert (seconds)',
      placeholder: '0',
      help: 'Faster conversions are rejected. 5 to 15 suits most offers.',
      half: true,
    },
    {
      kind: 'select',
      name: 'advertiser_may_overrule',
      label: 'The advertiser may overrule',
      options: [
        { value: 'none', label: 'Nobody: what it says against us is a request' },
        { value: 'hold', label: 'The hold' },
        { value: 'checks', label: 'The hold and our checks (fraud, time to convert)' },
        { value: 'all', label: 'Everybody, account managers too' },
      ],
      half: true,
    },
    {
      kind: 'select',
      name: 'pixel_status',
      label: 'Conversions by pixel',
      options: [
        { value: 'pending', label: 'Wait to be confirmed' },
        { value: 'rules', label: 'Follow hold and status like any other' },
      ],
      help: 'Anyone who sees a pixel can fire it.',
      half: true,
    },
    {
      kind: 'switch',
      name: 'txn_case_matters',
      label: 'Case matters in transaction ids',
      help: 'A-1 and a-1 are two orders.',
      half: true,
    },
    {
      kind: 'switch',
      name: 'deep_links',
      label: 'Deep links',
      help: 'Publishers may lead to any page of the hosts below.',
      half: true,
    },
    { kind: 'own', name: 'deep_link_hosts', reads: ['deep_links'], Part: DeepLinkHosts, half: true },
    {
      kind: 'text',
      name: 'fallback_url',
      label: 'Fallback URL',
      placeholder: 'https://',
      help: 'Where refused clicks go. Empty means your workspace’s fallback.',
    },
    { kind: 'text', name: 'offer_url', label: 'Offer URL', placeholder: 'https://', half: true },
    { kind: 'text', name: 'offer_preview_url', label: 'Offer preview URL', placeholder: 'https://', half: true },
    { kind: 'text', name: 'unsubscribe_url', label: 'Unsubscribe URL', placeholder: 'https://', half: true },
    { kind: 'text', name: 'suppression_url', label: 'Suppression URL', placeholder: 'https://', half: true },
  ],
};
