// Query → request → plan → SQL → figures. Screens, saved reports, schedules, exports and API keys all come through here.
import { type DimensionId, dimensions, type MetricId } from '@tributary/contract/reports/report-catalogue';
import type { ReportQuery, ReportReply, ReportRow, WithoutRate } from '@tributary/contract/reports/reports';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { dayOf, isoInZone, startOf } from '../../../platform/zone.ts';
import { firstBookable } from '../../conversions/index.ts';
import { advertiserTurns, versionsPaidByEvent } from '../../offers/index.ts';
import { ratesOf } from '../../rates/index.ts';
import { figure, groupOfNothing, lacksRate, withoutRate } from './figures.ts';
import { hiddenNote, withHidden } from './hidden.ts';
import { currenciesInUse, labelsFor, type ValuesByDimension } from './labels.repo.ts';
import { ordinary } from './lens.repo.ts';
import { exchangeFor, knownCurrencies, type Money } from './money.ts';
import { type Period, periodBefore } from './period.ts';
import { planReport } from './plan.ts';
import { type ReportRequest, readReportQuery } from './read-query.ts';
import { type Group, type Groups, overall, type ReportSources, readGroups } from './report.repo.ts';
import type { Viewer } from './viewer.ts';

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

export async function moneyOf(tx: Tx, viewer: Viewer, now: Date): Promise<Money> {
  const quoted = await ratesOf(tx);
  const { zones, currency } = viewer.tenant;
  return {
    quoted,
    currencies: knownCurrencies(quoted, await currenciesInUse(tx), currency),
    paid: await versionsPaidByEvent(tx, BEGINNING, END),
    turns: await advertiserTurns(tx),
    bookableFrom: firstBookable(zones, now).start,
  };
}
export function requireCurrency(currency: string, currencies: readonly string[]): void {
  if (currencies.includes(currency)) return;
  throw new Fault('invalid_input', `There is no exchange rate for ${currency}. There are: ${currencies.join(', ')}.`);
}

/** what a request needs before its statement can be written */
export function sourcesOf(request: ReportRequest, viewer: Viewer, money: Money): ReportSources {
  requireCurrency(request.currency, money.currencies);
  const other = otherSide(request);
  return {
    ...(other && showsBoth(request) ? { beside: sourcesOf(other, viewer, money) } : {}),
    request,
    plan: planReport(request, viewer, money.turns),
    viewer,
    exchange: exchangeFor(money.quoted, request.period, request.currency, viewer.tenant.currency),
    money,
    lens: ordinary,
  };
}

const cell = (id: DimensionId, value: string | null, tz: string): string | number | null => {
  if (value === null) return null;
  if (dimensions[id].type === 'number') return Number(value);
  return id === 'hour' ? isoInZone(new Date(Number(value) * 1_000), tz) : value;
};

