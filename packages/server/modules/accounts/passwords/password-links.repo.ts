import type { Tx } from '../../../platform/db/database.ts';

export async function addPasswordLink(
  tx: Tx,
  link: { tenantId: string; userId: string; hash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('password_links')
    .values({
      tenant_id: link.tenantId,
      user_id: link.userId,
      link_hash: link.hash,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** whose link it is, while it can be used; the lock keeps a second use waiting until the first has spent it */
export async function findPasswordLink(
  tx: Tx,
  hash: Buffer,
  at: Date,
  lock: boolean,
): Promise<{ id: string; userId: string } | null> {
  const query = tx
    .selectFrom('password_links')
    .select(['id', 'user_id'])
    .where('link_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { id: row.id, userId: row.user_id } : null;
}

/** a used link takes the user's other open links with it */
export async function spendPasswordLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function purgeLinks(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('password_links').where('expires_at', '<', before).execute();
}
