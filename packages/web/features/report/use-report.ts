// One report as an address says it, asked of the server. Used by every screen that shows figures in rows.
import { useQuery } from '@tanstack/react-query';
import { reportRoutes, type StoredQuery } from '@tributary/contract/reports/reports';
import { useEffect } from 'react';
import { call } from '../../kit/api/api.ts';
import { keepSameQuestion } from '../../kit/api/same-question.ts';
import { useSession } from '../../kit/shell/session-context.ts';

/** a profit is shown as what is left of revenue and payout, so both come with it, whether or not they have columns */
function withParts(query: StoredQuery): StoredQuery {
  const asked = String(query.metrics ?? '').split(',');
  return asked.includes('profit')
    ? { ...query, metrics: [...new Set([...asked, 'revenue', 'payout'])].join(',') }
    : query;
}

export function useReport(shown: StoredQuery | null, refreshMs?: number) {
  const { session } = useSession();
  const query = shown && withParts(shown);
  const { limit, offset, sort, ...question } = query ?? {};
  return useQuery({
    ...keepSameQuestion(['report', session.token, question, { limit, offset, sort }]),
    queryFn: ({ signal }) => call(reportRoutes.reports, { query: query ?? {} }, { session, signal }),
    enabled: query !== null,
    refetchInterval: refreshMs,
  });
}

export function useSavedReports(enabled = true) {
  const { session } = useSession();
  return useQuery({
    queryKey: savedReportsKey(session.token),
    queryFn: ({ signal }) => call(reportRoutes.savedReports, {}, { session, signal }),
    enabled,
  });
}

/** a mail names a saved report by its id: the address becomes the report's own */
export function useSavedInAddress(id: string | null, open: (query: StoredQuery) => void): void {
  const { data } = useSavedReports(id !== null);
  const found = id === null ? undefined : data?.rows.find((one) => one.id === id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each report found
  useEffect(() => {
    if (found) open(found.query);
  }, [found?.id]);
}

export const savedReportsKey = (token: string) => ['saved-reports', token] as const;
