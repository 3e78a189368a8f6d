// Reports KPI: each offer by publisher and source, with its goals as steps and the offer's targets beside them.

import type { ListColumn, TableReply } from '@tributary/contract/lists';
import { formatMoney } from '@tributary/contract/money';
import { type KpiRow, kpiList } from '@tributary/contract/offers/kpi';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/lists/sql-list.ts';
import { exportList } from '../../audit/index.ts';
import { asViewer, type ReportDeps } from '../deps.ts';
import { quotient } from '../engine/figures.ts';
import { readReportQuery } from '../engine/read-query.ts';
import { moneyOf, sourcesOf } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';
import { type KpiFilter, type KpiPage, kpiPage, type StoredKpi } from './kpi.repo.ts';

type Query = z.output<typeof kpiList.query>;
const PAGE = 50;
const MAX_EXPORT_ROWS = 50_000;

async function readPage(tx: Tx, viewer: Viewer, query: Query, limit: number, offset: number, now: Date) {
  const { page: _page, page_size: _size, q, sort = '-state', state, ...rest } = query;
  const shape = { dimensions: 'offer,publisher,source,goal', metrics: 'clicks,conversions' };
  const request = readReportQuery({ ...rest, ...shape }, viewer, now);
  const filter: KpiFilter = { q, state, sort, limit, offset };
  return { request, page: await kpiPage(tx, sourcesOf(request, viewer, await moneyOf(tx, viewer, now)), filter) };
}

const percent = (part: number, whole: number): string | null =>
  whole === 0 ? null : formatMoney(quotient(BigInt(part) * 100_000_000n, BigInt(whole)));

/** in the offer's own order; a goal that was removed since stands at the end where it has conversions */
function stepsOf({ offer, clicks, goals }: StoredKpi, all: KpiPage['goals']): KpiRow['goals'] {
  const own = all.flatMap((goal) => (goal.offer === offer?.number ? [goal.name] : []));
  const names = [...own, ...Object.keys(goals).filter((name) => !own.includes(name))];
  return names.map((name, at) => {
    const before = at === 0 ? clicks : (goals[names[at - 1] ?? ''] ?? 0);
    const count = goals[name] ?? 0;
    return { name, count, rate: percent(count, before) };
  });
}

const toRow = (stored: StoredKpi, goals: KpiPage['goals']): KpiRow => ({
  ...stored,
  id: [stored.offer?.number ?? 0, stored.publisher?.number ?? 0, stored.source ?? ''].join('/'),
  goals: stepsOf(stored, goals),
  targets: stored.targets.map(({ rate, hits, ...target }) => ({
    ...target,
    percent: rate / 100,
    actual: percent(hits, target.sample),
  })),
});

export async function readKpi(tx: Tx, viewer: Viewer, query: Query, now: Date) {
  const { limit, offset } = pageOf(query, PAGE);
  const { request, page } = await readPage(tx, viewer, query, limit, offset, now);
  const { from, to, tz } = request.period;
  return {
    rows: page.rows.map((row) => toRow(row, page.goals)),
    total: page.total,
    breached: page.breached,
    goals: page.names,
    period: { from, to, tz },
  };
}

/** what is wrong with the question is said before the file begins */
export async function exportKpi(
  deps: ReportDeps,
  call: SignedInCall,
  query: z.output<typeof kpiList.fileQuery>,
): Promise<TableReply> {
  const { format: _format, ...asked } = query;
  const page = await asViewer(deps.database, call.tenant.id, call.principal.userId, async (tx, viewer) => {
    return (await readPage(tx, viewer, asked, MAX_EXPORT_ROWS, 0, call.clock.now())).page;
  });
  const { state, targets, ...first } = kpiList.columns;
  const columns = { ...first, ...goalColumns(page.names), state, targets };
  const what = { action: 'kpi.exported', objectKind: 'offer', filter: query } as const;
  return exportList(call, what, { columns, row: kpiList.row }, batch(page.rows.map((row) => toRow(row, page.goals))));
}

/** each goal is a column of its own, between the figures and what they come to */
const goalColumns = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name): [string, ListColumn<KpiRow>] => [
      `goal ${name}`,
      { kind: 'number', value: ({ goals }) => goals.find((goal) => goal.name === name)?.count ?? 0, file: name },
    ]),
  );

async function* batch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
