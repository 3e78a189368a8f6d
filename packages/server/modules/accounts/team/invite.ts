// Invitations: a person of the team who waits for his own password. The link is the password link of every account and lives
// for seven days; using it opens the account. Whoever is sent another one, or none any more, finds the old link ended.
import type { InputOf, ReplyOf, teamRoutes } from '@tributary/contract';
import { requireRecentPassword, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { nextNumber } from '../../tenancy/index.ts';
import { createPasswordLink } from '../passwords/forgotten-password.ts';
import { spendPasswordLinks } from '../passwords/password-links.repo.ts';
import { isTakenAddress } from '../people/people.repo.ts';
import { addAccount, findAccountByEmail } from '../repo.ts';
import { unassignAll } from './assign.repo.ts';
import { assignVisible } from './assign.ts';
import { changeMember, findMember, INVITATION_MS, type Member, nameOf } from './members.repo.ts';
import { requireGivable, requireManageable, takeTurn } from './reach.ts';

type Routes = typeof teamRoutes;

/** names the colleague, whom the caller can see anyway, and of others no more than that the address is in use */
async function refuseTaken(tx: Tx, email: string): Promise<void> {
  const known = await findAccountByEmail(tx, email);
  if (!known) return;
  const member = known.type === 'admin' ? await findMember(tx, known.id) : null;
  if (!member) throw ADDRESS_IN_USE();
  const name = nameOf(member);
  const sentences = {
    invited: `${name} has an invitation already. Please send it again instead.`,
    active: `${name} is in your team already, with this e-mail address.`,
    suspended: `${name} is in your team and suspended. Please open that access again instead.`,
  };
  throw new Fault('conflict', sentences[member.state]);
}
const ADDRESS_IN_USE = () =>
  new Fault(
    'conflict',
    'An account of this workspace uses this e-mail address already. Please invite another address of this person.',
  );

export async function inviteMember(
  { body }: InputOf<Routes['inviteMember']>,
  call: SignedInCall,
): Promise<ReplyOf<Routes['inviteMember']>> {
  const at = call.clock.now();
  const id = newId(at.getTime());
  try {
    await call.transaction(async (tx) => {
      const actor = await takeTurn(tx, call);
      const role = await requireGivable(tx, body.role_id, actor);
      if (role.preset === 'owner') requireRecentPassword(call.principal, at);
      await refuseTaken(tx, body.email);
      await addAccount(tx, {
        tenantId: call.tenant.id,
        id,
        type: 'admin',
        roleId: role.id,
        sequence: await nextNumber(tx, call.tenant.id, 'user'),
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        passwordHash: null,
        status: 'pending',
        createdAt: at,
      });
      // nobody has asked the newcomer yet: who invites him knows in which language they speak
      await changeMember(tx, id, { language: actor.language });
      await recordAudit(tx, call, {
        action: 'team.invited',
        objectKind: 'user',
        objectId: id,
        after: { name: `${body.first_name} ${body.last_name}`, email: body.email, role: role.name },
      });
      const ids = body.account_ids ?? [];
      if (ids.length > 0) await assignVisible(tx, call, { actor, memberId: id, assign: ids, unassign: [] });
      const member = await findMember(tx, id);
      if (member) await mailInvitation(tx, call, actor, member);
    });
  } catch (error) {
    if (isTakenAddress(error)) throw ADDRESS_IN_USE();
    throw error;
  }
  return { id };
}

async function mailInvitation(tx: Tx, call: SignedInCall, actor: Member, member: Member): Promise<void> {
  const at = call.clock.now();
  const tenantId = call.tenant.id;
  await spendPasswordLinks(tx, member.id, at);
  await changeMember(tx, member.id, { invited_at: at });
  const link = { tenantId, userId: member.id, origin: call.origin, at, lifetimeMs: INVITATION_MS };
  await queueMail(tx, {
    tenantId,
    to: member.email,
    language: member.language,
    name: 'team-invited',
    values: {
      brand: call.tenant.displayName,
      firstName: member.firstName,
      lines: [
        sentence('line.invited-by', { name: nameOf(actor) }),
        sentence('line.role', { role: member.role.name }),
        { verbatim: sentence('line.sign-in-at', { origin: call.origin }) },
      ],
      action: { label: sentence('action.accept-invitation'), url: await createPasswordLink(tx, link, 'invitation') },
    },
    at,
  });
}

async function requireInvited(tx: Tx, id: string, actor: Member): Promise<Member> {
  const member = await requireManageable(tx, id, actor);
  if (member.state !== 'invited') {
    throw new Fault('conflict', `${nameOf(member)} has accepted the invitation already.`);
  }
  return member;
}

export async function resendInvitation(
  tx: Tx,
  call: SignedInCall,
  id: string,
): Promise<ReplyOf<Routes['resendInvitation']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireInvited(tx, id, actor);
  // what the role gives may have grown since: a mail is a grant
  await requireGivable(tx, member.role.id, actor);
  await mailInvitation(tx, call, actor, member);
  await recordAudit(tx, call, { action: 'team.invited-again', objectKind: 'user', objectId: member.id });
  return { id: member.id, invited_until: unixSeconds(new Date(call.clock.now().getTime() + INVITATION_MS)) };
}

export async function withdrawInvitation(
  tx: Tx,
  call: SignedInCall,
  id: string,
): Promise<ReplyOf<Routes['withdrawInvitation']>> {
  const actor = await takeTurn(tx, call);
  const member = await requireInvited(tx, id, actor);
  const at = call.clock.now();
  await spendPasswordLinks(tx, member.id, at);
  await unassignAll(tx, member.id);
  await changeMember(tx, member.id, { deleted_at: at });
  await recordAudit(tx, call, {
    action: 'team.invitation-withdrawn',
    objectKind: 'user',
    objectId: member.id,
    before: { email: member.email, role: member.role.name },
  });
  return { id: member.id };
}
