// A report's reply as rows and columns of the kit's table: dimensions first, then figures, each followed by its change
// where the report is compared with the period before.
import {
  type DimensionId,
  dimensions,
  type MetricId,
  metricLabel,
  metrics,
  type ReportRole,
} from '@tributary/contract/report-catalogue';
import type { ReportReply, ReportRow } from '@tributary/contract/reports';
import type { Column, RowBase } from '../table/column.ts';
import { dimensionText, type FigureCell, figureText } from './figure.ts';

export interface Line extends RowBase {
  cells: ReportRow;
  before: ReportRow | null;
}

export const linesOf = (reply: ReportReply | undefined, by: readonly DimensionId[]): Line[] =>
  (reply?.rows ?? []).map((cells, index) => ({
    id: JSON.stringify(by.map((id) => cells[id] ?? null)),
    cells,
    before: reply?.previous?.rows[index] ?? null,
  }));

export const nameOfLine = (line: Line, by: readonly DimensionId[], reply: ReportReply | undefined): string =>
  by.map((id) => dimensionText(id, line.cells[id], reply?.labels ?? {}, reply?.period.tz ?? 'UTC')).join(', ');

/** "+12.5%"; "new" where there was nothing before */
export function changeText(now: FigureCell, before: FigureCell): string {
  const [value, last] = [Number(now ?? 0), Number(before ?? 0)];
  if (!last) return value ? 'new' : '0%';
  const percent = ((value - last) / Math.abs(last)) * 100;
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent)}%`;
}

interface Shape {
  by: readonly DimensionId[];
  figures: readonly MetricId[];
  role: ReportRole;
  compare: boolean;
}

export function columnsOf(reply: ReportReply | undefined, { by, figures, role, compare }: Shape): Column<Line>[] {
  const { currency = 'USD', tz = 'UTC' } = reply?.period ?? {};
  const labels = reply?.labels ?? {};
  const named = by.map(
    (id): Column<Line> => ({
      id,
      title: dimensions[id].label,
      kind: 'text',
      sortable: true,
      fixed: true,
      opens: true,
      value: ({ cells }) => dimensionText(id, cells[id], labels, tz),
    }),
  );
  const counted = figures.flatMap((id): Column<Line>[] => {
    const title = metricLabel(id, role);
    const text = (cell: FigureCell) => figureText(cell, metrics[id].format, currency);
    const now: Column<Line> = { id, title, kind: 'figure', sortable: true, value: ({ cells }) => text(cells[id]) };
    if (!compare) return [now];
    return [
      now,
      { id: `${id}:before`, title: `${title} before`, kind: 'figure', value: ({ before }) => text(before?.[id]) },
      {
        id: `${id}:change`,
        title: 'Change',
        kind: 'figure',
        value: ({ cells, before }) => changeText(cells[id], before?.[id]),
      },
    ];
  });
  return [...named, ...counted];
}
