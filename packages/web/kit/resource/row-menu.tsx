// What can be done with one row, in a menu at its end.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '../../ui/icons.ts';
import { reportError } from '../report-error.ts';
import type { RowAction, Tools } from './declaration.ts';

interface RowMenuProps<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  tools: Tools<Row>;
}

export function RowMenu<Row>({ row, name, actions, tools }: RowMenuProps<Row>) {
  const open = actions.filter((action) => action.when(row));
  if (open.length === 0) return null;
  const run = async (action: RowAction<Row>) => {
    try {
      await action.run(row, tools);
    } catch (error) {
      reportError(`${action.label} failed`, error);
    }
  };
  return (
    <Menu position="bottom-end" width={210} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {open.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={<action.icon size={16} aria-hidden />}
            color={action.danger ? 'red' : undefined}
            onClick={() => void run(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
