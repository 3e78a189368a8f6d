// The form as data: its sections in the specification's order, and which of them holds a field.
import { conversionTrackings } from '@tributary/contract/offers/offer-terms';
import { t } from '../../../words/admin.ts';
import { accessAndSchedule, targeting, termsAndNotes } from './advanced-access.ts';
import { goalsAndPages, tracking } from './advanced-tracking.ts';
import type { DraftField } from './draft.ts';
import { AdvertiserSelect } from './parts/advertiser-select.tsx';
import { CampaignUrl } from './parts/campaign-url.tsx';
import { MoneyParts } from './parts/money-parts.tsx';
import { ObjectiveRadios } from './parts/objective-radios.tsx';
import { Description, Kpi } from './parts/rich-texts.tsx';
import { TimeTargeting } from './parts/time-targeting.tsx';
import { type Chapter, type Part, plain, type Section } from './parts.ts';

export const sections: readonly Section[] = [
  {
    id: 'general',
    title: t('common.general'),
    note: t('offers.whatIsPromotedForWhom'),
    collapsible: false,
    chapters: [
      {
        title: t('common.general'),
        parts: [
          { kind: 'own', name: 'objective', also: ['offer_type'], Part: ObjectiveRadios },
          { kind: 'own', name: 'advertiser_id', Part: AdvertiserSelect, half: true },
          { kind: 'text', name: 'offer_name', label: t('common.title'), required: true, half: true },
          { kind: 'own', name: 'description', Part: Description },
          { kind: 'own', name: 'kpi', Part: Kpi },
          {
            kind: 'text',
            name: 'preview_url',
            label: t('offers.previewUrl'),
            placeholder: 'https://',
            help: t('offers.thePagePublishersLookAt'),
            half: true,
          },
          {
            kind: 'select',
            name: 'conversion_tracking',
            label: t('offers.conversionTracking'),
            options: plain(conversionTrackings),
            help: t('offers.howTheAdvertiserTellsOf'),
            half: true,
          },
          { kind: 'own', name: 'default_campaign_url', Part: CampaignUrl },
        ],
      },
    ],
  },
  {
    id: 'money',
    title: t('offers.revenueAndPayout'),
    note: t('offers.revenueIsChargedFromThe'),
    tip: t('offers.switchingBetweenInrAndUsd'),
    collapsible: false,
    chapters: [
      {
        title: t('offers.revenueAndPayout'),
        parts: [{ kind: 'own', name: 'revenue', also: ['payout', 'currency'], reads: ['goals'], Part: MoneyParts }],
      },
    ],
  },
  {
    id: 'advanced',
    title: t('offers.advancedSettings'),
    note: t('offers.goalsLandingPagesTrackingRules'),
    collapsible: true,
    chapters: [goalsAndPages, tracking, targeting, accessAndSchedule, termsAndNotes],
  },
  {
    id: 'time',
    title: t('offers.timeTargeting'),
    note: t('offers.theHoursAndDaysOn'),
    collapsible: true,
    chapters: [
      {
        title: t('offers.timeTargeting'),
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
