import type { DomainChecks, DomainKind } from '@tributary/contract/settings/domains';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

const columns = [
  'id',
  'host',
  'kind',
  'state',
  'is_default',
  'txt',
  'checks',
  'checked_at',
  'last_ok',
  'misses',
  'created_at',
] as const;

const rows = (tx: Tx) => tx.selectFrom('tenant_domains').select(columns);
export type DomainRow = Awaited<ReturnType<typeof findDomain>> & object;

export const domainsOf = (tx: Tx, tenantId: string) =>
  rows(tx).where('tenant_id', '=', tenantId).orderBy('kind').orderBy('host').execute();

export const findDomain = (tx: Tx, tenantId: string, id: string) =>
  rows(tx).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();

/** two who change it at once come one after the other */
export const lockDomain = (tx: Tx, tenantId: string, id: string) =>
  rows(tx).where('tenant_id', '=', tenantId).where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Until the transaction ends: of two who prove the same domain, or make two domains the default, the second sees what the first has
 * done. The unique indexes would refuse him, too, but not with a sentence.
 */
export async function takeTurns(tx: Tx, what: 'host' | 'default', name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domains.${what}|${name}`}, 0))`.execute(tx);
}

/** false where the workspace has it already */
export async function addDomain(tx: Tx, domain: Insertable<DB['tenant_domains']>): Promise<boolean> {
  const result = await tx
    .insertInto('tenant_domains')
    .values(domain)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'host']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export interface DomainChange {
  state?: 'pending' | 'verified' | 'lost';
  checks?: DomainChecks;
  checked_at?: Date;
  last_ok?: Date;
  misses?: number;
  is_default?: boolean;
}

export async function changeDomain(tx: Tx, tenantId: string, id: string, change: DomainChange): Promise<void> {
  const { checks, ...rest } = change;
  await tx
    .updateTable('tenant_domains')
    .set({ ...rest, ...(checks ? { checks: JSON.stringify(checks) } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function hasDefault(tx: Tx, tenantId: string, kind: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tenant_domains')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearDefault(tx: Tx, tenantId: string, kind: DomainKind): Promise<void> {
  await tx
    .updateTable('tenant_domains')
    .set({ is_default: false })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('is_default', '=', true)
    .execute();
}

export async function deleteDomain(tx: Tx, tenantId: string, id: string): Promise<void> {
  await tx.deleteFrom('tenant_domains').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** across workspaces: whose check is due; only the worker's role may look */
export const dueDomains = (tx: Tx, before: Date, limit: number) =>
  tx
    .selectFrom('tenant_domains')
    .select(['tenant_id', 'id'])
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .orderBy('checked_at')
    .limit(limit)
    .execute();
