// What the removal of the demo accounts reads and writes.

import { accountChanged } from '../modules/accounts/index.ts';
import { tenantChanged } from '../modules/tenancy/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { emit } from '../platform/jobs/outbox.repo.ts';

export interface Openable {
  id: string;
  email: string;
  password_hash: string;
}

export async function operatorsWithPasswords(tx: Tx): Promise<Openable[]> {
  return tx.selectFrom('operators').select(['id', 'email', 'password_hash']).orderBy('email').execute();
}

/** of the tenant that the transaction is bound to */
export async function openAccounts(tx: Tx): Promise<Openable[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .$narrowType<{ password_hash: string }>()
    .orderBy('user_sequence_id')
    .execute();
}

export async function removeOperators(tx: Tx, operators: readonly Openable[]): Promise<void> {
  if (operators.length === 0) return;
  const ids = operators.map(({ id }) => id);
  await tx.deleteFrom('operator_sessions').where('operator_id', 'in', ids).execute();
  await tx.deleteFrom('operators').where('id', 'in', ids).execute();
}

export async function closeAccounts(tx: Tx, tenantId: string, accounts: readonly Openable[], at: Date): Promise<void> {
  const ids = accounts.map(({ id }) => id);
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
  const trail = { tenant_id: tenantId, at, actor_kind: 'system', action: 'account.demo-removed', object_kind: 'user' };
  await tx
    .insertInto('audit_log')
    .values(ids.map((object_id) => ({ ...trail, object_id })))
    .execute();
  for (const user_id of ids) await emit(tx, tenantId, accountChanged, { user_id, change: 'deleted' });
}

export async function closeTenant(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', tenantId).execute();
  const trail = { tenant_id: tenantId, at, actor_kind: 'system', action: 'tenant.suspended', object_kind: 'tenant' };
  await tx
    .insertInto('audit_log')
    .values({ ...trail, object_id: tenantId })
    .execute();
  await emit(tx, tenantId, tenantChanged, {});
}
