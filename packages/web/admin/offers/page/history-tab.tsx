// Who changed what and when: field by field, before and after.
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dateTime, EMPTY, relativeDate, words } from '../../../ui/format.ts';
import { fieldLabel } from '../form/field-label.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';

type Change = OfferRecord['history'][number];

const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** markup is read as its text, lists and records as their parts */
function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map(text).join('; ');
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
    return parts.map(([name, part]) => `${words(name).toLowerCase()} ${text(part)}`).join(', ') || EMPTY;
  }
  const plain = String(value);
  return /<\w+[^>]*>/.test(plain)
    ? (new DOMParser().parseFromString(plain, 'text/html').body.textContent ?? EMPTY)
    : plain;
}

/** "offer.caps-changed" → "Caps changed" */
const actionText = (action: string): string => words(action.replace(/^[^.]*\./, '').replaceAll('-', ' '));

export function HistoryTab({ offer }: { offer: OfferRecord }) {
  if (offer.history.length === 0) {
    return <EmptyState title="No changes yet" text="Every change of this offer will be listed here." />;
  }
  return (
    <ol className={classes.history}>
      {offer.history.map((change) => (
        <li key={change.id} className={classes.card}>
          <div className={classes.historyHead}>
            <strong>{actionText(change.action)}</strong>
            <span>{change.actor}</span>
            <time title={dateTime(change.at)}>{relativeDate(change.at)}</time>
          </div>
          <Changes change={change} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ change }: { change: Change }) {
  const [before, after] = [fieldsIn(change.before), fieldsIn(change.after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {names.map((name) => (
        <div key={name} className={classes.change}>
          <dt>{fieldLabel(name)}</dt>
          <dd>
            {change.before !== null && <del>{text(before[name])}</del>}{' '}
            <ins data-new={change.before === null || undefined}>{text(after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
