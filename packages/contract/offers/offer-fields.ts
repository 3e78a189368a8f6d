// Every field of an offer that a person types, spelled once, in the order in which complaints are made. What create, edit and save
// take, what the offer's page shows, how the row keeps it and what the form's draft holds all come from this table; a field that is
// a plain text, switch, choice or number needs no more than its line here, its column and its place on the form.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import * as inputs from './inputs.ts';
import * as terms from './offer-terms.ts';

/** in a column of the same name; among the texts, which nobody searches, sorts or decides by; or in a place of its own */
type Kept = 'column' | 'texts' | 'elsewhere';

/** `input` reads what was typed, `value` is what the page shows and, where it is the row's to keep, what the row holds; `blank` is the
 * value of a field that nobody filled in */
const fields = <const K extends Kept>(kept: K) => ({
  text: (max: number) =>
    ({ kind: 'text', kept, input: inputs.text(max), value: z.string().nullable(), blank: null }) as const,
  /** written in the editor: its markup is cleaned whenever it is stored or read */
  rich: (max: number) =>
    ({ kind: 'text', kept, input: inputs.text(max), value: z.string().nullable(), blank: null, rich: true }) as const,
  /** a text that is never without a value */
  named: (max: number, blank: string) => {
    const input = inputs.text(max).transform((value) => value ?? blank);
    return { kind: 'text', kept, input, value: z.string(), blank } as const;
  },
  /** it may hold macros; looked at once all required fields and the token are there, as the specification has it */
  address: (label: string) =>
    ({
      kind: 'text',
      kept,
      input: inputs.text(4000),
      value: z.string().nullable(),
      blank: null,
      address: label,
    }) as const,
  flag: () => ({ kind: 'flag', kept, input: inputs.flag, value: z.boolean(), blank: false }) as const,
  choice: <const Values extends readonly [string, ...string[]]>(values: Values, blank: Values[number]) =>
    ({ kind: 'choice', kept, input: inputs.choice(values, blank), value: z.enum(values), blank }) as const,
  /** `shown`: a new form says what the blank is; else it is empty, which means the same */
  number: (range: { min: number; max: number; tooMany?: string; shown?: true }, blank: number) => {
    const input = inputs.wholeNumber(range, blank);
    return { kind: 'number', kept, input, value: z.number().int(), blank, shown: range.shown ?? false } as const;
  },
  /** with rules of its own */
  own: <Input extends z.ZodType, Value extends z.ZodType>(
    input: Input,
    value: Value,
    blank: z.output<Value> | null = null,
  ) => ({ kind: 'own', kept, input, value, blank }) as const,
});
const column = fields('column');
const texts = fields('texts');
const elsewhere = fields('elsewhere');

export const GoalInput = z.object({
  name: z.string().trim().min(1, 'A goal needs a name').max(100),
  /** what the advertiser sends as `goal`; empty for the default goal */
  token: z
    .string()
    .trim()
    .max(100)
    .regex(/^[A-Za-z0-9_.-]*$/, 'A goal token may hold letters, digits, dots, dashes and underscores'),
  revenue: inputs.money('Revenue'),
  revenue_percent: inputs.salePercent('Revenue share'),
  payout: inputs.money('Payout'),
  payout_percent: inputs.salePercent('Payout share'),
  /** one conversion per click, or one per transaction id; null: by the offer's type */
  counted_by: inputs.optionalChoice(terms.goalCounts),
});
export const LandingPageInput = z.object({
  name: z.string().trim().min(1, 'A landing page needs a name').max(100),
  url: inputs.requiredUrl('Landing page URL'),
});

const percent = z.number().nullable();
const GoalValue = z.object({
  name: z.string(),
  token: z.string(),
  revenue: hide('revenue', z.string()),
  revenue_percent: hide('revenue', percent),
  payout: z.string(),
  payout_percent: percent,
  counted_by: z.enum(terms.goalCounts).nullable(),
});
const LandingPageValue = z.object({ name: z.string(), url: z.string() });

