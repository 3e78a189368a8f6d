// A person's initial in a quiet tile; always beside the name, so hidden from screen readers.
import classes from './avatar.module.css';
import { initialOf } from './format.ts';

export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span className={classes.avatar} style={{ width: size, height: size }} aria-hidden>
      {initialOf(name)}
    </span>
  );
}
