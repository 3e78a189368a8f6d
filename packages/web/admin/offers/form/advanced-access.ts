// Advanced Settings, second half: who may run the offer, when and where, and on which terms.
import { deviceChoices, offerCurrencies, operatingSystems } from '@tributary/contract/offers/offer-terms';
import { words } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { ConversionFlow } from './parts/conversion-flow.tsx';
import { Countries } from './parts/countries.tsx';
import { DailyWindow } from './parts/daily-window.tsx';
import { EndDate, StartDate } from './parts/offer-dates.tsx';
import { OfferTerms, TermsAndConditions } from './parts/rich-texts.tsx';
import { StatusSelect } from './parts/status-select.tsx';
import { VisibilitySelect } from './parts/visibility-select.tsx';
import { type Chapter, plain } from './parts.ts';

export const targeting: Chapter = {
  title: t('offers.targeting'),
  parts: [
    { kind: 'own', name: 'geo_coverage', Part: Countries },
    {
      kind: 'select',
      name: 'devices',
      label: t('offers.devices'),
      options: deviceChoices.map((value) => ({ value, label: value === 'ALL' ? value : words(value) })),
      half: true,
    },
    {
      kind: 'select',
      name: 'operating_system',
      label: t('offers.operatingSystem'),
      options: operatingSystems.map((value) => ({ value, label: value === 'ios' ? 'iOS' : words(value) })),
      half: true,
    },
  ],
};

export const accessAndSchedule: Chapter = {
  title: t('offers.accessAndSchedule'),
  parts: [
    { kind: 'own', name: 'offer_visibility', Part: VisibilitySelect, half: true },
    { kind: 'own', name: 'status', Part: StatusSelect, half: true },
    { kind: 'own', name: 'start_date', Part: StartDate, half: true },
    { kind: 'own', name: 'end_date', Part: EndDate, half: true },
    { kind: 'own', name: 'daily_start_stop', also: ['daily_start_time', 'daily_end_time'], Part: DailyWindow },
    {
      kind: 'switch',
      name: 'hide_payout',
      label: t('offers.hidePayout'),
      help: t('offers.publishersDoNotSeeWhat'),
      half: true,
    },
    {
      kind: 'switch',
      name: 'alert_to_affiliates',
      label: t('offers.alertToAffiliates'),
      help: t('offers.mailsEveryPublisherWhoMay'),
      half: true,
    },
  ],
};

export const termsAndNotes: Chapter = {
  title: t('offers.termsAndNotes'),
  parts: [
    { kind: 'own', name: 'conversion_flow', also: ['conversion_flow_by_language'], Part: ConversionFlow },
    { kind: 'own', name: 'offer_terms', Part: OfferTerms },
    { kind: 'own', name: 'terms_and_conditions', Part: TermsAndConditions },
    {
      kind: 'switch',
      name: 'require_terms',
      label: t('offers.requireTerms'),
      help: t('offers.publishersMustAcceptTheTerms'),
    },
    { kind: 'textarea', name: 'note', label: t('common.note'), help: t('offers.publishersReadIt'), half: true },
    {
      kind: 'textarea',
      name: 'private_note',
      label: t('offers.privateNote'),
      help: t('offers.onlyYourTeamSeesIt'),
      half: true,
    },
    {
      kind: 'text',
      name: 'advertiser_pricing',
      label: t('offers.advertiserPricing'),
      help: t('offers.theAgreedPriceForReference'),
      half: true,
    },
    {
      kind: 'select',
      name: 'advertiser_currency',
      label: t('offers.advertiserCurrency'),
      options: plain(offerCurrencies),
      half: true,
    },
    {
      kind: 'text',
      name: 'affiliate_pricing',
      label: t('offers.affiliatePricing'),
      help: t('offers.thePromisedPriceForReference'),
      half: true,
    },
    {
      kind: 'select',
      name: 'affiliate_currency',
      label: t('offers.affiliateCurrency'),
      options: plain(offerCurrencies),
      half: true,
    },
  ],
};
