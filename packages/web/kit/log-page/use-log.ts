// A log's data: the page that the URL asks for, the rows chosen on it or beyond it, and whether newer ones have come.
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LogReply } from '@tributary/contract/lists';
import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { count } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { keepSameQuestion } from '../api/same-question.ts';
import { toast } from '../dialogs/toast.tsx';
import { reportError } from '../pages/report-error.ts';
import { patiently } from '../resource/bulk.ts';
import { lookAgainMs } from '../resource/use-resource.ts';
import { useSession } from '../shell/session-context.ts';
import type { RowBase } from '../table/column.ts';
import type { Selection } from '../table/data-table.tsx';
import type { Log, LogQuery } from './log-declaration.ts';
import { type LogState, parseLogState, queryOfLog, searchOfLog } from './log-state.ts';

const BATCH = 200;
/** as many as one bulk call takes */
export const MOST_CHOSEN = 1000;
const LOOK_AGAIN_MS = 10_000;

const isTrail = (state: unknown): state is { trail: (string | null)[] } =>
  typeof state === 'object' && state !== null && 'trail' in state && Array.isArray(state.trail);

export function useLogState<Row extends RowBase>(log: Log<Row>) {
  const [search, setSearch] = useSearchParams();
  const location: { state: unknown } = useLocation();
  const state = parseLogState(search, log);
  /** where the pages before this one began; unknown to a reader who came by a shared link */
  const trail = isTrail(location.state) ? location.state.trail : [];
  const go = (part: Partial<LogState>, next: readonly (string | null)[], replace = false) =>
    setSearch(searchOfLog({ ...state, ...part }, log), { replace, state: { trail: next } });
  /** a change of what is listed starts again at the newest row */
  const change = (part: Partial<LogState>, replace = false) => {
    const keepsPage = 'columns' in part || 'record' in part;
    if (keepsPage) go(part, trail, replace);
    else go({ ...part, after: null }, [], replace);
  };
  return {
    state,
    change,
    older: (next: string) => go({ after: next }, [...trail, state.after]),
    newer: trail.length > 0 ? () => go({ after: trail.at(-1) ?? null }, trail.slice(0, -1)) : null,
    newest: () => go({ after: null }, []),
  };
}

export function useLogRows<Row extends RowBase>(log: Log<Row>, state: LogState) {
  const { session } = useSession();
  const queries = useQueryClient();
  const query = queryOfLog(state, log.alsoAsks);
  const { after: from, limit, ...question } = query ?? {};
  const answer = useQuery<LogReply<Row>>({
    ...keepSameQuestion([
      log.name,
      session.token,
      query ? { ...question, ...log.only } : 'nothing',
      { after: from, limit },
    ]),
    refetchInterval: ({ state: { data } }) => lookAgainMs(log, data?.rows),
    queryFn: async ({ signal }): Promise<LogReply<Row>> => {
      if (!query) return { rows: [], next: null };
      return log.load(query, { session, signal }).catch((error: unknown) => {
        if (!signal.aborted) reportError(`${log.title} could not be loaded`, error);
        throw error;
      });
    },
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: [log.name] }), [queries, log.name]);
  /** every row that the filters let through, newest first, as far as one bulk call reaches */
  const loadAll = async (): Promise<Row[]> => {
    const rows: Row[] = [];
    let after: string | undefined;
    while (query && rows.length < MOST_CHOSEN) {
      const asked: LogQuery = { ...query, after, limit: Math.min(BATCH, MOST_CHOSEN - rows.length) };
      const part = await patiently(() => log.load(asked, { session }));
      rows.push(...part.rows);
      if (!part.next) break;
      after = part.next;
    }
    return rows;
  };
  return { answer, reload, loadAll, query };
}

interface ChosenRows<Row> {
  asked: string;
  rows: ReadonlyMap<string, Row>;
  all: boolean;
}

export function useLogSelection<Row extends RowBase>(
  page: LogReply<Row> & { isWhole: boolean },
  loadAll: () => Promise<Row[]>,
  asked: string,
) {
  const none: ChosenRows<Row> = { asked, rows: new Map(), all: false };
  const [chosen, setChosen] = useState(none);
  const [busy, setBusy] = useState(false);
  // another search or filter is another list: nothing chosen in the old one may be acted upon unseen
  const { rows, all } = chosen.asked === asked ? chosen : none;
  const clear = () => setChosen(none);
  const chooseAll = (every: readonly Row[]) =>
    setChosen({ asked, rows: new Map(every.map((row) => [row.id, row])), all: every.length > 0 });
  const toggle = (row: Row) => {
    const next = new Map(rows);
    if (!next.delete(row.id)) next.set(row.id, row);
    setChosen({ asked, rows: next, all: page.isWhole && next.size === page.rows.length });
  };
  const toggleAll = async () => {
    if (all) return clear();
    if (page.isWhole) return chooseAll(page.rows);
    setBusy(true);
    try {
      const every = await loadAll();
      chooseAll(every);
      if (every.length >= MOST_CHOSEN)
        toast.success(t('logPage.theNewestAreSelected', { mostChosen: count(MOST_CHOSEN) }));
    } catch (error) {
      reportError('Not every row could be selected', error);
      toast.error(t('common.notEveryRowCouldBe'));
    } finally {
      setBusy(false);
    }
  };
  const selection: Selection<Row> = { rows, toggle, toggleAll: () => void toggleAll(), all: all || busy, busy };
  return { selection, clear };
}

/** how many rows have come since the newest one shown, looked up every few seconds while the page is seen */
export function useNewerRows<Row extends RowBase>(
  log: Log<Row>,
  query: LogQuery | null,
  answer: UseQueryResult<LogReply<Row>>,
): number {
  const { session } = useSession();
  const { data } = answer;
  const isNewest = query !== null && query.after === undefined && query.to === undefined;
  const look = useQuery({
    queryKey: ['newer', log.name, session.token, query, answer.dataUpdatedAt],
    queryFn: ({ signal }) => (query ? log.load(query, { session, signal }) : { rows: [], next: null }),
    enabled: isNewest && answer.isSuccess && !answer.isPlaceholderData,
    initialData: data,
    initialDataUpdatedAt: answer.dataUpdatedAt,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: LOOK_AGAIN_MS,
    gcTime: 0,
    retry: false,
  });
  if (!isNewest || !data || !look.data) return 0;
  const known = new Set(data.rows.map(({ id }) => id));
  const firstKnown = look.data.rows.findIndex(({ id }) => known.has(id));
  return firstKnown < 0 ? look.data.rows.length : firstKnown;
}
