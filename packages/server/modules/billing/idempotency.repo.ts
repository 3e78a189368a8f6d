import type { Tx } from '../../platform/db/database.ts';

export interface KeyName {
  tenantId: string;
  userId: string;
  key: string;
}

/** false where it is taken; waits for a call under the same key that is under way */
export async function takeKey(
  tx: Tx,
  { tenantId, userId, key }: KeyName,
  requestHash: Buffer,
  at: Date,
  overdue: Date,
): Promise<boolean> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: tenantId, user_id: userId, key, request_hash: requestHash, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet({ request_hash: requestHash, reply: null, created_at: at })
        .where('idempotency_keys.created_at', '<', overdue),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

export const findKey = (tx: Tx, { userId, key }: KeyName) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

export async function keepReply(tx: Tx, { userId, key }: KeyName, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

export async function forgetKeys(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
