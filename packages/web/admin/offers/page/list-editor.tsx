// The frame of a tab that edits one list of the offer: its explanation and its rows. The page's bar saves it.
import type { ReactNode } from 'react';
import classes from '../form/offer-form.module.css';

interface ListEditorProps {
  title: string;
  note: ReactNode;
  children: ReactNode;
}

export const ListEditor = ({ title, note, children }: ListEditorProps) => (
  <section className={classes.card} aria-label={title}>
    <div className={classes.listNote}>{note}</div>
    {children}
  </section>
);
