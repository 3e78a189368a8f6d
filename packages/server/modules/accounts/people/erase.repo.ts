// All that an account's own tables hold of a person: read for the person himself, and blanked for good. The row stays, as a number:
// money, offers and history go on naming it.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface PersonOfAccount {
  id: string;
  number: number;
  type: string;
  name: string;
  email: string;
  isOwner: boolean;
  isErased: boolean;
}

/** deleted or not; of two with one address the one that can sign in */
export async function accountToErase(tx: Tx, by: { email: string } | { id: string }): Promise<PersonOfAccount | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'user_sequence_id', 'type', 'first_name', 'last_name', 'email', 'is_owner', 'erased_at'])
    .where('id' in by ? sql<boolean>`id = ${by.id}` : sql<boolean>`lower(email) = lower(${by.email})`)
    .orderBy(sql`deleted_at is not null`)
    .orderBy('user_sequence_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        number: row.user_sequence_id,
        type: row.type,
        name: `${row.first_name} ${row.last_name}`.trim(),
        email: row.email,
        isOwner: row.is_owner,
        isErased: row.erased_at !== null,
      }
    : null;
}

/** what they are known by is their own; hashes and secrets are nobody's to read */
const ofPerson = {
  sessions: ['created_at', 'last_seen_at', 'ended_at', 'ip', 'user_agent'],
  known_devices: ['first_seen_at', 'last_seen_at'],
  company_details: ['legal_name', 'address', 'country', 'tax_id', 'billing_name', 'billing_email'],
  account_notes: ['created_at', 'text'],
  api_keys: ['name', 'created_at', 'last_used_at', 'last_used_ip', 'revoked_at'],
  passkeys: ['name', 'created_at', 'last_used_at'],
  terms_acceptances: ['at', 'ip', 'language', 'place'],
} as const;

export async function personalRows(tx: Tx, userId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const account = await tx
    .selectFrom('users')
    .select(['user_sequence_id', 'type', 'status', 'first_name', 'last_name', 'email', 'company', 'phone', 'tax_id'])
    .select(['reference_id', 'referred_by', 'language', 'time_zone', 'tags', 'registration', 'signup_answers'])
    .select(['created_at', 'last_login', 'deleted_at'])
    .where('id', '=', userId)
    .execute();
  const rows: Record<string, Record<string, unknown>[]> = { account };
  for (const [table, columns] of Object.entries(ofPerson)) {
    const found = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
      where user_id = ${userId}`.execute(tx);
    rows[table] = found.rows;
  }
  return rows;
}

export const erasedName = (number: number): readonly [string, string] => ['Erased', `account ${number}`];
export const erasedEmail = (number: number): string => `erased-${number}@erased.invalid`;

/** what can be done with it ends with what is known of it: no password, no session, no key, no link */
export async function eraseAccount(tx: Tx, { id, number, email }: PersonOfAccount, at: Date): Promise<void> {
  const [first_name, last_name] = erasedName(number);
  await tx
    .updateTable('users')
    .set({
      first_name,
      last_name,
      email: erasedEmail(number),
      company: null,
      phone: null,
      tax_id: null,
      reference_id: null,
      referred_by: null,
      registration: null,
      registration_hash: null,
      signup_answers: null,
      tags: [],
      password_hash: null,
      status: 'rejected',
      is_owner: false,
      deleted_at: sql<Date>`coalesce(deleted_at, ${at})`,
      erased_at: at,
    })
    .where('id', '=', id)
    .execute();
  // an account manager's address stands with those whom he was in charge of before assignments were kept
  await tx
    .updateTable('users')
    .set({ admin_user_email: null })
    .where(sql<boolean>`lower(admin_user_email) = lower(${email})`)
    .execute();
  await tx
    .updateTable('sessions')
    .set({ ip: '', user_agent: '', ended_at: sql<Date>`coalesce(ended_at, ${at})` })
    .where((eb) => eb.or([eb('user_id', '=', id), eb('actor_user_id', '=', id)]))
    .execute();
  await tx
    .updateTable('api_keys')
    .set({ name: 'Erased', last_used_ip: null, revoked_at: sql<Date>`coalesce(revoked_at, ${at})` })
    .where('user_id', '=', id)
    .execute();
  await tx.updateTable('terms_acceptances').set({ ip: null }).where('user_id', '=', id).execute();
  const nothing = { legal_name: null, address: null, country: null, tax_id: null, billing_name: null };
  await tx
    .updateTable('company_details')
    .set({ ...nothing, billing_email: null })
    .where('user_id', '=', id)
    .execute();
  await tx.deleteFrom('account_notes').where('user_id', '=', id).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', id).execute();
  await tx.deleteFrom('password_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('email_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('totp_factors').where('user_id', '=', id).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', id).execute();
}
