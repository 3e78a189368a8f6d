// Session rows. A session is found by the hash of one of its two secrets and lives while neither its absolute nor its
// idle limit has passed, its user is approved, and the session it hangs on (login-as) lives.
import { isGranted, type Powers, type Role, sectionOfKind } from '@tributary/contract';
import type { SignedOutReason } from '@tributary/contract/messages';
import { sql } from 'kysely';
import type { Principal } from '../../../http/call.ts';
import { keepPlan, type Tx } from '../../../platform/db/database.ts';
import { newestSettings } from '../../settings/index.ts';
import { hasFactor } from '../factors/factors.repo.ts';
import { callerRules, isAddressOpen, isWithinRules, rulesIn, type SecurityRules } from '../rules/security-rules.ts';
import { termsNumberInForce } from '../terms/terms.repo.ts';
import { IDLE_MS, SEEN_EVERY_MS } from './session-limits.ts';
import { powersOf, teamRoleOf } from './team-role.ts';
import { withheldFrom } from './withheld.ts';

export interface NewSession {
  tenantId: string;
  id: string;
  userId: string;
  tokenHash: Buffer;
  cookieHash: Buffer | null;
  remember: boolean;
  at: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  parent?: { sessionId: string; userId: string };
}

export async function addSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      tenant_id: session.tenantId,
      id: session.id,
      user_id: session.userId,
      token_hash: session.tokenHash,
      cookie_hash: session.cookieHash,
      remember: session.remember,
      created_at: session.at,
      last_seen_at: session.at,
      password_entered_at: session.at,
      expires_at: session.expiresAt,
      ip: session.ip,
      user_agent: session.userAgent,
      parent_session_id: session.parent?.sessionId ?? null,
      actor_user_id: session.parent?.userId ?? null,
    })
    .execute();
}

interface SessionRow {
  id: string;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  password_entered_at: Date;
  user_id: string;
  user_created_at: Date;
  has_factor: boolean;
  type: Role;
  is_owner: boolean;
  role_id: string | null;
  role_name: string | null;
  preset: string | null;
  sections: unknown;
  scope: unknown;
  hidden: string[] | null;
  email: string;
  must_change_password: boolean;
  must_accept_terms: boolean;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  actor_role_id: string | null;
  actor_role_name: string | null;
  /** of the session that a login-as hangs on */
  parent: { remember: boolean; created_at: string; last_seen_at: string } | null;
  rules: unknown;
  /** of a publisher: what publishers see here */
  columns: unknown;
  actor_preset: string | null;
  actor_sections: unknown;
  actor_scope: unknown;
  actor_hidden: string[] | null;
  actor_in_charge: boolean;
}

const byRules = (row: SessionRow, at: Date): boolean => {
  const rules = rulesIn(row.rules);
  const { parent } = row;
  return (
    isWithinRules(rules, row, at) &&
    (parent === null ||
      isWithinRules(
        rules,
        {
          remember: parent.remember,
          created_at: new Date(parent.created_at),
          last_seen_at: new Date(parent.last_seen_at),
        },
        at,
      ))
  );
};

const powersOfActor = (row: SessionRow): Powers =>
  powersOf({
    preset: row.actor_preset,
    sections: row.actor_sections,
    scope: row.actor_scope,
    hidden: row.actor_hidden,
  });

/** a visit lasts while it could begin: the account in the visitor's charge, its section open to him for writing */
function mayVisit({ grants, scope }: Powers, { type, actor_in_charge }: SessionRow): boolean {
  if (type === 'admin') return false;
  const side = type === 'publisher' ? scope.publishers : scope.advertisers;
  return isGranted(grants, sectionOfKind[type], 'write') && (side === 'all' || actor_in_charge);
}

