// What was changed on an offer, in the words of its screens: never an id, an enum's value or a field's raw name.
import { isCountryCode } from '@tributary/contract/countries';
import { imageFields } from '@tributary/contract/logs/change-log';
import { kpiOps } from '@tributary/contract/offers/kpi';
import { type CapAction, capActions } from '@tributary/contract/offers/offer-terms';
import { advertiserKey } from '@tributary/contract/offers/offers';
import { countriesText } from '../../../kit/inputs/country-selection.ts';
import { count, dateTime, duration, EMPTY, money, words } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { said } from '../../../words/said.ts';
import { metricWords, periodWords } from '../../caps/words.ts';
import { emptyRule, scopeWords, valueText, wayOf } from './payout-rules.ts';
import { targetWords } from './target-words.ts';

export interface About {
  currency: string;
  /** people and goals by their ids */
  named: Readonly<Record<string, string>>;
  /** a choice as the form offers it */
  choice?: (name: string, value: string) => string | null;
}
type Row = Record<string, unknown>;

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const isId = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const inWords = (map: Readonly<Record<string, string>>, name: unknown): string => map[text(name)] ?? words(text(name));
const nameIn = ({ named }: About, id: unknown): string =>
  text(id) ? (named[text(id)] ?? t('offers.somebodyWhoIsGone')) : '';

export const worthText = (amount: string, percent: number | null, currency: string): string =>
  percent === null ? money(amount, currency) : t('offers.ofTheSale2', { percent });

export function capWords(cap: Row, currency: string, publisher: string | null): string {
  const counts = cap.metric === 'clicks' || cap.metric === 'conversions';
  const limit = counts ? count(Number(cap.limit)) : money(text(cap.limit), currency);
  const what = `${inWords(metricWords, cap.metric)} ${inWords(periodWords, cap.period)}`.toLowerCase();
  const action = capActions[text(cap.action) as CapAction] ?? words(text(cap.action));
  return t('offers.capInWords', { limit, what, whom: publisher || t('offers.theWholeOffer2'), action: said(action) });
}

export interface RuleWords {
  publisher_name: string | null;
  goal_name: string | null;
  countries: readonly string[];
  source: string | null;
  from_conversions: number;
  starts_at: number | null;
  ends_at: number | null;
  payout: string | null;
  payout_percent: number | null;
  revenue: string | null;
  revenue_percent: number | null;
}

export function ruleWords(rule: RuleWords, currency: string): string {
  const pays = {
    ...emptyRule,
    pays: wayOf(rule.payout, rule.payout_percent),
    payout: rule.payout ?? '',
    percent: rule.payout_percent ?? ('' as const),
    earns: wayOf(rule.revenue, rule.revenue_percent),
    revenue: rule.revenue ?? '',
    revenue_percent: rule.revenue_percent ?? ('' as const),
  };
  return `${valueText(pays, currency)}. ${scopeWords(rule)}`;
}

const secondsOf = (value: unknown): number | null =>
  typeof value === 'string' ? Date.parse(value) / 1000 : numberOr(value);

const rowWords: Readonly<Record<string, (row: Row, about: About) => string>> = {
  payout_rules: (row, about) =>
    ruleWords(
      {
        publisher_name: nameIn(about, row.publisherId) || null,
        goal_name: nameIn(about, row.goalId) || null,
        countries: Array.isArray(row.countries) ? row.countries.map(String) : [],
        source: text(row.source) || null,
        from_conversions: numberOr(row.fromConversions) ?? 0,
        starts_at: secondsOf(row.startsAt),
        ends_at: secondsOf(row.endsAt),
        payout: text(row.payout) || null,
        payout_percent: numberOr(row.percent),
        revenue: text(row.revenue) || null,
        revenue_percent: numberOr(row.revenue_percent),
      },
      about.currency,
    ),
  caps: (row, about) => capWords(row, about.currency, nameIn(about, row.publisher_id)),
  targets: (row) => targetWords(row.target),
  kpi_targets: (row, about) =>
    t('offers.kpiInWords', {
      from: nameIn(about, row.from_goal_id) || t('common.clicks'),
      to: nameIn(about, row.to_goal_id),
      wanted: `${said(inWords(kpiOps, row.op))} ${text(row.percent)}%`,
      sample: count(Number(row.min_sample)),
    }),
  creatives: (row) => {
    const kind = row.kind === 'image' ? t('offers.picture') : row.kind === 'html' ? 'HTML' : t('offers.text');
    return [`${text(row.name)} (${kind})`, plainText(text(row.content))].filter(Boolean).join(': ');
  },
  goals: (row, { currency }) => {
    const earns = worthText(text(row.revenue), numberOr(row.revenue_percent), currency);
    const pays = worthText(text(row.payout), numberOr(row.payout_percent), currency);
    return t('offers.earnsPays', { name: text(row.name), sends: text(row.sends), earns, pays });
  },
  permissions: (row, about) => `${nameIn(about, row.publisher_id)}: ${words(text(row.state))}`,
  landing_pages: (row) => `${text(row.name)}: ${text(row.url)}`,
};

export const isList = (name: string): boolean => Object.hasOwn(rowWords, name);

export const listWords = (list: string, row: unknown, about: About): string =>
  isRecord(row) ? (rowWords[list]?.(row, about) ?? EMPTY) : EMPTY;

/** rows that came and rows that went; what stayed is left out */
export function listChanges(list: string, before: unknown, after: unknown, about: About) {
  const told = (rows: unknown) => (Array.isArray(rows) ? rows : []).map((row) => listWords(list, row, about));
  const [old, now] = [told(before), told(after)];
  const without = (rows: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return rows.filter((row) => {
      const at = left.indexOf(row);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return { gone: without(old, now), come: without(now, old) };
}

/** markup is read as its text */
const plainText = (value: string): string =>
  value
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

/** values of these are words of a list, not a person's text */
const closedLists = new Set(['status', 'state', 'status_after_hold', 'devices', 'operating_system', 'category']);
const moneyFields = new Set(['revenue', 'payout', 'budget']);

export function valueWords(name: string, value: unknown, about: About): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? t('offers.yes') : t('offers.no');
  if (imageFields.includes(name)) return t('offers.picture');
  if (name === 'advertiser_id') {
    const known = about.named[advertiserKey(Number(value))];
    return known ? `${known} (${text(value)})` : text(value);
  }
  if (name === 'geo_coverage') {
    const codes = text(value).split(',');
    return codes.every((code) => code === 'ALL' || isCountryCode(code)) ? countriesText(codes, 10) : text(value);
  }
  if (/_date$/.test(name) && typeof value === 'number') return t('offers.utc', { dateTime: dateTime(value, 'UTC') });
  if (name === 'hold_minutes') return duration(Number(value) * 60);
  if (moneyFields.has(name)) return money(text(value), about.currency);
  if (/_percent$/.test(name)) return t('offers.ofTheSale', { text: text(value) });
  if (Array.isArray(value)) return value.map((one) => valueWords(name, one, about)).join(', ') || EMPTY;
  if (isRecord(value)) {
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
    return parts.map(([key, part]) => `${words(key)}: ${valueWords(key, part, about)}`).join(', ') || EMPTY;
  }
  const plain = text(value);
  if (isId(plain)) return about.named[plain] ?? EMPTY;
  return about.choice?.(name, plain) ?? (closedLists.has(name) ? words(plain) : plainText(plain));
}
