// Users of a tenant: account managers, publishers and advertisers in one table, one address for each.
import type { AccountStatus, Role } from '@tributary/contract';
import type { SignupAnswers } from '@tributary/contract/settings/signup';
import type { ExpressionBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { type Language, languageOf } from '../../words/sentences.ts';
import { assignManager } from './people/managers.repo.ts';

export interface Account {
  id: string;
  type: Role;
  /** of the team alone: what the role is called */
  role_name: string | null;
  is_owner: boolean;
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string | null;
  must_change_password: boolean;
  status: AccountStatus;
  email_unconfirmed: boolean;
  language: Language;
}

const accountColumns = [
  'id',
  'type',
  'is_owner',
  'first_name',
  'last_name',
  'email',
  'password_hash',
  'must_change_password',
  'status',
  'email_unconfirmed',
  'language',
] as const;

// the check constraints of the table keep these two within their lists
type Row = Omit<Account, 'type' | 'status' | 'language'> & { type: string; status: string; language: string };
const toAccount = (row: Row): Account => ({
  ...row,
  type: row.type as Role,
  status: row.status as AccountStatus,
  language: languageOf(row.language),
});

const roleName = (eb: ExpressionBuilder<DB, 'users'>) =>
  eb
    .selectFrom('roles')
    .select('roles.name')
    .whereRef('roles.tenant_id', '=', 'users.tenant_id')
    .whereRef('roles.id', '=', 'users.role_id')
    .as('role_name');

/** as the access log names it */
export const roleOfAccount = ({ role_name, type }: Pick<Account, 'role_name' | 'type'>): string => role_name ?? type;

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select(accountColumns)
    .select(roleName)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

export async function findAccount(tx: Tx, id: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select(accountColumns)
    .select(roleName)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** in which its reader is written to */
export async function languageOfAccount(tx: Tx, id: string): Promise<Language> {
  const row = await tx.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
  return languageOf(row?.language);
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('id', '=', userId)
    .execute();
}

export async function touchLastLogin(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ last_login: at }).where('id', '=', userId).execute();
}

export interface NewAccount {
  tenantId: string;
  id: string;
  type: Role;
  isOwner?: boolean;
  /** of the team; the database gives an admin without one the owner's or the admin's */
  roleId?: string;
  sequence: number;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string | null;
  mustChangePassword?: boolean;
  status: AccountStatus;
  /** nobody has shown yet that the address is his */
  emailUnconfirmed?: boolean;
  company?: string | null;
  referenceId?: string | null;
  taxId?: string | null;
  referredBy?: string | null;
  managers?: string | null;
  /** the account manager who is in charge of it */
  managerId?: string | null;
  /** to what the workspace asked at sign-up */
  signupAnswers?: SignupAnswers | null;
  createdAt: Date;
}

export async function addAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      tenant_id: account.tenantId,
      id: account.id,
      type: account.type,
      is_owner: account.isOwner ?? false,
      role_id: account.roleId ?? null,
      user_sequence_id: account.sequence,
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email.trim(),
      password_hash: account.passwordHash,
      must_change_password: account.mustChangePassword ?? false,
      status: account.status,
      email_unconfirmed: account.emailUnconfirmed ?? false,
      company: account.company ?? null,
      reference_id: account.referenceId ?? null,
      tax_id: account.taxId ?? null,
      referred_by: account.referredBy ?? null,
      managers: account.managers ?? null,
      signup_answers: account.signupAnswers ? JSON.stringify(account.signupAnswers) : null,
      created_at: account.createdAt,
    })
    .execute();
  const { tenantId, id: accountId, managerId: userId, createdAt: at } = account;
  if (userId) await assignManager(tx, { tenantId, accountId, userId, at });
}
