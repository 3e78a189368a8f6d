// The bar that stays at the pane's foot: how much is unsaved, and the one button that saves it.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirmDialog } from '../../../kit/dialogs.tsx';
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

const changesText = (changes: number) => `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`;

export function SaveBar({ changes, label, busyLabel, busy, disabled, save, discard, help }: SaveBarProps) {
  const ask = async () => {
    const question = {
      title: `Discard ${changesText(changes)}?`,
      text: 'The form goes back to how it was opened.',
      confirm: 'Discard',
      danger: true,
    };
    if (await confirmDialog(question)) discard();
  };
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status">
        {changes === 0 ? 'No unsaved changes' : changesText(changes)}
      </span>
      {help && <span className={classes.barHelp}>{help}</span>}
      <Group gap="xs">
        <Button variant="default" onClick={() => void ask()} disabled={busy || changes === 0}>
          Discard
        </Button>
        <Button onClick={save} disabled={busy || disabled}>
          {busy ? busyLabel : label}
        </Button>
      </Group>
    </div>
  );
}
