// Who of the team is in charge of an account, as the account's own page shows it; changed from there by the same rules as from
// the team's.
import { type AccountDetails, isGranted, scopeKinds } from '@tributary/contract';
import type { z } from 'zod';
import type { Principal, SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { managersOf } from '../people/managers.repo.ts';
import { membersOf, nameOf } from './members.repo.ts';
import { reaches, reachOf } from './reaches.ts';

/** whose role is bound to accounts of his own hands out none */
export const mayAssign = ({ team }: Pick<Principal, 'team'>): boolean =>
  team !== null && isGranted(team.grants, 'team', 'write') && scopeKinds.every((kind) => team.scope[kind] === 'all');

export async function inChargeOf(
  tx: Tx,
  { principal }: SignedInCall,
  accountId: string,
): Promise<z.input<typeof AccountDetails>['in_charge']> {
  const ids = await managersOf(tx, accountId);
  const members = new Map((await membersOf(tx, ids)).map((member) => [member.id, member]));
  const reader = reachOf(principal);
  return ids.flatMap((id) => {
    const member = members.get(id);
    return member
      ? [{ id, name: nameOf(member), within_reach: mayAssign(principal) && reaches(reader, member.role) }]
      : [];
  });
}
