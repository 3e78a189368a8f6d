// What create, edit and save take of an offer’s form: the field table’s inputs, and the rules between fields.
import { z } from 'zod';
import { checkTemplate, text } from './inputs.ts';
import { type AddressName, addresses, offerFieldNames, offerFields, partsOf } from './offer-fields.ts';
import * as terms from './offer-terms.ts';

interface Paid {
  revenue: bigint;
  revenue_percent: number | null;
  payout: bigint;
  payout_percent: number | null;
}

const paidTwice = ({ revenue, revenue_percent, payout, payout_percent }: Paid): 'revenue' | 'payout' | null =>
  revenue_percent !== null && revenue !== 0n ? 'revenue' : payout_percent !== null && payout !== 0n ? 'payout' : null;

interface CheckedOffer extends Record<AddressName, string | null>, Paid {
  goals: ({ name: string; token: string } & Paid)[];
  landing_pages: { name: string }[];
  objective: terms.Objective;
}

const repeated = (values: readonly string[]): string | undefined =>
  values.find((value, at) => values.indexOf(value) !== at);

const checkOffer = (offer: CheckedOffer, context: Pick<z.RefinementCtx, 'addIssue'>) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (!/\{[^{}]+\}/.test(offer.default_campaign_url ?? '')) {
    refuse('default_campaign_url', terms.offerMessages.needsToken);
  }
  for (const [name, label] of addresses) checkTemplate(label, name)(offer[name], context);
  const goal = repeated(offer.goals.map(({ token }) => token));
  if (goal) refuse('goals', `Two goals have the token "${goal}"`);
  const unpaid = offer.goals.find(
    (goal) =>
      goal.token === '' &&
      (goal.revenue !== offer.revenue ||
        goal.payout !== offer.payout ||
        goal.revenue_percent !== offer.revenue_percent ||
        goal.payout_percent !== offer.payout_percent),
  );
  if (unpaid) refuse('goals', "The goal without a token is the default one: it is paid by the offer's own amounts");
  const twice = paidTwice(offer);
  if (twice)
    refuse(`${twice}_percent`, `The ${twice} is an amount or a share of the sale, not both: set the amount to 0.`);
  const both = offer.goals.find((goal) => paidTwice(goal) !== null);
  if (both) {
    refuse(
      'goals',
      `The ${paidTwice(both)} of the goal "${both.name}" is an amount or a share of the sale, not both: set the amount to 0.`,
    );
  }
  const byEvent = offer.objective === 'Clicks' || offer.objective === 'Impressions';
  if (byEvent && (offer.revenue_percent !== null || offer.payout_percent !== null)) {
    refuse('revenue_percent', 'Clicks and impressions have no sale: please enter amounts instead of shares.');
  }
  const page = repeated(offer.landing_pages.map(({ name }) => name));
  if (page) refuse('landing_pages', `Two landing pages have the name "${page}"`);
};

/** what is wrong between the fields of an offer that was put together, in the words of its form; null: nothing */
export function offerFault(offer: CheckedOffer): { path: string[]; message: string } | null {
  const found: { path: string[]; message: string }[] = [];
  checkOffer(offer, {
    addIssue: (issue) => {
      if (typeof issue === 'string') found.push({ path: [], message: issue });
      else found.push({ path: (issue.path ?? []).map(String), message: issue.message ?? '' });
    },
  });
  return found[0] ?? null;
}

type Currency = (typeof terms.offerCurrencies)[number];
type CurrencyNames = 'currency' | 'advertiser_currency' | 'affiliate_currency';

/** both sides are paid in the offer's one currency. Sent without it, two that are equal say it; two that differ say nothing */
function settleCurrency<Offer extends Record<CurrencyNames, Currency | null>>(
  offer: Offer,
  context: z.RefinementCtx,
): Omit<Offer, CurrencyNames> & Record<CurrencyNames, Currency> {
  const advertiser = offer.advertiser_currency ?? 'USD';
  const affiliate = offer.affiliate_currency ?? 'USD';
  const isSaid = offer.advertiser_currency !== null || offer.affiliate_currency !== null;
  if (offer.currency === null && isSaid && advertiser !== affiliate) {
    context.addIssue({
      code: 'custom',
      path: ['currency'],
      message: `The advertiser’s currency is ${advertiser} and the affiliate’s is ${affiliate}. Please send currency: revenue and payout are both in it.`,
    });
  }
  const currency = offer.currency ?? (isSaid ? advertiser : 'INR');
  return { ...offer, currency, advertiser_currency: advertiser, affiliate_currency: affiliate };
}

export const typed = partsOf(offerFieldNames, 'input');

/** null where nobody filled it in: a new offer then begins as its workspace has it (settings/tracking.ts) */
const left = {
  click_life_days: offerFields.click_life_days.input.in.transform((value) => value ?? null),
  hold_minutes: offerFields.hold_minutes.input.in.transform((value) => value ?? null),
  status_after_hold: offerFields.status_after_hold.input.in.transform((value) => value || null),
  min_ctit_seconds: offerFields.min_ctit_seconds.input.in.transform((value) => value ?? null),
  unique_click_hours: offerFields.unique_click_hours.input.in.transform((value) => value ?? null),
  duplicate_click_action: offerFields.duplicate_click_action.input.in.transform((value) => value || null),
  redirect_type: offerFields.redirect_type.input.in.transform((value) => value || null),
};
type Left = typeof left;
export type OfferDefaults = { [Name in keyof Left]: NonNullable<z.output<Left[Name]>> };
export const offerDefaultNames = Object.keys(left) as (keyof Left)[];

export const CreateOfferBody = z
  .object({ ...typed, ...left, admin_id: text(100) })
  .superRefine(checkOffer)
  .transform(settleCurrency)
  .meta({ id: 'CreateOffer' });

export type CreateOffer = z.output<typeof CreateOfferBody>;
export type OfferFields = Omit<CreateOffer, 'admin_id' | keyof OfferDefaults> & OfferDefaults;

/** what nobody filled in is as the workspace, or else the form, has it */
export const withDefaults = ({ admin_id: _own, ...offer }: CreateOffer, defaults: OfferDefaults): OfferFields => ({
  ...offer,
  click_life_days: offer.click_life_days ?? defaults.click_life_days,
  hold_minutes: offer.hold_minutes ?? defaults.hold_minutes,
  status_after_hold: offer.status_after_hold ?? defaults.status_after_hold,
  min_ctit_seconds: offer.min_ctit_seconds ?? defaults.min_ctit_seconds,
  unique_click_hours: offer.unique_click_hours ?? defaults.unique_click_hours,
  duplicate_click_action: offer.duplicate_click_action ?? defaults.duplicate_click_action,
  redirect_type: offer.redirect_type ?? defaults.redirect_type,
});
/** as the form itself begins */
export const blankDefaults: OfferDefaults = partsOf(offerDefaultNames, 'blank');

/** edit sends the whole offer back; `version` refuses to overwrite somebody else's change */
export const EditOfferBody = z
  .object({ ...typed, version: z.number().int() })
  .superRefine(checkOffer)
  .transform(settleCurrency);

/** the form's part of a save of the whole offer */
export const OfferFieldsBody = z.object(typed).superRefine(checkOffer).transform(settleCurrency);
