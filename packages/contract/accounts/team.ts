// The team: who works here, in which role, in charge of whom. People come by invitation and are suspended, never deleted; what
// they did keeps their names.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, flag, idFilter, list, oneOf } from '../lists.ts';
import { route, session } from '../route.ts';
import { AccountDetails, accountKinds } from './accounts.ts';
import { ScopeOfRole } from './role-routes.ts';
import { presetNames } from './roles.ts';
import type { Scope } from './scope.ts';
import { newPersonFields } from './signup.ts';

export const INVITATION_DAYS = 7;
/** accounts that one call assigns or takes away */
export const MAX_ASSIGNED_AT_ONCE = 500;

export const memberStates = ['invited', 'active', 'suspended'] as const;
export type MemberState = (typeof memberStates)[number];

export const TeamMember = z
  .object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    role: z.object({ id: z.string(), name: z.string(), preset: z.enum(presetNames).nullable() }),
    scope: ScopeOfRole,
    /** how many accounts he is in charge of */
    accounts: z.number().int(),
    state: z.enum(memberStates),
    /** whether a second factor is on */
    two_factor: z.boolean(),
    /** of an invitation: until when its link works */
    invited_until: z.number().int().nullable(),
    last_login: z.number().int().nullable(),
    /** open ones */
    sessions: z.number().int(),
    created_at: z.number().int(),
    /** whoever asks may change him: his role reaches no further */
    within_reach: z.boolean(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

const scopeText = ({ publishers, advertisers }: Scope): string =>
  `Affiliates: ${publishers}, advertisers: ${advertisers}`;

export const teamList = list({
  row: TeamMember,
  filters: { state: anyOf(memberStates), role_id: idFilter },
  columns: {
    name: { kind: 'text', value: (row) => `${row.first_name} ${row.last_name}`, sort: true, file: 'Name' },
    email: { kind: 'text', value: (row) => row.email, sort: true, file: 'Email' },
    role: { kind: 'text', value: (row) => row.role.name, sort: true, file: 'Role' },
    scope: { kind: 'text', value: (row) => scopeText(row.scope), file: 'Scope' },
    accounts: { kind: 'number', value: (row) => row.accounts, file: 'Accounts in charge of' },
    state: { kind: 'status', value: (row) => row.state, sort: true, file: 'State' },
    two_factor: { kind: 'text', value: (row) => (row.two_factor ? 'on' : 'off'), file: '2FA' },
    last_login: { kind: 'time', value: (row) => row.last_login, sort: true, file: 'Last login (UTC)' },
    sessions: { kind: 'number', value: (row) => row.sessions, file: 'Open sessions' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Added (UTC)' },
  },
});

/** an account that a member of the team can be put in charge of */
export const AssignableAccount = z
  .object({
    id: z.string(),
    kind: z.enum(accountKinds),
    user_sequence_id: z.number().int(),
    name: hide('account_name', z.string()),
    company: hide('account_name', z.string().nullable()),
    /** he is in charge of it; several can be */
    assigned: z.boolean(),
  })
  .meta({ id: 'AssignableAccount', sideIn: 'kind' });
export type AssignableAccount = z.infer<typeof AssignableAccount>;

export const assignableList = list({
  row: AssignableAccount,
  filters: { kind: oneOf(accountKinds), assigned: flag },
  columns: {
    user_sequence_id: { kind: 'text', value: (row) => row.user_sequence_id, sort: true },
    name: { kind: 'text', value: (row) => row.name, sort: true },
    company: { kind: 'text', value: (row) => row.company, sort: true },
    kind: { kind: 'text', value: (row) => row.kind },
  },
});

export const MemberDetails = TeamMember.extend({
  sessions_open: AccountDetails.shape.sessions,
  activity: AccountDetails.shape.activity,
}).meta({ id: 'TeamMemberDetails' });

const ids = z
  .array(z.string().max(100))
  .max(MAX_ASSIGNED_AT_ONCE, `Please choose at most ${MAX_ASSIGNED_AT_ONCE} accounts at once`);

export const InviteBody = z.object({
  first_name: newPersonFields.first_name,
  last_name: newPersonFields.last_name,
  email: newPersonFields.email,
  role_id: z.string({ error: 'Please choose a role' }).min(1, 'Please choose a role').max(100),
  account_ids: ids.optional(),
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'team' });
/** what takes access away is never too late */
const ending = session(['admin'], { impersonated: 'denied', section: 'team', whenReadOnly: 'allowed' });
const byId = { params: z.object({ id: z.string().max(100) }), names: 'member' } as const;
const one = { ...plain, ...byId, rates: ['admin-writes'] } as const;
const StateReply = z.object({ id: z.string(), state: z.enum(memberStates) });

export const teamRoutes = {
  team: route({
    ...plain,
    method: 'GET',
    path: '/api/team',
    summary: 'The people who work here, with role, scope, state, last login and open sessions',
    access,
    query: teamList.query,
    reply: teamList.reply,
    errors: [],
  }),
  exportTeam: route({ ...fileOf(teamList), path: '/api/team/export', summary: 'The filtered list as a file', access }),
  member: route({
    ...plain,
    ...byId,
    method: 'GET',
    path: '/api/team/{id}',
    summary: 'One of the team, with sessions and activity',
    access,
    reply: MemberDetails,
    errors: ['not_found'],
  }),
  inviteMember: route({
    ...plain,
    method: 'POST',
    path: '/api/team',
    summary: `Invites somebody by mail, in a role that reaches no further than the caller’s; the link works for ${INVITATION_DAYS} days`,
    access,
    body: InviteBody,
    reply: z.object({ id: z.string() }),
    status: 201,
    errors: ['invalid_input', 'forbidden', 'not_found', 'conflict', 'password_needed'],
    rates: ['admin-writes', 'team-mails'],
  }),
  resendInvitation: route({
    ...plain,
    ...byId,
    method: 'POST',
    path: '/api/team/{id}/invitation',
    summary: 'Mails an invitation again, with a new link; the old one ends',
    access,
    reply: z.object({ id: z.string(), invited_until: z.number().int() }),
    errors: ['forbidden', 'not_found', 'conflict'],
    rates: ['admin-writes', 'team-mails'],
  }),
  withdrawInvitation: route({
    ...one,
    method: 'DELETE',
    path: '/api/team/{id}/invitation',
    summary: 'Takes an invitation back: its link ends, its address is free again',
    access: ending,
    reply: z.object({ id: z.string() }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  setMemberRole: route({
    ...one,
    method: 'PUT',
    path: '/api/team/{id}/role',
    summary: 'Gives somebody another role and ends his sessions; the last owner stays one',
    access,
    body: z.object({ role_id: z.string().min(1, 'Please choose a role').max(100) }),
    reply: z.object({ id: z.string(), role_id: z.string() }),
    errors: ['forbidden', 'not_found', 'conflict', 'password_needed'],
  }),
  suspendMember: route({
    ...one,
    method: 'POST',
    path: '/api/team/{id}/suspend',
    summary: 'Closes somebody’s access: sessions, visits to accounts, API keys and scheduled reports end at once',
    access: ending,
    reply: StateReply,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  reopenMember: route({
    ...one,
    method: 'POST',
    path: '/api/team/{id}/reopen',
    summary: 'Opens a suspended access again; API keys stay suspended until their owner resumes them',
    access,
    reply: StateReply,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  endMemberSessions: route({
    ...one,
    method: 'POST',
    path: '/api/team/{id}/end-sessions',
    summary: 'Signs somebody out everywhere',
    access: ending,
    reply: z.object({ ended: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  assignableAccounts: route({
    ...plain,
    ...byId,
    method: 'GET',
    path: '/api/team/{id}/accounts',
    summary: 'The accounts that the caller sees, each with whether that member of the team is in charge of it',
    access,
    query: assignableList.query,
    reply: assignableList.reply,
    errors: ['not_found'],
  }),
  assignAccounts: route({
    ...one,
    method: 'PUT',
    path: '/api/team/{id}/accounts',
    summary:
      'Puts a member of the team in charge of accounts, or takes accounts away; others stay in charge beside him',
    access,
    body: z.object({ assign: ids, unassign: ids }),
    reply: z.object({ assigned: z.number().int(), unassigned: z.number().int() }),
    errors: ['invalid_input', 'forbidden', 'not_found'],
  }),
};
