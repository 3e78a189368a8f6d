// The specification's table: Basic has its two columns, Advanced every metric, Custom Report shows a saved report.
import { NativeSelect, Pagination } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { isDimension, isMetric, type MetricId, metricsFor } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply, StoredQuery } from '@tributary/contract/reports/reports';
import kit from '../../features/report/report.module.css';
import { columnsOf, type Line, linesOf, nameOfLine } from '../../features/report/report-columns.ts';
import { useReport, useSavedReports } from '../../features/report/use-report.ts';
import { call } from '../../kit/api/api.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { SearchBox } from '../../kit/resource/search-box.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import type { Column } from '../../kit/table/column.ts';
import { DataCards } from '../../kit/table/data-cards.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useCards } from '../../kit/use-width.ts';
import { count } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { type Choices, entriesPerPage } from './use-dashboard.ts';
import { statusFilter } from './words.ts';

const REFRESH_MS = 10_000;

export function OffersTable({ choices }: { choices: Choices }) {
  const saved = useSavedReports();
  const chosen = saved.data?.rows.find(({ id }) => id === choices.saved) ?? saved.data?.rows[0];
  const custom = choices.type === 'custom';
  const figures = useFiguresOf(choices);
  // a saved report is not searched
  const found = useFoundOffers(custom ? '' : choices.q);
  const query = custom ? chosen && paged(chosen.query, choices) : offersQuery(choices, figures, found);
  const report = useReport(query ?? null, REFRESH_MS);
  const failed = [report, found, ...(custom ? [saved] : [])].find((answer) => answer.isError);
  const nothing = (custom && saved.isSuccess && !chosen) || found.numbers?.length === 0;
  const total = nothing ? 0 : (report.data?.total_rows ?? 0);
  return (
    <section className={kit.panel} aria-label={t('common.offers')}>
      <div className={kit.panelHead}>
        <NativeSelect
          aria-label={t('dashboard.entriesPerPage')}
          value={String(choices.entries)}
          data={entriesPerPage.map((size) => ({ value: String(size), label: t('dashboard.showEntries', { size }) }))}
          onChange={(event) => choices.set({ entries: event.currentTarget.value })}
        />
        {custom && saved.data && saved.data.rows.length > 0 && (
          <NativeSelect
            aria-label={t('dashboard.savedReport')}
            value={chosen?.id ?? ''}
            data={saved.data.rows.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => choices.set({ report: event.currentTarget.value, sort: '' })}
          />
        )}
        {!custom && (
          <SearchBox placeholder={t('dashboard.search')} value={choices.q} onChange={(q) => choices.set({ q }, true)} />
        )}
      </div>
      {failed ? (
        <FailedToLoad error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <div className={kit.rows} data-stale={report.isPlaceholderData || undefined}>
          <Rows
            choices={choices}
            query={query ?? null}
            reply={nothing ? undefined : report.data}
            pending={!nothing && report.isPending}
          />
        </div>
      )}
      {custom && saved.isSuccess && !chosen && (
        <p className={kit.nothing}>
          {t('dashboard.customReportsAre')}{' '}
          <LinkButton to="/am/reports" variant="default" size="xs">
            {t('dashboard.makeAReport')}
          </LinkButton>
        </p>
      )}
      {total > choices.entries && <Pages choices={choices} total={total} />}
    </section>
  );
}

interface RowsProps {
  choices: Choices;
  query: StoredQuery | null;
  reply: ReportReply | undefined;
  pending: boolean;
}

function Rows({ choices, query, reply, pending }: RowsProps) {
  const List = useCards() ? DataCards : DataTable;
  const offered = useFiguresOf(choices);
  const by = listOf(query?.dimensions).filter(isDimension);
  const figures = listOf(query?.metrics).filter(isMetric);
  const columns =
    choices.type === 'custom'
      ? columnsOf(reply, { by, figures, role: 'admin' })
      : offerColumns(reply, offered, choices.type === 'advanced');
  const rows = linesOf(reply, by);
  return (
    <>
      <List
        label={t('common.offers')}
        columns={columns}
        shown={columns.map(({ id }) => id)}
        rows={rows}
        offset={(choices.page - 1) * choices.entries}
        sort={choices.sort}
        onSort={(sort) => choices.set({ sort: sort ?? '' })}
        nameOf={(line) => nameOfLine(line, by, reply)}
        skeletons={pending ? 6 : 0}
      />
      {!pending && rows.length === 0 && <p className={kit.nothing}>{t('dashboard.noDataAvailableInTable')}</p>}
    </>
  );
}

