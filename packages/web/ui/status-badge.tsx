// A state in one word. Colour only supports the word: a dot of its own shape per tone, never colour alone.
import { words } from './format.ts';
import classes from './status-badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

const tones: Record<string, Tone> = {
  approved: 'good',
  active: 'good',
  paid: 'good',
  allowed: 'good',
  available: 'good',
  handled: 'good',
  delivered: 'good',
  pending: 'warn',
  paused: 'warn',
  trial: 'warn',
  requested: 'warn',
  open: 'warn',
  waiting: 'warn',
  rejected: 'bad',
  refused: 'bad',
  blocked: 'bad',
  suspended: 'bad',
  failed: 'bad',
  deleted: 'neutral',
};

export const toneOf = (status: string): Tone => tones[status] ?? 'neutral';

export function StatusBadge({ status, tone = toneOf(status) }: { status: string; tone?: Tone }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {words(status)}
    </span>
  );
}
