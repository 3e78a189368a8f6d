// One of the team in the drawer: role and scope, sessions, what was done with the account.
import { type TeamMember, teamRoutes } from '@tributary/contract/accounts/team';
import { SessionList } from '../../features/profile/session-list.tsx';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { count, dateTime } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { Activity } from '../accounts/activity.tsx';
import { memberActions } from './actions.ts';
import classes from './team.module.css';
import { memberName, roleName, scopeText, stateText, stateTone, TEAM } from './words.ts';

const verbs = memberActions.filter(({ calls }) => calls !== null);

export const MemberDetails = ({ id, tools }: DetailsProps<TeamMember>) => (
  <LoadedRecord of={[TEAM, id]} load={(context) => call(teamRoutes.member, { params: { id } }, context)}>
    {(member) => (
      <>
        <div className={classes.head}>
          <div>
            <p className={classes.name}>{memberName(member)}</p>
            <a href={`mailto:${member.email}`}>{member.email}</a>
          </div>
          <StatusBadge status={stateText(member)} tone={stateTone(member)} />
        </div>
        <div className={classes.verbs}>
          <VerbButtons row={member} actions={verbs} tools={tools} />
        </div>
        <Section title={t('team.access')}>
          <Facts
            facts={[
              [t('team.role'), roleName(member.role)],
              [t('team.scope'), scopeText(member.scope)],
              [t('team.inChargeOf'), count(member.accounts)],
              [t('security.twoFactorShort'), member.two_factor ? t('security.on') : t('security.off')],
              [t('team.lastLogin'), member.last_login ? dateTime(member.last_login) : t('common.never')],
              [t('team.added'), dateTime(member.created_at)],
              [t('team.invitationUntil'), member.invited_until && dateTime(member.invited_until)],
            ]}
          />
        </Section>
        <Section title={t('team.openSessions')}>
          {member.sessions_open.length === 0 ? (
            <p className={classes.empty}>{t('team.notSignedIn')}</p>
          ) : (
            <SessionList sessions={member.sessions_open} />
          )}
        </Section>
        <Section title={t('team.activity')}>
          <Activity account={member} />
        </Section>
      </>
    )}
  </LoadedRecord>
);
