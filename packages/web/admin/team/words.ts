// What the team's screens call things: states, scopes and roles. The presets' names, sections and classes of fields are the
// contract's words; a role of the workspace's own keeps the name that it was given.
import type { RoleRecord } from '@tributary/contract/accounts/role-routes';
import type { Scope } from '@tributary/contract/accounts/scope';
import type { TeamMember } from '@tributary/contract/accounts/team';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';

export const TEAM = 'team';
export const ROLES = 'roles';

export const teamTabs: readonly PageTab[] = [
  { to: '/am/team', label: t('team.people'), section: 'team' },
  { to: '/am/team/roles', label: t('team.roles'), section: 'team' },
];

export const roleName = ({ name, preset }: Pick<RoleRecord, 'name' | 'preset'>): string => (preset ? said(name) : name);

export const memberName = ({ first_name, last_name }: TeamMember): string => `${first_name} ${last_name}`;

export const scopeText = ({ publishers, advertisers }: Scope): string => {
  if (publishers === 'all' && advertisers === 'all') return t('team.allAccounts');
  if (publishers === 'assigned' && advertisers === 'assigned') return t('team.assignedAccounts');
  return publishers === 'assigned' ? t('team.assignedAffiliates') : t('team.assignedAdvertisers');
};

export const isExpired = ({ invited_until }: TeamMember, now = Date.now()): boolean =>
  invited_until !== null && invited_until * 1000 <= now;

export const stateText = (row: TeamMember): string => {
  if (row.state === 'invited') return isExpired(row) ? t('team.invitationExpired') : t('team.invited');
  return row.state === 'active' ? t('team.active') : t('team.suspended');
};
const tones = { invited: 'warn', active: 'good', suspended: 'bad' } as const satisfies Record<
  TeamMember['state'],
  Tone
>;
export const stateTone = (row: TeamMember): Tone => (isExpired(row) ? 'neutral' : tones[row.state]);
