// A report's whole state in the URL, under the names of GET /api/reports: what is in the address bar can be saved,
// scheduled, exported and asked by a program without translation.
import {
  type DimensionId,
  dimensionsFor,
  MAX_DIMENSIONS,
  type MetricId,
  metricsFor,
  type PeriodId,
  periods,
} from '@tributary/contract/reports/report-catalogue';
import type { StoredQuery } from '@tributary/contract/reports/reports';
import type { ReportScreen } from './report-declaration.ts';

export const reportSizes = [50, 100, 200] as const;

export interface ReportState {
  by: readonly DimensionId[];
  figures: readonly MetricId[];
  /** empty where two days are given instead */
  period: PeriodId | '';
  from: string;
  to: string;
  /** `previous`, or another one of a kind (`offer:13`, `offer:` until it is chosen); empty where nothing stands beside */
  compare: string;
  onlyConversions: boolean;
  currency: string;
  tz: string;
  sort: string | null;
  filters: Readonly<Partial<Record<DimensionId, readonly string[]>>>;
  chart: MetricId;
  page: number;
  size: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/;
const isPeriod = (text: string | null): text is PeriodId => text !== null && Object.hasOwn(periods, text);

const listOf = <Id extends string>(text: string | null, allowed: readonly Id[], start: readonly Id[]): readonly Id[] =>
  text === null ? start : text.split(',').flatMap((name) => allowed.filter((id) => id === name));

export function readReportState(search: URLSearchParams, { role, start, hidden }: ReportScreen): ReportState {
  const allowed = dimensionsFor(role, hidden);
  const figures = listOf(search.get('metrics'), metricsFor(role, hidden), start.figures);
  const by = listOf(search.get('dimensions'), allowed, start.by).slice(0, MAX_DIMENSIONS);
  const [from = '', to = ''] = [search.get('from'), search.get('to')].map(
    (text) => (DAY.test(text ?? '') ? text : '') ?? '',
  );
  const period = search.get('period');
  const sort = search.get('sort');
  const chosen = search.get('chart');
  const shown = figures.length > 0 ? figures : start.figures;
  return {
    by,
    figures: shown,
    period: from && to ? '' : isPeriod(period) ? period : start.period,
    from: from && to ? from : '',
    to: from && to ? to : '',
    compare: readCompare(search.get('compare'), allowed, start.compare ? 'previous' : ''),
    onlyConversions: search.get('with_conversions') === '1',
    currency: search.get('currency') ?? '',
    tz: search.get('tz') ?? '',
    sort: [...by, ...shown].some((id) => id === sort?.replace(/^-/, '')) ? sort : null,
    filters: Object.fromEntries(
      allowed.flatMap((id) => (search.has(`filter[${id}]`) ? [[id, search.getAll(`filter[${id}]`)]] : [])),
    ),
    chart: shown.find((id) => id === chosen) ?? shown.find((id) => id === start.chart) ?? shown[0] ?? start.chart,
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    size: reportSizes.find((size) => size === Number(search.get('size'))) ?? 50,
  };
}

const readCompare = (text: string | null, allowed: readonly DimensionId[], start: string): string => {
  if (text === null) return start;
  return text === 'previous' || allowed.some((id) => text.startsWith(`${id}:`)) ? text : '';
};

export interface Pair {
  kind: DimensionId;
  /** empty until they are chosen */
  one: string;
  other: string;
}
/** the two that are compared; null where a report is compared with another period or with nothing */
export function pairOf({ compare, filters }: Pick<ReportState, 'compare' | 'filters'>): Pair | null {
  const at = compare.indexOf(':');
  if (at < 0) return null;
  const kind = compare.slice(0, at) as DimensionId;
  return { kind, one: filters[kind]?.[0] ?? '', other: compare.slice(at + 1) };
}
export function isComplete(state: Pick<ReportState, 'compare' | 'filters'>): boolean {
  const pair = pairOf(state);
  return pair === null || (pair.one !== '' && pair.other !== '');
}

/** what the server is asked; pages are left to the caller */
export function queryOfReport(state: ReportState): StoredQuery {
  const filters = Object.entries(state.filters).map(([id, values]) => [`filter[${id}]`, [...(values ?? [])]]);
  return {
    ...(state.by.length > 0 ? { dimensions: state.by.join(',') } : {}),
    metrics: state.figures.join(','),
    ...(state.period ? { period: state.period } : { from: state.from, to: state.to }),
    ...(state.compare && isComplete(state) ? { compare: state.compare } : {}),
    ...(state.onlyConversions ? { with_conversions: '1' } : {}),
    ...(state.currency ? { currency: state.currency } : {}),
    ...(state.tz ? { tz: state.tz } : {}),
    ...(state.sort ? { sort: state.sort } : {}),
    ...Object.fromEntries(filters),
  };
}

export function searchOfQuery(query: StoredQuery): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, one);
  }
  return search;
}

/** the address of a state: the query, and besides what only the screen knows */
export function searchOfReport(state: ReportState, screen: ReportScreen): URLSearchParams {
  const search = searchOfQuery(queryOfReport(state));
  if (state.by.length === 0) search.set('dimensions', '');
  if (state.compare) search.set('compare', state.compare);
  else if (screen.start.compare) search.set('compare', 'none');
  if (state.chart !== screen.start.chart) search.set('chart', state.chart);
  if (state.page > 1) search.set('page', String(state.page));
  if (state.size !== 50) search.set('size', String(state.size));
  return search;
}
