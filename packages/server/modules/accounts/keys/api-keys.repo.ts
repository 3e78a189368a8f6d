import type { ApiKey, apiKeyScopes, suspensions } from '@tributary/contract/accounts/api-keys';
import { sql } from 'kysely';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { termsNumberInForce } from '../terms/terms.repo.ts';

const columns = [
  'id',
  'name',
  'scope',
  'hint',
  'created_at',
  'last_used_at',
  'last_used_ip',
  'calls',
  'suspended_for',
] as const;
export type Suspension = (typeof suspensions)[number];

export async function apiKeysOf(tx: Tx, userId: string): Promise<ApiKey[]> {
  const rows = await tx
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    // the check constraints keep these within their lists
    scope: row.scope as (typeof apiKeyScopes)[number],
    suspended_for: row.suspended_for as Suspension | null,
    created_at: unixSeconds(row.created_at),
    last_used_at: row.last_used_at && unixSeconds(row.last_used_at),
    calls: Number(row.calls),
  }));
}

export async function addApiKey(
  tx: Tx,
  key: { tenantId: string; id: string; userId: string; name: string; hash: Buffer; hint: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      tenant_id: key.tenantId,
      id: key.id,
      user_id: key.userId,
      name: key.name,
      scope: 'reports:read',
      key_hash: key.hash,
      hint: key.hint,
      created_at: key.at,
    })
    .execute();
}

export async function revokeApiKey(tx: Tx, id: string, userId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** what ends a person's sessions ends what his programs may read, until he says otherwise; how many there were */
export async function suspendApiKeys(tx: Tx, userId: string, reason: Suspension, at: Date): Promise<number> {
  const result = await tx
    .updateTable('api_keys')
    .set({ suspended_at: at, suspended_for: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function resumeApiKey(tx: Tx, id: string, userId: string): Promise<boolean> {
  const result = await tx
    .updateTable('api_keys')
    .set({ suspended_at: null, suspended_for: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function revokeApiKeysOf(tx: Tx, userId: string, at: Date): Promise<number> {
  const result = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export interface KeyHolder {
  key_id: string;
  key_name: string;
  user_id: string;
  type: string;
  is_owner: boolean;
  key_scopes: string;
  role_id: string | null;
  role_name: string | null;
  preset: string | null;
  sections: unknown;
  scope: unknown;
  hidden: string[] | null;
  email: string;
  must_change_password: boolean;
  must_accept_terms: boolean;
}

/** finds whose key it is and notes its use, in one statement; only while the account is open */
export async function useApiKey(tx: Tx, hash: Buffer, ip: string, at: Date): Promise<KeyHolder | null> {
  const { rows } = await sql<KeyHolder>`
    update api_keys k set last_used_at = ${at}, last_used_ip = ${ip}, calls = k.calls + 1
    from users u left join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where k.key_hash = ${hash} and k.revoked_at is null and k.suspended_at is null and u.tenant_id = k.tenant_id and u.id = k.user_id
      and u.status = 'approved' and u.deleted_at is null
    returning k.id as key_id, k.name as key_name, u.id as user_id, u.type, u.is_owner, u.email, u.must_change_password,
      u.terms_accepted < ${termsNumberInForce('u.type', at)} as must_accept_terms,
      k.scope as key_scopes, u.role_id, r.name as role_name, r.preset, r.sections, r.scope, r.hidden`.execute(tx);
  return rows[0] ?? null;
}
