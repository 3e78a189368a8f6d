// Figures along one axis, as lines over time or as bars over names. The drawing code is loaded when it is first needed.
import { lazy, type ReactNode } from 'react';
import { EMPTY } from '../../ui/format.ts';
import { ChartFrame, type LegendEntry } from './chart-frame.tsx';
import classes from './charts.module.css';

const SeriesPlot = lazy(() => import('./series-plot.tsx'));

export interface ChartPoint {
  /** on the axis */
  label: string;
  /** in the tooltip and the table, where the axis is too short for it */
  title?: string;
  values: Readonly<Record<string, number | null>>;
}

export interface SeriesChartProps {
  title: string;
  actions?: ReactNode;
  note?: ReactNode;
  kind?: 'line' | 'bar';
  points: readonly ChartPoint[];
  series: readonly LegendEntry[];
  /** the axes with their units: "Hour (Asia/Kolkata)", "Clicks" */
  xLabel: string;
  yLabel: string;
  format: (value: number) => string;
  height?: number;
  pending: boolean;
  empty: string;
}

export function SeriesChart(props: SeriesChartProps) {
  const { title, actions, note, points, series, height = 280, pending, empty } = props;
  const nothing = points.every(({ values }) => series.every(({ id }) => !values[id]));
  return (
    <ChartFrame
      title={title}
      actions={actions}
      legend={series}
      note={note}
      height={height}
      pending={pending}
      empty={nothing ? empty : null}
      table={<Figures {...props} />}
    >
      <SeriesPlot {...props} height={height} />
    </ChartFrame>
  );
}

const Figures = ({ xLabel, series, points, format }: SeriesChartProps) => (
  <table className={classes.figures}>
    <thead>
      <tr>
        <th scope="col">{xLabel}</th>
        {series.map(({ id, label }) => (
          <th key={id} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map(({ label, title, values }) => (
        <tr key={title ?? label}>
          <th scope="row">{title ?? label}</th>
          {series.map(({ id }) => {
            const value = values[id];
            return <td key={id}>{value === null || value === undefined ? EMPTY : format(value)}</td>;
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
