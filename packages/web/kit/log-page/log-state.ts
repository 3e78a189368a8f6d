// A log's whole state in the URL: a list's, and besides the period and the row after which this page begins.
import type { ListState } from '../resource/list-state.ts';
import { parseListState, searchOf } from '../resource/list-state.ts';
import type { RowBase } from '../table/column.ts';
import type { Log, LogQuery } from './log-declaration.ts';
import { spanOf } from './period.ts';

export interface LogState extends ListState {
  /** null on the newest page */
  after: string | null;
  /** empty: all of it */
  period: string;
}

type Shape = Pick<Log<RowBase & never>, 'columns' | 'filters' | 'hasPeriod'>;

export function parseLogState(search: URLSearchParams, shape: Shape): LogState {
  const period = shape.hasPeriod ? (search.get('period') ?? '') : '';
  return {
    ...parseListState(search, shape),
    after: search.get('after'),
    period: spanOf(period) ? period : '',
  };
}

export function searchOfLog(state: LogState, shape: Shape): URLSearchParams {
  const search = searchOf({ ...state, page: 1 }, shape);
  if (state.period) search.set('period', state.period);
  if (state.after) search.set('after', state.after);
  return search;
}

/** what the log call is asked; null where a filter lets nothing through and there is nothing to ask */
export function queryOfLog(
  { q, after, period, pageSize, filters }: LogState,
  alsoAsks: (q: string) => Readonly<Record<string, string>> = () => ({}),
): LogQuery | null {
  if (Object.values(filters).some((values) => values.length === 0)) return null;
  const chosen = Object.entries(filters).map(([name, values]) => [name, values.join(',')]);
  return {
    limit: pageSize,
    after: after ?? undefined,
    q: q || undefined,
    ...(q ? alsoAsks(q) : {}),
    ...spanOf(period),
    ...Object.fromEntries(chosen),
  };
}

export const isNarrowed = ({ q, period, filters }: LogState): boolean =>
  q !== '' || period !== '' || Object.keys(filters).length > 0;
