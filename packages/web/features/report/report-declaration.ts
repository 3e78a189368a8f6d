// A report screen as data: whose it is and what it shows before the reader asks for anything else. ReportPage does the
// rest: grouping, filters, period, comparison, chart, table, drill-down, saving, schedules, export and the API call.
import type { Hideable } from '@tributary/contract/accounts/hidden';
import type { DimensionId, MetricId, PeriodId, ReportRole } from '@tributary/contract/reports/report-catalogue';
import type { SavedReport } from '@tributary/contract/reports/reports';

export interface ReportScreen {
  title: string;
  /** one line under the title */
  purpose: string;
  role: ReportRole;
  /** whose saved reports are offered here */
  screen: SavedReport['screen'];
  start: {
    by: readonly DimensionId[];
    figures: readonly MetricId[];
    period: PeriodId;
    /** the figure that the chart shows */
    chart: MetricId;
    compare?: boolean;
  };
  /** kinds of which two can be set beside each other, instead of two periods */
  pairs?: readonly DimensionId[];
  /** what a click on a row opens next: the first of these that is not yet in use */
  drill: readonly DimensionId[];
  /** classes that are kept from the reader (open-screen.ts) */
  hidden?: readonly Hideable[];
  empty: string;
}
