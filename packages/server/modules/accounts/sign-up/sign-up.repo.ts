// What sign-up reads and writes beside the account itself: the registration's one-day secret and answers, whom to tell,
// and the notification in the console.
import type { RegistrationAnswers } from '@tributary/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { type Language, languageOf } from '../../../words/sentences.ts';

export async function openRegistration(tx: Tx, userId: string, hash: Buffer, until: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ registration_hash: hash, registration_until: until })
    .where('id', '=', userId)
    .execute();
}

/** the account whose answers they are; null where the secret is unknown, used or too old */
export async function storeRegistration(
  tx: Tx,
  hash: Buffer,
  answers: RegistrationAnswers,
  at: Date,
): Promise<string | null> {
  const row = await tx
    .updateTable('users')
    .set((eb) => ({
      registration: JSON.stringify(answers),
      registration_hash: null,
      registration_until: null,
      company: eb.fn.coalesce('company', eb.val(answers.company)),
      phone: eb.fn.coalesce('phone', eb.val(answers.phone)),
    }))
    .where('registration_hash', '=', hash)
    .where('registration_until', '>', at)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface Owner {
  id: string;
  first_name: string;
  email: string;
  has_password: boolean;
  language: Language;
}

export async function findOwner(tx: Tx): Promise<Owner | null> {
  const row = await tx
    .selectFrom('users')
    .select(
      (eb) =>
        ['id', 'first_name', 'email', 'language', eb('password_hash', 'is not', null).as('has_password')] as const,
    )
    .where('is_owner', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('user_sequence_id')
    .executeTakeFirst();
  return row ? { ...row, language: languageOf(row.language), has_password: Boolean(row.has_password) } : null;
}

export interface Manager {
  id: string;
  first_name: string;
  email: string;
  language: Language;
}

export async function accountManagers(tx: Tx): Promise<Manager[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'email', 'language'])
    .where('type', '=', 'admin')
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .orderBy('user_sequence_id')
    .execute();
  return rows.map((row) => ({ ...row, language: languageOf(row.language) }));
}
