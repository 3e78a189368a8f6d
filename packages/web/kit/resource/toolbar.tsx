// The bar over a list: search, filters, columns, export.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import type { Column, RowBase } from '../table/column.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { Filter } from './declaration.ts';
import { FilterMenu } from './filter-menu.tsx';
import type { ListState } from './list-state.ts';
import { SearchBox } from './search-box.tsx';
import classes from './toolbar.module.css';

interface ToolbarProps<Row> {
  state: ListState;
  change: (part: Partial<ListState>, replace?: boolean) => void;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  searchPlaceholder?: string;
  compact: boolean;
  setCompact: (compact: boolean) => void;
  onExport?: () => Promise<void>;
}

export function Toolbar<Row extends RowBase>(props: ToolbarProps<Row>) {
  const { state, change, filters, searchPlaceholder, onExport } = props;
  const [exporting, setExporting] = useState(false);
  return (
    <div className={classes.bar}>
      {searchPlaceholder && (
        <SearchBox placeholder={searchPlaceholder} value={state.q} onChange={(q) => change({ q }, true)} />
      )}
      {filters.length > 0 && <FilterMenu filters={filters} state={state} change={change} />}
      <Group gap="xs" className={classes.right}>
        <ColumnsMenu {...props} />
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
  );
}
