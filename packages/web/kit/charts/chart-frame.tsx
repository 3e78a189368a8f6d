// Around every chart: its title, a legend, the time zone, and the figures behind it as a table. The room is reserved, so
// that nothing moves while figures or the drawing code are on their way.
import { SegmentedControl, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { t } from '../../words/kit.ts';
import classes from './charts.module.css';

export interface LegendEntry {
  id: string;
  label: string;
  /** a CSS colour: one of the series tokens */
  color: string;
  dashed?: boolean;
  /** shades of the colour, the strongest for the most */
  scale?: boolean;
}

export interface ChartFrameProps {
  title: string;
  /** beside the title: a button, a selector */
  actions?: ReactNode;
  legend: readonly LegendEntry[];
  /** what the figures are of: the time zone, the currency */
  note?: ReactNode;
  height: number;
  pending: boolean;
  /** said in place of the drawing where there is nothing to draw */
  empty: string | null;
  table: ReactNode;
  children: ReactNode;
}

export function ChartFrame({ title, actions, legend, note, height, pending, empty, table, children }: ChartFrameProps) {
  const [view, setView] = useState('chart');
  const blank = <Skeleton height={height} radius={8} />;
  return (
    <section className={classes.frame} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.actions}>
          {actions}
          <SegmentedControl
            size="xs"
            aria-label={t('charts.chartOrTable', { title })}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: t('charts.chart') },
              { value: 'table', label: t('charts.table') },
            ]}
          />
        </div>
      </header>
      <ul className={classes.legend} aria-label={t('charts.legend', { title })}>
        {legend.map(({ id, label, color, dashed, scale }) => (
          <li key={id}>
            <span
              className={scale ? classes.scale : classes.key}
              data-dashed={dashed || undefined}
              style={scale ? { '--most': color } : { borderTopColor: color }}
              aria-hidden
            />
            {label}
          </li>
        ))}
      </ul>
      <div className={classes.room} style={{ '--room': `${height}px` }}>
        {pending ? (
          blank
        ) : empty ? (
          <p className={classes.empty}>{empty}</p>
        ) : view === 'table' ? (
          // a scrolling pane must be reachable by keyboard
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <section className={classes.behind} tabIndex={0} aria-label={t('charts.figures', { title })}>
            {table}
          </section>
        ) : (
          <Suspense fallback={blank}>{children}</Suspense>
        )}
      </div>
      {note && <p className={classes.note}>{note}</p>}
    </section>
  );
}
