// The newest things that happened to a portal's own campaigns: conversions with their amounts, clicks by the hour.
import type { Activity as Wire } from '@tributary/contract/reports/dashboards';
import type { z } from 'zod';
import { MarkedAmount, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, EMPTY, money, relativeDate, timeOfDay } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';
import classes from './report.module.css';

type Item = z.infer<typeof Wire>;

export function RecentActivity({
  items,
  tz,
  empty,
}: {
  items: readonly Item[] | undefined;
  tz?: string;
  empty: string;
}) {
  return (
    <section className={classes.panel} aria-labelledby="recent-activity">
      <div className={classes.panelHead}>
        <h2 id="recent-activity" className={classes.panelTitle}>
          {t('report.recentActivity')}
        </h2>
      </div>
      {items?.length === 0 && <p className={classes.nothing}>{empty}</p>}
      <ul className={classes.activity}>
        {items?.map((item) => (
          <li key={item.id}>
            <div className={classes.activityWords}>
              <b>{item.campaign.name}</b>
              <span>
                {whatHappened(item)} · <time title={dateTime(item.at, tz)}>{when(item, tz)}</time>
              </span>
            </div>
            {item.status && <StatusBadge status={item.status} />}
            <span className={classes.amount}>
              <MarkedAmount mark={item.status ? markOfRevenue({ status: item.status }) : undefined}>
                {item.amount === null ? EMPTY : money(item.amount, item.currency)}
              </MarkedAmount>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** clicks and impressions are counted by the hour: they have no one moment */
const when = ({ from, at }: Item, tz: string | undefined): string =>
  from === null
    ? relativeDate(at, undefined, tz)
    : t('report.to', { from: timeOfDay(from, tz), at: timeOfDay(at, tz) });

function whatHappened({ type, count: many }: Item): string {
  if (type === 'conversion') return t('report.conversion');
  return type === 'click' ? t('report.clicks2', { count: many }) : t('report.impressions', { count: many });
}
