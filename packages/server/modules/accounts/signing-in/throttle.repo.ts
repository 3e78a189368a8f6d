// Guessing slows down: five tries are free, then each failure doubles the wait, up to 15 minutes, never for ever. The
// try is counted before the password is looked at, so that parallel guesses gain nothing.
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';

export const FREE_TRIES = 5;
const MAX_BLOCK_SECONDS = 15 * 60;
/** failures older than this are forgotten */
const FORGET_MS = DAY_MS;

export const blockSeconds = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(2 ** (failures - FREE_TRIES + 1), MAX_BLOCK_SECONDS);

/** Counts a try as failed in advance; returns the seconds to wait where no try is allowed yet. */
export async function countTry(tx: Tx, tenantId: string, subject: Buffer, at: Date): Promise<number> {
  // made or held in one statement: between two of them a try that was right could take the row away
  const row = await tx
    .insertInto('login_throttles')
    .values({ tenant_id: tenantId, subject, failures: 0, last_failure_at: at, blocked_until: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subject'])
        .doUpdateSet(({ ref }) => ({ failures: ref('login_throttles.failures') })),
    )
    .returning(['failures', 'last_failure_at', 'blocked_until'])
    .executeTakeFirstOrThrow();
  if (row.blocked_until > at) return Math.ceil((row.blocked_until.getTime() - at.getTime()) / 1_000);
  const forgotten = at.getTime() - row.last_failure_at.getTime() > FORGET_MS;
  const failures = (forgotten ? 0 : row.failures) + 1;
  await tx
    .updateTable('login_throttles')
    .set({ failures, last_failure_at: at, blocked_until: new Date(at.getTime() + blockSeconds(failures) * 1_000) })
    .where('subject', '=', subject)
    .execute();
  return 0;
}

/** tries come in floods: the access log has a row for each time that somebody is made to wait, not for each try meanwhile */
export async function onceAWait(tx: Tx, subject: Buffer): Promise<string> {
  const row = await tx
    .selectFrom('login_throttles')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return `throttled|${subject.toString('hex')}|${row?.blocked_until.getTime() ?? 0}`;
}

export async function forgiveTries(tx: Tx, subject: Buffer): Promise<void> {
  await tx.deleteFrom('login_throttles').where('subject', '=', subject).execute();
}

export async function purgeThrottles(tx: Tx, at: Date): Promise<void> {
  await sql`delete from login_throttles where last_failure_at < ${new Date(at.getTime() - FORGET_MS)}`.execute(tx);
}
