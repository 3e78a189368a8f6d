// One account in the drawer: profile, registration answers, tags, notes, activity, sessions.
import type { AccountDetails, AccountRecord } from '@tributary/contract/accounts';
import { countryName } from '@tributary/contract/countries';
import type { z } from 'zod';
import { call } from '../../kit/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { Tools } from '../../kit/resource/declaration.ts';
import { RowMenu } from '../../kit/resource/row-menu.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AccountSessions } from './account-sessions.tsx';
import { AccountTags } from './account-tags.tsx';
import { rowActionsOf } from './actions.ts';
import { Activity } from './activity.tsx';
import { NO_CREATED_DATE, nameOf } from './columns.ts';
import classes from './details.module.css';
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
          <Section title="Profile">
            <Profile account={account} />
          </Section>
          <Section title="Registration answers">
            <Registration account={account} />
          </Section>
          <Section title="Tags">
            <AccountTags words={words} account={account} tools={tools} />
          </Section>
          <Section title="Notes">
            <Notes words={words} account={account} tools={tools} />
          </Section>
          <Section title="Sessions">
            <AccountSessions words={words} account={account} tools={tools} />
          </Section>
          <Section title="Activity">
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
        {!account.email_confirmed && ' · Unconfirmed'}
      </div>
      <StatusBadge status={account.deleted_at ? 'deleted' : account.status} />
      <RowMenu row={account} name={name} actions={rowActionsOf(words)} tools={tools} />
    </div>
  );
}

const Profile = ({ account }: { account: Details }) => (
  <Facts
    facts={[
      ['User ID', String(account.user_sequence_id)],
      ['Company', account.company],
      ['Created Date', account.created_at ? dateTime(account.created_at) : NO_CREATED_DATE],
      ['Last Login', account.last_login ? dateTime(account.last_login) : 'Never'],
      ['Reference ID', account.reference_id],
      ['Tax ID', account.tax_id],
      ['Referred By', account.referred_by],
      ['Managers', account.managers],
      ['Account manager in charge', account.admin_user_email],
      ['Deleted', account.deleted_at ? dateTime(account.deleted_at) : null],
    ]}
  />
);

function Registration({ account: { registration } }: { account: Details }) {
  if (!registration) return <p className={classes.empty}>The registration form has not been filled in.</p>;
  const { usage_types, company, website, country, phone, messenger, traffic } = registration;
  return (
    <Facts
      facts={[
        ['Usage types', usage_types.join(', ') || EMPTY, 'wide'],
        ['Company', company],
        ['Website', website],
        ['Country', country && countryName(country, 'en')],
        ['Phone', phone],
        ['Messenger', messenger],
        ['Traffic', traffic, 'wide'],
      ]}
    />
  );
}
