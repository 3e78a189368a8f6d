// Figures that a dashboard asks for itself: the same engine, without going through text.
import type { DimensionId, MetricId } from '@tributary/contract/reports/report-catalogue';
import type { Amount } from '@tributary/contract/reports/reports';
import type { Tx } from '../../../platform/db/database.ts';
import { figure, groupOfNothing } from './figures.ts';
import { withHidden } from './hidden.ts';
import type { Period } from './period.ts';
import type { ReportFilter, ReportRequest } from './read-query.ts';
import { type Group, type Groups, readGroups } from './report.repo.ts';
import { moneyOf, sourcesOf } from './run-report.ts';
import type { Viewer } from './viewer.ts';

export interface Question {
  dimensions?: readonly DimensionId[];
  metrics: readonly [MetricId, ...MetricId[]];
  period: Period;
  filters?: readonly ReportFilter[];
  limit?: number;
}

const requestOf = (
  { dimensions = [], metrics, period, filters = [], limit = 10_000 }: Question,
  currency: string,
  askedAt: Date,
): ReportRequest => ({
  dimensions,
  metrics,
  period,
  currency,
  filters,
  sort: { by: metrics[0], descending: true },
  limit,
  offset: 0,
  compare: null,
  withConversions: false,
  askedAt,
});

/** one question after another, in one currency; what currencies are worth is read once for all of them */
export async function figuresFor(
  tx: Tx,
  viewer: Viewer,
  currency: string,
  now: Date,
): Promise<(question: Question) => Promise<Groups>> {
  const money = await moneyOf(tx, viewer, now);
  return (question) => readGroups(tx, sourcesOf(requestOf(question, currency, now), viewer, money));
}

/** totals with what is owed for hidden offers in them, and in lines of their own */
export async function owedFor(
  tx: Tx,
  viewer: Viewer,
  currency: string,
  now: Date,
  question: Question,
): Promise<{ groups: Groups; totals: Group; lines: Amount[] }> {
  const sources = sourcesOf(requestOf(question, currency, now), viewer, await moneyOf(tx, viewer, now));
  const groups = await readGroups(tx, sources);
  return { groups, ...(await withHidden(tx, sources, groups.totals)) };
}

export const countOf = (id: MetricId, group: Group): number => Number(figure(id, group) ?? 0);
export const amountOf = (id: MetricId, group: Group): string => String(figure(id, group) ?? '0');
export const emptyGroup: Group = groupOfNothing([]);
