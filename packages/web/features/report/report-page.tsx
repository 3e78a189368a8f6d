// A report screen from its declaration: toolbar, totals, chart and table together, all of its state in the URL.
import { NativeSelect, Pagination } from '@mantine/core';
import { dimensions, metricLabel, metrics } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports/reports';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { DataCards } from '../../kit/table/data-cards.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useCards } from '../../kit/use-width.ts';
import { count } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { changeText } from './difference.ts';
import { drillInto } from './drill.ts';
import { figureIn, figureText } from './figure.ts';
import { FigureNotes } from './figure-notes.tsx';
import { Freshness } from './freshness.tsx';
import { useOpenScreen } from './open-screen.ts';
import classes from './report.module.css';
import { columnsOf, linesOf, nameOfLine } from './report-columns.ts';
import type { ReportScreen } from './report-declaration.ts';
import {
  isComplete,
  pairOf,
  queryOfReport,
  type ReportState,
  readReportState,
  reportSizes,
  searchOfQuery,
  searchOfReport,
} from './report-state.ts';
import { ReportToolbar } from './report-toolbar.tsx';
import { ReportTrend } from './report-trend.tsx';
import { useKnown } from './use-known.ts';
import { useReport, useSavedInAddress } from './use-report.ts';

const REFRESH_MS = 30_000;

export function ReportPage({
  screen: given,
  intro,
  children,
}: {
  screen: ReportScreen;
  /** between the head and the report: tabs */
  intro?: ReactNode;
  children?: (state: ReportState) => ReactNode;
}) {
  const screen = useOpenScreen(given);
  useTitle(screen.title);
  const [search, setSearch] = useSearchParams();
  const state = readReportState(search, screen);
  const report = useReport(
    { ...queryOfReport(state), limit: String(state.size), offset: String((state.page - 1) * state.size) },
    REFRESH_MS,
  );
  useSavedInAddress(search.get('saved'), (query) => setSearch(searchOfQuery(query), { replace: true }));
  const go = (next: ReportState) => setSearch(searchOfReport(next, screen));
  // from the address itself: of two changes in quick succession the second comes before the first is drawn
  const change = (part: Partial<ReportState>) =>
    go({ ...readReportState(new URLSearchParams(window.location.search), screen), page: 1, ...part });
  const { data: reply } = report;
  const known = useKnown(reply, state);
  return (
    <>
      <PageHeader
        title={screen.title}
        note={screen.purpose}
        actions={<Freshness at={reply?.fresh_at} tz={reply?.period.tz} />}
      />
      {intro}
      <div className={classes.panel}>
        <ReportToolbar
          screen={screen}
          state={state}
          known={known}
          change={change}
          open={(query) => setSearch(searchOfQuery(query))}
        />
        <Totals screen={screen} state={state} reply={reply} />
      </div>
      <div className={classes.trendRoom}>
        <ReportTrend screen={screen} state={state} change={change} />
      </div>
      <FigureNotes
        notes={reply?.notes}
        viewer={screen.role}
        lacksRate={Boolean(reply?.without_rate ?? reply?.previous?.without_rate)}
      />
      {children?.(state)}
      <div className={classes.panel}>
        {report.isError ? (
          <FailedToLoad error={report.error} retry={() => report.refetch()} />
        ) : (
          <div className={classes.rows} data-stale={report.isPlaceholderData || undefined}>
            <Rows screen={screen} state={state} reply={reply} go={go} />
          </div>
        )}
        <Pages state={state} total={reply?.total_rows} change={change} />
      </div>
    </>
  );
}

interface PartProps {
  screen: ReportScreen;
  state: ReportState;
  reply: ReportReply | undefined;
}

const Totals = ({ screen, state, reply }: PartProps) => (
  <dl className={classes.totals} aria-label={t('report.totals')}>
    {state.figures.map((id) => {
      const currency = reply?.period.currency ?? 'USD';
      const now = { cells: reply?.totals ?? {}, missing: reply?.without_rate?.totals };
      const before = { cells: reply?.previous?.totals ?? {}, missing: reply?.previous?.without_rate?.totals };
      const change = changeText(id, now, before, currency);
      return (
        <div key={id} title={said(metrics[id].description)}>
          <dt>{said(metricLabel(id, screen.role))}</dt>
          <dd>{reply ? figureIn(id, now, currency) : '…'}</dd>
          {state.compare && reply?.previous && (
            <dd className={classes.totalBefore}>
              {pairOf(state)
                ? t('report.againstB', { change, id: figureIn(id, before, currency) })
                : t('report.from', { change, id: figureIn(id, before, currency) })}
            </dd>
          )}
        </div>
      );
    })}
    {reply?.hidden.map(({ currency, amount }) => (
      <div key={currency}>
        <dt>{t('report.hiddenCampaigns', { currency })}</dt>
        <dd>{figureText(amount, 'money', currency)}</dd>
      </div>
    ))}
  </dl>
);

function Rows({ screen, state, reply, go }: PartProps & { go: (state: ReportState) => void }) {
  const List = useCards() ? DataCards : DataTable;
  const pair = pairOf(state);
  if (pair && !isComplete(state)) {
    return (
      <p className={classes.nothing}>
        {t('report.chooseAAndBAbove', { label: said(dimensions[pair.kind].label).toLowerCase() })}
      </p>
    );
  }
  const { by } = state;
  const columns = columnsOf(reply, { ...state, role: screen.role });
  const rows = linesOf(reply, by);
  return (
    <>
      <List
        label={screen.title}
        columns={columns}
        shown={columns.map(({ id }) => id)}
        rows={rows}
        offset={(state.page - 1) * state.size}
        sort={state.sort}
        onSort={(sort) => go({ ...state, sort, page: 1 })}
        nameOf={(line) => nameOfLine(line, by, reply)}
        onOpen={by.length > 0 ? (line) => go(drillInto(state, line.cells, screen)) : undefined}
        skeletons={reply ? 0 : 8}
        compact
      />
      {reply && rows.length === 0 && <p className={classes.nothing}>{screen.empty}</p>}
    </>
  );
}

interface PagesProps {
  state: ReportState;
  /** not known while the report is on its way, or where it failed */
  total: number | undefined;
  change: (part: Partial<ReportState>) => void;
}

function Pages({ state, total, change }: PagesProps) {
  const first = (state.page - 1) * state.size;
  return (
    <div className={classes.pages}>
      <NativeSelect
        aria-label={t('common.rowsPerPage')}
        size="xs"
        value={String(state.size)}
        data={reportSizes.map((size) => ({ value: String(size), label: t('common.perPage', { size }) }))}
        onChange={(event) => change({ size: Number(event.currentTarget.value) })}
      />
      <span>
        {total === undefined
          ? ''
          : t('report.of', {
              first: count(total === 0 ? 0 : first + 1),
              total: count(Math.min(total, first + state.size)),
              total2: count(total),
            })}
      </span>
      <Pagination
        size="sm"
        value={state.page}
        total={Math.max(state.page, Math.ceil((total ?? 0) / state.size))}
        onChange={(page) => change({ page })}
        getControlProps={(control) => ({ 'aria-label': t(`pager.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('common.page2', { item }) })}
      />
    </div>
  );
}
