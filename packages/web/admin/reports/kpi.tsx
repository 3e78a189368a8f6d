// Reports KPI: each offer by publisher and source with a column for each goal, and whether it reaches the offer's targets.
import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FileFormat, fileFormats } from '@tributary/contract/lists';
import { type KpiRow, type KpiState, kpiList, kpiRoutes, kpiStates } from '@tributary/contract/offers/kpi';
import { useNavigate, useSearchParams } from 'react-router';
import { figureText } from '../../features/report/figure.ts';
import { Freshness } from '../../features/report/freshness.tsx';
import kit from '../../features/report/report.module.css';
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { AddFilter, ReportChips } from '../../features/report/report-filters.tsx';
import { ReportLocale } from '../../features/report/report-locale.tsx';
import { ReportPeriod } from '../../features/report/report-period.tsx';
import { type ReportState, readReportState, searchOfQuery } from '../../features/report/report-state.ts';
import { call, callForTable } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useTitle } from '../../kit/pages/use-title.ts';
import { ExportMenu } from '../../kit/resource/export-menu.tsx';
import { Pager } from '../../kit/resource/pager.tsx';
import { RowMenu } from '../../kit/resource/row-menu.tsx';
import { SearchBox } from '../../kit/resource/search-box.tsx';
import toolbar from '../../kit/resource/toolbar.module.css';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import type { Column } from '../../kit/table/column.ts';
import { DataCards } from '../../kit/table/data-cards.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { useCards } from '../../kit/use-width.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';
import { IconInbox } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { behindPath, kpiActions, targetText } from './kpi-actions.ts';

const TITLE = t('common.reportsKpi');
const REFRESH_MS = 30_000;
const SIZE = 50;
const stateWords: Record<KpiState, string> = {
  breached: t('reports.inBreach'),
  few: t('reports.tooFewYet'),
  met: t('reports.met'),
  none: t('reports.noTarget'),
};
const stateTones = { breached: 'bad', few: 'warn', met: 'good', none: 'neutral' } as const;
const checkStates = { breached: 'bad', few: 'open', met: 'good' } as const;

/** period, zone and filters are a report's; what it is grouped by is fixed */
const screen: ReportScreen = {
  title: TITLE,
  purpose: '',
  role: 'admin',
  screen: 'kpi',
  start: { by: [], figures: ['clicks'], period: 'last_30_days', chart: 'clicks' },
  drill: [],
  empty: '',
};

interface KpiView extends Pick<ReportState, 'period' | 'from' | 'to' | 'tz' | 'filters'> {
  q: string;
  state: string;
  sort: string;
  page: number;
  size: number;
}

const periodOf = ({ period, from, to, tz }: KpiView) => ({
  ...(period ? { period } : { from, to }),
  ...(tz ? { tz } : {}),
});
const filtersOf = ({ filters }: KpiView) =>
  Object.fromEntries(Object.entries(filters).map(([id, values]) => [`filter[${id}]`, [...(values ?? [])]]));

function useKpiView() {
  const [search, setSearch] = useSearchParams();
  const { period, from, to, tz, filters, page } = readReportState(search, screen);
  const view: KpiView = {
    ...{ period, from, to, tz, filters, page },
    q: search.get('q') ?? '',
    state: kpiStates.find((one) => one === search.get('state')) ?? '',
    sort: search.get('sort') ?? '-state',
    size: Number(search.get('page_size')) || SIZE,
  };
  const change = (part: Partial<KpiView>, replace = false) => {
    const next = { ...view, page: 1, ...part };
    const address = searchOfQuery({ ...periodOf(next), ...filtersOf(next) });
    if (next.q) address.set('q', next.q);
    if (next.state) address.set('state', next.state);
    if (next.sort !== '-state') address.set('sort', next.sort);
    if (next.page > 1) address.set('page', String(next.page));
    if (next.size !== SIZE) address.set('page_size', String(next.size));
    setSearch(address, { replace });
  };
  const state = kpiStates.find((one) => one === view.state);
  const query = { ...periodOf(view), ...filtersOf(view), q: view.q || undefined, state, sort: view.sort };
  return { view, change, query };
}

