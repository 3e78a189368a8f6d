// A list's whole state in the URL, so that a view can be shared and Back works. What is default is left out; what the
// URL holds that is not a state of this list is ignored.
import { pageSizes } from '@tributary/contract/lists';
import type { RowBase } from '../table/column.ts';
import type { Filter, ListQuery, Resource } from './declaration.ts';

export interface ListState {
  q: string;
  sort: string | null;
  page: number;
  pageSize: number;
  /** only the filters that are not as a fresh visit has them; no value at all lets nothing through */
  filters: Readonly<Record<string, readonly string[]>>;
  columns: readonly string[];
  /** the record shown in the drawer */
  record: string | null;
}

type Shape = Pick<Resource<RowBase & never>, 'columns' | 'filters' | 'defaultSort'>;

const defaultColumns = ({ columns }: Shape): string[] => columns.filter((one) => !one.hidden).map((one) => one.id);
const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

export function parseListState(search: URLSearchParams, shape: Shape): ListState {
  const sort = search.get('sort') ?? '';
  const sortable = shape.columns.some((one) => one.sortable && one.id === sort.replace(/^-/, ''));
  const size = Number(search.get('page_size'));
  const wanted = search.get('columns')?.split(',');
  const page = Number(search.get('page'));
  return {
    q: search.get('q') ?? '',
    sort: sortable ? sort : (shape.defaultSort ?? null),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.find((one) => one === size) ?? pageSizes[0],
    filters: filtersIn(search, shape),
    columns: wanted
      ? shape.columns.filter((one) => one.fixed || wanted.includes(one.id)).map((one) => one.id)
      : defaultColumns(shape),
    record: search.get('record'),
  };
}

/** a filter's values when it filters nothing */
export const openValues = (filter: Filter): readonly string[] =>
  filter.kind === 'choices' ? filter.options.map(({ value }) => value) : [];

export const FLAG_ON = '1';
const possible = (filter: Filter) => {
  if (filter.kind === 'some') return filter.options.map(({ value }) => value);
  return filter.kind === 'flag' ? [FLAG_ON] : openValues(filter);
};

function filtersIn(search: URLSearchParams, shape: Shape): ListState['filters'] {
  const narrowed: Record<string, readonly string[]> = {};
  for (const filter of shape.filters ?? []) {
    if (filter.kind !== 'choices' && filter.kind !== 'some' && filter.kind !== 'flag') {
      const value = search.get(filter.name);
      const isOne = filter.kind !== 'one' || filter.options.some((option) => option.value === value);
      if (value && isOne) narrowed[filter.name] = [value];
      continue;
    }
    const asked = search.get(filter.name)?.split(',');
    const values = possible(filter).filter((value) => asked?.includes(value));
    if (asked && !same(values, openValues(filter))) narrowed[filter.name] = values;
  }
  return narrowed;
}

export function searchOf(state: ListState, shape: Shape): URLSearchParams {
  const search = new URLSearchParams();
  if (state.q) search.set('q', state.q);
  for (const [name, values] of Object.entries(state.filters)) search.set(name, values.join(','));
  if (state.sort && state.sort !== shape.defaultSort) search.set('sort', state.sort);
  if (state.page > 1) search.set('page', String(state.page));
  if (state.pageSize !== pageSizes[0]) search.set('page_size', String(state.pageSize));
  if (!same(state.columns, defaultColumns(shape))) search.set('columns', state.columns.join(','));
  if (state.record) search.set('record', state.record);
  return search;
}

/** what the list call is asked; null where a filter lets nothing through and there is nothing to ask */
export function queryOf({ q, sort, page, pageSize, filters }: ListState): ListQuery | null {
  if (Object.values(filters).some((values) => values.length === 0)) return null;
  const chosen = Object.entries(filters).map(([name, values]) => [name, values.join(',')]);
  return { page, page_size: pageSize, q: q || undefined, sort: sort ?? undefined, ...Object.fromEntries(chosen) };
}