/** the specification's own column names; an offer opens the report of its publishers */
function offerColumns(reply: ReportReply | undefined, offered: readonly MetricId[], advanced: boolean): Column<Line>[] {
  const id: Column<Line> = {
    id: 'offer',
    title: t('common.offerid'),
    kind: 'title',
    sortable: true,
    value: ({ cells }) => (cells.offer === null ? t('common.notKnown') : String(cells.offer)),
    to: ({ cells }) => `/am/reports?dimensions=publisher&filter[offer]=${cells.offer ?? ''}`,
  };
  const figures = columnsOf(reply, {
    by: [],
    figures: offered,
    role: 'admin',
  });
  const renamed = figures.map((column) =>
    column.id === 'gross_impressions' ? { ...column, title: t('dashboard.grossimpressions') } : column,
  );
  if (!advanced) return [id, ...renamed];
  const name = (line: Line) => reply?.labels.offer?.[String(line.cells.offer)];
  return [id, { id: 'name', title: t('common.offer'), kind: 'text', clip: true, value: name }, ...renamed];
}

function Pages({ choices, total }: { choices: Choices; total: number }) {
  const first = (choices.page - 1) * choices.entries;
  return (
    <div className={kit.pages}>
      <span>
        {t('dashboard.showingToOfEntries', {
          first: count(first + 1),
          total: count(Math.min(total, first + choices.entries)),
          total2: count(total),
        })}
      </span>
      <Pagination
        size="sm"
        value={choices.page}
        total={Math.ceil(total / choices.entries)}
        onChange={(page) => choices.set({ page: String(page) })}
        getControlProps={(control) => ({ 'aria-label': t(`dashboard.pager.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('dashboard.page2', { item }) })}
      />
    </div>
  );
}

/** Advanced: every metric that the reader's role shows */
function useFiguresOf({ type }: Choices): readonly MetricId[] {
  const { hidden } = useSession();
  return type === 'advanced' ? metricsFor('admin', hidden) : ['gross_impressions'];
}

const listOf = (value: StoredQuery[string] | undefined): string[] =>
  value === undefined ? [] : String(value).split(',');

const paged = (query: StoredQuery, { entries, page, sort }: Choices): StoredQuery => ({
  ...query,
  ...(sort ? { sort } : {}),
  limit: String(entries),
  offset: String((page - 1) * entries),
});

/** null until it is known which offers the search means */
function offersQuery(
  choices: Choices,
  figures: readonly MetricId[],
  { numbers, isPending }: FoundOffers,
): StoredQuery | null {
  if (isPending) return null;
  const states = statusFilter[choices.status];
  const query: StoredQuery = {
    dimensions: 'offer',
    metrics: figures.join(','),
    period: choices.range,
    sort: '-gross_impressions',
    ...(states.length > 0 ? { 'filter[offer_status]': [...states] } : {}),
    ...(numbers && numbers.length > 0 ? { 'filter[offer]': numbers.join(',') } : {}),
  };
  return paged(query, choices);
}

type FoundOffers = ReturnType<typeof useFoundOffers>;

/** numbers of the offers that the search finds; null where nothing is searched for */
function useFoundOffers(q: string) {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['found-offers', session.token, q],
    queryFn: ({ signal }) => call(offerRoutes.offerChoices, { query: { kind: 'offer', q } }, { session, signal }),
    enabled: q !== '',
  });
  const { isError, error, refetch } = answer;
  const numbers = q === '' ? null : answer.data?.rows.map(({ number }) => String(number));
  return { numbers, isPending: q !== '' && answer.isPending, isError, error, refetch };
}
