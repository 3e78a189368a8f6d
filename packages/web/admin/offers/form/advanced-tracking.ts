// Advanced Settings, first half: what counts, where a click may lead, and how it is tracked.
import { holdOutcomes, offerCategories, redirectTypes } from '@tributary/contract/offers/offer-terms';
import { t } from '../../../words/admin.ts';
import { goalCountChoices } from './goal-counts.ts';
import { DeepLinkHosts } from './parts/deep-link-hosts.tsx';
import { DuplicateClicks } from './parts/duplicate-clicks.tsx';
import { GoalRows } from './parts/goal-rows.tsx';
import { LandingPageRows } from './parts/landing-page-rows.tsx';
import { Tags } from './parts/tags.tsx';
import { Thumbnail } from './parts/thumbnail.tsx';
import { type Chapter, plain, worded } from './parts.ts';

export const goalsAndPages: Chapter = {
  title: t('offers.goalsAndPages'),
  parts: [
    {
      kind: 'text',
      name: 'default_goal_name',
      label: t('offers.defaultGoalName'),
      help: t('offers.whatAPostbackWithoutA'),
      half: true,
    },
    {
      kind: 'text',
      name: 'default_landing_page_name',
      label: t('offers.defaultLandingPageName'),
      help: t('offers.theNamePublishersSeeFor'),
      half: true,
    },
    {
      kind: 'select',
      name: 'counted_by',
      label: t('offers.conversionsOfTheDefaultGoal'),
      options: goalCountChoices,
      help: t('offers.salesCountOncePerOrder'),
      half: true,
    },
    { kind: 'own', name: 'goals', Part: GoalRows },
    { kind: 'own', name: 'landing_pages', Part: LandingPageRows },
    { kind: 'own', name: 'thumbnail_id', also: ['thumbnail_url'], Part: Thumbnail },
    {
      kind: 'select',
      name: 'category',
      label: t('offers.category'),
      options: [{ value: '', label: t('offers.noCategory') }, ...worded(offerCategories)],
      half: true,
    },
    { kind: 'own', name: 'tags', Part: Tags, half: true },
    { kind: 'text', name: 'app_name', label: t('offers.appName'), half: true },
    { kind: 'text', name: 'app_id', label: t('offers.appId'), help: t('offers.thePromotedAppsStoreId'), half: true },
    { kind: 'text', name: 'external_offer_id', label: t('offers.externalOfferId'), half: true },
  ],
};

export const tracking: Chapter = {
  title: t('offers.tracking'),
  parts: [
    {
      kind: 'select',
      name: 'redirect_type',
      label: t('offers.redirectType'),
      required: true,
      options: plain(redirectTypes),
      half: true,
    },
    {
      kind: 'number',
      name: 'unique_click_hours',
      label: t('offers.uniqueClickDurationHours'),
      placeholder: '168',
      help: t('offers.emptyMeans168Hours'),
      half: true,
    },
    { kind: 'own', name: 'duplicate_click_action', Part: DuplicateClicks },
    {
      kind: 'number',
      name: 'hold_minutes',
      label: t('offers.conversionHoldPeriodMinutes'),
      placeholder: '0',
      help: t('offers.conversionsWaitThisLongBefore'),
      half: true,
    },
    {
      kind: 'select',
      name: 'status_after_hold',
      label: t('offers.conversionStatusAfterHold'),
      options: worded(holdOutcomes),
      half: true,
    },
    {
      kind: 'number',
      name: 'click_life_days',
      label: t('offers.clickLifetimeDays'),
      help: t('offers.laterConversionsAreClearedAs'),
      half: true,
    },
    {
      kind: 'number',
      name: 'min_ctit_seconds',
      label: t('offers.shortestTimeToConvertSeconds'),
      placeholder: '0',
      help: t('offers.fasterConversionsAreRejected5'),
      half: true,
    },
    {
      kind: 'select',
      name: 'advertiser_may_overrule',
      label: t('offers.theAdvertiserMayOverrule'),
      options: [
        { value: 'none', label: t('offers.nobodyWhatItSaysAgainst') },
        { value: 'hold', label: t('offers.theHold') },
        { value: 'checks', label: t('offers.theHoldAndOurChecks') },
        { value: 'all', label: t('offers.everybodyAccountManagersToo') },
      ],
      half: true,
    },
    {
      kind: 'select',
      name: 'pixel_status',
      label: t('offers.conversionsByPixel'),
      options: [
        { value: 'pending', label: t('offers.waitToBeConfirmed') },
        { value: 'rules', label: t('offers.followHoldAndStatusLike') },
      ],
      help: t('offers.anyoneWhoSeesAPixel'),
      half: true,
    },
    {
      kind: 'switch',
      name: 'txn_case_matters',
      label: t('offers.caseMattersInTransactionIds'),
      help: t('offers.a1AndA1'),
      half: true,
    },
    {
      kind: 'switch',
      name: 'deep_links',
      label: t('offers.deepLinks'),
      help: t('offers.publishersMayLeadToAny'),
      half: true,
    },
    { kind: 'own', name: 'deep_link_hosts', reads: ['deep_links'], Part: DeepLinkHosts, half: true },
    {
      kind: 'text',
      name: 'fallback_url',
      label: t('offers.fallbackUrl'),
      placeholder: 'https://',
      help: t('offers.whereRefusedClicksGoEmpty'),
    },
    { kind: 'text', name: 'offer_url', label: t('offers.offerUrl'), placeholder: 'https://', half: true },
    {
      kind: 'text',
      name: 'offer_preview_url',
      label: t('offers.offerPreviewUrl'),
      placeholder: 'https://',
      half: true,
    },
    { kind: 'text', name: 'unsubscribe_url', label: t('offers.unsubscribeUrl'), placeholder: 'https://', half: true },
    { kind: 'text', name: 'suppression_url', label: t('offers.suppressionUrl'), placeholder: 'https://', half: true },
  ],
};
