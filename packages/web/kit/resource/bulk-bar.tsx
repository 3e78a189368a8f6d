// The bar that floats over a list while rows are chosen.
import { ActionIcon, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { IconX } from '../../ui/icons.ts';
import { useSession } from '../shell/session-context.ts';
import classes from './bulk-bar.module.css';
import type { BulkAction } from './declaration.ts';
import { runBulkAction } from './run-bulk-action.ts';

interface BulkBarProps<Row> {
  rows: readonly Row[];
  text: string;
  actions: readonly BulkAction<Row>[];
  clear: () => void;
  reload: () => Promise<void>;
}

export function BulkBar<Row>({ rows, text, actions, clear, reload }: BulkBarProps<Row>) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  if (rows.length === 0) return null;
  const run = async (action: BulkAction<Row>) => {
    setBusy(true);
    const ran = await runBulkAction(action, rows, session);
    setBusy(false);
    if (!ran) return;
    clear();
    await reload();
  };
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.text} role="status">
        {text}
      </span>
      <Group gap="xs">
        {actions
          .filter((action) => rows.some(action.when))
          .map((action) => (
            <Button
              key={action.label}
              size="xs"
              variant={action.danger ? 'filled' : 'default'}
              color={action.danger ? 'red' : undefined}
              leftSection={<action.icon size={14} aria-hidden />}
              disabled={busy}
              onClick={() => void run(action)}
            >
              {action.label}
            </Button>
          ))}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label="Clear selection"
          onClick={clear}
          disabled={busy}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </section>
  );
}
