// One matter of the settings: what it is, what it does, and the form or list itself.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './card.module.css';

interface CardProps {
  title: string;
  note?: string;
  action?: ReactNode;
  /** a link may lead here: `#anchor` */
  anchor?: string;
  children: ReactNode;
}

export const Cards = ({ children }: { children: ReactNode }) => <div className={classes.cards}>{children}</div>;

export function Card({ title, note, action, anchor, children }: CardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // the browser looked for it before the page had loaded what stands above
  useEffect(() => {
    if (anchor === undefined || hash !== `#${anchor}`) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [hash, anchor]);
  return (
    <section ref={card} id={anchor} tabIndex={anchor ? -1 : undefined} className={classes.card} aria-labelledby={id}>
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
