// The newest of what was done with an account, and by whom.
import { dateTime, relativeDate, words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import classes from './details.module.css';
import type { Details } from './details.tsx';

export const accountActionWords: Readonly<Record<string, string>> = {
  'account.created': t('accounts.accountCreated'),
  'account.signed-up': t('accounts.signedUp'),
  'account.registered': t('accounts.registrationFormFilledIn'),
  'account.edited': t('accounts.accountEdited'),
  'account.edit-refused': t('accounts.editRefused'),
  'account.approved': t('common.approved'),
  'account.rejected': t('common.rejected'),
  'account.removed': t('accounts.deleted'),
  'account.deleted': t('accounts.deleted'),
  'account.restored': t('accounts.restored'),
  'account.tagged': t('accounts.tagsChanged'),
  'account.note-added': t('accounts.noteAdded'),
  'account.signed-out': t('accounts.signedOutEverywhere'),
  'account.sign-up-repeated': t('accounts.signUpTriedAgainWith'),
  'session.started': t('accounts.signedIn'),
  'session.ended': t('accounts.signedOut'),
  'session.refused': t('accounts.signInRefused'),
  'session.others-ended': t('accounts.otherSessionsEnded'),
  'session.login-as': t('accounts.enteredByAnAccountManager'),
  'password.changed': t('accounts.passwordChanged'),
  'password.link-asked': t('accounts.passwordLinkAskedFor'),
  'email.changed': t('accounts.emailChanged'),
  'email.change-asked': t('accounts.askedForAnotherEmailAddress'),
  'email.confirmed': t('accounts.emailConfirmed'),
  'api-keys.suspended': t('accounts.apiKeysSuspended'),
  'api-keys.revoked': t('accounts.apiKeysRevoked'),
  'team.invited': t('team.invited'),
  'team.invited-again': t('team.invitationSentAgain'),
  'team.joined': t('team.invitationAccepted'),
  'team.role-changed': t('team.roleChanged'),
  'team.suspended': t('team.suspended'),
  'team.reopened': t('team.memberReopened'),
  'team.signed-out': t('accounts.signedOutEverywhere'),
  'team.accounts-assigned': t('team.accountsChanged'),
  'profile.changed': t('accounts.profileChanged'),
  'company.changed': t('accounts.companyDetailsChanged'),
};

const said = (action: string): string => accountActionWords[action] ?? words(action.replaceAll(/[.-]/g, ' '));

/** whoever signs in or signs up is nobody yet: the address alone says where from */
const by = (actor: string, ip: string | null): string[] =>
  [actor === 'anonymous' ? null : actor, ip].filter((part) => part !== null);

export function Activity({ account }: { account: Pick<Details, 'activity'> }) {
  if (account.activity.length === 0) return <p className={classes.empty}>{t('accounts.nothingHasHappenedYet')}</p>;
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
