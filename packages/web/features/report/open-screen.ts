// A report screen as the reader's role opens it: what is hidden from him is neither asked for nor offered.
import { hiddenDimension, hiddenMetric } from '@tributary/contract/reports/report-catalogue';
import { useMemo } from 'react';
import { useSession } from '../../kit/shell/session-context.ts';
import type { ReportScreen } from './report-declaration.ts';

export function useOpenScreen(screen: ReportScreen): ReportScreen {
  const { role } = useSession();
  const hidden = role?.hidden;
  return useMemo(() => {
    if (!hidden?.length) return screen;
    const { start } = screen;
    const by = start.by.filter((id) => hiddenDimension(id, hidden) === null);
    const figures = start.figures.filter((id) => hiddenMetric(id, hidden) === null);
    const chart = hiddenMetric(start.chart, hidden) === null ? start.chart : 'clicks';
    const drill = screen.drill.filter((id) => hiddenDimension(id, hidden) === null);
    return { ...screen, hidden, drill, start: { ...start, by, figures, chart } };
  }, [screen, hidden]);
}
