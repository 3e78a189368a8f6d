// Which columns are shown, and how tall the rows are.
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import type { Column, RowBase } from '../table/column.ts';
import type { ListState } from './list-state.ts';
import classes from './toolbar.module.css';

interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[];
  state: ListState;
  change: (part: Partial<ListState>, replace?: boolean) => void;
  compact: boolean;
  setCompact: (compact: boolean) => void;
}

export function ColumnsMenu<Row extends RowBase>({
  columns,
  state,
  change,
  compact,
  setCompact,
}: ColumnsMenuProps<Row>) {
  const toggle = (id: string) => {
    const wanted = state.columns.includes(id) ? state.columns.filter((one) => one !== id) : [...state.columns, id];
    change({ columns: columns.filter((one) => wanted.includes(one.id)).map((one) => one.id) }, true);
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('common.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes.scrolls}>
        {columns
          .filter((column) => !column.fixed)
          .map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={state.columns.includes(column.id)}
              onChange={() => toggle(column.id)}
            >
              {column.title}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.CheckboxItem checked={compact} onChange={() => setCompact(!compact)}>
          {t('resource.compactRows')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
