// Links that show who reads an address. Only the hash is stored.
import type { Tx } from '../../../platform/db/database.ts';

export interface NewEmailLink {
  tenantId: string;
  userId: string;
  email: string;
  hash: Buffer;
  at: Date;
  expiresAt: Date;
}

export async function addEmailLink(tx: Tx, link: NewEmailLink): Promise<void> {
  await tx
    .insertInto('email_links')
    .values({
      tenant_id: link.tenantId,
      user_id: link.userId,
      email: link.email,
      link_hash: link.hash,
      created_at: link.at,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** while it can be used; the lock keeps a second use waiting until the first has spent it */
export async function findEmailLink(tx: Tx, hash: Buffer, at: Date): Promise<{ userId: string; email: string } | null> {
  const row = await tx
    .selectFrom('email_links')
    .select(['user_id', 'email'])
    .where('link_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst();
  return row ? { userId: row.user_id, email: row.email } : null;
}

/** a new link, a used one and another's edit each end those before */
export async function spendEmailLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('email_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** the address that the person asked for and that nobody has confirmed yet */
export async function wishedAddress(tx: Tx, userId: string, present: string, at: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('email_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('email', '<>', present)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function purgeEmailLinks(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<', before).execute();
}
