// What can be done with somebody of the team. What the reader's own role does not reach is not offered; the server decides.
import { type TeamMember, teamRoutes } from '@tributary/contract/accounts/team';
import { twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import { call } from '../../kit/api/api.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { rowCall } from '../../kit/resource/row-call.ts';
import {
  IconBan,
  IconBuildingStore,
  IconCheck,
  IconEye,
  IconKey,
  IconLogout,
  IconRefresh,
  IconShieldCheck,
  IconTrash,
} from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { memberName } from './words.ts';

const isInvited = (row: TeamMember) => row.within_reach && row.state === 'invited';
const isActive = (row: TeamMember) => row.within_reach && row.state === 'active';
const ofId = ({ id }: TeamMember) => ({ params: { id } });

export const memberActions: readonly RowAction<TeamMember>[] = [
  { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
  {
    label: t('team.changeRole'),
    calls: teamRoutes.setMemberRole,
    icon: IconShieldCheck,
    when: (row) => row.within_reach,
    run: (row, { open }) => open('role', row),
  },
  {
    label: t('team.assignAccounts'),
    calls: teamRoutes.assignAccounts,
    icon: IconBuildingStore,
    when: (row) => row.within_reach,
    run: (row, { open }) => open('accounts', row),
  },
  rowCall<TeamMember>({
    label: t('team.sendAgain'),
    calls: teamRoutes.resendInvitation,
    icon: IconRefresh,
    when: isInvited,
    send: (row, context) => call(teamRoutes.resendInvitation, ofId(row), context),
    done: t('team.invitationSentAgain'),
  }),
  rowCall<TeamMember>({
    label: t('team.withdrawInvitation'),
    calls: teamRoutes.withdrawInvitation,
    icon: IconTrash,
    danger: true,
    when: isInvited,
    ask: (row) => ({
      title: t('team.withdrawOf', { name: memberName(row) }),
      text: t('team.withdrawText'),
      confirm: t('team.withdraw'),
      danger: true,
    }),
    send: (row, context) => call(teamRoutes.withdrawInvitation, ofId(row), context),
    done: t('team.invitationWithdrawn'),
  }),
  rowCall<TeamMember>({
    label: t('team.endSessions'),
    calls: teamRoutes.endMemberSessions,
    icon: IconLogout,
    when: (row) => isActive(row) && row.sessions > 0,
    ask: (row) => ({
      title: t('team.endSessionsOf', { name: memberName(row) }),
      text: t('team.endSessionsText'),
      confirm: t('team.endSessions'),
      danger: true,
    }),
    send: (row, context) => call(teamRoutes.endMemberSessions, ofId(row), context),
    done: t('team.sessionsEnded'),
  }),
  rowCall<TeamMember>({
    label: t('security.resetTwoFactor'),
    calls: twoFactorRoutes.resetMemberTwoFactor,
    icon: IconKey,
    danger: true,
    when: (row) => row.within_reach && row.two_factor,
    ask: (row) => ({
      title: t('security.resetOf', { name: memberName(row) }),
      text: t('security.resetText'),
      confirm: t('security.resetTwoFactor'),
      danger: true,
    }),
    send: (row, context) => call(twoFactorRoutes.resetMemberTwoFactor, ofId(row), context),
    done: t('security.resetDone'),
  }),
  rowCall<TeamMember>({
    label: t('team.suspend'),
    calls: teamRoutes.suspendMember,
    icon: IconBan,
    danger: true,
    when: isActive,
    ask: (row) => ({
      title: t('team.suspendOf', { name: memberName(row) }),
      text: t('team.suspendText'),
      confirm: t('team.suspend'),
      danger: true,
    }),
    send: (row, context) => call(teamRoutes.suspendMember, ofId(row), context),
    done: t('team.memberSuspended'),
  }),
  rowCall<TeamMember>({
    label: t('team.openAgain'),
    calls: teamRoutes.reopenMember,
    icon: IconCheck,
    when: (row) => row.within_reach && row.state === 'suspended',
    send: (row, context) => call(teamRoutes.reopenMember, ofId(row), context),
    done: t('team.memberReopened'),
  }),
];
