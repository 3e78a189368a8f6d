// An offer as a person types it, and as its row keeps it: the two directions of one mapping. Which field lies where is said by the
// field table of the contract; here stands what has another name or shape in its row.
import { isDeepStrictEqual } from 'node:util';
import { formatMoney } from '@tributary/contract/money';
import { namesKept, offerFields, partsOf } from '@tributary/contract/offers/offer-fields';
import type { GoalCount } from '@tributary/contract/offers/offer-terms';
import {
  blankDefaults,
  CreateOfferBody,
  type OfferFields,
  type OfferPageFields,
  withDefaults,
} from '@tributary/contract/offers/offers';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Offers } from '../../../platform/db/schema.gen.ts';
import { withCleanRichText } from '../media/rich-text.ts';
import type { OfferDates } from './offer-dates.ts';

export type StoredOffer = Selectable<Offers>;

const columnNames = namesKept('column') satisfies readonly (keyof StoredOffer)[];
const textNames = namesKept('texts');
const Columns = z.object(partsOf(columnNames, 'value'));
const Texts = z.object(partsOf(textNames, 'value'));
export type OfferTexts = z.output<typeof Texts>;

/** a name that a later release adds has its default here; cleaned on the way out as well: a row may be older than today's rules */
export const textsOf = ({ texts }: Pick<StoredOffer, 'texts'>): OfferTexts =>
  withCleanRichText(Texts.parse(Object.assign({}, partsOf(textNames, 'blank'), texts)));

const picked = <Name extends keyof OfferFields>(fields: OfferFields, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<OfferFields, Name>;

export const columnsOf = (fields: OfferFields, { startsAt, endsAt }: OfferDates) => ({
  ...picked(fields, columnNames),
  title: fields.offer_name,
  visibility: fields.offer_visibility,
  revenue_micros: fields.revenue,
  payout_micros: fields.payout,
  starts_at: startsAt,
  ends_at: endsAt,
  countries: [...new Set(fields.geo_coverage)],
  tags: [...new Set(fields.tags)],
  deep_link_hosts: [...new Set(fields.deep_link_hosts)],
  texts: JSON.stringify(picked(fields, textNames)),
});

/** every field that nobody filled in, at the form's own default */
export const blankOffer = (): OfferFields => {
  const typed = CreateOfferBody.parse({
    offer_name: '-',
    advertiser_id: 1,
    default_campaign_url: 'https://example.com/?c={click_id}',
    revenue: '0',
    payout: '0',
  });
  return withDefaults(typed, blankDefaults);
};

export interface StoredGoal {
  id: string;
  number: number;
  name: string;
  token: string;
  revenueMicros: bigint;
  /** hundredths of a percent of the sale amount, in place of an amount */
  revenueBasisPoints: number | null;
  payoutMicros: bigint;
  payoutBasisPoints: number | null;
  /** one conversion per click, or per order; no part of the dated terms */
  countedBy?: GoalCount | null;
}
export interface StoredLandingPage {
  id: string;
  number: number;
  name: string;
  url: string;
}

/** 7.25 percent is kept as 725 */
export const percentOf = (basisPoints: number | null): number | null =>
  basisPoints === null ? null : basisPoints / 100;
export const basisPointsOf = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);

/** number 1 is the default goal and the default landing page; both live in the offer's own fields */
export const DEFAULT_NUMBER = 1;

const sharesOf = (goals: readonly StoredGoal[]): Pick<OfferFields, 'revenue_percent' | 'payout_percent'> => {
  const standard = goals.find(({ number }) => number === DEFAULT_NUMBER);
  return {
    revenue_percent: percentOf(standard?.revenueBasisPoints ?? null),
    payout_percent: percentOf(standard?.payoutBasisPoints ?? null),
  };
};

export const fieldsOf = (
  row: StoredOffer,
  advertiserNumber: number,
  goals: readonly StoredGoal[],
  pages: readonly StoredLandingPage[],
): OfferFields => ({
  ...sharesOf(goals),
  ...textsOf(row),
  ...Columns.parse(row),
  offer_name: row.title,
  offer_visibility: offerFields.offer_visibility.value.parse(row.visibility),
  advertiser_id: advertiserNumber,
  revenue: BigInt(row.revenue_micros),
  payout: BigInt(row.payout_micros),
  start_date: row.starts_at,
  end_date: row.ends_at,
  geo_coverage: row.countries,
  counted_by: goals.find(({ number }) => number === DEFAULT_NUMBER)?.countedBy ?? null,
  goals: goals
    .filter(({ number }) => number !== DEFAULT_NUMBER)
    .map((goal) => ({
      name: goal.name,
      token: goal.token,
      revenue: goal.revenueMicros,
      revenue_percent: percentOf(goal.revenueBasisPoints),
      payout: goal.payoutMicros,
      payout_percent: percentOf(goal.payoutBasisPoints),
      counted_by: goal.countedBy ?? null,
    })),
  landing_pages: pages.filter(({ number }) => number !== DEFAULT_NUMBER).map(({ name, url }) => ({ name, url })),
});

const moneyText = ({ revenue, payout }: { revenue: bigint; payout: bigint }) => ({
  revenue: formatMoney(revenue),
  payout: formatMoney(payout),
});

/** as the page shows them, and as the edit call takes them back: amounts as text, dates as unix seconds */
export const wireFields = (fields: OfferFields): z.output<typeof OfferPageFields> => ({
  ...fields,
  ...moneyText(fields),
  start_date: fields.start_date && unixSeconds(fields.start_date),
  end_date: fields.end_date && unixSeconds(fields.end_date),
  geo_coverage: fields.geo_coverage.join(','),
  goals: fields.goals.map((goal) => ({ ...goal, ...moneyText(goal) })),
});

/** what changed, field by field, for the history */
export function changesBetween(before: OfferFields, after: OfferFields) {
  const [old, now] = [auditFields(before), auditFields(after)];
  const changed = Object.keys(now).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return changed.length === 0 ? null : { before: pick(old), after: pick(now) };
}

/** the trail takes the word "token" for a secret; a goal's is none */
export const auditFields = (fields: OfferFields): Record<string, unknown> => ({
  ...wireFields(fields),
  goals: fields.goals.map(({ token, ...goal }) => ({ ...goal, ...moneyText(goal), sends: token })),
});
