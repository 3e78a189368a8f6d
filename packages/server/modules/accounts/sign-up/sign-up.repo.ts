// What sign-up reads and writes beside the account itself: the registration's one-day secret and answers, whom to tell,
// and the notification in the console.
import { type HiddenClass, isGranted, type RegistrationAnswers, type Section } from '@tributary/contract';
import { type Tx, withinScope } from '../../../platform/db/database.ts';
import { type Language, languageOf } from '../../../words/sentences.ts';
import { powersOf } from '../signing-in/team-role.ts';

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

/** those who answer for the workspace */
export async function workspaceOwners(tx: Tx): Promise<Omit<Manager, 'hidden'>[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'email', 'language'])
    .where('type', '=', 'admin')
    .where('is_owner', '=', true)
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .orderBy('user_sequence_id')
    .execute();
  return rows.map((row) => ({ ...row, language: languageOf(row.language) }));
}

export interface Manager {
  id: string;
  first_name: string;
  email: string;
  language: Language;
  /** classes of fields that his role keeps from him: news blanks them, too */
  hidden: readonly HiddenClass[];
}

/**
 * Whom of the team news reaches: those whose role opens its section and who would find what it is about. `look` reads that: once
 * for all who see everybody's rows, and through the eyes of each who sees some.
 */
export async function managersWhoFind<Found>(
  tx: Tx,
  section: Section,
  look: () => Promise<Found | null>,
): Promise<(Manager & { found: Found })[]> {
  const rows = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'))
    .select(['u.id', 'u.first_name', 'u.email', 'u.language', 'r.preset', 'r.sections', 'r.scope', 'r.hidden'])
    .where('u.type', '=', 'admin')
    .where('u.status', '=', 'approved')
    .where('u.deleted_at', 'is', null)
    .orderBy('u.user_sequence_id')
    .execute();
  const whole = await look();
  const told: (Manager & { found: Found })[] = [];
  for (const { id, first_name, email, language, ...role } of rows) {
    const { grants, scope, hidden } = powersOf(role);
    if (!isGranted(grants, section, 'read')) continue;
    const isScoped = scope.publishers !== 'all' || scope.advertisers !== 'all';
    const found = isScoped ? await withinScope(tx, { id, scope }, look) : whole;
    if (found !== null) told.push({ id, first_name, email, language: languageOf(language), hidden, found });
  }
  return told;
}
