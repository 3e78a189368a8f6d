// The bar over a list: search, filters, period, columns, export; below it what narrows the list.
import { Group } from '@mantine/core';
import { type FileFormat, fileFormats } from '@tributary/contract/lists';
import type { ReactNode } from 'react';
import { useUnhidden } from '../shell/permissions.ts';
import type { RowBase } from '../table/column.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ListScreen } from './declaration.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips, nameOfValue } from './filter-chips.tsx';
import { FilterMenu, FilterNames } from './filter-menu.tsx';
import type { ListState } from './list-state.ts';
import { SearchBox } from './search-box.tsx';
import classes from './toolbar.module.css';

interface ToolbarProps<Row extends RowBase> {
  list: ListScreen<Row>;
  state: ListState;
  rows: readonly Row[];
  change: (part: Partial<ListState>, replace?: boolean) => void;
  period: ReactNode;
  compact: boolean;
  setCompact: (compact: boolean) => void;
  onExport?: (format: FileFormat) => Promise<void>;
}

export function Toolbar<Row extends RowBase>(props: ToolbarProps<Row>) {
  const { list, state, rows, change, period, onExport } = props;
  const { filters = [], searchPlaceholder } = list;
  const columns = useUnhidden(list.columns);
  const names = Object.fromEntries(
    filters.map((filter) => [filter.name, nameOfValue(filter, state.filters[filter.name]?.[0] ?? '', rows) ?? '']),
  );
  return (
    <>
      <div className={classes.bar}>
        {searchPlaceholder && (
          <SearchBox placeholder={searchPlaceholder} value={state.q} onChange={(q) => change({ q }, true)} />
        )}
        {filters.length > 0 && (
          <FilterNames value={names}>
            <FilterMenu filters={filters} state={state} change={change} />
          </FilterNames>
        )}
        {period}
        <Group gap="xs" className={classes.right}>
          <ColumnsMenu {...props} columns={columns} />
          {onExport && <ExportMenu formats={fileFormats} make={onExport} />}
        </Group>
      </div>
      <FilterChips filters={filters} state={state} rows={rows} change={change} />
    </>
  );
}
