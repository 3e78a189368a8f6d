// Who brought somebody who signs up: the publisher whose link led there, and what the two have in common.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

const DIGITS = 10;
/** follows from the account's id, which it does not tell */
export const referralCode = (id: string): string =>
  createHash('sha256').update(`referral ${id}`).digest('hex').slice(0, DIGITS);

export interface Referrer {
  id: string;
  number: number;
  name: string;
}

/** null where the code is nobody's, or nobody's who may earn by it */
export async function findReferrer(tx: Tx, code: string): Promise<Referrer | null> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'user_sequence_id as number', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('type', '=', 'publisher')
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`substr(encode(sha256(convert_to('referral ' || id::text, 'UTF8')), 'hex'), 1, ${sql.lit(DIGITS)}) = ${code.toLowerCase()}`,
    )
    .executeTakeFirst();
  return found ?? null;
}

/** the browser that somebody has signed in with, or an address that he has signed in from, is the one of who signs up */
export async function sharedWith(
  tx: Tx,
  referrerId: string,
  { device, ip }: { device: Buffer | null; ip: string },
): Promise<'device' | 'address' | null> {
  const known =
    device &&
    (await tx
      .selectFrom('known_devices')
      .select('user_id')
      .where('user_id', '=', referrerId)
      .where('device_hash', '=', device)
      .executeTakeFirst());
  if (known) return 'device';
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', referrerId)
    // whoever looks after him signs in as him from elsewhere
    .where('actor_user_id', 'is', null)
    .where('ip', '=', ip)
    .limit(1)
    .executeTakeFirst();
  return session ? 'address' : null;
}
