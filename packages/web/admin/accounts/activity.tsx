// The newest of what was done with an account, and by whom.
import { dateTime, relativeDate, words } from '../../ui/format.ts';
import classes from './details.module.css';
import type { Details } from './details.tsx';

const known: Readonly<Record<string, string>> = {
  'account.created': 'Account created',
  'account.signed-up': 'Signed up',
  'account.registered': 'Registration form filled in',
  'account.edited': 'Account edited',
  'account.edit-refused': 'Edit refused',
  'account.approved': 'Approved',
  'account.rejected': 'Rejected',
  'account.removed': 'Deleted',
  'account.deleted': 'Deleted',
  'account.restored': 'Restored',
  'account.tagged': 'Tags changed',
  'account.note-added': 'Note added',
  'account.signed-out': 'Signed out everywhere',
  'account.sign-up-repeated': 'Sign-up tried again with this address',
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.refused': 'Sign-in refused',
  'session.others-ended': 'Other sessions ended',
  'session.login-as': 'Entered by an account manager',
  'password.changed': 'Password changed',
  'password.link-asked': 'Password link asked for',
  'email.changed': 'Email changed',
  'email.change-asked': 'Asked for another email address',
  'email.confirmed': 'Email confirmed',
  'api-keys.suspended': 'API keys suspended',
  'api-keys.revoked': 'API keys revoked',
  'profile.changed': 'Profile changed',
  'company.changed': 'Company details changed',
};

const said = (action: string): string => known[action] ?? words(action.replaceAll(/[.-]/g, ' '));

/** whoever signs in or signs up is nobody yet: the address alone says where from */
const by = (actor: string, ip: string | null): string[] =>
  [actor === 'anonymous' ? null : actor, ip].filter((part) => part !== null);

export function Activity({ account }: { account: Details }) {
  if (account.activity.length === 0) return <p className={classes.empty}>Nothing has happened yet.</p>;
  return (
    <ul className={classes.list}>
      {account.activity.map(({ id, action, actor, ip, at }) => (
        <li key={id}>
          <span className={classes.action}>{said(action)}</span>
          <span className={classes.dim}>
            {by(actor, ip).map((part) => `${part} · `)}
            <time title={dateTime(at)}>{relativeDate(at)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
