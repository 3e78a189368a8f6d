// Role, suspension and sessions of somebody in the team. The last owner who can sign in stays one.
import { type InputOf, isWithin, type ReplyOf, type teamRoutes } from '@tributary/contract';
import { requireRecentPassword, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { suspendKeys } from '../keys/api-keys.ts';
import { endAccess } from '../signing-in/end-access.ts';
import { endSessionsOf } from '../signing-in/sessions.repo.ts';
import { changeMember, type Member, nameOf, openOwners, statusOf } from './members.repo.ts';
import { isOwner, requireGivable, requireManageable, requireWithin, takeTurn } from './reach.ts';
import { roleRaised } from './topics.ts';

type Routes = typeof teamRoutes;

async function keepAnOwner(tx: Tx, member: Member): Promise<void> {
  if (!isOwner(member) || member.state !== 'active') return;
  const others = (await openOwners(tx)).filter(({ id }) => id !== member.id);
  if (others.length > 0) return;
  throw new Fault(
    'conflict',
    `${nameOf(member)} is the last owner, and a workspace needs one. Please make somebody else an owner first.`,
  );
}

export async function setMemberRole(
  tx: Tx,
  call: SignedInCall,
  { params, body }: InputOf<Routes['setMemberRole']>,
): Promise<ReplyOf<Routes['setMemberRole']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireManageable(tx, params.id, actor);
  if (member.role.id === body.role_id) return { id: member.id, role_id: member.role.id };
  const role = await requireGivable(tx, body.role_id, actor);
  if (role.preset === 'owner') requireRecentPassword(call.principal, call.clock.now());
  else await keepAnOwner(tx, member);
  await changeMember(tx, member.id, { role_id: role.id });
  // an invitation stays good: it is for the role that he has when he accepts it
  await endSessionsOf(tx, member.id, call.clock.now());
  await recordAudit(tx, call, {
    action: 'team.role-changed',
    objectKind: 'user',
    objectId: member.id,
    before: { role: member.role.name },
    after: { role: role.name },
  });
  if (role.preset === 'owner' || !isWithin(role, member.role)) {
    await emit(tx, call.tenant.id, roleRaised, { user_ids: [member.id], role: role.name, by: nameOf(actor) });
  }
  return { id: member.id, role_id: role.id };
}

export async function suspendMember(tx: Tx, call: SignedInCall, id: string): Promise<ReplyOf<Routes['suspendMember']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireManageable(tx, id, actor);
  if (member.state === 'invited') {
    throw new Fault('conflict', `${nameOf(member)} has not accepted the invitation yet. Please withdraw it instead.`);
  }
  await keepAnOwner(tx, member);
  if (member.id === actor.id) throw new Fault('conflict', 'Nobody suspends himself. Please ask a colleague to do it.');
  if (member.state === 'active') {
    await changeMember(tx, member.id, { status: statusOf.suspended });
    await recordAudit(tx, call, { action: 'team.suspended', objectKind: 'user', objectId: member.id });
  }
  await endAccess(tx, member.id, call.clock.now());
  await suspendKeys(tx, call, member.id, 'rejected');
  return { id: member.id, state: 'suspended' };
}

export async function reopenMember(tx: Tx, call: SignedInCall, id: string): Promise<ReplyOf<Routes['reopenMember']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireManageable(tx, id, actor);
  if (member.state === 'invited') {
    throw new Fault('conflict', `${nameOf(member)} has not accepted the invitation yet. Please send it again instead.`);
  }
  if (member.state === 'suspended') {
    requireWithin(member.role, actor);
    await changeMember(tx, member.id, { status: statusOf.active });
    await recordAudit(tx, call, { action: 'team.reopened', objectKind: 'user', objectId: member.id });
  }
  return { id: member.id, state: 'active' };
}

export async function endMemberSessions(
  tx: Tx,
  call: SignedInCall,
  id: string,
): Promise<ReplyOf<Routes['endMemberSessions']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireManageable(tx, id, actor);
  // of one who is only invited nothing is open, and his link stays good
  const ended = member.state === 'invited' ? 0 : await endAccess(tx, member.id, call.clock.now());
  await suspendKeys(tx, call, member.id, 'signed-out');
  await recordAudit(tx, call, {
    action: 'team.signed-out',
    objectKind: 'user',
    objectId: member.id,
    after: { ended },
  });
  return { ended };
}
