// The bar that stays at the pane's foot: how much is unsaved, and the one button that saves it.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { t } from '../../../words/admin.ts';
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

const changesText = (changes: number) => t('offers.unsavedChanges', { count: changes });

export function SaveBar({ changes, label, busyLabel, busy, disabled, save, discard, help }: SaveBarProps) {
  const ask = async () => {
    const question = {
      title: t('offers.discard', { changes: changesText(changes) }),
      text: t('offers.theFormGoesBackTo'),
      confirm: t('offers.discard2'),
      danger: true,
    };
    if (await confirmDialog(question)) discard();
  };
  return (
    <div className={classes.bar}>
      <span className={classes.barText} role="status">
        {changes === 0 ? t('offers.noUnsavedChanges') : changesText(changes)}
      </span>
      {help && <span className={classes.barHelp}>{help}</span>}
      <Group gap="xs">
        <Button variant="default" onClick={() => void ask()} disabled={busy || changes === 0}>
          {t('offers.discard2')}
        </Button>
        <Button onClick={save} disabled={busy || disabled}>
          {busy ? busyLabel : label}
        </Button>
      </Group>
    </div>
  );
}
