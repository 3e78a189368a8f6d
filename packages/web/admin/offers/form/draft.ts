// What the offer form holds, under the wire's own names: one typed object for the long form, the wizard and the
// offer's page. Money stays decimal text, dates stay "2025-10-02 00:00:00" in UTC.
import { namesOfKind, type OfferFieldName, offerFields, partsOf } from '@tributary/contract/offers/offer-fields';
import { FORM_STATUS_DEFAULT, type Objective, offerTypeOf } from '@tributary/contract/offers/offer-terms';
import { newKey } from '../../../kit/inputs/row-keys.ts';
import { t } from '../../../words/admin.ts';

/** plain texts of the field table, and those that are typed as text though they have rules of their own */
export const textFields = [
  ...namesOfKind('text'),
  ...(['offer_name', 'advertiser_id', 'default_campaign_url', 'revenue', 'payout'] as const),
];
export const flagFields = namesOfKind('flag');
export const numberFields = namesOfKind('number');

/** closed lists: what the form starts with */
export const choiceDefaults = {
  ...partsOf(namesOfKind('choice'), 'blank'),
  advertiser_currency: 'USD',
  affiliate_currency: 'USD',
  status: FORM_STATUS_DEFAULT,
  currency: 'INR',
  counted_by: '',
  daily_start_time: '00:00:00',
  daily_end_time: '00:00:00',
  start_hour: '00',
  end_hour: '00',
} as const;

export const choiceFields = Object.keys(choiceDefaults) as (keyof typeof choiceDefaults)[];

export const flowLanguages = { en: t('offers.english'), hi: t('offers.hindi'), es: t('offers.spanish') } as const;
export type FlowLanguage = keyof typeof flowLanguages;

export interface GoalDraft {
  key: string;
  name: string;
  token: string;
  revenue: string;
  payout: string;
  counted_by: string;
}
export interface LandingPageDraft {
  key: string;
  name: string;
  url: string;
}

export type OfferDraft = Record<(typeof textFields)[number], string> &
  Record<(typeof flagFields)[number], boolean> &
  Record<keyof typeof choiceDefaults, string> &
  Record<(typeof numberFields)[number], number | ''> & {
    start_date: string;
    end_date: string;
    selected_days: string[];
    geo_coverage: string[];
    deep_link_hosts: string[];
    tags: string[];
    conversion_flow_by_language: Record<FlowLanguage, string>;
    goals: GoalDraft[];
    landing_pages: LandingPageDraft[];
    /** where the chosen thumbnail can be seen; never sent */
    thumbnail_url: string;
  };
export type DraftField = keyof OfferDraft;

/** the specification's dates while their end lies ahead; once it is past, today and two years on */
export function defaultDates(now: Date): { start_date: string; end_date: string } {
  if (now.getTime() < Date.UTC(2027, 9, 2)) {
    return { start_date: '2025-10-02 00:00:00', end_date: '2027-10-02 00:00:00' };
  }
  const day = now.toISOString().slice(0, 10);
  const inTwoYears = new Date(Date.UTC(now.getUTCFullYear() + 2, now.getUTCMonth(), now.getUTCDate()));
  return { start_date: `${day} 00:00:00`, end_date: `${inTwoYears.toISOString().slice(0, 10)} 00:00:00` };
}

export const under = <Name extends OfferFieldName, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

export const emptyDraft = (now: Date): OfferDraft => ({
  ...under(textFields, (name) => {
    const { kind, blank } = offerFields[name];
    return (kind === 'text' && blank) || '';
  }),
  ...under(flagFields, () => false),
  ...under(numberFields, (name) => (offerFields[name].shown ? offerFields[name].blank : ('' as const))),
  ...choiceDefaults,
  ...defaultDates(now),
  selected_days: [],
  geo_coverage: ['ALL'],
  deep_link_hosts: [],
  tags: [],
  conversion_flow_by_language: { en: '', hi: '', es: '' },
  goals: [],
  landing_pages: [],
  thumbnail_url: '',
});

export const emptyGoal = (): GoalDraft => ({
  key: newKey(),
  name: '',
  token: '',
  revenue: '',
  payout: '',
  counted_by: '',
});
export const emptyLandingPage = (): LandingPageDraft => ({ key: newKey(), name: '', url: '' });

/** changing the objective sets the offer's type */
export const withObjective = (objective: Objective) => ({ objective, offer_type: offerTypeOf[objective] });
