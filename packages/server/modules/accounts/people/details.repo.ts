// What the details drawer shows around an account: answers, notes, activity, sessions.
import { RegistrationAnswers } from '@tributary/contract';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';

const NEWEST = 50;

export async function registrationOf(tx: Tx, userId: string): Promise<RegistrationAnswers | null> {
  const row = await tx.selectFrom('users').select('registration').where('id', '=', userId).executeTakeFirst();
  return row?.registration ? RegistrationAnswers.parse(row.registration) : null;
}

export async function notesOn(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('account_notes as n')
    .innerJoin('users as a', (join) => join.onRef('a.tenant_id', '=', 'n.tenant_id').onRef('a.id', '=', 'n.author_id'))
    .select(['n.id', 'n.text', 'n.created_at', 'a.first_name', 'a.last_name'])
    .where('n.user_id', '=', userId)
    .orderBy('n.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: `${row.first_name} ${row.last_name}`,
    created_at: unixSeconds(row.created_at),
  }));
}

export async function addNote(
  tx: Tx,
  note: { tenantId: string; id: string; userId: string; authorId: string; text: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('account_notes')
    .values({
      tenant_id: note.tenantId,
      id: note.id,
      user_id: note.userId,
      author_id: note.authorId,
      text: note.text,
      created_at: note.at,
    })
    .execute();
}

export async function sessionsOf(tx: Tx, userId: string, at: Date) {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent', 'actor_user_id'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    created_at: unixSeconds(row.created_at),
    last_seen_at: unixSeconds(row.last_seen_at),
    ip: row.ip,
    user_agent: row.user_agent,
    impersonated: row.actor_user_id !== null,
  }));
}
