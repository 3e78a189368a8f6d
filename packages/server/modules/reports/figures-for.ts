// Figures that a dashboard asks for itself: the same engine, without going through text.
import type { DimensionId, MetricId } from '@tributary/contract/report-catalogue';
import type { Tx } from '../../platform/db/database.ts';
import { figure } from './figures.ts';
import type { Period } from './period.ts';
import type { ReportFilter, ReportRequest } from './read-query.ts';
import { type Group, type Groups, readGroups } from './report.repo.ts';
import { sourcesFor } from './run-report.ts';
import type { Viewer } from './viewer.ts';

export interface Question {
  dimensions?: readonly DimensionId[];
  metrics: readonly [MetricId, ...MetricId[]];
  period: Period;
  currency: string;
  filters?: readonly ReportFilter[];
  limit?: number;
}

export async function figuresFor(tx: Tx, viewer: Viewer, question: Question): Promise<Groups> {
  const request: ReportRequest = {
    dimensions: question.dimensions ?? [],
    metrics: question.metrics,
    period: question.period,
    currency: question.currency,
    filters: question.filters ?? [],
    sort: { by: question.metrics[0], descending: true },
    limit: question.limit ?? 10_000,
    offset: 0,
    compare: false,
    withConversions: false,
  };
  return readGroups(tx, await sourcesFor(tx, request, viewer));
}

export const countOf = (id: MetricId, group: Group): number => Number(figure(id, group) ?? 0);
export const amountOf = (id: MetricId, group: Group): string => String(figure(id, group) ?? '0');
export const emptyGroup: Group = { keys: [], sums: new Map(), medianSeconds: null };
