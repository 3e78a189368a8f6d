// The bar over a list: search, filters, period, columns, export; below it what narrows the list.
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import type { RowBase } from '../table/column.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ListScreen } from './declaration.ts';
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
  onExport?: () => Promise<void>;
}

export function Toolbar<Row extends RowBase>(props: ToolbarProps<Row>) {
  const { list, state, rows, change, period, onExport } = props;
  const { filters = [], searchPlaceholder } = list;
  const [exporting, setExporting] = useState(false);
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
          <ColumnsMenu {...props} columns={list.columns} />
          {onExport && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={exporting}
              onClick={() => {
                setExporting(true);
                onExport().finally(() => setExporting(false));
              }}
            >
              {exporting ? t('resource.exporting') : t('common.export')}
            </Button>
          )}
        </Group>
      </div>
      <FilterChips filters={filters} state={state} rows={rows} change={change} />
    </>
  );
}