export function withoutRateOf(group: Group, metrics: readonly MetricId[]): WithoutRate | null {
  const found = metrics.flatMap((id) => {
    const amounts = withoutRate(id, group);
    return amounts.length > 0 || lacksRate(id, group) ? [[id, amounts] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** null where everything has a rate */
function withoutRates(rows: readonly Group[], totals: Group, { metrics }: Pick<ReportRequest, 'metrics'>) {
  const missing = rows.map((group) => withoutRateOf(group, metrics));
  const inAll = withoutRateOf(totals, metrics);
  return inAll || missing.some(Boolean) ? { rows: missing, totals: inAll ?? {} } : null;
}

export function rowOf(group: Group, request: Pick<ReportRequest, 'dimensions' | 'metrics' | 'period'>): ReportRow {
  const keys = request.dimensions.map((id, at) => [id, cell(id, group.keys[at] ?? null, request.period.tz)]);
  return Object.fromEntries([...keys, ...request.metrics.map((id: MetricId) => [id, figure(id, group)])]);
}

const currenciesWithoutRate = (totals: readonly Group[]): string[] =>
  [...new Set(totals.flatMap(({ unpriced }) => [...unpriced.keys()]))].sort();

/** said wherever amounts without a rate stand beside the others */
export function rateNotes(totals: readonly Group[], currency: string): string[] {
  const missing = currenciesWithoutRate(totals);
  if (missing.length === 0) return [];
  const names = missing.join(', ');
  return [
    `There is no rate from ${names} to ${currency}: amounts in ${names} are shown as they are, beside the others.`,
  ];
}

/** paid clicks and impressions are booked when their day is over: until then a late one may still change their amounts */
export function provisionalNotes({ sums, unpriced }: Group, { end }: Period, { tenant }: Viewer, now: Date): string[] {
  const isPaid = [sums, ...unpriced.values()].some((of) => paidFacts.some((fact) => (of.get(fact) ?? 0n) !== 0n));
  const isOver = end <= startOf(dayOf(now, tenant.timeZone), tenant.timeZone);
  return isPaid && !isOver
    ? ['Today’s amounts of paid clicks and impressions (CPC, CPM) are provisional until their day is booked.']
    : [];
}
const paidFacts = ['click_revenue', 'click_payout'] as const;

/** days whose single rows were gone when another zone came keep their sources under the days of the one before */
function sourceNotes({ dimensions: by, filters, period }: ReportRequest, { tenant }: Viewer): string[] {
  const since = tenant.sourcesSince;
  const bySource = by.includes('source') || filters.some(({ dimension }) => dimension === 'source');
  return since !== null && bySource && period.start < startOf(since, tenant.timeZone)
    ? [`Sources of days before ${since} are kept by the days of an earlier time zone.`]
    : [];
}

function notesOf(totals: readonly Group[], request: ReportRequest): string[] {
  const notes = rateNotes(totals, request.currency);
  if (notes.length > 0 && request.metrics.some((id) => totals.some((group) => lacksRate(id, group)))) {
    notes.push('A ratio of two amounts is empty where a part of them has no rate.');
  }
  const loose = request.filters.find(({ dimension }) => dimensions[dimension].of === 'conversions');
  if (loose)
    notes.push(
      `Clicks know no ${dimensions[loose.dimension].label.toLowerCase()}: the filter narrows conversions only.`,
    );
  return notes;
}

/** the transaction is the system's: which rows are the viewer's is part of the statement (click-facts, conversion-facts) */
export async function runReport(
  tx: Tx,
  query: ReportQuery,
  viewer: Viewer,
  now: Date,
): Promise<Omit<ReportReply, 'fresh_at'>> {
  const request = readReportQuery(query, viewer, now);
  const other = otherSide(request);
  const money = await moneyOf(tx, viewer, now);
  const sources = sourcesOf(request, viewer, money);
  const groups = await readGroups(tx, sources);
  const owed = await withHidden(tx, sources, groups.totals);
  const beside = other && (await previousOf(tx, { request: other, viewer, money }, groups));
  const missing = withoutRates(groups.rows, owed.totals, request);
  const { period } = request;
  return {
    rows: groups.rows.map((group) => rowOf(group, request)),
    totals: rowOf(owed.totals, { ...request, dimensions: [] }),
    total_rows: groups.totalRows,
    labels: await labelsFor(tx, viewer, [...valuesIn(groups.rows, request), ...valuesNamed(request)], now),
    period: {
      from: period.from,
      to: period.to,
      starts_at: unixSeconds(period.start),
      ends_at: unixSeconds(period.end),
      tz: period.tz,
      currency: request.currency,
    },
    previous: beside?.previous ?? null,
    without_rate: missing && { ...missing, currencies: currenciesWithoutRate([owed.totals]) },
    hidden: owed.lines,
    notes: [
      ...sourceNotes(request, viewer),
      ...notesOf(beside ? [owed.totals, beside.totals] : [owed.totals], request),
      ...provisionalNotes(owed.totals, period, viewer, now),
      ...hiddenNote(groups.totals, owed.lines, viewer),
    ],
    read_from: sources.plan.readFrom,
  };
}

export const valuesIn = (
  rows: readonly Group[],
  { dimensions }: Pick<ReportRequest, 'dimensions'>,
): ValuesByDimension => dimensions.map((id, at) => [id, rows.map(({ keys }) => keys[at] ?? null)]);

/** what filters and the other side name, rows or none */
const valuesNamed = ({ filters, compare }: ReportRequest): ValuesByDimension =>
  [...filters, ...(compare === null || compare === 'previous' ? [] : [compare])].map(({ dimension, values }) => [
    dimension,
    values,
  ]);

/** the same report of the period before, or of the other one; null where nothing is compared */
export function otherSide(request: ReportRequest): ReportRequest | null {
  const { compare, filters } = request;
  if (compare === null) return null;
  const other = { ...request, compare: null, withConversions: false };
  if (compare === 'previous') return { ...other, period: periodBefore(request.period) };
  return { ...other, filters: [...filters.filter(({ dimension }) => dimension !== compare.dimension), compare] };
}

/** hours of today that are still to come are no rows, though yesterday had them */
const showsBoth = ({ compare, dimensions: by }: ReportRequest): boolean =>
  compare !== 'previous' || !by.includes('hour');

/** the figures beside these rows, in their order */
export async function besideRows(
  tx: Tx,
  { request: other, viewer, money }: Pick<ReportSources, 'request' | 'viewer' | 'money'>,
  rows: readonly Group[],
): Promise<Group[]> {
  if (rows.length === 0) return [];
  const sources = sourcesOf({ ...other, limit: rows.length, offset: 0 }, viewer, money);
  const keys = rows.map((row) => row.keys);
  const found = (await readGroups(tx, sources, keys)).rows;
  const byKey = new Map(found.map((group) => [JSON.stringify(group.keys), group]));
  return keys.map((key) => byKey.get(JSON.stringify(key)) ?? groupOfNothing(key));
}

async function previousOf(
  tx: Tx,
  { request: other, viewer, money }: Pick<ReportSources, 'request' | 'viewer' | 'money'>,
  { rows }: Groups,
): Promise<{ totals: Group; previous: NonNullable<ReportReply['previous']> }> {
  const beside = await besideRows(tx, { request: other, viewer, money }, rows);
  const { totals } = await readGroups(tx, overall(sourcesOf(other, viewer, money)));
  return {
    totals,
    previous: {
      rows: beside.map((group) => rowOf(group, other)),
      totals: rowOf(totals, { ...other, dimensions: [] }),
      without_rate: withoutRates(beside, totals, other),
      starts_at: unixSeconds(other.period.start),
      ends_at: unixSeconds(other.period.end),
    },
  };
}
