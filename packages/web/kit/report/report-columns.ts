// A report's reply as rows and columns of the kit's table: dimensions first, then figures, each followed by what stands
// beside it and by the difference where the report is a comparison.
import {
  type DimensionId,
  dimensions,
  type MetricId,
  metricLabel,
  metrics,
  type ReportRole,
} from '@tributary/contract/report-catalogue';
import type { ReportReply, ReportRow, WithoutRate } from '@tributary/contract/reports';
import { signedPercent } from '../../ui/format.ts';
import type { Change, Column, RowBase } from '../table/column.ts';
import { dimensionText, type FigureCell, figureAmong, figureText, wholeText } from './figure.ts';
import { type Pair, pairOf, type ReportState } from './report-state.ts';

export interface Line extends RowBase {
  cells: ReportRow;
  before: ReportRow | null;
  /** what its figures leave out for want of a rate */
  withoutRate: WithoutRate | null;
}

export const linesOf = (reply: ReportReply | undefined, by: readonly DimensionId[]): Line[] =>
  (reply?.rows ?? []).map((cells, index) => ({
    // with the names: a line of one question is never taken for a line of another
    id: JSON.stringify(by.map((id) => [id, cells[id] ?? null])),
    cells,
    before: reply?.previous?.rows[index] ?? null,
    withoutRate: reply?.without_rate?.rows[index] ?? null,
  }));

export const nameOfLine = (line: Line, by: readonly DimensionId[], reply: ReportReply | undefined): string =>
  by.map((id) => dimensionText(id, line.cells[id], reply?.labels ?? {}, reply?.period.tz ?? 'UTC')).join(', ');

/** the names of the two that are compared */
export const namesOfPair = (pair: Pair, labels: ReportReply['labels']): [string, string] => [
  dimensionText(pair.kind, pair.one, labels, 'UTC'),
  dimensionText(pair.kind, pair.other, labels, 'UTC'),
];

/** "+12.5%"; "new" where there was nothing before */
export function changeText(now: FigureCell, before: FigureCell): string {
  const [value, last] = [Number(now ?? 0), Number(before ?? 0)];
  if (!last) return value ? 'new' : '0%';
  return signedPercent(((value - last) / Math.abs(last)) * 100);
}

const worseWhenHigher: readonly MetricId[] = [
  'invalid_clicks',
  'invalid_rate',
  'rejected_conversions',
  'rejection_rate',
  'rejected_payout',
];

const toneOf = (id: MetricId, difference: number): Change['tone'] => {
  if (difference === 0) return 'same';
  return difference > 0 !== worseWhenHigher.includes(id) ? 'good' : 'bad';
};

function differences(id: MetricId, currency: string, now: FigureCell, before: FigureCell): [Change, Change] {
  const difference = Number(now ?? 0) - Number(before ?? 0);
  const tone = toneOf(id, difference);
  const { format } = metrics[id];
  // six decimals are what the wire has: the rest is the floating point's own
  const size = figureText(Math.abs(Number(difference.toFixed(6))), format, currency);
  const sign = difference > 0 ? '+' : difference < 0 ? '-' : '';
  return [
    { text: `${sign}${format === 'percent' ? size.replace('%', ' pp') : size}`, tone },
    { text: changeText(now, before), tone },
  ];
}

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
      title: dimensions[id].label,
      kind: 'text',
      sortable: true,
      fixed: true,
      opens: true,
      value: ({ cells }) => dimensionText(id, cells[id], labels, tz),
    }),
  );
  const pair = pairOf({ compare, filters });
  const counted = figures.flatMap((id): Column<Line>[] => {
    const label = metricLabel(id, role);
    const among = (cells: ReportRow) => figureAmong(id, cells, metrics[id].format, currency);
    const text = (cell: FigureCell) => figureText(cell, metrics[id].format, currency);
    const title = pair ? `${label} A` : label;
    const now: Column<Line> = {
      id,
      title,
      kind: 'figure',
      sortable: true,
      value: ({ cells, withoutRate }) => wholeText(among(cells), withoutRate?.[id]),
    };
    if (!compare || !reply?.previous) return [now];
    const difference = ({ cells, before }: Line) => differences(id, currency, cells[id], before?.[id]);
    return [
      now,
      {
        id: `${id}:beside`,
        title: pair ? `${label} B` : `${label} before`,
        kind: 'figure',
        value: ({ before }) => (before ? among(before) : text(null)),
      },
      { id: `${id}:delta`, title: 'Δ', kind: 'change', value: (line) => difference(line)[0] },
      { id: `${id}:percent`, title: 'Δ %', kind: 'change', value: (line) => difference(line)[1] },
    ];
  });
  return [...named, ...counted];
}
