// The bar that floats over a list while rows are chosen: one call per row in a list of records, whatever an action does
// with all of them at once in a log.
import { ActionIcon, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../ui/format.ts';
import { type Icon, IconX } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { useSession } from '../shell/session-context.ts';
import classes from './bulk-bar.module.css';
import type { BulkAction } from './declaration.ts';
import { runBulkAction } from './run-bulk-action.ts';
import type { Progress } from './use-resource.ts';

export interface SelectionAction<Row> {
  label: string;
  icon: Icon;
  danger?: boolean;
  /** shown when any selected row is such */
  when: (row: Row) => boolean;
  /** false where the reader thought better of it */
  run: (rows: readonly Row[]) => Promise<boolean>;
}

interface BarProps<Row, Action> {
  rows: readonly Row[];
  text: string;
  actions: readonly Action[];
  clear: () => void;
  reload: () => Promise<void>;
}

export function BulkBar<Row>({ actions, ...rest }: BarProps<Row, BulkAction<Row>>) {
  const { session } = useSession();
  const running = actions.map((action) => ({
    ...action,
    run: (rows: readonly Row[]) => runBulkAction(action, rows, session),
  }));
  return <SelectionBar {...rest} actions={running} />;
}

export function SelectionBar<Row>({ rows, text, actions, clear, reload }: BarProps<Row, SelectionAction<Row>>) {
  const [busy, setBusy] = useState(false);
  if (rows.length === 0) return null;
  const run = async (action: SelectionAction<Row>) => {
    setBusy(true);
    const ran = await action.run(rows);
    setBusy(false);
    if (!ran) return;
    clear();
    await reload();
  };
  return (
    <section className={classes.bar} aria-label={t('resource.selection')}>
      <span className={classes.text} role="status">
        {text}
      </span>
      <Group gap="xs" className={classes.actions}>
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
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={t('resource.clearSelection')}
        onClick={clear}
        disabled={busy}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </section>
  );
}

/** in the bar's place while the rows of other pages are being chosen */
export const SelectingBar = ({ done, total, cancel }: Progress & { cancel: () => void }) => (
  <section className={classes.bar} aria-label={t('resource.selection')}>
    <span className={classes.text} role="status">
      {t('resource.selecting', { done: count(done), total: count(total) })}
    </span>
    <Button size="xs" variant="default" onClick={cancel}>
      {t('common.cancel')}
    </Button>
  </section>
);
