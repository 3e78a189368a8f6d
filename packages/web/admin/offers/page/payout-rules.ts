// A payout rule as its dialog holds it, on the wire and in words.
import { parseMoney } from '@tributary/contract/money';
import type { PayoutRuleInput } from '@tributary/contract/offers/offers';
import type { z } from 'zod';
import { countriesText } from '../../../kit/inputs/country-selection.ts';
import { dateTime, money } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { amountOrShare, isLoss } from '../form/share.ts';
import type { OfferRecord } from '../form/wire.ts';

export interface RuleDraft {
  priority: number | null;
  publisher_id: string;
  publisher_name: string;
  goal_id: string;
  countries: string[];
  source: string;
  from_conversions: number | '';
  /** "2026-11-15 00:00:00" in UTC */
  starts_at: string;
  ends_at: string;
  pays: 'amount' | 'percent' | 'as before';
  payout: string;
  percent: number | '';
  earns: 'amount' | 'percent' | 'as before';
  revenue: string;
  revenue_percent: number | '';
}

export const emptyRule: RuleDraft = {
  priority: null,
  publisher_id: '',
  publisher_name: '',
  goal_id: '',
  countries: ['ALL'],
  source: '',
  from_conversions: '',
  starts_at: '',
  ends_at: '',
  pays: 'amount',
  payout: '',
  percent: '',
  earns: 'as before',
  revenue: '',
  revenue_percent: '',
};

const dateIn = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const secondsOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;

export const wayOf = (amount: string | null, percent: number | null): RuleDraft['pays'] =>
  amount !== null ? 'amount' : percent !== null ? 'percent' : 'as before';

export const rulesOf = ({ payout_rules }: OfferRecord): RuleDraft[] =>
  payout_rules.map((rule) => ({
    priority: rule.priority,
    publisher_id: rule.publisher_id ?? '',
    publisher_name: rule.publisher_name ?? '',
    goal_id: rule.goal_id ?? '',
    countries: rule.countries.length > 0 ? rule.countries : ['ALL'],
    source: rule.source ?? '',
    from_conversions: rule.from_conversions || '',
    starts_at: dateIn(rule.starts_at),
    ends_at: dateIn(rule.ends_at),
    pays: wayOf(rule.payout, rule.payout_percent),
    payout: rule.payout ?? '',
    percent: rule.payout_percent ?? '',
    earns: wayOf(rule.revenue, rule.revenue_percent),
    revenue: rule.revenue ?? '',
    revenue_percent: rule.revenue_percent ?? '',
  }));

export const ruleBody = (rule: RuleDraft): z.input<typeof PayoutRuleInput> => ({
  publisher_id: rule.publisher_id,
  goal_id: rule.goal_id,
  countries: rule.countries.filter((code) => code !== 'ALL'),
  source: rule.source,
  from_conversions: rule.from_conversions || 0,
  starts_at: rule.starts_at && t('offers.utc2', { startsAt: rule.starts_at }),
  ends_at: rule.ends_at && t('offers.utc3', { endsAt: rule.ends_at }),
  payout: rule.pays === 'amount' ? rule.payout : null,
  payout_percent: rule.pays === 'percent' && rule.percent !== '' ? rule.percent : null,
  revenue: rule.earns === 'amount' ? rule.revenue : null,
  revenue_percent: rule.earns === 'percent' && rule.revenue_percent !== '' ? rule.revenue_percent : null,
});

export function ruleFault(rule: RuleDraft): string | null {
  if (rule.pays === 'amount' && parseMoney(rule.payout) === null) return t('offers.pleaseEnterThePayoutSuch');
  if (rule.pays === 'percent' && rule.percent === '') return t('offers.pleaseEnterThePercentageOf');
  if (rule.earns === 'amount' && parseMoney(rule.revenue) === null) return t('offers.pleaseEnterTheRevenueSuch');
  if (rule.earns === 'percent' && rule.revenue_percent === '') return t('offers.pleaseEnterTheRevenuesPercentage');
  if (rule.pays === 'as before' && rule.earns === 'as before') return t('offers.pleaseEnterAPayoutOr');
  if (rule.starts_at && rule.ends_at && rule.ends_at <= rule.starts_at) return t('offers.aRuleMustEndAfter');
  return null;
}

export function valueText(rule: RuleDraft, currency: string): string {
  const pays =
    rule.pays === 'amount'
      ? t('offers.pays', { payout: money(rule.payout, currency) })
      : rule.pays === 'percent'
        ? t('offers.paysOfTheSale', { percent: rule.percent })
        : t('offers.paysAsBefore');
  if (rule.earns === 'as before') return pays;
  const earns =
    rule.earns === 'amount'
      ? money(rule.revenue, currency)
      : t('offers.ofTheSale3', { revenuePercent: rule.revenue_percent });
  return t('offers.earns', { pays, earns });
}

interface Scope {
  publisher_name: string | null;
  goal_name: string | null;
  countries: readonly string[];
  source: string | null;
  from_conversions: number;
  /** unix seconds */
  starts_at: number | null;
  ends_at: number | null;
}

export function scopeWords(scope: Scope): string {
  const parts = [
    scope.publisher_name || t('offers.everyPublisher2'),
    scope.goal_name && t('offers.goal', { goalName: scope.goal_name }),
    scope.countries.length > 0 && countriesText(scope.countries, 4),
    scope.source && t('offers.source', { source: scope.source }),
    scope.from_conversions > 0 && t('offers.fromConversionsInTheMonth2', { fromConversions: scope.from_conversions }),
    scope.starts_at !== null && t('offers.fromUtc', { startsAt: dateTime(scope.starts_at, 'UTC') }),
    scope.ends_at !== null && t('offers.untilUtc', { endsAt: dateTime(scope.ends_at, 'UTC') }),
  ];
  return t('offers.for2', { Boolean: parts.filter(Boolean).join(', ') });
}

export const scopeText = (rule: RuleDraft, goals: OfferRecord['goals']): string =>
  scopeWords({
    publisher_name: rule.publisher_name,
    goal_name: goals.find(({ id }) => id === rule.goal_id)?.name ?? null,
    countries: rule.countries[0] === 'ALL' ? [] : rule.countries,
    source: rule.source,
    from_conversions: rule.from_conversions || 0,
    starts_at: rule.starts_at ? secondsOf(rule.starts_at) : null,
    ends_at: rule.ends_at ? secondsOf(rule.ends_at) : null,
  });

/** an amount or a share as it is typed; null leaves the goal's */
const typed = (way: RuleDraft['pays'], amount: string, percent: number | ''): string | null =>
  way === 'amount' ? amount : way === 'percent' ? `${percent}%` : null;

/** for one of the goals that the rule is for, more is paid than earned */
export function ruleLoses(rule: RuleDraft, goals: OfferRecord['goals']): boolean {
  const pays = typed(rule.pays, rule.payout, rule.percent);
  const earns = typed(rule.earns, rule.revenue, rule.revenue_percent);
  return goals
    .filter(({ id }) => !rule.goal_id || id === rule.goal_id)
    .some((goal) =>
      isLoss({
        revenue: earns ?? amountOrShare(goal.revenue, goal.revenue_percent),
        payout: pays ?? amountOrShare(goal.payout, goal.payout_percent),
      }),
    );
}
