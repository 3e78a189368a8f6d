// What a click on a row opens: the row's values become filters, its day or month the period, and the next dimension of
// the screen's order takes their place.
import { type DimensionId, dimensions } from '@tributary/contract/reports/report-catalogue';
import type { ReportRow } from '@tributary/contract/reports/reports';
import type { ReportScreen } from './report-declaration.ts';
import type { ReportState } from './report-state.ts';

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** the two days that a moment of the report stands for; an hour opens its day */
function daysOf(id: DimensionId, value: string): { from: string; to: string } {
  switch (dimensions[id].type) {
    case 'month': {
      const [year = 0, month = 1] = value.split('-').map(Number);
      return { from: `${value}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
    }
    case 'week':
      return { from: value, to: dayAfter(value, 6) };
    default:
      return { from: value.slice(0, 10), to: value.slice(0, 10) };
  }
}

export function drillInto(state: ReportState, cells: ReportRow, { drill }: ReportScreen): ReportState {
  const filters = { ...state.filters };
  let days: { from: string; to: string } | null = null;
  for (const id of state.by) {
    const value = String(cells[id] ?? '');
    if (dimensions[id].group !== 'time') filters[id] = [value];
    else if (value) days = daysOf(id, value);
  }
  const used = new Set<DimensionId>([...state.by, ...(Object.keys(filters) as DimensionId[])]);
  const next = drill.find((id) => !used.has(id)) ?? 'hour';
  return { ...state, by: [next], filters, sort: null, page: 1, ...(days ? { ...days, period: '' } : {}) };
}
