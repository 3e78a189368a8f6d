// The period of a log; all of it unless one is chosen.

import { t } from '../../words/kit.ts';
import { PeriodPopover } from '../dialogs/period-popover.tsx';
import { daysOf, periodNames, periodText, rangeOf } from './period.ts';

const ALL = { '': t('logPage.allTime') };

export const PeriodMenu = ({ period, change }: { period: string; change: (period: string) => void }) => (
  <PeriodPopover
    text={period ? periodText(period) : ALL['']}
    narrows={period !== ''}
    usual={{ ...ALL, ...periodNames }}
    chosen={period}
    choose={change}
    days={daysOf(period)}
    chooseDays={({ from, to }) => change(rangeOf(from, to))}
    needsBoth={false}
  />
);
