// Advanced Settings, second half: who may run the offer, when and where, and on which terms.
import { deviceChoices, offerCurrencies, operatingSystems } from '@tributary/contract/offer-terms';
import { words } from '../../../ui/format.ts';
import { ConversionFlow } from './parts/conversion-flow.tsx';
import { Countries } from './parts/countries.tsx';
import { DailyWindow } from './parts/daily-window.tsx';
import { EndDate, StartDate } from './parts/offer-dates.tsx';
import { OfferTerms, TermsAndConditions } from './parts/rich-texts.tsx';
import { StatusSelect } from './parts/status-select.tsx';
import { VisibilitySelect } from './parts/visibility-select.tsx';
import { type Chapter, plain } from './parts.ts';

export const targeting: Chapter = {
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
};

export const accessAndSchedule: Chapter = {
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
};

export const termsAndNotes: Chapter = {
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
};
