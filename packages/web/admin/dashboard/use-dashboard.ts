// The dashboard's choices, all in the URL, and its figures, which move by themselves.
import { dashboardRoutes } from '@tributary/contract/reports/dashboards';
import { useSearchParams } from 'react-router';
import { useLive } from '../../features/report/use-live.ts';
import { call } from '../../kit/api/api.ts';
import { type Range, type ReportType, ranges, reportTypes, type Status, statuses } from './words.ts';

const oneOf = <T extends string>(words: Record<T, string>, value: string | null, first: T): T =>
  value !== null && Object.hasOwn(words, value) ? (value as T) : first;

export const entriesPerPage = [50, 100, 200] as const;

export function useChoices() {
  const [search, setSearch] = useSearchParams();
  const set = (part: Record<string, string>, replace = false) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: '', ...part })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace });
  };
  const size = Number(search.get('entries'));
  return {
    range: oneOf<Range>(ranges, search.get('range'), 'today'),
    status: oneOf<Status>(statuses, search.get('status'), 'all'),
    type: oneOf<ReportType>(reportTypes, search.get('type'), 'basic'),
    saved: search.get('report'),
    q: search.get('q') ?? '',
    entries: entriesPerPage.find((one) => one === size) ?? 50,
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    sort: search.get('sort'),
    set,
  };
}
export type Choices = ReturnType<typeof useChoices>;

export const useFigures = ({ range, status }: Pick<Choices, 'range' | 'status'>) =>
  useLive('dashboard', { range, status }, (context) =>
    call(dashboardRoutes.dashboard, { query: { range, status } }, context),
  );
