// Who is in charge of which accounts. An account may have several managers; nobody hands out accounts that he does not see, and
// nobody hands out any whose own role is bound to some.
import { isGranted, type ReplyOf, scopeKinds, sectionOfKind, type teamRoutes } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { endVisits } from '../signing-in/sessions.repo.ts';
import { assignAll, type Reader, seenOf, unassignSome } from './assign.repo.ts';
import type { Member } from './members.repo.ts';

export const readerOf = ({ id, role: { grants, scope } }: Pick<Member, 'id' | 'role'>): Reader => ({
  id,
  sees: {
    publisher: isGranted(grants, sectionOfKind.publisher, 'read') ? scope.publishers : 'none',
    advertiser: isGranted(grants, sectionOfKind.advertiser, 'read') ? scope.advertisers : 'none',
  },
});

interface Wanted {
  actor: Member;
  memberId: string;
  assign: readonly string[];
  unassign: readonly string[];
}

/** all or nothing: an id that the caller does not see is none */
export async function assignVisible(
  tx: Tx,
  call: SignedInCall,
  { actor, memberId, assign, unassign }: Wanted,
): Promise<ReplyOf<typeof teamRoutes.assignAccounts>> {
  const wanted = new Set([...assign, ...unassign]);
  if (assign.some((id) => unassign.includes(id))) {
    throw new Fault('invalid_input', 'An account cannot be both assigned and taken away. Please choose one.');
  }
  const { scope } = actor.role;
  if (wanted.size > 0 && scopeKinds.some((kind) => scope[kind] !== 'all')) {
    throw new Fault(
      'forbidden',
      'Your role sees your own accounts alone, and so it assigns none. Please ask the owner of this workspace.',
    );
  }
  const seen = await seenOf(tx, readerOf(actor), [...wanted].filter(isId));
  if (seen.length < wanted.size) {
    throw new Fault('not_found', 'Some of these accounts are not there any more, or not yours to assign.');
  }
  const at = call.clock.now();
  const assigned = await assignAll(tx, { tenantId: call.tenant.id, memberId, ids: [...new Set(assign)], at });
  const unassigned = await unassignSome(tx, memberId, unassign);
  await endVisits(tx, memberId, unassigned, at);
  if (assigned.length + unassigned.length > 0) {
    await recordAudit(tx, call, {
      action: 'team.accounts-assigned',
      objectKind: 'user',
      objectId: memberId,
      before: { unassigned },
      after: { assigned },
    });
  }
  return { assigned: assigned.length, unassigned: unassigned.length };
}
