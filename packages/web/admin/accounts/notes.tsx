// Notes on an account that only account managers see.
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

const LONGEST = 4000;

export function Notes({ words, account, tools }: PartProps) {
  const mayWrite = useMay()(words.routes.addNote);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !text.trim()) return;
    setBusy(true);
    const sent = call(words.routes.addNote, { params: { id: account.id }, body: { text: text.trim() } }, tools);
    if (await savePart(sent, t('accounts.noteAddedSuccessfully'), tools)) setText('');
    setBusy(false);
  };
  return (
    <>
      {mayWrite && (
        <form className={classes.noteForm} onSubmit={(event) => void add(event)}>
          <Textarea
            aria-label={t('accounts.newNote')}
            placeholder={t('accounts.onlyAccountManagersSeeNotes')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={LONGEST}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={busy || !text.trim()}>
            {busy ? t('common.saving') : t('accounts.addNote')}
          </Button>
        </form>
      )}
      {account.notes.length === 0 ? (
        <p className={classes.empty}>{t('accounts.noNotesYet')}</p>
      ) : (
        <ul className={classes.list}>
          {account.notes.map((note) => (
            <li key={note.id}>
              <p className={classes.note}>{note.text}</p>
              <span className={classes.dim}>
                {note.author} · <time title={dateTime(note.created_at)}>{relativeDate(note.created_at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
