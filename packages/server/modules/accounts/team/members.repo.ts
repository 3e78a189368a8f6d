// The people of the team: their list, and one of them. Who is invited waits (`pending`) for his own password; who is suspended
// stands as a rejected account does, and is shut out by the same conditions.
import { INVITATION_DAYS, isPreset, type MemberState, type TeamMember, teamList } from '@tributary/contract';
import { sql } from 'kysely';
import { DAY_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { type Language, languageOf } from '../../../words/sentences.ts';
import { hasFactor } from '../factors/factors.repo.ts';
import { personLike } from '../people/person-search.repo.ts';
import { type RoleColumns, teamRoleOf } from '../signing-in/team-role.ts';
import { type Reach, reaches } from './reaches.ts';
import type { StoredRole } from './roles.repo.ts';

export const INVITATION_MS = INVITATION_DAYS * DAY_MS;

const states = { pending: 'invited', approved: 'active', rejected: 'suspended' } as const;
export const statusOf = { invited: 'pending', active: 'approved', suspended: 'rejected' } as const satisfies Record<
  MemberState,
  keyof typeof states
>;
// the check constraint of the table keeps it within the list
const stateOf = (status: string): MemberState => states[status as keyof typeof states];

const people = (tx: Tx) =>
  tx
    .selectFrom('users as u')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'))
    .where('u.type', '=', 'admin')
    .where('u.deleted_at', 'is', null);
const roleColumns = ['u.role_id', 'r.name as role_name', 'r.preset', 'r.sections', 'r.scope', 'r.hidden'] as const;
const personColumns = ['u.id', 'u.user_sequence_id', 'u.first_name', 'u.last_name', 'u.email', 'u.status'] as const;

interface Row extends RoleColumns {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  status: string;
}
const roleOf = (row: RoleColumns) => {
  const role = teamRoleOf(row);
  if (!role) throw new Error('a member of the team has a role');
  return { ...role, preset: row.preset };
};

interface ListRow extends Row {
  accounts: string | null;
  sessions: string | null;
  two_factor: boolean;
  invited_at: Date | null;
  last_login: Date | null;
  created_at: Date;
}

/** as somebody of the team sees it who may change those alone that his role reaches */
export const toTeamMember = (row: ListRow, reader: Reach): TeamMember => {
  const role = roleOf(row);
  const { id, name, preset, scope } = role;
  const state = stateOf(row.status);
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: { id, name, preset: isPreset(preset) ? preset : null },
    scope,
    accounts: Number(row.accounts ?? 0),
    state,
    two_factor: row.two_factor,
    invited_until:
      state === 'invited' && row.invited_at ? unixSeconds(new Date(row.invited_at.getTime() + INVITATION_MS)) : null,
    last_login: row.last_login && unixSeconds(row.last_login),
    sessions: Number(row.sessions ?? 0),
    created_at: unixSeconds(row.created_at),
    within_reach: reaches(reader, role),
  };
};

/** sessions are open at some moment */
interface Moment {
  at: Date;
}

export const team = inBatches(
  countedList(teamList, {
    from: (tx: Tx, _moment: Moment) => people(tx),
    rows: (query, { at }) =>
      query
        .select(personColumns)
        .select(roleColumns)
        .select(['u.invited_at', 'u.last_login', 'u.created_at', hasFactor('u').as('two_factor')])
        .select((eb) => [
          eb
            .selectFrom('account_managers as am')
            .innerJoin('users as a', (join) =>
              join.onRef('a.tenant_id', '=', 'am.tenant_id').onRef('a.id', '=', 'am.account_id'),
            )
            .select((of) => of.fn.countAll<string>().as('count'))
            .whereRef('am.tenant_id', '=', 'u.tenant_id')
            .whereRef('am.user_id', '=', 'u.id')
            .where('a.deleted_at', 'is', null)
            .as('accounts'),
          eb
            .selectFrom('sessions as s')
            .select((of) => of.fn.countAll<string>().as('count'))
            .whereRef('s.tenant_id', '=', 'u.tenant_id')
            .whereRef('s.user_id', '=', 'u.id')
            .where('s.ended_at', 'is', null)
            .where('s.expires_at', '>', at)
            .as('sessions'),
        ]),
    filters: {
      state: (eb, asked) => eb('u.status', 'in', ['', ...asked.map((state) => statusOf[state])]),
      role_id: (_eb, id) => sql<boolean>`u.role_id::text = ${id}`,
      q: (_eb, text) => personLike('u', text),
    },
    sorts: {
      name: sql`lower(u.first_name || ' ' || u.last_name)`,
      email: sql`lower(u.email)`,
      role: sql`lower(r.name)`,
      state: sql`array_position(array['pending', 'approved', 'rejected'], u.status)`,
      last_login: { by: 'u.last_login', empty: 'last' },
      created_at: { by: 'u.created_at', tie: 'along' },
    },
    sort: 'name',
    tie: ['u.user_sequence_id', 'asc'],
  }),
  { key: byNumber('u.user_sequence_id', 'asc'), cursorOf: (row) => row.user_sequence_id },
);

export interface Member {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  state: MemberState;
  language: Language;
  role: Omit<StoredRole, 'version'>;
}

export const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

export async function membersOf(tx: Tx, ids: readonly string[]): Promise<Member[]> {
  if (ids.length === 0) return [];
  const rows = await people(tx)
    .select(personColumns)
    .select('u.language')
    .select(roleColumns)
    .where('u.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    state: stateOf(row.status),
    language: languageOf(row.language),
    role: roleOf(row),
  }));
}

export const findMember = async (tx: Tx, id: string): Promise<Member | null> => (await membersOf(tx, [id]))[0] ?? null;

export async function findTeamMember(
  tx: Tx,
  id: string,
  { at, reader }: Moment & { reader: Reach },
): Promise<TeamMember | null> {
  const row = await team.read(tx, {}, { at }).where('u.id', '=', id).executeTakeFirst();
  return row ? toTeamMember(row, reader) : null;
}

export interface OpenOwner {
  id: string;
  firstName: string;
  email: string;
  language: Language;
}

/** owners who can sign in; who is only invited to be one keeps no workspace */
export async function openOwners(tx: Tx): Promise<OpenOwner[]> {
  const rows = await people(tx)
    .select(['u.id', 'u.first_name', 'u.email', 'u.language'])
    .where('u.status', '=', 'approved')
    .where('r.preset', '=', 'owner')
    .orderBy('u.user_sequence_id')
    .execute();
  return rows.map(({ id, first_name, email, language }) => ({
    id,
    firstName: first_name,
    email,
    language: languageOf(language),
  }));
}

interface MemberChange {
  status?: (typeof statusOf)[MemberState];
  role_id?: string;
  invited_at?: Date;
  language?: Language;
  deleted_at?: Date;
}
export async function changeMember(tx: Tx, id: string, change: MemberChange): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).where('type', '=', 'admin').execute();
}
