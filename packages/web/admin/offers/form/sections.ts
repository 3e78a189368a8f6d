// The form as data: sections, chapters within Advanced Settings, and the parts of each. Plain parts are declared fields
// of the kit; a part of its own kind names its component.
import {
  conversionTrackings,
  deviceChoices,
  holdOutcomes,
  offerCategories,
  offerCurrencies,
  operatingSystems,
  redirectTypes,
} from '@tributary/contract/offer-terms';
import type { ComponentType } from 'react';
import type { Field } from '../../../kit/form/form-declaration.ts';
import { words } from '../../../ui/format.ts';
import type { DraftField, OfferDraft } from './draft.ts';
import { AdvertiserSelect } from './parts/advertiser-select.tsx';
import { CampaignUrl } from './parts/campaign-url.tsx';
import { ConversionFlow } from './parts/conversion-flow.tsx';
import { Countries } from './parts/countries.tsx';
import { DailyWindow } from './parts/daily-window.tsx';
import { DeepLinkHosts } from './parts/deep-link-hosts.tsx';
import { DuplicateClicks } from './parts/duplicate-clicks.tsx';
import { GoalRows } from './parts/goal-rows.tsx';
import { LandingPageRows } from './parts/landing-page-rows.tsx';
import { MoneyParts } from './parts/money-parts.tsx';
import { ObjectiveRadios } from './parts/objective-radios.tsx';
import { EndDate, StartDate } from './parts/offer-dates.tsx';
import { Description, Kpi, OfferTerms, TermsAndConditions } from './parts/rich-texts.tsx';
import { StatusSelect } from './parts/status-select.tsx';
import { Tags } from './parts/tags.tsx';
import { Thumbnail } from './parts/thumbnail.tsx';
import { TimeTargeting } from './parts/time-targeting.tsx';
import { VisibilitySelect } from './parts/visibility-select.tsx';

export type Part =
  | Field<OfferDraft>
  | { kind: 'switch'; name: DraftField; label: string; help?: string; half?: boolean }
  | {
      kind: 'own';
      name: DraftField;
      /** further fields that it edits */
      also?: readonly DraftField[];
      /** fields of other parts that it looks at */
      reads?: readonly DraftField[];
      Part: ComponentType;
      half?: boolean;
    };

export interface Chapter {
  title: string;
  parts: readonly Part[];
}

export interface Section {
  id: 'general' | 'money' | 'advanced' | 'time';
  title: string;
  note: string;
  /** shown by the tooltip beside the title */
  tip?: string;
  collapsible: boolean;
  chapters: readonly Chapter[];
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const worded = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));

