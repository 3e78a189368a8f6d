import type { AccessEvent, AccessResult } from '@tributary/contract/logs/access-events';
import { sql } from 'kysely';
import type { Principal } from '../../http/call.ts';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type IdLot, lotAfter, within } from '../../platform/db/id-lots.ts';
import { isId } from '../../platform/ids.ts';

/** what the log takes from a call: any call bound to a tenant will do */
export interface AccessedCall {
  tenant: { id: string };
  clock: Clock;
  ip: string;
  userAgent: string;
  principal?: Principal | null;
  /** where the address is, by the bundled table; null: unknown */
  country?: () => string | null;
}

export interface AccessEntry {
  event: AccessEvent;
  /** ok, unless said otherwise */
  result?: AccessResult;
  /** whose account it is about; the caller's own, unless said otherwise. null: the address is nobody's */
  user?: { id: string; role: string } | null;
  /** as it was typed, where nobody is signed in yet */
  email?: string;
  sessionId?: string;
  detail?: string;
  /** a row with this key is written once (hourly.ts) */
  once?: string;
}

export const roleOf = ({ team, role }: Pick<Principal, 'team' | 'role'>): string => team?.name ?? role;

export async function recordAccess(tx: Tx, call: AccessedCall, entry: AccessEntry): Promise<void> {
  const { principal } = call;
  const own = principal ? { id: principal.userId, role: roleOf(principal) } : null;
  const user = entry.user === undefined ? own : entry.user;
  // in another's name: the manager behind a login-as session, or whoever does it to an account that is not his own
  const actor = principal?.impersonator?.userId ?? principal?.userId ?? null;
  const session = entry.sessionId ?? principal?.sessionId;
  await tx
    .insertInto('access_log')
    .values({
      tenant_id: call.tenant.id,
      at: call.clock.now(),
      event: entry.event,
      result: entry.result ?? 'ok',
      user_id: user?.id ?? null,
      actor_id: actor === user?.id ? null : actor,
      email: entry.email?.slice(0, 254) ?? null,
      role: user?.role ?? null,
      ip: call.ip,
      country: call.country?.() ?? null,
      user_agent: call.userAgent,
      session_id: session !== undefined && isId(session) ? session : null,
      detail: entry.detail?.slice(0, 300) ?? null,
      once: entry.once ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'once']).where('once', 'is not', null).doNothing())
    .execute();
}

const KEPT_DAYS = 400;
/** of the tenant that the transaction is bound to */
export async function purgeAccessLog(tx: Tx, at: Date): Promise<void> {
  await tx
    .deleteFrom('access_log')
    .where('at', '<', new Date(at.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
}

const ofPerson = (id: string, email: string) =>
  sql<boolean>`(user_id = ${id} or actor_id = ${id} or lower(email) = lower(${email}))`;

export async function accessesOf(tx: Tx, id: string, email: string): Promise<Record<string, unknown>[]> {
  return tx
    .selectFrom('access_log')
    .select(['at', 'event', 'result', 'email', 'ip', 'country', 'user_agent', 'detail'])
    .where(ofPerson(id, email))
    .orderBy('id', 'desc')
    .execute();
}

/** that somebody came in stays; from where, and by which address, goes */
export const accessesAfter = (tx: Tx, after: string): Promise<IdLot | null> => lotAfter(tx, 'access_log', after);
export async function eraseAccesses(tx: Tx, id: string, email: string, lot: IdLot): Promise<void> {
  await tx
    .updateTable('access_log')
    .set({ email: null, ip: '', country: null, user_agent: '', detail: null })
    .where(ofPerson(id, email))
    .where(within(lot))
    .execute();
}
