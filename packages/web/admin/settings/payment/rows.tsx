// What a card of Settings › Payment lists: a name with its state, lines that say the rest, verbs at the right.
import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import classes from './rows.module.css';

export const Rows = ({ children }: { children: ReactNode }) => <ul className={classes.rows}>{children}</ul>;

interface RowProps {
  title: string;
  badge?: { text: string; tone: Tone };
  lines: readonly (string | null | false)[];
  verbs?: ReactNode;
}

export const Row = ({ title, badge, lines, verbs }: RowProps) => (
  <li className={classes.row}>
    <div>
      <div className={classes.title}>
        {title}
        {badge && <StatusBadge status={badge.text} tone={badge.tone} />}
      </div>
      {lines.filter(Boolean).map((line) => (
        <p key={String(line)} className={classes.text}>
          {line}
        </p>
      ))}
    </div>
    {verbs && <div className={classes.verbs}>{verbs}</div>}
  </li>
);
