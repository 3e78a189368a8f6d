// The whole of a report for a file, in batches. Rollups answer in one statement; single events are read day by day, so
// that the progress bar has something true to show.
import { isMetric } from '@tributary/contract/reports/report-catalogue';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { addDays, dayOf, startOf } from '../../../platform/zone.ts';
import { figure } from '../engine/figures.ts';
import type { Money } from '../engine/money.ts';
import type { Period } from '../engine/period.ts';
import { type ReportRequest, sortsAsNumber } from '../engine/read-query.ts';
import { type Group, type ReportSources, readGroups, streamGroups } from '../engine/report.repo.ts';
import { sourcesOf } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';

const MAX_EXPORT_ROWS = 1_000_000;
const MAX_MERGED_ROWS = 200_000;

/** `progress` hears 0 to 100 */
export async function* exportGroups(
  tx: Tx,
  request: ReportRequest,
  viewer: Viewer,
  money: Money,
  progress: (percent: number) => Promise<void>,
): AsyncGenerator<Group[]> {
  const sources = sourcesOf(request, viewer, money);
  const additive = !sources.plan.median && request.compare === null;
  if (sources.plan.readFrom === 'raw' && additive) {
    yield await mergeDays(tx, sources, progress);
    return;
  }
  // the totals say how many rows there are to come
  const { totalRows } = await readGroups(tx, { ...sources, request: { ...request, limit: 1, offset: 0 } });
  if (totalRows > MAX_EXPORT_ROWS) throw tooMany(MAX_EXPORT_ROWS);
  let written = 0;
  for await (const batch of streamGroups(tx, sources)) {
    yield batch;
    written += batch.length;
    await progress(Math.floor((100 * written) / Math.max(1, totalRows)));
  }
}

const tooMany = (limit: number): Fault =>
  new Fault(
    'invalid_input',
    `The report has more than ${limit} rows. Please narrow it with filters or a shorter period.`,
  );

async function mergeDays(
  tx: Tx,
  { request, viewer, money }: ReportSources,
  progress: (percent: number) => Promise<void>,
): Promise<Group[]> {
  const merged = new Map<string, Group>();
  const days = daysOf(request.period);
  for (const [at, period] of days.entries()) {
    const one = { ...request, period, withConversions: false, limit: MAX_MERGED_ROWS + 1, offset: 0 };
    const { rows } = await readGroups(tx, sourcesOf(one, viewer, money));
    for (const group of rows) {
      const key = JSON.stringify(group.keys);
      const known = merged.get(key);
      merged.set(key, known ? joined(known, group) : group);
    }
    if (merged.size > MAX_MERGED_ROWS) throw tooMany(MAX_MERGED_ROWS);
    await progress(Math.floor((100 * (at + 1)) / days.length));
  }
  const counted = [...merged.values()].filter(
    (group) => !request.withConversions || Number(figure('conversions', group)) > 0,
  );
  return counted.sort(comparing(request));
}

const joined = (one: Group, other: Group): Group => {
  const currencies = new Set([...one.unpriced.keys(), ...other.unpriced.keys()]);
  const none: Group['sums'] = new Map();
  return {
    ...other,
    sums: added(one.sums, other.sums),
    hidden: one.hidden + other.hidden,
    open: one.open + other.open,
    unpriced: new Map(
      [...currencies].map((currency) => {
        const [a, b] = [one.unpriced.get(currency), other.unpriced.get(currency)];
        return [currency, a && b ? added(a, b) : (a ?? b ?? none)];
      }),
    ),
  };
};

const added = (one: Group['sums'], other: Group['sums']): Group['sums'] =>
  new Map([...one].map(([fact, sum]) => [fact, sum + (other.get(fact) ?? 0n)]));

function daysOf(period: Period): Period[] {
  const parts: Period[] = [];
  for (let start = period.start; start < period.end; ) {
    const next = startOf(addDays(dayOf(start, period.tz), 1), period.tz);
    const end = new Date(Math.min(next.getTime(), period.end.getTime()));
    parts.push({ ...period, start, end });
    start = end;
  }
  return parts;
}

/** as the statement sorts: by the figure or the value asked for, what is not known last, then by the keys */
function comparing({ sort, dimensions }: ReportRequest): (a: Group, b: Group) => number {
  const { by } = sort;
  const value = (group: Group): string | number | null =>
    isMetric(by) ? figure(by, group) : (group.keys[dimensions.indexOf(by)] ?? null);
  const numeric = isMetric(by) || sortsAsNumber(by);
  return (a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order = numeric ? Number(one) - Number(other) : one < other ? -1 : one > other ? 1 : 0;
    return (sort.descending ? -order : order) || (JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1);
  };
}