const listOf = <Row extends z.ZodType>(row: Row, most: number) =>
  z
    .array(row)
    .max(most)
    .nullish()
    .transform((value) => value ?? []);
const strings = z.array(z.string());
const time = z.string();
const wholeHour = z.number().int();
/** unix seconds */
const seconds = z.number().int().nullable();
const currency = z.enum(terms.offerCurrencies);
const deepLinkHost = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/, 'Deep-link hosts look like shop.example or *.shop.example');
const advertiserNumber = z
  .union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)], {
    error: terms.offerMessages.required('Advertiser'),
  })
  .refine((value) => value > 0 && value <= inputs.MAX_INT, terms.offerMessages.required('Advertiser'));
const status = z
  .union([z.enum(terms.offerStatuses), z.literal('Approve'), z.literal('')])
  .nullish()
  .transform((value): terms.OfferStatusName => (value && value !== 'Approve' ? value : 'active'));
const flow = inputs.text(2000);
const flows = z
  .object({ en: flow, hi: flow, es: flow })
  .partial()
  .nullish()
  .transform((value) => ({ en: value?.en ?? null, hi: value?.hi ?? null, es: value?.es ?? null }));
const line = z.string().nullable();
const A_YEAR = 'At most a year';

export const offerFields = {
  offer_name: elsewhere.own(inputs.requiredText('Title', 200), z.string()),
  advertiser_id: elsewhere.own(advertiserNumber, z.number().int()),
  default_campaign_url: {
    ...column.own(inputs.requiredText('Default Campaign URL', 4000), z.string()),
    address: 'Default Campaign URL',
  },
  revenue: elsewhere.own(inputs.money('Revenue'), hide('revenue', z.string())),
  revenue_percent: elsewhere.own(inputs.salePercent('Revenue share'), hide('revenue', percent)),
  payout: elsewhere.own(inputs.money('Payout'), z.string()),
  payout_percent: elsewhere.own(inputs.salePercent('Payout share'), percent),
  objective: column.choice(terms.objectives, 'Conversions'),
  offer_type: column.choice(terms.offerTypes, 'CPR'),
  category: column.text(50),
  app_id: column.text(200),
  app_name: texts.text(200),
  external_offer_id: column.text(200),
  offer_preview_url: texts.address('Offer preview URL'),
  preview_url: texts.address('Preview URL'),
  offer_url: texts.address('Offer URL'),
  advertiser_pricing: texts.text(50),
  advertiser_currency: texts.own(inputs.optionalChoice(terms.offerCurrencies), currency, 'USD'),
  affiliate_pricing: texts.text(50),
  affiliate_currency: texts.own(inputs.optionalChoice(terms.offerCurrencies), currency, 'USD'),
  hide_payout: column.flag(),
  start_date: elsewhere.own(inputs.moment, seconds),
  end_date: elsewhere.own(inputs.moment, seconds),
  daily_start_time: column.own(inputs.clock, time),
  daily_end_time: column.own(inputs.clock, time),
  daily_start_stop: column.flag(),
  offer_visibility: elsewhere.choice(terms.offerVisibilities, 'Public'),
  status: column.own(status, z.enum(terms.offerStatuses)),
  alert_to_affiliates: texts.flag(),
  deep_links: column.flag(),
  deep_link_hosts: column.own(listOf(deepLinkHost, 100), strings),
  description: texts.rich(50_000),
  private_note: texts.text(10_000),
  note: texts.text(10_000),
  offer_terms: texts.rich(50_000),
  terms_and_conditions: texts.rich(50_000),
  require_terms: column.flag(),
  kpi: texts.rich(50_000),
  conversion_tracking: column.choice(terms.conversionTrackings, 'Server Postback'),
  /** of revenue and payout alike; it rules over the two above (settleCurrency) */
  currency: column.own(inputs.optionalChoice(terms.offerCurrencies), currency),
  enable_time_targeting: column.flag(),
  timezone: column.choice(terms.offerTimeZones, 'UTC'),
  start_hour: column.own(inputs.hour, wholeHour),
  end_hour: column.own(inputs.hour, wholeHour),
  enable_inactive_hours: column.flag(),
  selected_days: column.own(inputs.days, z.array(z.enum(terms.offerDays))),
  geo_coverage: elsewhere.own(inputs.countries, z.string()),
  default_goal_name: texts.text(100),
  default_landing_page_name: texts.named(100, 'Default'),
  thumbnail_id: column.text(40),
  conversion_flow: texts.text(2000),
  conversion_flow_by_language: texts.own(flows, z.object({ en: line, hi: line, es: line }), {
    en: null,
    hi: null,
    es: null,
  }),
  unsubscribe_url: texts.address('Unsubscribe URL'),
  suppression_url: texts.address('Suppression URL'),
  redirect_type: column.choice(terms.redirectTypes, '302'),
  unique_click_hours: column.number({ min: 0, max: 8760, tooMany: A_YEAR }, terms.DEFAULT_UNIQUE_CLICK_HOURS),
  duplicate_click_action: column.choice(terms.duplicateClickActions, 'count'),
  hold_minutes: column.number({ min: 0, max: 525_600, tooMany: A_YEAR }, 0),
  status_after_hold: column.choice(terms.holdOutcomes, 'approved'),
  /** of the default goal */
  counted_by: elsewhere.own(inputs.optionalChoice(terms.goalCounts), z.enum(terms.goalCounts).nullable()),
  /** what the advertiser's word may lift besides its own decisions */
  advertiser_may_overrule: column.choice(terms.mayOverruleNames, 'none'),
  /** conversions by pixel wait, or follow the offer's own rules */
  pixel_status: column.choice(terms.pixelStatuses, 'pending'),
  /** A-1 and a-1 are two orders */
  txn_case_matters: column.flag(),
  devices: column.choice(terms.deviceChoices, 'ALL'),
  operating_system: column.choice(terms.operatingSystems, 'all'),
  fallback_url: column.address('Fallback URL'),
  click_life_days: column.number({ min: 1, max: 365, shown: true }, terms.DEFAULT_CLICK_LIFE_DAYS),
  min_ctit_seconds: column.number({ min: 0, max: 86_400 }, 0),
  tags: column.own(listOf(z.string().trim().min(1).max(50), 20), strings),
  goals: elsewhere.own(listOf(GoalInput, 50), z.array(GoalValue)),
  landing_pages: elsewhere.own(listOf(LandingPageInput, 50), z.array(LandingPageValue)),
};

