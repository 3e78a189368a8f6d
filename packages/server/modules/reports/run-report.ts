// Query → request → plan → SQL → figures. Screens, saved reports, schedules, exports and API keys all come through here.
import { type DimensionId, dimensions, type MetricId } from '@tributary/contract/report-catalogue';
import type { ReportQuery, ReportReply, ReportRow } from '@tributary/contract/reports';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { ratesOf } from '../conversions/index.ts';
import { figure } from './figures.ts';
import { currenciesInUse, labelsFor } from './labels.repo.ts';
import { exchangeFor, knownCurrencies, type Money } from './money.ts';
import { periodBefore } from './period.ts';
import { planReport } from './plan.ts';
import { type ReportRequest, readReportQuery } from './read-query.ts';
import { type Group, type Groups, type ReportSources, readGroups } from './report.repo.ts';
import type { Viewer } from './viewer.ts';
import { isoInZone } from './zone.ts';

export async function moneyOf(tx: Tx, viewer: Viewer): Promise<Money> {
  const quoted = await ratesOf(tx);
  return { quoted, currencies: knownCurrencies(quoted, await currenciesInUse(tx), viewer.tenant.currency) };
}
export function requireCurrency(currency: string, currencies: readonly string[]): void {
  if (currencies.includes(currency)) return;
  throw new Fault('invalid_input', `There is no exchange rate for ${currency}. There are: ${currencies.join(', ')}.`);
}

/** what a request needs before its statement can be written */
export function sourcesOf(request: ReportRequest, viewer: Viewer, money: Money): ReportSources {
  requireCurrency(request.currency, money.currencies);
  return {
    request,
    plan: planReport(request, viewer),
    viewer,
    exchange: exchangeFor(money.quoted, request.period, request.currency, viewer.tenant.currency),
    money,
  };
}

const cell = (id: DimensionId, value: string | null, tz: string): string | number | null => {
  if (value === null) return null;
  if (dimensions[id].type === 'number') return Number(value);
  return id === 'hour' ? isoInZone(new Date(Number(value) * 1_000), tz) : value;
};

export function rowOf(group: Group, request: Pick<ReportRequest, 'dimensions' | 'metrics' | 'period'>): ReportRow {
  const keys = request.dimensions.map((id, at) => [id, cell(id, group.keys[at] ?? null, request.period.tz)]);
  return Object.fromEntries([...keys, ...request.metrics.map((id: MetricId) => [id, figure(id, group)])]);
}

export function notesOf(groups: Groups, request: ReportRequest): string[] {
  const notes: string[] = [];
  if (groups.unpriced > 0) {
    notes.push(
      `${groups.unpriced} conversions have no exchange rate to ${request.currency}: the amounts do not contain them.`,
    );
  }
  const loose = request.filters.find(({ dimension }) => dimensions[dimension].of === 'conversions');
  if (loose)
    notes.push(
      `Clicks know no ${dimensions[loose.dimension].label.toLowerCase()}: the filter narrows conversions only.`,
    );
  return notes;
}

/** the transaction is the system's: which rows are the viewer's is part of the statement (click-facts, conversion-facts) */
export async function runReport(
  tx: Tx,
  query: ReportQuery,
  viewer: Viewer,
  now: Date,
): Promise<Omit<ReportReply, 'fresh_at'>> {
  const request = readReportQuery(query, viewer, now);
  const sources = sourcesOf(request, viewer, await moneyOf(tx, viewer));
  const groups = await readGroups(tx, sources);
  const { period } = request;
  return {
    rows: groups.rows.map((group) => rowOf(group, request)),
    totals: rowOf(groups.totals, { ...request, dimensions: [] }),
    total_rows: groups.totalRows,
    labels: await labelsFor(
      tx,
      viewer,
      request.dimensions,
      groups.rows.map(({ keys }) => keys),
    ),
    period: {
      from: period.from,
      to: period.to,
      starts_at: unixSeconds(period.start),
      ends_at: unixSeconds(period.end),
      tz: period.tz,
      currency: request.currency,
    },
    previous: request.compare ? await previousOf(tx, sources, groups) : null,
    notes: notesOf(groups, request),
    read_from: sources.plan.readFrom,
  };
}

const nothing = (keys: Group['keys']): Group => ({ keys, sums: new Map(), medianSeconds: null });

async function previousOf(
  tx: Tx,
  { request, viewer, money }: ReportSources,
  now: Groups,
): Promise<ReportReply['previous']> {
  const period = periodBefore(request.period);
  const before = { ...request, period, withConversions: false };
  const totals = { ...before, dimensions: [], sort: { by: before.metrics[0] ?? 'clicks', descending: true } as const };
  const beside = now.rows.map(({ keys }) => keys);
  const paged = { ...before, limit: Math.max(1, beside.length), offset: 0 };
  const rows = beside.length === 0 ? [] : (await readGroups(tx, sourcesOf(paged, viewer, money), beside)).rows;
  const byKey = new Map(rows.map((group) => [JSON.stringify(group.keys), group]));
  return {
    rows: beside.map((keys) => rowOf(byKey.get(JSON.stringify(keys)) ?? nothing(keys), request)),
    totals: rowOf((await readGroups(tx, sourcesOf(totals, viewer, money))).totals, { ...request, dimensions: [] }),
    starts_at: unixSeconds(period.start),
    ends_at: unixSeconds(period.end),
  };
}
