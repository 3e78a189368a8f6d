// The bar that stays at the pane's foot: how much is unsaved, and the one button that saves it.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './offer-form.module.css';

interface SaveBarProps {
  changes: number;
  label: string;
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  save: () => void;
  discard: () => void;
  help?: ReactNode;
}

export function SaveBar({ changes, label, busyLabel, busy, disabled, save, discard, help }: SaveBarProps) {
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status">
        {changes === 0 ? 'No unsaved changes' : `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`}
      </span>
      {help && <span className={classes.barHelp}>{help}</span>}
      <Group gap="xs">
        <Button variant="default" onClick={discard} disabled={busy || changes === 0}>
          Discard
        </Button>
        <Button onClick={save} disabled={busy || disabled}>
          {busy ? busyLabel : label}
        </Button>
      </Group>
    </div>
  );
}
