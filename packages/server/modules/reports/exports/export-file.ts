// Groups → a file's bytes, in the format asked for. Headings are the catalogue's words; numbers stay numbers.
import type { Cell } from '@tributary/contract/lists';
import { dimensions, type MetricId, metricLabel, metrics } from '@tributary/contract/reports/report-catalogue';
import type { ExportFormat } from '@tributary/contract/reports/reports';
import { tableFormats } from '../../../platform/lists/file.ts';
import { isOfMoney, lacksRate, withoutRate } from '../engine/figures.ts';
import type { ReportRequest } from '../engine/read-query.ts';
import type { Group } from '../engine/report.repo.ts';
import { rowOf, withoutRateOf } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';

export const fileTypes: Record<ExportFormat, string> = {
  csv: tableFormats.csv.type,
  xlsx: tableFormats.xlsx.type,
  json: 'application/json; charset=utf-8',
};

export type Labels = Record<string, Record<string, string>>;
export interface LabelledGroups {
  groups: Group[];
  labels: Labels;
  /** the other side of a comparison, row by row */
  beside: Group[] | null;
}

/** a dimension with names beside its numbers takes two columns */
const hasName = (id: string): boolean => ['offer', 'publisher', 'advertiser', 'manager'].includes(id);

function withUnit(id: MetricId, label: string, { currency }: ReportRequest): string {
  const { format } = metrics[id];
  if (format === 'money') return `${label} (${currency})`;
  return format === 'percent' ? `${label} (%)` : format === 'duration' ? `${label} (seconds)` : label;
}
const besideName = (compare: NonNullable<ReportRequest['compare']>): string =>
  compare === 'previous'
    ? 'before'
    : `of ${dimensions[compare.dimension].label.toLowerCase()} ${compare.values.join(', ')}`;

/** what a figure leaves out for want of a rate, in its own currency */
const missingText = (id: MetricId, group: Group): string | null =>
  lacksRate(id, group)
    ? 'No rate'
    : withoutRate(id, group)
        .map(({ amount, currency }) => `${amount} ${currency}`)
        .join('; ') || null;

function headings(request: ReportRequest, viewer: Viewer, isPartial: boolean): string[] {
  const keys = request.dimensions.flatMap((id) => {
    const { label } = dimensions[id];
    return hasName(id) ? [`${label} ID`, label] : [label];
  });
  const figures = request.metrics.flatMap((id) => {
    const label = metricLabel(id, viewer.role);
    return request.compare === null
      ? [withUnit(id, label, request)]
      : [withUnit(id, label, request), withUnit(id, `${label} ${besideName(request.compare)}`, request)];
  });
  const sides = request.compare === null ? [''] : ['', ` ${besideName(request.compare)}`];
  const rest = isPartial
    ? request.metrics
        .filter(isOfMoney)
        .flatMap((id) => sides.map((side) => `${metricLabel(id, viewer.role)}${side} without a rate`))
    : [];
  return [...keys, ...figures, ...rest];
}

function cells(group: Group, beside: Group | null, request: ReportRequest, labels: Labels, isPartial: boolean): Cell[] {
  const row = rowOf(group, request);
  const other = beside && rowOf(beside, request);
  const keys = request.dimensions.flatMap((id) => {
    const value = row[id] ?? null;
    return hasName(id) ? [value, value === null ? null : (labels[id]?.[String(value)] ?? null)] : [value];
  });
  // decimal text is a number to whoever opens the file; fifteen digits are enough for any amount here
  const asNumber = (cell: string | number | null | undefined) =>
    cell === null || cell === undefined ? null : Number(cell);
  const figures = request.metrics.flatMap((id) =>
    other ? [asNumber(row[id]), asNumber(other[id])] : [asNumber(row[id])],
  );
  const sides = beside ? [group, beside] : [group];
  const rest = isPartial
    ? request.metrics.filter(isOfMoney).flatMap((id) => sides.map((side) => missingText(id, side)))
    : [];
  return [...keys, ...figures, ...rest];
}

const besideOf = (group: Group, request: ReportRequest, isPartial: boolean) => ({
  beside: rowOf(group, { ...request, dimensions: [] }),
  ...(isPartial ? { beside_without_rate: withoutRateOf(group, request.metrics) } : {}),
});

export async function* fileBytes(
  format: ExportFormat,
  batches: AsyncIterable<LabelledGroups>,
  request: ReportRequest,
  viewer: Viewer,
  /** whether some amounts have no rate: then each has a column more, in its own currency */
  isPartial: boolean,
): AsyncGenerator<string | Buffer> {
  if (format === 'json') {
    yield '[';
    let first = true;
    for await (const { groups, beside } of batches) {
      if (groups.length === 0) continue;
      const rows = groups.map((group, at) => ({
        ...rowOf(group, request),
        ...(isPartial ? { without_rate: withoutRateOf(group, request.metrics) } : {}),
        ...(beside?.[at] ? besideOf(beside[at], request, isPartial) : {}),
      }));
      yield `${first ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      first = false;
    }
    yield '\n]\n';
    return;
  }
  async function* table(): AsyncGenerator<Cell[][]> {
    yield [headings(request, viewer, isPartial)];
    for await (const { groups, labels, beside } of batches) {
      yield groups.map((group, at) => cells(group, beside?.[at] ?? null, request, labels, isPartial));
    }
  }
  yield* tableFormats[format].bytes(table());
}
