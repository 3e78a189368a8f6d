// A list's data and selection: what the URL asks for, loaded; and the rows chosen, which may lie on other pages.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { WHOLE_LIST_PAGE } from '@tributary/contract/lists';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../words/kit.ts';
import { keepSameQuestion } from '../api/same-question.ts';
import { toast } from '../dialogs/toast.tsx';
import { reportError } from '../pages/report-error.ts';
import { useSession } from '../shell/session-context.ts';
import type { RowBase } from '../table/column.ts';
import type { Selection } from '../table/data-table.tsx';
import { patiently } from './bulk.ts';
import type { ListQuery, ListScreen, Page, Resource } from './declaration.ts';
import { type ListState, parseListState, queryOf, searchOf } from './list-state.ts';

/** how far the choosing of all rows has come */
export interface Progress {
  done: number;
  total: number;
}
type LoadAll<Row> = (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<Row[]>;

/** the position of its first row goes with a page: it may stand for a moment after another was asked for */
interface PlacedPage<Row> extends Page<Row> {
  offset: number;
}

const MOVING_MS = 2_000;
export const lookAgainMs = <Row extends RowBase>({ isMoving }: ListScreen<Row>, rows: readonly Row[] = []) =>
  isMoving && rows.some(isMoving) ? MOVING_MS : (false as const);

export function useListState<Row extends RowBase>(list: Resource<Row>) {
  const [search, setSearch] = useSearchParams();
  const state = parseListState(search, list);
  /** a change of what is listed starts again at the first page */
  const change = (part: Partial<ListState>, replace = false) => {
    const keepsPage = 'page' in part || 'columns' in part || 'record' in part;
    setSearch(searchOf({ ...state, ...(keepsPage ? {} : { page: 1 }), ...part }, list), { replace });
  };
  return { state, change };
}

export function useRows<Row extends RowBase>(list: Resource<Row>, state: ListState) {
  const { session } = useSession();
  const queries = useQueryClient();
  const query = queryOf(state);
  const { page, page_size, sort, ...question } = query ?? {};
  const answer = useQuery<PlacedPage<Row>>({
    ...keepSameQuestion([
      list.name,
      session.token,
      query ? { ...question, ...list.only } : 'nothing',
      { page, page_size, sort },
    ]),
    refetchInterval: ({ state: { data } }) => lookAgainMs(list, data?.rows),
    queryFn: async ({ signal }): Promise<PlacedPage<Row>> => {
      if (!query) return { rows: [], total: 0, offset: 0 };
      try {
        const loaded = await list.load(query, { session, signal });
        return { ...loaded, offset: (query.page - 1) * query.page_size };
      } catch (error) {
        // the specification: a list that cannot be loaded is logged
        if (!signal.aborted) reportError(`${list.title} could not be loaded`, error);
        throw error;
      }
    },
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: [list.name] }), [queries, list.name]);
  /** every row that the filters let through, whatever the page */
  const loadAll: LoadAll<Row> = async (onProgress, signal) => {
    const rows: Row[] = [];
    for (let page = 1; query; page++) {
      const asked: ListQuery = { ...query, page, page_size: WHOLE_LIST_PAGE };
      const part = await patiently(() => list.load(asked, { session, signal }));
      rows.push(...part.rows);
      onProgress({ done: rows.length, total: part.total });
      if (part.rows.length < WHOLE_LIST_PAGE || rows.length >= part.total) break;
    }
    return rows;
  };
  return { answer, reload, loadAll, query };
}

export function useSelection<Row extends RowBase>(page: Page<Row>, loadAll: LoadAll<Row>, asked: string) {
  const [chosen, setChosen] = useState<{ asked: string; rows: ReadonlyMap<string, Row> }>({ asked, rows: new Map() });
  const [progress, setProgress] = useState<Progress | null>(null);
  const busy = progress !== null;
  const loading = useRef<AbortController>(null);
  const cancel = () => loading.current?.abort();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever leaves, or asks for another list, waits for no more rows
  useEffect(() => cancel, [asked]);
  // another search or filter is another list: nothing chosen in the old one may be acted upon unseen
  const rows = chosen.asked === asked ? chosen.rows : new Map<string, Row>();
  const set = (next: ReadonlyMap<string, Row>) => setChosen({ asked, rows: next });
  const clear = () => set(new Map());
  // shown as done while the rows of other pages are still on their way
  const all = busy || (page.total > 0 && rows.size >= page.total);
  const toggle = (row: Row) => {
    const next = new Map(rows);
    if (!next.delete(row.id)) next.set(row.id, row);
    set(next);
  };
  const toggleAll = async () => {
    if (all) return clear();
    const chooseThese = (every: readonly Row[]) => set(new Map(every.map((row) => [row.id, row])));
    if (page.rows.length === page.total) return chooseThese(page.rows);
    loading.current = new AbortController();
    const { signal } = loading.current;
    setProgress({ done: 0, total: page.total });
    try {
      chooseThese(await loadAll(setProgress, signal));
    } catch (error) {
      if (signal.aborted) return;
      reportError('Not every row could be selected', error);
      toast.error(t('common.notEveryRowCouldBe'));
    } finally {
      setProgress(null);
    }
  };
  const selection: Selection<Row> = { rows, toggle, toggleAll: () => void toggleAll(), all, busy };
  return { selection, clear, progress, cancel };
}
