// A report's reply as rows and columns of the kit's table: dimensions first, then figures, each followed by what stands
// beside it and by the difference where the report is a comparison.
import {
  type DimensionId,
  dimensions,
  metricLabel,
  type ReportRole,
} from '@tributary/contract/reports/report-catalogue';
import type { ReportReply, ReportRow, WithoutRate } from '@tributary/contract/reports/reports';
import type { Column, RowBase } from '../../kit/table/column.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { changeText, differenceOf } from './difference.ts';
import { dimensionText, type Figures, figureIn } from './figure.ts';
import { type Pair, pairOf, type ReportState } from './report-state.ts';

export interface Line extends RowBase {
  cells: ReportRow;
  /** what its figures leave out for want of a rate */
  missing: WithoutRate | null;
  before: Figures;
}

export const linesOf = (reply: ReportReply | undefined, by: readonly DimensionId[]): Line[] =>
  (reply?.rows ?? []).map((cells, index) => ({
    // with the names: a line of one question is never taken for a line of another
    id: JSON.stringify(by.map((id) => [id, cells[id] ?? null])),
    cells,
    missing: reply?.without_rate?.rows[index] ?? null,
    before: { cells: reply?.previous?.rows[index] ?? {}, missing: reply?.previous?.without_rate?.rows[index] },
  }));

export const nameOfLine = (line: Line, by: readonly DimensionId[], reply: ReportReply | undefined): string =>
  by.map((id) => dimensionText(id, line.cells[id], reply?.labels ?? {}, reply?.period.tz ?? 'UTC')).join(', ');

/** the names of the two that are compared */
export const namesOfPair = (pair: Pair, labels: ReportReply['labels']): [string, string] => [
  dimensionText(pair.kind, pair.one, labels, 'UTC'),
  dimensionText(pair.kind, pair.other, labels, 'UTC'),
];

interface Shape extends Pick<ReportState, 'by' | 'figures'>, Partial<Pick<ReportState, 'compare' | 'filters'>> {
  role: ReportRole;
}

export function columnsOf(reply: ReportReply | undefined, shape: Shape): Column<Line>[] {
  const { by, figures, role, compare = '', filters = {} } = shape;
  const { currency = 'USD', tz = 'UTC' } = reply?.period ?? {};
  const labels = reply?.labels ?? {};
  const named = by.map(
    (id): Column<Line> => ({
      id,
      title: said(dimensions[id].label),
      kind: 'text',
      sortable: true,
      fixed: true,
      opens: true,
      value: ({ cells }) => dimensionText(id, cells[id], labels, tz),
    }),
  );
  const pair = pairOf({ compare, filters });
  const counted = figures.flatMap((id): Column<Line>[] => {
    const label = said(metricLabel(id, role));
    const title = pair ? `${label} A` : label;
    const now: Column<Line> = {
      id,
      title,
      kind: 'figure',
      sortable: true,
      value: (line) => figureIn(id, line, currency),
    };
    if (!compare || !reply?.previous) return [now];
    const difference = (line: Line) => differenceOf(id, line, line.before, currency);
    return [
      now,
      {
        id: `${id}:beside`,
        title: pair ? t('report.b', { label }) : t('report.before', { label }),
        kind: 'figure',
        value: ({ before }) => figureIn(id, before, currency),
      },
      { id: `${id}:delta`, title: 'Δ', kind: 'change', value: difference },
      {
        id: `${id}:percent`,
        title: 'Δ %',
        kind: 'change',
        value: (line) => ({
          text: changeText(id, line, line.before, currency),
          tone: difference(line).tone,
        }),
      },
    ];
  });
  return [...named, ...counted];
}
