// A report screen as it is open to the reader: what is hidden from him is neither asked for nor offered.
import { hiddenDimension, hiddenMetric } from '@tributary/contract/reports/report-catalogue';
import { useMemo } from 'react';
import { useSession } from '../../kit/shell/session-context.ts';
import type { ReportScreen } from './report-declaration.ts';

export function useOpenScreen(screen: ReportScreen): ReportScreen {
  const { hidden } = useSession();
  return useMemo(() => {
    if (hidden.length === 0) return screen;
    const { start } = screen;
    const by = start.by.filter((id) => hiddenDimension(id, hidden) === null);
    const figures = start.figures.filter((id) => hiddenMetric(id, hidden) === null);
    const chart = hiddenMetric(start.chart, hidden) === null ? start.chart : 'clicks';
    const drill = screen.drill.filter((id) => hiddenDimension(id, hidden) === null);
    const pairs = screen.pairs?.filter((id) => hiddenDimension(id, hidden) === null);
    return { ...screen, hidden, drill, start: { ...start, by, figures, chart }, ...(pairs ? { pairs } : {}) };
  }, [screen, hidden]);
}
