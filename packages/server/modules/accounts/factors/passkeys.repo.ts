import type { Tx } from '../../../platform/db/database.ts';

const columns = [
  'id',
  'name',
  'credential_id',
  'rp_id',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'last_used_at',
] as const;

export const passkeysOf = (tx: Tx, userId: string) =>
  tx.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id').execute();
export type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number];

/** false where this credential is somebody's already */
export async function addPasskey(
  tx: Tx,
  row: {
    tenant_id: string;
    id: string;
    user_id: string;
    name: string;
    credential_id: string;
    rp_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    created_at: Date;
  },
): Promise<boolean> {
  const added = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** the device's own count must go up: one that stands still or goes back is a copy, unless it does not count at all */
export async function usePasskey(tx: Tx, id: string, counter: number, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', '0') : eb('counter', '<', String(counter))))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function removePasskeys(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

export type Purpose = 'register' | 'prove';

export const addChallenge = (
  tx: Tx,
  row: { tenant_id: string; user_id: string; challenge: string; purpose: Purpose; expires_at: Date },
): Promise<unknown> => tx.insertInto('passkey_challenges').values(row).execute();

/** once, by whom and for what it was given out */
export async function spendChallenge(
  tx: Tx,
  { userId, purpose, challenge, at }: { userId: string; purpose: Purpose; challenge: string; at: Date },
): Promise<boolean> {
  const spent = await tx
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .returning('expires_at')
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at > at;
}

export const purgeChallenges = (tx: Tx, at: Date): Promise<unknown> =>
  tx.deleteFrom('passkey_challenges').where('expires_at', '<', at).execute();
