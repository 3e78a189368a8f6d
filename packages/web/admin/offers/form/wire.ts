// The form's object on the wire and back. Out: the specification's request fields. In: an offer's page, every field as it was
// typed.
import { formatMoney, parseMoney } from '@tributary/contract/money';
import type { CreateOfferBody, OfferPage } from '@tributary/contract/offers/offers';
import dayjs from 'dayjs';
import type { z } from 'zod';
import { newKey } from '../../../kit/inputs/row-keys.ts';
import {
  choiceFields,
  type DraftField,
  emptyDraft,
  flagFields,
  numberFields,
  type OfferDraft,
  textFields,
  under,
} from './draft.ts';
import { amountOrShare, percentIn } from './share.ts';

export type OfferBody = z.input<typeof CreateOfferBody>;
export type OfferRecord = z.output<typeof OfferPage>;

/** day-monthname-year with time, as the specification has it; UTC */
const DATE_FORMAT = 'D-MMMM-YYYY HH:mm';
const dateOut = (text: string): string => (text ? dayjs(text).format(`${DATE_FORMAT}:ss`) : '');
const dateIn = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * The specification's request carries revenue and payout as numbers. One is sent only where its shortest text is the very amount
 * that was typed; any other amount travels as text, exact.
 */
function amountOut(text: string): number | string {
  const micros = parseMoney(text);
  if (micros === null) return text.trim();
  const exact = formatMoney(micros);
  const number = Number(exact);
  return String(number) === exact ? number : exact;
}

/** a share of the sale travels beside an amount of nothing */
function paidOut({ revenue, payout }: { revenue: string; payout: string }, amount: (text: string) => number | string) {
  const [earns, pays] = [percentIn(revenue), percentIn(payout)];
  return {
    revenue: earns === null ? amount(revenue) : 0,
    revenue_percent: earns,
    payout: pays === null ? amount(payout) : 0,
    payout_percent: pays,
  };
}

export function bodyOf(draft: OfferDraft): OfferBody {
  const { thumbnail_url: _preview, ...sent } = draft;
  const numbers = Object.fromEntries(numberFields.map((name) => [name, draft[name] === '' ? null : draft[name]]));
  const body: Record<string, unknown> = {
    ...sent,
    ...numbers,
    counted_by: draft.counted_by || null,
    advertiser_id: /^\d+$/.test(draft.advertiser_id) ? Number(draft.advertiser_id) : draft.advertiser_id,
    ...paidOut(draft, amountOut),
    start_date: dateOut(draft.start_date),
    end_date: dateOut(draft.end_date),
    start_hour: Number(draft.start_hour),
    end_hour: Number(draft.end_hour),
    selected_days: JSON.stringify(draft.selected_days),
    geo_coverage: draft.geo_coverage.join(','),
    goals: draft.goals.map(({ key: _key, ...goal }) => ({
      ...goal,
      ...paidOut(goal, (text) => text),
      counted_by: goal.counted_by || null,
    })),
    landing_pages: draft.landing_pages.map(({ key: _key, ...page }) => page),
  };
  return body as OfferBody;
}

const unearned = <Row extends { revenue: string }>(row: Row): Row => ({ ...row, revenue: row.revenue || '0' });
/** of a reader who does not see the revenue: what is checked before it is sent, */
export const withoutBlanks = (draft: OfferDraft): OfferDraft => ({
  ...unearned(draft),
  goals: draft.goals.map(unearned),
});
const withoutRevenue = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !/^revenue(_percent)?$/.test(name))) as Row;
/** and what is sent: the server keeps what it has */
export const unseenOut = (body: OfferBody): OfferBody => ({
  ...withoutRevenue(body),
  goals: body.goals?.map(withoutRevenue),
});

const textIn = (value: string | number | null): string => (value === null ? '' : String(value));
const listIn = (text: string): string[] => (text ? text.split(',') : []);
const hourIn = (value: number): string => String(value).padStart(2, '0');

export function draftOf(
  { fields, thumbnail_url }: Pick<OfferRecord, 'fields' | 'thumbnail_url'>,
  now: Date,
): OfferDraft {
  const geo = listIn(fields.geo_coverage);
  const { en, hi, es } = fields.conversion_flow_by_language;
  return {
    ...emptyDraft(now),
    ...under(textFields, (name) => textIn(fields[name])),
    ...under(flagFields, (name) => fields[name]),
    ...under(choiceFields, (name) => textIn(fields[name])),
    ...under(numberFields, (name) => fields[name]),
    revenue: amountOrShare(fields.revenue, fields.revenue_percent),
    payout: amountOrShare(fields.payout, fields.payout_percent),
    start_hour: hourIn(fields.start_hour),
    end_hour: hourIn(fields.end_hour),
    start_date: dateIn(fields.start_date),
    end_date: dateIn(fields.end_date),
    selected_days: fields.selected_days,
    geo_coverage: geo.length > 0 ? geo : ['ALL'],
    deep_link_hosts: fields.deep_link_hosts,
    tags: fields.tags,
    conversion_flow_by_language: { en: textIn(en), hi: textIn(hi), es: textIn(es) },
    goals: fields.goals.map((goal) => ({
      key: newKey(),
      name: goal.name,
      token: goal.token,
      revenue: amountOrShare(goal.revenue, goal.revenue_percent),
      payout: amountOrShare(goal.payout, goal.payout_percent),
      counted_by: textIn(goal.counted_by),
    })),
    landing_pages: fields.landing_pages.map(({ name, url }) => ({ key: newKey(), name, url })),
    thumbnail_url: thumbnail_url ?? '',
  };
}

/** the fields whose value on the wire differs: what the save bar counts and a conflict names */
export function changedFields(before: OfferDraft, after: OfferDraft): DraftField[] {
  const [a, b] = [bodyOf(before), bodyOf(after)] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(a).filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  // an amount and its share are one field of the form
  return [...new Set(names.map((name) => name.replace(/^(revenue|payout)_percent$/, '$1')))] as DraftField[];
}
