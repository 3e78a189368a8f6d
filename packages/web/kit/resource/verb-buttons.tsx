// What can be done with one record, as buttons in its drawer: the verbs of its row's menu, by the same declaration.
import { Button } from '@mantine/core';
import { useOpenVerbs } from '../shell/permissions.ts';
import type { RowAction, Tools } from './declaration.ts';
import { runRowAction } from './row-call.ts';

interface VerbButtonsProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  tools: Tools<Row>;
}

export function VerbButtons<Row>({ row, actions, tools }: VerbButtonsProps<Row>) {
  const open = useOpenVerbs(actions) ?? [];
  return open
    .filter((action) => action.when(row))
    .map((action) => (
      <Button
        key={action.label}
        size="xs"
        variant="default"
        leftSection={<action.icon size={14} aria-hidden />}
        onClick={() => void runRowAction(action, row, tools)}
      >
        {action.label}
      </Button>
    ));
}
