// How far somebody's hand reaches in the team. Nobody makes, changes or gives a role that gives more than his own, and nobody
// changes a colleague whose role does; only an owner makes owners or touches one. All of it is judged under one lock for each
// workspace, with the caller's role as it is then: two who act on each other do so one after the other.
import { beyond, beyondRefusal, isGranted, type Powers, sectionRefusal } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { findMember, type Member } from './members.repo.ts';
import { findRole, type StoredRole } from './roles.repo.ts';

/** the caller as he stands once it is his turn */
export async function takeTurn(tx: Tx, call: SignedInCall): Promise<Member> {
  await oneAtATime(tx, 'team', call.tenant.id);
  const actor = await findMember(tx, call.principal.userId);
  if (actor?.state !== 'active') throw new Fault('unauthenticated');
  const { name, grants } = actor.role;
  if (!isGranted(grants, 'team', 'write')) {
    throw new Fault('forbidden', sectionRefusal(name, grants, 'team', 'write'));
  }
  return actor;
}

export const isOwner = ({ role }: { role: Pick<StoredRole, 'preset'> }): boolean => role.preset === 'owner';

export function requireWithin(wanted: Powers, actor: Member): void {
  const lacking = beyond(wanted, actor.role);
  if (lacking.length > 0) throw new Fault('forbidden', beyondRefusal(lacking));
}

export async function requireRole(tx: Tx, id: string): Promise<StoredRole> {
  const role = isId(id) ? await findRole(tx, id) : null;
  if (!role) throw new Fault('not_found', 'There is no such role. Please choose one of the list.');
  return role;
}

/** a role that this caller may give */
export async function requireGivable(tx: Tx, id: string, actor: Member): Promise<StoredRole> {
  const role = await requireRole(tx, id);
  if (role.preset === 'owner' && !isOwner(actor)) throw new Fault('forbidden', 'Only an owner makes owners.');
  requireWithin(role, actor);
  return role;
}

/** unknown, withdrawn and another tenant's ids all answer the same */
export async function requireMember(tx: Tx, id: string): Promise<Member> {
  const member = isId(id) ? await findMember(tx, id) : null;
  if (!member) throw new Fault('not_found');
  return member;
}

/** somebody whom this caller may change */
export async function requireManageable(tx: Tx, id: string, actor: Member): Promise<Member> {
  const member = await requireMember(tx, id);
  if (isOwner(member) && !isOwner(actor)) throw new Fault('forbidden', 'Only an owner changes owners.');
  if (member.id !== actor.id && beyond(member.role, actor.role).length > 0) {
    throw new Fault(
      'forbidden',
      `The role of this colleague (${member.role.name}) reaches further than yours. Please ask the owner of this workspace.`,
    );
  }
  return member;
}
