// The frame of a tab that sets one list of the offer as a whole: its explanation, its rows, and its own Save.
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sentenceFor } from '../../../kit/api-error.ts';
import { toast } from '../../../kit/toast.tsx';
import classes from '../form/offer-form.module.css';

interface ListEditorProps {
  title: string;
  note: ReactNode;
  changed: boolean;
  /** one call with the whole list; the offer is read again afterwards */
  save: () => Promise<void>;
  saved: string;
  children: ReactNode;
}

export function ListEditor({ title, note, changed, save, saved, children }: ListEditorProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await save();
      toast.success(saved);
    } catch (error) {
      toast.error(sentenceFor(error), 4000);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.listNote}>{note}</div>
      {children}
      <Group justify="flex-end" mt="md" gap="md">
        {changed && <span className={classes.hint}>Unsaved changes</span>}
        <Button onClick={() => void run()} disabled={busy || !changed}>
          {busy ? 'Saving...' : `Save ${title.toLowerCase()}`}
        </Button>
      </Group>
    </section>
  );
}
