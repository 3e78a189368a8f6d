// An invitation is accepted where a password is set by its link.
import type { TenantCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../repo.ts';
import { changeMember, statusOf } from './members.repo.ts';

export const isInvited = (account: Account): boolean => account.type === 'admin' && account.status === 'pending';

/** before the link is looked at for good: an invitation that is taken back in the same moment is taken back */
export const waitForTeam = (tx: Tx, call: TenantCall): Promise<void> => oneAtATime(tx, 'team', call.tenant.id);

/** in the transaction that spends the link and sets the password */
export async function acceptInvitation(tx: Tx, call: TenantCall, account: Account): Promise<void> {
  await changeMember(tx, account.id, { status: statusOf.active });
  await recordAudit(tx, call, { action: 'team.joined', objectKind: 'user', objectId: account.id });
}
