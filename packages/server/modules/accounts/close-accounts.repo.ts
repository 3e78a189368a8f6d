// Accounts that are to be closed without anybody's call: the demo's, whose passwords everybody knows.
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudits } from '../audit/index.ts';
import { accountChanged } from './topics.ts';

export interface OpenAccount {
  id: string;
  email: string;
  password_hash: string;
}

/** of the tenant that the transaction is bound to: who can sign in */
export async function openAccounts(tx: Tx): Promise<OpenAccount[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .$narrowType<{ password_hash: string }>()
    .orderBy('user_sequence_id')
    .execute();
}

export async function closeAccounts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { action, clock }: { action: TrailAction; clock: Clock },
): Promise<void> {
  const at = clock.now();
  await tx.updateTable('users').set({ password_hash: null, deleted_at: at }).where('id', 'in', ids).execute();
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('user_id', 'in', ids), eb('actor_user_id', 'in', ids)]))
    .execute();
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  await recordAudits(
    tx,
    { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
    ids.map((id) => ({ action, objectKind: 'user', objectId: id })),
  );
  for (const user_id of ids) await emit(tx, tenantId, accountChanged, { user_id, change: 'deleted' });
}