export const sections: readonly Section[] = [
  {
    id: 'general',
    title: 'General',
    note: 'What is promoted, for whom, and where a click leads.',
    collapsible: false,
    chapters: [
      {
        title: 'General',
        parts: [
          { kind: 'own', name: 'objective', also: ['offer_type'], Part: ObjectiveRadios },
          { kind: 'own', name: 'advertiser_id', Part: AdvertiserSelect, half: true },
          { kind: 'text', name: 'offer_name', label: 'Title', required: true, half: true },
          { kind: 'own', name: 'description', Part: Description },
          { kind: 'own', name: 'kpi', Part: Kpi },
          {
            kind: 'text',
            name: 'preview_url',
            label: 'Preview URL',
            placeholder: 'https://',
            help: 'The page publishers look at before they promote it.',
            half: true,
          },
          {
            kind: 'select',
            name: 'conversion_tracking',
            label: 'Conversion tracking',
            options: plain(conversionTrackings),
            help: 'How the advertiser tells of a conversion.',
            half: true,
          },
          { kind: 'own', name: 'default_campaign_url', Part: CampaignUrl },
        ],
      },
    ],
  },
  {
    id: 'money',
    title: 'Revenue and Payout',
    note: 'Revenue is charged from the advertiser, payout is paid to the publisher.',
    tip: 'Switching between INR and USD converts both amounts at 83 INR per USD.',
    collapsible: false,
    chapters: [
      {
        title: 'Revenue and Payout',
        parts: [{ kind: 'own', name: 'revenue', also: ['payout', 'currency'], reads: ['goals'], Part: MoneyParts }],
      },
    ],
  },
  {
    id: 'advanced',
    title: 'Advanced Settings',
    note: 'Goals, landing pages, tracking rules, targeting, access, terms.',
    collapsible: true,
    chapters: [
      {
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
      },
      {
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
      },
      {
        title: 'Targeting',
        parts: [
          { kind: 'own', name: 'geo_coverage', Part: Countries },
          {
            kind: 'select',
            name: 'devices',
            label: 'Devices',
            options: deviceChoices.map((value) => ({ value, label: value === 'ALL' ? value : words(value) })),
            half: true,
          },
          {
            kind: 'select',
            name: 'operating_system',
            label: 'Operating system',
            options: operatingSystems.map((value) => ({ value, label: value === 'ios' ? 'iOS' : words(value) })),
            half: true,
          },
        ],
      },
      {
        title: 'Access and schedule',
        parts: [
          { kind: 'own', name: 'offer_visibility', Part: VisibilitySelect, half: true },
          { kind: 'own', name: 'status', Part: StatusSelect, half: true },
          { kind: 'own', name: 'start_date', Part: StartDate, half: true },
          { kind: 'own', name: 'end_date', Part: EndDate, half: true },
          { kind: 'own', name: 'daily_start_stop', also: ['daily_start_time', 'daily_end_time'], Part: DailyWindow },
          {
            kind: 'switch',
            name: 'hide_payout',
            label: 'Hide payout',
            help: 'Publishers do not see what this offer pays.',
            half: true,
          },
          {
            kind: 'switch',
            name: 'alert_to_affiliates',
            label: 'Alert to affiliates',
            help: 'Mails every publisher who may see the offer.',
            half: true,
          },
        ],
      },
      {
        title: 'Terms and notes',
        parts: [
          { kind: 'own', name: 'conversion_flow', also: ['conversion_flow_by_language'], Part: ConversionFlow },
          { kind: 'own', name: 'offer_terms', Part: OfferTerms },
          { kind: 'own', name: 'terms_and_conditions', Part: TermsAndConditions },
          {
            kind: 'switch',
            name: 'require_terms',
            label: 'Require terms',
            help: 'Publishers must accept the terms before they may run the offer.',
          },
          { kind: 'textarea', name: 'note', label: 'Note', help: 'Publishers read it.', half: true },
          {
            kind: 'textarea',
            name: 'private_note',
            label: 'Private note',
            help: 'Only your team sees it.',
            half: true,
          },
          {
            kind: 'text',
            name: 'advertiser_pricing',
            label: 'Advertiser pricing',
            help: 'The agreed price, for reference.',
            half: true,
          },
          {
            kind: 'select',
            name: 'advertiser_currency',
            label: 'Advertiser currency',
            options: plain(offerCurrencies),
            half: true,
          },
          {
            kind: 'text',
            name: 'affiliate_pricing',
            label: 'Affiliate pricing',
            help: 'The promised price, for reference.',
            half: true,
          },
          {
            kind: 'select',
            name: 'affiliate_currency',
            label: 'Affiliate currency',
            options: plain(offerCurrencies),
            half: true,
          },
        ],
      },
    ],
  },
  {
    id: 'time',
    title: 'Time Targeting',
    note: 'The hours and days on which the offer takes traffic.',
    collapsible: true,
    chapters: [
      {
        title: 'Time Targeting',
        parts: [
          {
            kind: 'own',
            name: 'enable_time_targeting',
            also: ['timezone', 'start_hour', 'end_hour', 'enable_inactive_hours', 'selected_days'],
            Part: TimeTargeting,
          },
        ],
      },
    ],
  },
];

/** everything a part shows: when none of it changed, it looks as before */
export const fieldsOf = (part: Part): readonly DraftField[] =>
  part.kind === 'own' ? [part.name, ...(part.also ?? []), ...(part.reads ?? [])] : [part.name];

const holds = (part: Part, field: DraftField): boolean =>
  part.name === field || (part.kind === 'own' && (part.also?.includes(field) ?? false));

export const chapterHolds = (chapter: Chapter, field: DraftField): boolean =>
  chapter.parts.some((part) => holds(part, field));
export const sectionOf = (field: DraftField): Section | undefined =>
  sections.find(({ chapters }) => chapters.some((chapter) => chapterHolds(chapter, field)));
