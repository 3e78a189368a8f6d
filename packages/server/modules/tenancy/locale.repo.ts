// A tenant's zone and currency as settings: what is in force, what is to come, and the moment in which the one becomes the other.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface TenantLocale {
  timeZone: string;
  currency: string;
  next: { timeZone: string; at: Date } | null;
  /** YYYY-MM-DD */
  sourcesSince: string | null;
}

const read = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('tenants')
    .select(['time_zone', 'currency', 'next_zone', 'next_zone_at'])
    .select(sql<string | null>`to_char(sources_since, 'YYYY-MM-DD')`.as('sources_since'))
    .where('id', '=', tenantId);
type Row = Awaited<ReturnType<ReturnType<typeof read>['executeTakeFirstOrThrow']>>;
const asLocale = (row: Row): TenantLocale => ({
  timeZone: row.time_zone,
  currency: row.currency,
  next: row.next_zone && row.next_zone_at ? { timeZone: row.next_zone, at: row.next_zone_at } : null,
  sourcesSince: row.sources_since,
});

export const localeOf = async (tx: Tx, tenantId: string): Promise<TenantLocale> =>
  asLocale(await read(tx, tenantId).executeTakeFirstOrThrow());
/** two who change it, and the moment in which it comes into force, one after the other */
export const lockLocale = async (tx: Tx, tenantId: string): Promise<TenantLocale> =>
  asLocale(await read(tx, tenantId).forNoKeyUpdate().executeTakeFirstOrThrow());

export async function setNextZone(tx: Tx, tenantId: string, next: TenantLocale['next']): Promise<void> {
  const change = { next_zone: next?.timeZone ?? null, next_zone_at: next?.at ?? null };
  await tx.updateTable('tenants').set(change).where('id', '=', tenantId).execute();
}

/** where nothing has been counted yet: as if it had always been so */
export async function setZone(tx: Tx, tenantId: string, timeZone: string): Promise<void> {
  const change = { time_zone: timeZone, former_zones: '[]', next_zone: null, next_zone_at: null };
  await tx.updateTable('tenants').set(change).where('id', '=', tenantId).execute();
}

/** the zone that was to come is in force since its moment, however late somebody looks */
export async function takeNextZone(tx: Tx, tenantId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tenants set time_zone = next_zone, next_zone = null, next_zone_at = null,
      former_zones = former_zones || jsonb_build_array(jsonb_build_object('time_zone', time_zone, 'until', next_zone_at))
    where id = ${tenantId} and next_zone_at <= ${now}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function tenantsWithDueZone(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.selectFrom('tenants').select('id').where('next_zone_at', '<=', now).execute();
  return rows.map(({ id }) => id);
}

export async function setCurrency(tx: Tx, tenantId: string, currency: string): Promise<void> {
  await tx.updateTable('tenants').set({ currency }).where('id', '=', tenantId).execute();
}

/** days are reckoned here and in the database: both must know the zone */
export async function isKnownToDatabase(tx: Tx, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${timeZone}) as known`.execute(tx);
  return rows[0]?.known ?? false;
}
