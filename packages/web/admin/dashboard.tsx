// The account manager's first page: everything that the specification's dashboard shows, on real figures that move by themselves.
import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { Dashboard as Figures } from '@tributary/contract/reports/dashboards';
import { cardClasses, dashboardCards } from '@tributary/contract/reports/dashboards';
import { useState } from 'react';
import { figureIn } from '../features/report/figure.ts';
import { FigureNotes } from '../features/report/figure-notes.tsx';
import { Freshness } from '../features/report/freshness.tsx';
import kit from '../features/report/report.module.css';
import { StatCard, Trend } from '../features/report/stat-card.tsx';
import { NotThereYet } from '../features/shell/not-there-yet.tsx';
import { useTitle } from '../kit/pages/use-title.ts';
import { FailedToLoad } from '../kit/shell/loading.tsx';
import { useUnhidden } from '../kit/shell/permissions.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { t } from '../words/admin.ts';
import classes from './dashboard/dashboard.module.css';
import { ForecastReport } from './dashboard/forecast.tsx';
import { HelpCards } from './dashboard/help-cards.tsx';
import { OffersTable } from './dashboard/offers-table.tsx';
import { Performance } from './dashboard/performance.tsx';
import { Queues } from './dashboard/queues.tsx';
import { TopCountries } from './dashboard/top-countries.tsx';
import { type Choices, useChoices, useFigures } from './dashboard/use-dashboard.ts';
import { against, cards, ranges, reportPath, reportTypes, statuses } from './dashboard/words.ts';

export default function Dashboard() {
  useTitle(t('common.dashboard'));
  const choices = useChoices();
  const figures = useFigures(choices);
  const [forecast, setForecast] = useState(false);
  const { data: dashboard } = figures;
  return (
    <>
      <PageHeader
        title={t('common.dashboard')}
        note={<Freshness at={dashboard?.fresh_at} tz={dashboard?.tz} live={figures.connected} />}
        actions={<Selectors choices={choices} />}
      />
      <NotThereYet />
      {figures.isError && !dashboard ? (
        <FailedToLoad error={figures.error} retry={() => figures.refetch()} />
      ) : (
        <>
          <Cards dashboard={dashboard} choices={choices} />
          <FigureNotes notes={dashboard?.notes} viewer="admin" lacksRate={dashboard?.cards.some(lacksRate) ?? false} />
          <div className={kit.columns}>
            <TopCountries dashboard={dashboard} range={choices.range} status={choices.status} />
            <Performance dashboard={dashboard} openForecast={() => setForecast(true)} />
          </div>
        </>
      )}
      <OffersTable choices={choices} />
      <div className={classes.help}>
        <Queues dashboard={dashboard} />
        <HelpCards />
      </div>
      <ForecastReport opened={forecast} close={() => setForecast(false)} status={choices.status} />
    </>
  );
}

const listed = <Amounts extends readonly unknown[]>(id: string, amounts: Amounts): [string, Amounts][] =>
  amounts.length > 0 ? [[id, amounts]] : [];
const lacksRate = (card: Figures['cards'][number]): boolean =>
  [card.without_rate, card.previous_without_rate, card.month_without_rate].some((amounts) => amounts.length > 0);

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

const Selectors = ({ choices: { range, status, type, set } }: { choices: Choices }) => (
  <div className={classes.filters}>
    <SegmentedControl
      aria-label={t('dashboard.timeRange')}
      value={range}
      onChange={(value) => set({ range: value })}
      data={optionsOf(ranges)}
    />
    <NativeSelect
      aria-label={t('common.status')}
      value={status}
      onChange={(event) => set({ status: event.currentTarget.value })}
      data={optionsOf(statuses)}
    />
    <NativeSelect
      aria-label={t('dashboard.reportType')}
      value={type}
      onChange={(event) => set({ type: event.currentTarget.value, sort: '' })}
      data={optionsOf(reportTypes)}
    />
  </div>
);

const cardsInOrder = dashboardCards.map((id) => ({ id, ...(cardClasses[id] ? { hide: cardClasses[id] } : {}) }));

interface CardsProps {
  dashboard: Figures | undefined;
  choices: Pick<Choices, 'range' | 'status'>;
}

export function Cards({ dashboard, choices }: CardsProps) {
  const { range, status } = choices;
  const known = dashboard?.cards ?? [];
  // what the reader's role hides does not come: a card for it would wait for ever, or show itself until the figures are there
  const shown = useUnhidden(cardsInOrder);
  const now = {
    cells: Object.fromEntries(known.map(({ metric, value }) => [metric, value])),
    missing: Object.fromEntries(known.flatMap(({ metric, without_rate }) => listed(metric, without_rate))),
  };
  const month = {
    cells: Object.fromEntries(known.map(({ metric, month_to_date }) => [metric, month_to_date])),
    missing: Object.fromEntries(known.flatMap(({ metric, month_without_rate }) => listed(metric, month_without_rate))),
  };
  return (
    <div className={kit.stats}>
      {shown.map(({ id }) => {
        const { label } = cards[id];
        const card = dashboard?.cards.find(({ metric }) => metric === id);
        const currency = dashboard?.currency ?? 'USD';
        return (
          <StatCard
            key={id}
            label={label}
            value={card ? figureIn(id, now, currency) : null}
            to={reportPath({ dimensions: 'offer', metrics: id, sort: `-${id}` }, range, status)}
          >
            <Trend
              change={card?.change ?? null}
              against={against[range]}
              lacksRate={card !== undefined && card.without_rate.length + card.previous_without_rate.length > 0}
            />
            <span>{t('dashboard.monthToDate2', { id: figureIn(id, month, currency) })}</span>
          </StatCard>
        );
      })}
    </div>
  );
}
