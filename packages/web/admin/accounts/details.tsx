// One account in the drawer: profile, registration answers, tags, notes, activity, sessions.
import type { AccountDetails, AccountRecord } from '@tributary/contract/accounts/accounts';
import { countryName } from '@tributary/contract/countries';
import { answerText, inLanguage } from '@tributary/contract/settings/signup';
import type { z } from 'zod';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { Tools } from '../../kit/resource/declaration.ts';
import { RowMenu } from '../../kit/resource/row-menu.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { readersLanguage } from '../../words/words.ts';
import { AccountManagers } from './account-managers.tsx';
import { AccountSessions } from './account-sessions.tsx';
import { AccountTags } from './account-tags.tsx';
import { AccountTwoFactor } from './account-two-factor.tsx';
import { rowActionsOf } from './actions.ts';
import { Activity } from './activity.tsx';
import { NO_CREATED_DATE, nameOf } from './columns.ts';
import classes from './details.module.css';
import { Money } from './money.tsx';
import { Notes } from './notes.tsx';
import type { AccountWords } from './words.ts';

export type Details = z.output<typeof AccountDetails>;

/** what each part of the drawer is given */
export interface PartProps {
  words: AccountWords;
  account: Details;
  tools: Tools<AccountRecord>;
}

export const accountDetails =
  (words: AccountWords) =>
  ({ id, tools }: { id: string; tools: Tools<AccountRecord> }) => (
    <LoadedRecord of={[words.many, id]} load={(context) => call(words.routes.details, { params: { id } }, context)}>
      {(account) => (
        <>
          <Head words={words} account={account} tools={tools} />
          <Section title={t('common.profile')}>
            <Profile account={account} />
          </Section>
          <Money words={words} account={account} />
          <Section title={t('accounts.registrationAnswers')}>
            <Registration account={account} />
          </Section>
          {account.signup && (
            <Section title={t('accounts.signupAnswers')}>
              <SignupAnswers signup={account.signup} />
            </Section>
          )}
          <Section title={t('accounts.inCharge')}>
            <AccountManagers words={words} account={account} tools={tools} />
          </Section>
          <Section title={t('common.tags')}>
            <AccountTags words={words} account={account} tools={tools} />
          </Section>
          <Section title={t('accounts.notes')}>
            <Notes words={words} account={account} tools={tools} />
          </Section>
          <Section title={t('accounts.sessions')}>
            <AccountSessions words={words} account={account} tools={tools} />
          </Section>
          <Section title={t('security.twoFactor')}>
            <AccountTwoFactor words={words} account={account} tools={tools} />
          </Section>
          <Section title={t('accounts.activity')}>
            <Activity account={account} />
          </Section>
        </>
      )}
    </LoadedRecord>
  );

function Head({ words, account, tools }: PartProps) {
  const name = nameOf(words, account);
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <a href={`mailto:${account.email}`}>{account.email}</a>
        {!account.email_confirmed && ` · ${t('accounts.unconfirmed')}`}
      </div>
      <StatusBadge status={account.deleted_at ? 'deleted' : account.status} />
      <RowMenu row={account} name={name} actions={rowActionsOf(words)} tools={tools} />
    </div>
  );
}

const Profile = ({ account }: { account: Details }) => (
  <Facts
    facts={[
      [t('accounts.userId'), String(account.user_sequence_id)],
      [t('accounts.company'), account.company],
      [t('accounts.createdDate'), account.created_at ? dateTime(account.created_at) : NO_CREATED_DATE],
      [t('accounts.lastLogin'), account.last_login ? dateTime(account.last_login) : t('common.never')],
      [t('accounts.referenceId'), account.reference_id],
      [t('accounts.taxId'), account.tax_id],
      [t('accounts.referredBy'), account.referred_by],
      [t('accounts.managers'), account.managers],
      [t('accounts.accountManagerInCharge'), account.admin_user_email],
      [t('accounts.deleted'), account.deleted_at ? dateTime(account.deleted_at) : null],
    ]}
  />
);

/** as answered, under the words of the question of that day */
function SignupAnswers({ signup }: { signup: NonNullable<Details['signup']> }) {
  const language = readersLanguage();
  const words = { yes: t('common.yes'), no: t('common.no') };
  return (
    <Facts
      facts={signup.answers.map((one) => [
        inLanguage(one.label, language),
        answerText(one, language, words) || t('accounts.leftOpen'),
        'wide',
      ])}
    />
  );
}

function Registration({ account: { registration } }: { account: Details }) {
  if (!registration) return <p className={classes.empty}>{t('accounts.theRegistrationFormHasNot')}</p>;
  const { usage_types, company, website, country, phone, messenger, traffic } = registration;
  return (
    <Facts
      facts={[
        [t('accounts.usageTypes'), usage_types.join(', ') || EMPTY, 'wide'],
        [t('accounts.company'), company],
        [t('accounts.website'), website],
        [t('common.country'), country && countryName(country, readersLanguage())],
        [t('accounts.phone'), phone],
        [t('accounts.messenger'), messenger],
        [t('common.traffic'), traffic, 'wide'],
      ]}
    />
  );
}
