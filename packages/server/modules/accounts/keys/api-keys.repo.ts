import { type ApiKey, keyList, type OwnedKey, type suspensions } from '@tributary/contract/accounts/api-keys';
import type { Role } from '@tributary/contract/route';
import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import type { DB } from '../../../platform/db/schema.gen.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { newestSettings } from '../../settings/index.ts';
import { hasFactor } from '../factors/factors.repo.ts';
import { personLike } from '../people/person-search.repo.ts';
import { termsNumberInForce } from '../terms/terms.repo.ts';

const columns = [
  'k.id',
  'k.name',
  'k.scopes',
  'k.hint',
  'k.created_at',
  'k.expires_at',
  'k.rolled_into',
  'k.networks',
  'k.last_used_at',
  'k.last_used_ip',
  'k.calls',
  'k.suspended_for',
] as const;
export type Suspension = (typeof suspensions)[number];

const callsOfTheDay = (at: Date) =>
  sql<string>`(select coalesce(sum(h.calls), 0) from api_key_hours h
    where h.tenant_id = k.tenant_id and h.key_id = k.id and h.hour > ${new Date(at.getTime() - DAY_MS)})`.as(
    'calls_24h',
  );

interface KeyRow {
  id: string;
  name: string;
  scopes: string[];
  hint: string;
  created_at: Date;
  expires_at: Date | null;
  rolled_into: string | null;
  networks: string[];
  last_used_at: Date | null;
  last_used_ip: string | null;
  calls: string | bigint;
  calls_24h: string;
  suspended_for: string | null;
}

function stateOf({ expires_at, suspended_for, rolled_into }: KeyRow, at: Date): ApiKey['state'] {
  if (expires_at !== null && expires_at <= at) return 'expired';
  if (suspended_for !== null) return 'suspended';
  return rolled_into === null ? 'active' : 'rolled';
}

export const toKey = (row: KeyRow, at: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  hint: row.hint,
  created_at: unixSeconds(row.created_at),
  expires_at: row.expires_at && unixSeconds(row.expires_at),
  networks: row.networks,
  last_used_at: row.last_used_at && unixSeconds(row.last_used_at),
  last_used_ip: row.last_used_ip,
  calls: Number(row.calls),
  calls_24h: Number(row.calls_24h),
  state: stateOf(row, at),
  // the check constraint keeps it within the list
  suspended_for: row.suspended_for as Suspension | null,
});

/** what is expired for longer is not shown any more, nor counted */
const KEEP_EXPIRED_MS = 30 * DAY_MS;
const openKeys = (tx: Tx, at: Date) =>
  tx
    .selectFrom('api_keys as k')
    .where('k.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', new Date(at.getTime() - KEEP_EXPIRED_MS))]),
    );

export async function apiKeysOf(tx: Tx, userId: string, at: Date): Promise<ApiKey[]> {
  const rows = await openKeys(tx, at)
    .select(columns)
    .select(callsOfTheDay(at))
    .where('k.user_id', '=', userId)
    .orderBy('k.id', 'desc')
    .execute();
  return rows.map((row) => toKey(row, at));
}

type Joined = DB & { k: DB['api_keys']; u: DB['users'] };
type Eb = ExpressionBuilder<Joined, 'k' | 'u'>;
const isOver = (eb: Eb, at: Date) => eb('k.expires_at', '<=', at);
const stateIs = {
  expired: isOver,
  suspended: (eb: Eb, at: Date) => eb.and([eb('k.suspended_at', 'is not', null), notOver(eb, at)]),
  rolled: (eb: Eb, at: Date) =>
    eb.and([eb('k.rolled_into', 'is not', null), eb('k.suspended_at', 'is', null), notOver(eb, at)]),
  active: (eb: Eb, at: Date) =>
    eb.and([eb('k.rolled_into', 'is', null), eb('k.suspended_at', 'is', null), notOver(eb, at)]),
};
const notOver = (eb: Eb, at: Date) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', at)]);

const ownerName = sql<string>`u.first_name || ' ' || u.last_name`;

export const everyonesKeys = inBatches(
  countedList(keyList, {
    from: (tx: Tx, { at }: { at: Date }) =>
      openKeys(tx, at).innerJoin('users as u', (join) =>
        join.onRef('u.tenant_id', '=', 'k.tenant_id').onRef('u.id', '=', 'k.user_id'),
      ),
    rows: (query, { at }) =>
      query
        .select(columns)
        .select(callsOfTheDay(at))
        .select(['u.id as owner_id', 'u.email as owner_email', 'u.type as owner_type', ownerName.as('owner_name')]),
    filters: {
      state: (eb, state, { at }) => stateIs[state](eb, at),
      type: (eb, type) => eb('u.type', '=', type),
      q: (eb, text) =>
        eb.or([
          sql<boolean>`lower(k.name) like ${likePattern(text)}`,
          personLike('u', text),
          eb('k.hint', 'like', likePattern(text)),
        ]),
    },
    sorts: {
      name: sql`lower(k.name)`,
      owner: sql`lower(u.first_name || ' ' || u.last_name)`,
      created_at: 'k.created_at',
      expires_at: { by: 'k.expires_at', empty: 'last' },
      last_used_at: { by: 'k.last_used_at', empty: 'last' },
    },
    sort: '-created_at',
    tie: ['k.id', 'desc'],
  }),
  { key: byId('k.id'), cursorOf: (row) => row.id },
);

