// The rows of second factors. A code's half minute is taken and a recovery code spent by one statement each: of two who send the
// same one at once, one finds it.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface TotpRow {
  sealed: string;
  confirmed_at: Date | null;
}

export const totpOf = async (tx: Tx, userId: string): Promise<TotpRow | null> =>
  (await tx
    .selectFrom('totp_factors')
    .select(['sealed', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null;

/** takes the place of one that was never confirmed; false where one is on */
export async function offerTotp(
  tx: Tx,
  row: { tenantId: string; userId: string; sealed: string; at: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('totp_factors')
    .values({ tenant_id: row.tenantId, user_id: row.userId, sealed: row.sealed, created_at: row.at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ sealed: row.sealed, created_at: row.at, last_step: null })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

export const sealTotpAgain = (tx: Tx, userId: string, sealed: string): Promise<unknown> =>
  tx.updateTable('totp_factors').set({ sealed }).where('user_id', '=', userId).execute();

/** false where this half minute's code, or a later one's, was taken before */
export async function takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function confirmTotp(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const confirmed = await tx
    .updateTable('totp_factors')
    .set({ confirmed_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

export async function endTotp(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** the former ones end with it */
export async function replaceRecoveryCodes(
  tx: Tx,
  { tenantId, userId, hashes, at }: { tenantId: string; userId: string; hashes: readonly Buffer[]; at: Date },
): Promise<void> {
  await endRecoveryCodes(tx, userId);
  const rows = hashes.map((code_hash) => ({ tenant_id: tenantId, user_id: userId, code_hash, created_at: at }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

export const endRecoveryCodes = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();

export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function recoveryCodesLeft(tx: Tx, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** whether a second factor is on for the user whose row is joined under this name */
export const hasFactor = (user: string) => sql<boolean>`(
  exists (select from totp_factors f where f.tenant_id = ${sql.ref(`${user}.tenant_id`)} and f.user_id = ${sql.ref(`${user}.id`)}
    and f.confirmed_at is not null)
  or exists (select from passkeys f where f.tenant_id = ${sql.ref(`${user}.tenant_id`)} and f.user_id = ${sql.ref(`${user}.id`)}))`;

/** what the rules for signing in look at */
export const ruledPerson = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['role_id', 'created_at', hasFactor('users').as('has_factor')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
