// What the caller wrote → a request that names only what exists and what he may see. Every refusal is a sentence.
import { type Hideable, hiddenRefusal } from '@tributary/contract';
import {
  type DimensionId,
  dimensions,
  dimensionsFor,
  hiddenDimension,
  hiddenMetric,
  isDimension,
  isMetric,
  MAX_DIMENSIONS,
  MAX_ROWS,
  type MetricId,
  metricsFor,
  type ReportRole,
} from '@tributary/contract/reports/report-catalogue';
import type { ReportQuery } from '@tributary/contract/reports/reports';
import { Fault } from '../../../platform/fault.ts';
import { isZone } from '../../../platform/zone.ts';
import { type Period, readPeriod } from './period.ts';
import type { Viewer } from './viewer.ts';

export interface ReportFilter {
  dimension: DimensionId;
  /** '' asks for rows where it is not known */
  values: readonly string[];
}

export interface ReportRequest {
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  period: Period;
  currency: string;
  filters: readonly ReportFilter[];
  sort: { by: DimensionId | MetricId; descending: boolean };
  limit: number;
  offset: number;
  /** what stands beside: the period before, or the report with this filter in place of its own */
  compare: 'previous' | ReportFilter | null;
  withConversions: boolean;
  /** when it was asked: what the viewer may know is what he may know then */
  askedAt: Date;
}

const DEFAULT_LIMIT = 100;
const words = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').flatMap((word) => word.trim() || [])),
];

function pick<Id extends string>(
  names: readonly string[],
  kind: 'dimension' | 'metric',
  exists: (name: string) => name is Id,
  allowed: readonly Id[],
  hiddenBy: (id: Id) => Hideable | null,
): Id[] {
  return names.map((name) => {
    const hiding = exists(name) ? hiddenBy(name) : null;
    if (hiding) throw new Fault('invalid_input', hiddenRefusal(hiding));
    // what the caller may not see answers as what does not exist
    if (!exists(name) || !allowed.includes(name)) {
      throw new Fault('invalid_input', `There is no ${kind} called ${name}. There are: ${allowed.join(', ')}.`);
    }
    return name;
  });
}

/** values of closed lists may be written with commas; free text may hold commas itself, so it is repeated instead */
const isFreeText = (id: DimensionId): boolean => dimensions[id].type === 'text' && !['device', 'os'].includes(id);

const toFilter = (dimension: DimensionId, given: readonly string[]): ReportFilter => {
  if (dimensions[dimension].group === 'time') {
    throw new Fault('invalid_input', 'Time is narrowed with from and to, not with a filter.');
  }
  const values = isFreeText(dimension) ? given : given.flatMap((text) => text.split(',').map((part) => part.trim()));
  if (dimensions[dimension].type === 'number' && values.some((text) => !/^\d{0,9}$/.test(text))) {
    throw new Fault('invalid_input', `filter[${dimension}] takes numbers, such as 12.`);
  }
  return { dimension, values };
};

function readCompare(text: string | undefined, { role, hidden }: Viewer): ReportRequest['compare'] {
  if (!text) return null;
  if (text === 'previous') return 'previous';
  const [, name, value] = /^(\w+):(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new Fault('invalid_input', 'compare must be previous, or another one such as offer:13.');
  }
  const [dimension] = pick([name], 'dimension', isDimension, dimensionsFor(role, hidden), (id) =>
    hiddenDimension(id, hidden),
  );
  return dimension === undefined ? null : toFilter(dimension, [value]);
}

function readFilters(query: ReportQuery, { role, hidden }: Viewer): ReportFilter[] {
  return Object.entries(query).flatMap(([key, value]) => {
    const [, name] = /^filter\[(.+)\]$/.exec(key) ?? [];
    if (name === undefined || value === undefined) return [];
    const [dimension] = pick([name], 'dimension', isDimension, dimensionsFor(role, hidden), (id) =>
      hiddenDimension(id, hidden),
    );
    return dimension === undefined ? [] : [toFilter(dimension, (Array.isArray(value) ? value : [value]).map(String))];
  });
}

function readSort(
  text: string | undefined,
  asked: readonly DimensionId[],
  figures: readonly MetricId[],
): ReportRequest['sort'] {
  const time = asked.find((id) => dimensions[id].group === 'time');
  const first = figures[0] ?? 'clicks';
  if (!text) return time ? { by: time, descending: false } : { by: first, descending: true };
  const name = text.replace(/^-/, '');
  const by = [...asked, ...figures].find((id) => id === name);
  if (by === undefined)
    throw new Fault('invalid_input', `The report cannot be sorted by ${name}: it does not show it.`);
  return { by, descending: text.startsWith('-') };
}

const DEFAULT_METRICS: Record<ReportRole, readonly MetricId[]> = {
  admin: ['gross_clicks', 'unique_clicks', 'conversions', 'revenue', 'payout', 'profit'],
  publisher: ['gross_clicks', 'unique_clicks', 'conversions', 'payout'],
  advertiser: ['gross_clicks', 'unique_clicks', 'conversions', 'revenue'],
};

export function readReportQuery(query: ReportQuery, viewer: Viewer, now: Date): ReportRequest {
  const { role, hidden } = viewer;
  const asked = pick(words(query.dimensions), 'dimension', isDimension, dimensionsFor(role, hidden), (id) =>
    hiddenDimension(id, hidden),
  );
  if (asked.length > MAX_DIMENSIONS) {
    throw new Fault('invalid_input', `A report can be grouped by at most ${MAX_DIMENSIONS} dimensions.`);
  }
  const names = words(query.metrics);
  const shown = DEFAULT_METRICS[role].filter((id) => hiddenMetric(id, hidden) === null);
  const asksFor = names.length > 0 ? names : shown;
  const figures = pick(asksFor, 'metric', isMetric, metricsFor(role, hidden), (id) => hiddenMetric(id, hidden));
  const tz = query.tz || viewer.timeZone;
  if (!isZone(tz))
    throw new Fault('invalid_input', `There is no time zone called ${tz}. Use a name such as Asia/Kolkata.`);
  return {
    dimensions: asked,
    metrics: figures,
    period: readPeriod(query, tz, now),
    currency: readCurrency(query.currency, viewer),
    filters: readFilters(query, viewer),
    sort: readSort(query.sort, asked, figures),
    limit: Math.min(query.limit ?? DEFAULT_LIMIT, MAX_ROWS),
    offset: query.offset ?? 0,
    compare: readCompare(query.compare, viewer),
    withConversions: query.with_conversions === '1',
    askedAt: now,
  };
}

export function readCurrency(text: string | undefined, viewer: Viewer): string {
  const currency = (text || viewer.tenant.currency).toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new Fault('invalid_input', 'currency must be three letters, such as USD.');
  return currency;
}

/** ids, and hours as seconds: as text, 10 would come before 9 */
export const sortsAsNumber = (id: DimensionId): boolean => ['number', 'hour'].includes(dimensions[id].type);
