// On a dashboard that one came to from an entry whose screen is not built: which one it was. Said once, quietly; the
// address is the dashboard's own.
import { useLocation } from 'react-router';
import classes from './not-there-yet.module.css';

export function NotThereYet() {
  const { state } = useLocation();
  const name = nameIn(state);
  if (!name) return null;
  return (
    <p className={classes.line} role="status">
      <b>{name}</b> is not there yet. This is the dashboard.
    </p>
  );
}

const nameIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'notThereYet' in state && typeof state.notThereYet === 'string'
    ? state.notThereYet
    : null;