type Table = typeof offerFields;
export type OfferFieldName = keyof Table;
type NameWith<Part> = { [Name in OfferFieldName]: Table[Name] extends Part ? Name : never }[OfferFieldName];
export type NameOfKind<Kind extends Table[OfferFieldName]['kind']> = NameWith<{ kind: Kind }>;
export type NameKept<Where extends Kept> = NameWith<{ kept: Where }>;
export type AddressName = NameWith<{ address: string }>;
export type RichName = NameWith<{ rich: true }>;

export const offerFieldNames = Object.keys(offerFields) as OfferFieldName[];
export const namesOfKind = <Kind extends Table[OfferFieldName]['kind']>(kind: Kind) =>
  offerFieldNames.filter((name): name is NameOfKind<Kind> => offerFields[name].kind === kind);
export const namesKept = <Where extends Kept>(where: Where) =>
  offerFieldNames.filter((name): name is NameKept<Where> => offerFields[name].kept === where);
export const richNames = offerFieldNames.filter((name): name is RichName => 'rich' in offerFields[name]);
/** by name, what the address is called where it is complained of */
export const addresses = offerFieldNames.flatMap((name): [AddressName, string][] => {
  const field = offerFields[name];
  return 'address' in field ? [[name as AddressName, field.address]] : [];
});

/** one part of these fields, under their names */
export const partsOf = <Name extends OfferFieldName, Part extends 'input' | 'value' | 'blank'>(
  names: readonly Name[],
  part: Part,
) => Object.fromEntries(names.map((name) => [name, offerFields[name][part]])) as { [N in Name]: Table[N][Part] };
