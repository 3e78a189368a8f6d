// What can be done with one row, in a menu at its end.
import { ActionIcon, Menu } from '@mantine/core';
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import { IconDots } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { useOpenVerbs } from '../shell/permissions.ts';
import type { RowAction, Tools } from './declaration.ts';
import { runRowAction } from './row-call.ts';

interface RowMenuProps<Row> {
  row: Row;
  name: string;
  actions: readonly RowAction<Row>[];
  tools: Tools<Row>;
}

export function RowMenu<Row>(props: RowMenuProps<Row>) {
  const actions = useOpenVerbs(props.actions) ?? [];
  const open = actions.filter((action) => action.when(props.row));
  const [isWanted, setWanted] = useState(false);
  // with nothing left to do it is closed, and does not open by itself when there is something again
  if (open.length === 0 && isWanted) setWanted(false);
  if (open.length === 0) return null;
  if (isWanted) return <OpenableMenu {...props} open={open} />;
  // most are never opened, and a menu costs more than all the rest of its row
  return <Dots name={props.name} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}

interface DotsProps extends ComponentPropsWithRef<'button'> {
  name: string;
}

const Dots = ({ name, ...rest }: DotsProps) => (
  <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('resource.actionsFor', { name })} {...rest}>
    <IconDots size={18} aria-hidden />
  </ActionIcon>
);

function OpenableMenu<Row>({ row, name, open, tools }: RowMenuProps<Row> & { open: readonly RowAction<Row>[] }) {
  const [isOpen, setOpen] = useState(false);
  const dots = useRef<HTMLButtonElement>(null);
  // it stands in the place of the button that was pressed; the focus, which comes back to it, with it
  useEffect(() => {
    dots.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={210} withinPortal>
      <Menu.Target>
        <Dots ref={dots} name={name} />
      </Menu.Target>
      <Menu.Dropdown>
        {open.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={<action.icon size={16} aria-hidden />}
            color={action.danger ? 'red' : undefined}
            onClick={() => void runRowAction(action, row, tools)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