type OwnedRow = KeyRow & { owner_id: string; owner_email: string; owner_type: string; owner_name: string };
export const toOwnedKey = (row: OwnedRow, at: Date): OwnedKey => ({
  ...toKey(row, at),
  owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email, type: row.owner_type as Role },
});

export async function addApiKey(
  tx: Tx,
  key: {
    tenantId: string;
    id: string;
    userId: string;
    name: string;
    scopes: readonly string[];
    hash: Buffer;
    hint: string;
    at: Date;
    expiresAt: Date;
    networks: readonly string[];
  },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      tenant_id: key.tenantId,
      id: key.id,
      user_id: key.userId,
      name: key.name,
      scopes: [...key.scopes],
      key_hash: key.hash,
      hint: key.hint,
      created_at: key.at,
      expires_at: key.expiresAt,
      networks: [...key.networks],
    })
    .execute();
}

/** the newer one took its place; never longer than it had anyway */
export async function retireApiKey(tx: Tx, id: string, by: string, until: Date): Promise<boolean> {
  const result = await tx
    .updateTable('api_keys')
    .set({ rolled_into: by, expires_at: sql<Date>`least(expires_at, ${until}::timestamptz)` })
    .where('id', '=', id)
    .where('rolled_into', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** the keys whose place this one took, as long as they may still be good */
const predecessorsOf = (id: string) =>
  sql<string>`(with recursive former as (select id, tenant_id from api_keys where id = ${id}
    union select k.id, k.tenant_id from api_keys k join former f on k.tenant_id = f.tenant_id and k.rolled_into = f.id)
    select id from former where id <> ${id})`;

export async function openPredecessors(tx: Tx, id: string): Promise<{ id: string; scopes: string[] }[]> {
  return tx
    .selectFrom('api_keys')
    .select(['id', 'scopes'])
    .where('revoked_at', 'is', null)
    .where('id', 'in', predecessorsOf(id))
    .execute();
}

export const setScopes = (tx: Tx, id: string, scopes: readonly string[]): Promise<unknown> =>
  tx
    .updateTable('api_keys')
    .set({ scopes: [...scopes] })
    .where('id', '=', id)
    .execute();

/** of this person, or of anybody where none is named; with it end those whose place it took */
export async function revokeApiKey(tx: Tx, id: string, userId: string | null, at: Date): Promise<string | null> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('user_id')
    .executeTakeFirst();
  if (!revoked) return null;
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where('id', 'in', predecessorsOf(id))
    .execute();
  return revoked.user_id;
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
  key_scopes: string[];
  key_networks: string[];
  role_id: string | null;
  role_name: string | null;
  preset: string | null;
  sections: unknown;
  scope: unknown;
  hidden: string[] | null;
  email: string;
  must_change_password: boolean;
  must_accept_terms: boolean;
  created_at: Date;
  has_factor: boolean;
  rules: unknown;
  /** of a publisher: what publishers see here */
  columns: unknown;
}

/** whose key it is, while it and the account are open */
export async function holderOf(tx: Tx, hash: Buffer, at: Date): Promise<KeyHolder | null> {
  const { rows } = await sql<KeyHolder>`
    select k.id as key_id, k.name as key_name, u.id as user_id, u.type, u.is_owner, u.email, u.must_change_password, u.created_at,
      u.terms_accepted < ${termsNumberInForce('u.type', at)} as must_accept_terms,
      ${hasFactor('u')} as has_factor, (select value from ${newestSettings('security')} s) as rules,
      case when u.type = 'publisher' then (select value from ${newestSettings('publishers')} s) end as columns,
      k.scopes as key_scopes, k.networks as key_networks, u.role_id, r.name as role_name, r.preset, r.sections, r.scope, r.hidden
    from api_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      left join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where k.key_hash = ${hash} and k.revoked_at is null and k.suspended_at is null
      and (k.expires_at is null or k.expires_at > ${at}) and u.status = 'approved' and u.deleted_at is null`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** keys that end before then and whose makers have not heard of it; from here on they have */
export async function takeEnding(tx: Tx, before: Date, at: Date) {
  const { rows } = await sql<{
    id: string;
    name: string;
    hint: string;
    expires_at: Date;
    email: string;
    first_name: string;
    language: string;
  }>`
    update api_keys k set reminded_at = ${at} from users u
    where k.tenant_id = u.tenant_id and k.user_id = u.id and u.deleted_at is null and u.status = 'approved'
      and k.revoked_at is null and k.rolled_into is null and k.reminded_at is null
      and k.expires_at > ${at} and k.expires_at <= ${before}
    returning k.id, k.name, k.hint, k.expires_at, u.email, u.first_name, u.language`.execute(tx);
  return rows;
}
