// Where today and this month will end, with the band that held four of five past days.
import { Drawer, Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dashboardRoutes, type Forecast } from '@tributary/contract/reports/dashboards';
import { figureIn, figureText } from '../../features/report/figure.ts';
import { FigureNotes } from '../../features/report/figure-notes.tsx';
import { Freshness } from '../../features/report/freshness.tsx';
import { call } from '../../kit/api/api.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { EMPTY } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import classes from './dashboard.module.css';
import { cards, type Status, statuses } from './words.ts';

interface ForecastReportProps {
  opened: boolean;
  close: () => void;
  status: Status;
}

export function ForecastReport({ opened, close, status }: ForecastReportProps) {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['forecast', session.token, status],
    queryFn: ({ signal }) => call(dashboardRoutes.forecast, { query: { status } }, { session, signal }),
    enabled: opened,
  });
  return (
    <Drawer opened={opened} onClose={close} position="right" size={720} title={t('dashboard.forecastReport')}>
      {answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : answer.data ? (
        <Projections forecast={answer.data} status={status} />
      ) : (
        <Skeleton height={320} />
      )}
    </Drawer>
  );
}

/** a column's figures, each with what it leaves out */
const columnOf = (rows: Forecast['rows'], at: 'today' | 'month') => ({
  cells: Object.fromEntries(rows.map((row) => [row.metric, row[at]])),
  missing: Object.fromEntries(
    rows.flatMap((row) => (row[`${at}_without_rate`].length > 0 ? [[row.metric, row[`${at}_without_rate`]]] : [])),
  ),
});

function Projections({ forecast, status }: { forecast: Forecast; status: Status }) {
  const columns = { today: columnOf(forecast.rows, 'today'), month: columnOf(forecast.rows, 'month') };
  return (
    <>
      <FigureNotes
        notes={forecast.notes}
        viewer="admin"
        lacksRate={forecast.rows.some((row) => row.today_without_rate.length + row.month_without_rate.length > 0)}
      />
      <p className={classes.cardText}>{forecast.method}</p>
      <p className={classes.cardText}>
        {t('dashboard.offersRestsOnDaysOf', { statuses: statuses[status], historyDays: forecast.history_days })}
      </p>
      <Table.ScrollContainer minWidth={520}>
        <Table className={classes.forecast} aria-label={t('dashboard.forecast')}>
          <Table.Thead>
            <Table.Tr>
              {[
                '',
                t('dashboard.todaySoFar'),
                t('dashboard.endOfDay'),
                t('dashboard.monthToDate'),
                t('dashboard.endOfMonth'),
              ].map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {forecast.rows.map(({ metric, today_without_rate, month_without_rate, end_of_day, end_of_month }) => {
              const text = (cell: string | number | null) => figureText(cell, cards[metric].format, forecast.currency);
              // what has no rate is not projected
              const without = [...new Set([...today_without_rate, ...month_without_rate].map((one) => one.currency))];
              return (
                <Table.Tr key={metric}>
                  <Table.Th scope="row">{cards[metric].label}</Table.Th>
                  <Table.Td>{figureIn(metric, columns.today, forecast.currency)}</Table.Td>
                  <Table.Td>
                    <Band projection={end_of_day} text={text} without={without} />
                  </Table.Td>
                  <Table.Td>{figureIn(metric, columns.month, forecast.currency)}</Table.Td>
                  <Table.Td>
                    <Band projection={end_of_month} text={text} without={without} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Freshness at={forecast.fresh_at} tz={forecast.tz} />
    </>
  );
}

interface BandProps {
  projection: Forecast['rows'][number]['end_of_day'];
  text: (cell: string | number | null) => string;
  /** currencies that it leaves out for want of a rate */
  without: readonly string[];
}

const Band = ({ projection, text, without }: BandProps) =>
  projection ? (
    <>
      <b>{text(projection.value)}</b>
      <br />
      <small>{t('dashboard.to', { low: text(projection.low), high: text(projection.high) })}</small>
      {without.length > 0 && (
        <>
          <br />
          <small>{t('dashboard.withoutNoRate', { without: without.join(', ') })}</small>
        </>
      )}
    </>
  ) : (
    EMPTY
  );
