// Where the clicks come from: on a map, and beside it as a list, which also holds what the map is too coarse to draw.

import { countryName } from '@tributary/contract/countries';
import type { Dashboard } from '@tributary/contract/reports/dashboards';
import { lazy } from 'react';
import { Link } from 'react-router';
import { wholeText } from '../../features/report/figure.ts';
import { ChartFrame } from '../../kit/charts/chart-frame.tsx';
import chart from '../../kit/charts/charts.module.css';
import { count, roundedMoney } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { readersLanguage } from '../../words/words.ts';
import classes from './dashboard.module.css';
import { type Range, reportPath, type Status } from './words.ts';

const WorldMap = lazy(() => import('../../kit/charts/world-map.tsx'));
const LISTED = 6;
const METRICS = 'clicks,conversions,revenue,payout,profit';

interface TopCountriesProps {
  dashboard: Dashboard | undefined;
  range: Range;
  status: Status;
}

export function TopCountries({ dashboard, range, status }: TopCountriesProps) {
  const countries = (dashboard?.countries ?? []).filter(({ clicks, conversions }) => clicks + conversions > 0);
  const clicks = new Map(countries.flatMap((one) => (one.country ? [[one.country, one.clicks] as const] : [])));
  return (
    <ChartFrame
      title={t('dashboard.topCountries')}
      legend={[{ id: 'clicks', label: t('dashboard.clicksFromFewToMany'), color: 'var(--series-clicks)', scale: true }]}
      height={280}
      pending={!dashboard}
      empty={countries.length === 0 ? t('dashboard.noClicksFromAnyCountry') : null}
      table={
        <Countries
          rows={countries}
          // blank where the reader's role hides it
          {...(countries.some(({ revenue }) => revenue !== '') ? { currency: dashboard?.currency ?? 'USD' } : {})}
          range={range}
          status={status}
        />
      }
      note={
        countries.length > LISTED &&
        t('dashboard.theWithMostClicksBeside', { listed: LISTED, length: countries.length })
      }
    >
      <div className={classes.world} data-grows>
        <WorldMap label={t('dashboard.worldMapOfClicksBy')} clicks={clicks} />
        <Countries rows={countries.slice(0, LISTED)} range={range} status={status} />
      </div>
    </ChartFrame>
  );
}

interface CountriesProps {
  rows: Dashboard['countries'];
  /** absent where there is no room for amounts */
  currency?: string;
  range: Range;
  status: Status;
}

const Countries = ({ rows, currency, range, status }: CountriesProps) => (
  <table className={chart.figures}>
    <thead>
      <tr>
        <th scope="col">{t('common.country')}</th>
        <th scope="col">{t('common.clicks')}</th>
        <th scope="col">{t('dashboard.conv')}</th>
        {currency && <th scope="col">{t('common.revenue')}</th>}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ country, clicks, conversions, revenue, without_rate }) => (
        <tr key={country ?? ''}>
          <th scope="row">
            {country ? (
              <Link
                className={classes.place}
                to={reportPath({ dimensions: 'offer', metrics: METRICS, 'filter[country]': country }, range, status)}
              >
                {countryName(country, readersLanguage())}
              </Link>
            ) : (
              t('common.notKnown')
            )}
          </th>
          <td>{count(clicks)}</td>
          <td>{count(conversions)}</td>
          {currency && <td>{wholeText(roundedMoney(revenue, currency), without_rate)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
);