export default function Kpi() {
  useTitle(TITLE);
  const { session } = useSession();
  const { view, change, query } = useKpiView();
  const asked = { ...query, page: view.page, page_size: view.size };
  const { page, page_size, sort, ...question } = asked;
  const report = useQuery({
    ...keepSameQuestion(['kpi', session.token, question, { page, page_size, sort }]),
    queryFn: ({ signal }) => call(kpiRoutes.kpiReport, { query: asked }, { session, signal }),
    refetchInterval: REFRESH_MS,
  });
  const { data: reply } = report;
  const takeFile = async (format: FileFormat) => {
    try {
      download(`kpi.${format}`, await callForTable(kpiRoutes.exportKpi, { ...query, format }, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const note = reply && t('reports.sourcesInBreachOfA', { total: count(reply.total), breached: count(reply.breached) });
  return (
    <>
      <PageHeader title={TITLE} note={note ?? ' '} actions={<Freshness at={reply?.fresh_at} tz={reply?.period.tz} />} />
      <div className={kit.panel}>
        <div className={toolbar.bar}>
          <SearchBox
            placeholder={t('reports.searchByOfferPublisherOr')}
            value={view.q}
            onChange={(q) => change({ q }, true)}
          />
          <ReportPeriod state={view} change={change} />
          <AddFilter role={screen.role} state={view} change={change} />
          <NativeSelect
            aria-label={t('common.state')}
            value={view.state}
            data={[
              { value: '', label: t('reports.everyState') },
              ...kpiStates.map((value) => ({ value, label: stateWords[value] })),
            ]}
            onChange={(event) => change({ state: event.currentTarget.value })}
          />
          <ReportLocale state={view} shown={reply?.period} change={change} />
          <Group gap="xs" className={toolbar.right}>
            <ExportMenu formats={fileFormats} make={takeFile} />
          </Group>
        </div>
        <ReportChips state={view} labels={labelsIn(reply?.rows ?? [])} change={change} />
        {report.isError ? (
          <FailedToLoad error={report.error} retry={() => report.refetch()} />
        ) : reply && reply.rows.length === 0 ? (
          <EmptyState
            icon={<IconInbox size={22} aria-hidden />}
            title={t('reports.nothingToJudge')}
            text={t('reports.noSourceHasSentClicks')}
          />
        ) : (
          <div className={kit.rows} data-stale={report.isPlaceholderData || undefined}>
            <Rows view={view} reply={reply} change={change} reload={async () => void (await report.refetch())} />
          </div>
        )}
        {reply && (
          <Pager
            page={view.page}
            pageSize={view.size}
            total={reply.total}
            onPage={(page) => change({ page })}
            onPageSize={(size) => change({ size })}
          />
        )}
      </div>
      <p className={kit.notes}>{t('reports.inBracketsBehindAGoal')}</p>
    </>
  );
}

interface RowsProps {
  view: KpiView;
  reply: { rows: KpiRow[]; goals: string[] } | undefined;
  change: (part: Partial<KpiView>) => void;
  reload: () => Promise<void>;
}

function Rows({ view, reply, change, reload }: RowsProps) {
  const List = useCards() ? DataCards : DataTable;
  const { session } = useSession();
  const navigate = useNavigate();
  const period = searchOfQuery(periodOf(view));
  const columns = kpiColumns(reply?.goals ?? []);
  const actions = kpiActions(period);
  const nothing = () => undefined;
  const tools = { session, reload, go: (path: string) => void navigate(path), show: nothing, open: nothing };
  return (
    <List
      label={TITLE}
      columns={columns}
      shown={columns.map(({ id }) => id)}
      rows={reply?.rows ?? []}
      offset={(view.page - 1) * view.size}
      sort={view.sort}
      onSort={(sort) => change({ sort: sort ?? '-state' })}
      nameOf={nameOf}
      toneOf={({ state }) => (state === 'breached' ? 'bad' : undefined)}
      rowMenu={(row) => <RowMenu row={row} name={nameOf(row)} actions={actions} tools={tools} />}
      onOpen={(row) => void navigate(behindPath(row, period))}
      skeletons={reply ? 0 : 8}
      compact
    />
  );
}

const nameOf = ({ offer, publisher, source }: KpiRow): string =>
  [offer?.name, publisher?.name, source].filter(Boolean).join(', ');

const labelsIn = (rows: readonly KpiRow[]) => ({
  offer: Object.fromEntries(rows.flatMap(({ offer }) => (offer ? [[offer.number, offer.name]] : []))),
  publisher: Object.fromEntries(
    rows.flatMap(({ publisher }) => (publisher ? [[publisher.number, publisher.name]] : [])),
  ),
});

const kpiColumns = (goals: readonly string[]) =>
  columnsOf(kpiList, [
    {
      id: 'state',
      title: t('common.state'),
      kind: 'status',
      value: ({ state }) => stateWords[state],
      tone: ({ state }) => stateTones[state],
    },
    {
      id: 'offer',
      title: t('common.offer'),
      kind: 'title',
      value: ({ offer }) => (offer ? `${offer.name} (${offer.number})` : t('common.notKnown')),
      to: ({ offer }) => `/am/offers/${offer?.id ?? ''}?tab=goals`,
    },
    {
      id: 'publisher',
      title: t('common.publisher'),
      kind: 'text',
      opens: true,
      value: ({ publisher, blocked }) =>
        publisher
          ? `${publisher.name} (${publisher.number})${blocked ? t('reports.paused') : ''}`
          : t('common.notKnown'),
    },
    { id: 'source', title: t('common.source'), clip: true },
    { id: 'clicks', title: t('common.clicks') },
    {
      id: 'targets',
      title: t('common.targets'),
      kind: 'checks',
      value: ({ targets }) => targets.map((target) => ({ text: targetText(target), state: checkStates[target.state] })),
    },
    ...goals.map(
      (name): Column<KpiRow> => ({
        id: `goal:${name}`,
        title: name,
        kind: 'figure',
        value: (row) => {
          const goal = row.goals.find((one) => one.name === name);
          if (!goal) return null;
          return goal.rate === null
            ? count(goal.count)
            : `${count(goal.count)} (${figureText(goal.rate, 'percent', '')})`;
        },
      }),
    ),
    { id: 'conversions', title: t('common.conversions') },
  ]);
