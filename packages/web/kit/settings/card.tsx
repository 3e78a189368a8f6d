// One matter of the settings: what it is, what it does, and the form or list itself.
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  note?: string;
  action?: ReactNode;
  children: ReactNode;
}

export const Cards = ({ children }: { children: ReactNode }) => <div className={classes.cards}>{children}</div>;

export function Card({ title, note, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
