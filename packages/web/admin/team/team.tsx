// Account › Employee: who works here, in which role and in charge of whom.
import { roleRoutes } from '@tributary/contract/accounts/role-routes';
import { type TeamMember, teamList, teamRoutes } from '@tributary/contract/accounts/team';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/admin.ts';
import { memberActions } from './actions.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDetails } from './member-details.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { memberName, ROLES, roleName, scopeText, stateText, stateTone, TEAM, teamTabs } from './words.ts';

const team = resource(teamList, {
  name: TEAM,
  title: t('team.title'),
  countText: (total) => t('team.count', { count: total }),
  load: teamRoutes.team,
  file: teamRoutes.exportTeam,
  nameOf: memberName,
  searchPlaceholder: t('team.searchByNameOrEmail'),
  defaultSort: 'name',
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: [
        { value: 'active', label: t('team.active') },
        { value: 'invited', label: t('team.invited') },
        { value: 'suspended', label: t('team.suspended') },
      ],
    },
    {
      kind: 'found',
      name: 'role_id',
      label: t('team.role'),
      of: ROLES,
      load: async (search, context) => {
        const { rows } = await call(roleRoutes.roles, {}, context);
        const options = rows.map((role) => ({ value: role.id, label: roleName(role) }));
        return options.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
      },
      nameIn: ({ role }) => ({ id: role.id, name: roleName(role) }),
    },
  ],
  add: { label: t('team.invite'), calls: teamRoutes.inviteMember, dialog: 'invite' },
  columns: [
    {
      id: 'name',
      title: t('team.person'),
      kind: 'person',
      fixed: true,
      value: (row: TeamMember) => ({ name: memberName(row), email: row.email }),
    },
    { id: 'role', title: t('team.role'), kind: 'text', value: (row: TeamMember) => roleName(row.role) },
    { id: 'scope', title: t('team.scope'), kind: 'text', value: (row: TeamMember) => scopeText(row.scope) },
    { id: 'accounts', title: t('team.inChargeOf') },
    { id: 'state', title: t('common.state'), kind: 'status', value: stateText, tone: stateTone },
    {
      id: 'two_factor',
      title: t('security.twoFactorShort'),
      kind: 'text',
      value: (row: TeamMember) => (row.two_factor ? t('security.on') : t('security.off')),
    },
    { id: 'last_login', title: t('team.lastLogin'), empty: t('common.never') },
    { id: 'sessions', title: t('team.openSessions') },
    { id: 'created_at', title: t('team.added'), hidden: true },
  ],
  rowActions: memberActions,
  details: MemberDetails,
  detailsTitle: t('team.member'),
  // elements of their own: the list's frame calls what it is given, and these have state
  dialogs: {
    invite: (props) => <InviteDialog {...props} />,
    role: (props) => <RoleDialog {...props} />,
    accounts: (props) => <AssignDialog {...props} />,
  },
  texts: {
    loading: t('team.loading'),
    emptyTitle: t('team.nobodyFound'),
    emptyText: t('team.nobodyFoundText'),
  },
});

export default function Team() {
  return <ResourcePage list={team} intro={<PageTabs label={t('team.title')} tabs={teamTabs} />} />;
}
