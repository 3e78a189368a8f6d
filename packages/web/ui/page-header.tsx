// The head of a page: title, one line of purpose or count, actions at the right.
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

export function PageHeader({ title, note, actions }: { title: string; note?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
