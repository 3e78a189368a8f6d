// A report's period: a usual one, or any two days of its time zone.
import { type PeriodId, periods } from '@tributary/contract/reports/report-catalogue';
import { PeriodPopover } from '../../kit/dialogs/period-popover.tsx';
import { said } from '../../words/said.ts';
import { dimensionText } from './figure.ts';
import type { ReportState } from './report-state.ts';

const usual = Object.fromEntries(Object.entries(periods).map(([id, label]) => [id, said(label)]));

type Period = Pick<ReportState, 'period' | 'from' | 'to'>;

const dayText = (day: string) => dimensionText('day', day.slice(0, 10), {}, 'UTC');
export const periodText = ({ period, from, to }: Period): string =>
  period ? said(periods[period]) : from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

export const ReportPeriod = ({ state, change }: { state: Period; change: (part: Period) => void }) => (
  <PeriodPopover
    text={periodText(state)}
    usual={usual}
    chosen={state.period}
    choose={(id) => change({ period: id as PeriodId, from: '', to: '' })}
    days={{ from: state.from.slice(0, 10), to: state.to.slice(0, 10) }}
    chooseDays={(days) => change({ period: '', ...days })}
    needsBoth
  />
);
