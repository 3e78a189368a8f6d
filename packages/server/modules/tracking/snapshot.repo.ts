// The snapshot as rows: the newest value of each entity and the version that brought it; no value means removed.
import type { EntityName } from '@tributary/contract/tracker/snapshot';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface StoredEntity {
  entity: EntityName;
  key: string;
  /** null removes it */
  value: object | null;
}

export async function nextVersion(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('snapshot_state')
    .set((eb) => ({ version: eb('version', '+', '1') }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return Number(row.version);
}

/** only what differs takes the new version: publishing the same again is nothing new to a tracker */
export async function putEntities(
  tx: Tx,
  tenantId: string,
  version: number,
  entities: readonly StoredEntity[],
): Promise<void> {
  if (entities.length === 0) return;
  const json = JSON.stringify(entities);
  await sql`
    with changed as (
      insert into snapshot_entities (tenant_id, entity, entity_key, version, value)
      select ${tenantId}::uuid, e->>'entity', e->>'key', ${version}::bigint, nullif(e->'value', 'null'::jsonb)
      from jsonb_array_elements(${json}::jsonb) e
      on conflict (tenant_id, entity, entity_key) do update set version = excluded.version, value = excluded.value
        where snapshot_entities.value is distinct from excluded.value
      returning tenant_id, entity, entity_key, version, value)
    insert into snapshot_history (tenant_id, entity, entity_key, version, value) select * from changed`.execute(tx);
  await sql`select pg_notify('tributary_snapshot', '')`.execute(tx);
}

export interface SnapshotRows {
  version: number;
  rows: { entity: EntityName; key: string; value: string | null }[];
}

/** one statement, so that version and rows are of one moment */
export async function entitiesAfter(tx: Tx, after: number): Promise<SnapshotRows> {
  const { rows } = await sql<{ now: string; entity: EntityName | null; key: string; value: string | null }>`
    select s.version as now, e.entity, e.entity_key as key, e.value::text as value
    from snapshot_state s left join snapshot_entities e on e.version > ${after}::bigint and (${after}::bigint > 0 or e.value is not null)`.execute(
    tx,
  );
  return {
    version: Number(rows[0]?.now ?? 0),
    rows: rows.flatMap(({ entity, key, value }) => (entity ? [{ entity, key, value }] : [])),
  };
}

export async function currentVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('snapshot_state').select('version').executeTakeFirst();
  return Number(row?.version ?? 0);
}
