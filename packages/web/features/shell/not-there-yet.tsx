// On a dashboard that one came to from an entry whose screen is not built: which one it was. Said once, quietly; the
// address is the dashboard's own.
import { useLocation } from 'react-router';
import { t } from '../../words/kit.ts';
import { Rich } from '../../words/rich.tsx';
import classes from './not-there-yet.module.css';

export function NotThereYet() {
  const { state } = useLocation();
  const name = nameIn(state);
  if (!name) return null;
  return (
    <p className={classes.line} role="status">
      <Rich text={t('shell.notThereYet')} elements={{ screen: <b>{name}</b> }} />
    </p>
  );
}

const nameIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'notThereYet' in state && typeof state.notThereYet === 'string'
    ? state.notThereYet
    : null;
