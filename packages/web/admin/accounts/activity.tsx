// The newest of what was done with an account, and by whom.
import { actionWords } from '@tributary/contract/logs/trail-actions';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import classes from './details.module.css';
import type { Details } from './details.tsx';

/** whoever signs in or signs up is nobody yet: the address alone says where from */
const by = (actor: string, ip: string | null): string[] =>
  [actor === 'anonymous' ? null : actor, ip].filter((part) => part !== null);

export function Activity({ account }: { account: Pick<Details, 'activity'> }) {
  if (account.activity.length === 0) return <p className={classes.empty}>{t('accounts.nothingHasHappenedYet')}</p>;
  return (
    <ul className={classes.list}>
      {account.activity.map(({ id, action, actor, ip, at }) => (
        <li key={id}>
          <span className={classes.action}>{said(actionWords(action))}</span>
          <span className={classes.dim}>
            {by(actor, ip).map((part) => `${part} · `)}
            <time title={dateTime(at)}>{relativeDate(at)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
