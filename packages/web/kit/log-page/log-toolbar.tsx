// The bar over a log: search, filters, period, columns, export; below it what narrows the log.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import { ColumnsMenu } from '../resource/columns-menu.tsx';
import { FilterMenu, FilterNames } from '../resource/filter-menu.tsx';
import { SearchBox } from '../resource/search-box.tsx';
import type { RowBase } from '../table/column.ts';
import { FilterChips, nameOfValue } from './filter-chips.tsx';
import type { Log } from './log-declaration.ts';
import classes from './log-page.module.css';
import type { LogState } from './log-state.ts';
import { PeriodMenu } from './period-menu.tsx';

interface LogToolbarProps<Row extends RowBase> {
  log: Log<Row>;
  state: LogState;
  rows: readonly Row[];
  change: (part: Partial<LogState>, replace?: boolean) => void;
  compact: boolean;
  setCompact: (compact: boolean) => void;
  onExport?: () => Promise<void>;
}

export function LogToolbar<Row extends RowBase>(props: LogToolbarProps<Row>) {
  const { log, state, rows, change, onExport } = props;
  const { filters = [], searchPlaceholder, hasPeriod } = log;
  const [exporting, setExporting] = useState(false);
  const names = Object.fromEntries(
    filters.map((filter) => [filter.name, nameOfValue(filter, state.filters[filter.name]?.[0] ?? '', rows) ?? '']),
  );
  return (
    <>
      <div className={classes.tools}>
        {searchPlaceholder && (
          <SearchBox placeholder={searchPlaceholder} value={state.q} onChange={(q) => change({ q }, true)} />
        )}
        {filters.length > 0 && (
          <FilterNames value={names}>
            <FilterMenu filters={filters} state={state} change={change} />
          </FilterNames>
        )}
        {hasPeriod && <PeriodMenu period={state.period} change={(period) => change({ period })} />}
        <Group gap="xs" className={classes.right}>
          <ColumnsMenu {...props} columns={log.columns} />
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
              {exporting ? 'Exporting...' : 'Export'}
            </Button>
          )}
        </Group>
      </div>
      <FilterChips filters={filters} state={state} rows={rows} change={change} />
    </>
  );
}
