// What trackers knew at a version, or at a moment: every value that an entity took is kept from where it is published
// (snapshot.repo.ts), as long as raw rows are worth explaining, and always the last one before.
import type { EntityName } from '@tributary/contract/tracker/snapshot';
import { sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { fullDocument } from './document.ts';

/** as long as a click's own row is kept to be looked at */
export const HISTORY_DAYS = 90;

export interface Configuration {
  version: number;
  /** the tenant's part of the snapshot, as contract/tracker/snapshot.ts describes it */
  document: string;
}

/**
 * By the version that a row names, the newest, or as it was at a moment, which is exact to the seconds in which trackers take over a new
 * one. Null where it is not kept that far back: nothing is put together from what came later.
 */
export async function configurationAt(
  tx: Tx,
  tenantId: string,
  when: ({ version: number } | { at: Date } | { newest: true }) & { links?: readonly string[] },
): Promise<Configuration | null> {
  // there may be a hundred thousand short links: who asks about some is told of those
  const isAsked =
    when.links !== undefined
      ? sql`(entity <> 'link' or split_part(entity_key, '/', 2) = any(${[...when.links]}::text[]))`
      : sql`true`;
  const { rows: bounds } = await sql<{ version: string | null; known_from: string | null }>`
    select ${'version' in when ? sql`${when.version}::bigint` : 'at' in when ? sql`max(version) filter (where at <= ${when.at})` : sql`max(version)`} as version,
      coalesce(max(version) filter (where before_unknown), min(version)) as known_from
    from snapshot_history where tenant_id = ${tenantId}`.execute(tx);
  const [bound] = bounds;
  if (!bound?.version || !bound.known_from || BigInt(bound.version) < BigInt(bound.known_from)) return null;
  const { rows } = await sql<{ entity: EntityName; key: string; value: string | null }>`
    select entity, key, value from (
      select distinct on (entity, entity_key) entity, entity_key as key, value::text as value from snapshot_history
      where tenant_id = ${tenantId} and version <= ${bound.version}::bigint and ${isAsked}
      order by entity, entity_key, version desc) newest
    where value is not null order by entity = 'tenant' desc, entity, key`.execute(tx);
  const version = Number(bound.version);
  return { version, document: fullDocument(version, rows) };
}

/** a version counts the changes of all tenants: of a tenant's own, how many there are and how many each of these versions has */
export async function changesKnownAt(
  tx: Tx,
  tenantId: string,
  versions: readonly number[],
): Promise<{ all: number; known: number[] }> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*)::int from snapshot_history h
      where h.tenant_id = ${tenantId} and (v.version is null or h.version <= v.version)) as n
    from unnest(${[...versions, null]}::bigint[]) with ordinality v(version, place) order by v.place`.execute(tx);
  const counts = rows.map(({ n }) => n);
  return { all: counts.at(-1) ?? 0, known: counts.slice(0, -1) };
}

/** what was followed by another value longer ago than rows are kept; the last one before stays, and is marked as such */
export async function pruneHistory(tx: Tx, now: Date): Promise<void> {
  const cut = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  const sameKey = sql`n.tenant_id = h.tenant_id and n.entity = h.entity and n.entity_key = h.entity_key`;
  await sql`
    with gone as (
      delete from snapshot_history h using snapshot_history n
      where ${sameKey} and n.version > h.version and n.at <= ${cut}
      returning h.tenant_id, h.entity, h.entity_key)
    update snapshot_history h set before_unknown = true
    where (h.tenant_id, h.entity, h.entity_key) in (select tenant_id, entity, entity_key from gone)
      and h.version = (select max(n.version) from snapshot_history n where ${sameKey} and n.at <= ${cut})`.execute(tx);
}

/** what trackers knew of a person whose data was deleted: that there was an account, and no longer whose */
export async function forgetPerson(tx: Tx, tenantId: string, userId: string, name: string): Promise<void> {
  await sql`update snapshot_history set value = value || jsonb_build_object('name', ${name}::text, 'referenceId', null)
    where tenant_id = ${tenantId} and entity in ('publisher', 'advertiser') and value ->> 'id' = ${userId}`.execute(tx);
}