export async function findPrincipal(
  tx: Tx,
  secret: { kind: 'token' | 'cookie'; hash: Buffer } | { kind: 'id'; id: string },
  ip: string,
  at: Date,
): Promise<Principal | null> {
  const found =
    secret.kind === 'id'
      ? sql`s.id = ${secret.id}`
      : sql`${sql.ref(secret.kind === 'token' ? 's.token_hash' : 's.cookie_hash')} = ${secret.hash}`;
  const idleLimit = (alias: string) =>
    sql`case when ${sql.ref(`${alias}.remember`)} then ${new Date(at.getTime() - IDLE_MS.remembered)}::timestamptz else ${new Date(at.getTime() - IDLE_MS.plain)}::timestamptz end`;
  const { rows } = await sql<SessionRow>`${keepPlan}
    select s.id, s.remember, s.created_at, s.last_seen_at, s.password_entered_at, s.user_id, u.type, u.is_owner, u.email,
      u.must_change_password, u.created_at as user_created_at, ${hasFactor('u')} as has_factor, rules.value as rules, columns.value as columns,
      case when p.id is not null then jsonb_build_object('remember', p.remember, 'created_at', p.created_at,
        'last_seen_at', p.last_seen_at) end as parent,
      u.terms_accepted < ${termsNumberInForce('u.type', at)} as must_accept_terms,
      u.role_id, r.name as role_name, r.preset, r.sections, r.scope, r.hidden,
      a.id as actor_id, a.first_name || ' ' || a.last_name as actor_name, a.email as actor_email, a.role_id as actor_role_id,
      ar.name as actor_role_name, ar.preset as actor_preset, ar.sections as actor_sections, ar.scope as actor_scope, ar.hidden as actor_hidden,
      exists (select from account_managers m where m.tenant_id = s.tenant_id and m.account_id = s.user_id and m.user_id = a.id)
        as actor_in_charge
    from sessions s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.deleted_at is null and u.status = 'approved'
    left join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
    left join ${newestSettings('security')} rules on rules.tenant_id = s.tenant_id
    left join ${newestSettings('publishers')} columns on columns.tenant_id = s.tenant_id and u.type = 'publisher'
    left join sessions p on p.tenant_id = s.tenant_id and p.id = s.parent_session_id
    left join users a on a.tenant_id = s.tenant_id and a.id = s.actor_user_id and a.deleted_at is null and a.status = 'approved'
    left join roles ar on ar.tenant_id = a.tenant_id and ar.id = a.role_id
    where ${found} and s.ended_at is null and s.expires_at > ${at} and s.last_seen_at > ${idleLimit('s')}
      and (s.parent_session_id is null
        or (p.ended_at is null and p.expires_at > ${at} and p.last_seen_at > ${idleLimit('p')} and a.id is not null))`.execute(
    tx,
  );
  const row = rows[0];
  if (!row || !byRules(row, at)) return null;
  const visitorPowers = row.actor_id === null ? null : powersOfActor(row);
  if (visitorPowers && !mayVisit(visitorPowers, row)) return null;
  // what looks again at a session that is open is no sign of its person
  if (secret.kind !== 'id' && at.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', row.id).execute();
  }
  const rules = rulesIn(row.rules);
  const who = { type: row.type, role_id: row.role_id, created_at: row.user_created_at, has_factor: row.has_factor };
  // a visit is the account manager's: it is his address and his factor that count
  const visitor = { type: 'admin', role_id: row.actor_role_id } as const;
  const visit = {
    closedAddress: !isAddressOpen(rules, visitor, ip),
    twoFactor: { on: row.has_factor, dueAt: null, mustSetUp: false },
  };
  return {
    sessionId: row.id,
    userId: row.user_id,
    role: row.type,
    isOwner: row.is_owner,
    team: teamRoleOf(row),
    scopes: null,
    email: row.email,
    mustChangePassword: row.must_change_password && row.actor_id === null,
    withheld: withheldFrom(row),
    mustAcceptTerms: row.must_accept_terms && row.actor_id === null,
    rules: row.actor_id === null ? callerRules(rules, who, at, isAddressOpen(rules, who, ip)) : visit,
    passwordEnteredAt: row.password_entered_at,
    impersonator:
      row.actor_id === null
        ? null
        : {
            userId: row.actor_id,
            name: row.actor_name ?? '',
            email: row.actor_email ?? '',
            // what his role hides it hides here, too
            hidden: visitorPowers?.hidden ?? [],
            role: { name: row.actor_role_name ?? '', grants: visitorPowers?.grants ?? {} },
          },
  };
}

