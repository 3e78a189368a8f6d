// What the details drawer shows around an account: answers, notes, activity, sessions.
import { RegistrationAnswers } from '@tributary/contract';
import { answerText, SignupAnswers } from '@tributary/contract/settings/signup';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';

const NEWEST = 50;

export async function registrationOf(tx: Tx, userId: string): Promise<RegistrationAnswers | null> {
  const row = await tx.selectFrom('users').select('registration').where('id', '=', userId).executeTakeFirst();
  return row?.registration ? RegistrationAnswers.parse(row.registration) : null;
}

export async function signupAnswersOf(tx: Tx, userId: string): Promise<SignupAnswers | null> {
  const row = await tx.selectFrom('users').select('signup_answers').where('id', '=', userId).executeTakeFirst();
  return row?.signup_answers ? SignupAnswers.parse(row.signup_answers) : null;
}

/** by account, as a file tells them: one line for each question */
export async function answersInWords(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'signup_answers'])
    .where('id', 'in', [...userIds])
    .where('signup_answers', 'is not', null)
    .execute();
  const words = { yes: 'Yes', no: 'No' };
  return new Map(
    rows.map(({ id, signup_answers }) => {
      const { answers } = SignupAnswers.parse(signup_answers);
      return [id, answers.map((one) => `${one.label.en}: ${answerText(one, 'en', words)}`).join('\n')];
    }),
  );
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