/** Why a token that was good once opens nothing; null for one that never was. */
export async function whyOver(tx: Tx, hash: Buffer, rules: SecurityRules, at: Date): Promise<SignedOutReason | null> {
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .select(['s.ended_at', 's.expires_at', 's.created_at', 's.last_seen_at', 's.remember', 's.parent_session_id'])
    .select(['u.deleted_at', 'u.status'])
    .where('s.token_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return null;
  if (row.deleted_at !== null || row.status !== 'approved') return 'closed';
  // a visit that ended with the account manager's own session was ended, too
  if (row.ended_at !== null) return 'ended';
  if (row.expires_at <= at) return row.parent_session_id === null ? 'expired' : 'visitOver';
  const idle = at.getTime() - row.last_seen_at.getTime();
  if (idle < (row.remember ? IDLE_MS.remembered : IDLE_MS.plain))
    return isWithinRules(rules, row, at) ? 'ended' : 'rules';
  return row.remember ? 'idleRemembered' : 'idle';
}

export async function touchPasswordEntered(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ password_entered_at: at }).where('id', '=', sessionId).execute();
}

/** ends a session and every login-as session that hangs on it */
export async function endSession(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', sessionId), eb('parent_session_id', '=', sessionId)]))
    .execute();
}

/** a user's sessions, and those he opened in others' names; returns how many were ended */
export const endSessionsOf = (tx: Tx, userId: string, at: Date, except?: string): Promise<number> =>
  endSessionsOfAll(tx, [userId], at, except);

export async function endSessionsOfAll(tx: Tx, userIds: readonly string[], at: Date, except?: string): Promise<number> {
  if (userIds.length === 0) return 0;
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('actor_user_id', 'in', userIds)]))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute();
  return rows.length;
}

/** visits of somebody who is no longer in charge: to be so again opens no former one */
export async function endVisits(tx: Tx, actorId: string, userIds: readonly string[], at: Date): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where('actor_user_id', '=', actorId)
    .where('user_id', 'in', [...userIds])
    .execute();
}

export async function sessionExpiry(tx: Tx, sessionId: string): Promise<Date> {
  const row = await tx
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

export async function rememberDevice(
  tx: Tx,
  tenantId: string,
  userId: string,
  deviceHash: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ tenant_id: tenantId, user_id: userId, device_hash: deviceHash, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'device_hash']).doUpdateSet({ last_seen_at: at }),
    )
    .execute();
}

/** of the sessions that are still kept: from where and with what */
export const formerSignIns = (tx: Tx, userId: string): Promise<{ ip: string; user_agent: string }[]> =>
  tx
    .selectFrom('sessions')
    .select(['ip', 'user_agent'])
    .distinct()
    .where('user_id', '=', userId)
    .where('actor_user_id', 'is', null)
    .limit(200)
    .execute();

export async function isKnownDevice(tx: Tx, email: string, deviceHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('known_devices')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'known_devices.tenant_id').onRef('users.id', '=', 'known_devices.user_id'),
    )
    .select('users.id')
    .where((eb) => eb(eb.fn('lower', ['users.email']), '=', email.trim().toLowerCase()))
    .where('known_devices.device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** login-as sessions first: they point at the one they hang on */
export async function purgeSessions(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sessions').where('parent_session_id', 'is not', null).where('expires_at', '<', before).execute();
  await tx
    .deleteFrom('sessions')
    .where('expires_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('sessions as child').select('child.id').whereRef('child.parent_session_id', '=', 'sessions.id'),
        ),
      ),
    )
    .execute();
}
