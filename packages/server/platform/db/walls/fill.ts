// For tests only: a row in every tenant table for a tenant, made from the catalog alone, so that a new table is behind
// the same tests without anyone remembering to add it.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../ids.ts';

interface Column {
  name: string;
  type: string;
  /** the first value that a check constraint lists */
  listed: string | null;
}
interface ForeignKey {
  parent: string;
  mine: string[];
  theirs: string[];
}
export type Row = Record<string, unknown>;

/** columns that must be given: not null, no default, not generated */
async function requiredColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       (select coalesce(substring(def from '(?:ARRAY\\[|= )''([^'']+)''::text'), substring(def from 'ARRAY\\[(\\d+)'))
        from pg_constraint k cross join lateral pg_get_constraintdef(k.oid) def
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as listed
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = '' and (a.attname = 'id' or (a.attnotnull and not a.atthasdef))`,
    [table],
  );
  return rows;
}

async function foreignKeys(client: pg.Client, table: string): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.confrelid::regclass::text as parent,
       (select array_agg(a.attname::text order by k.at) from unnest(c.conkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as mine,
       (select array_agg(a.attname::text order by k.at) from unnest(c.confkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as theirs
     from pg_constraint c where c.contype = 'f' and c.conrelid = $1::regclass and c.confrelid <> c.conrelid`,
    [table],
  );
  return rows;
}

/** no number is small: the first versions of an offer's terms the database writes by itself */
const inventValue = ({ type, listed }: Column): unknown => {
  if (listed !== null) return listed;
  if (type === 'uuid') return newId();
  if (type === 'bytea') return randomBytes(32);
  if (type === 'jsonb') return '{}';
  if (type === 'boolean') return false;
  if (type.startsWith('timestamp') || type === 'date') return new Date();
  if (type.endsWith('[]')) return [];
  if (/int|numeric|double|real/.test(type)) return 10 + (randomBytes(1).readUInt8() % 10);
  if (type.startsWith('time ')) return '12:00';
  if (type === 'inet') return '192.0.2.1';
  if (type === 'text' || type.startsWith('character')) return `made-${randomBytes(6).toString('hex')}`;
  throw new Error(`teach fill.ts to make a ${type}`);
};

/** a row of that table that its constraints accept; `made` holds the tenant's rows so far */
export async function rowFor(
  client: pg.Client,
  table: string,
  tenantId: string,
  made: ReadonlyMap<string, Row>,
): Promise<Row> {
  const required = await requiredColumns(client, table);
  const row: Row = Object.fromEntries(required.map((column) => [column.name, inventValue(column)]));
  row.tenant_id = tenantId;
  for (const { parent, mine, theirs } of await foreignKeys(client, table)) {
    const target = made.get(parent);
    mine.forEach((column, at) => {
      if (column !== 'tenant_id' && column in row && target) row[column] = target[theirs[at] ?? ''];
    });
  }
  return row;
}

export async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`).join(', ');
  await client.query(`insert into ${table} (${names.join(', ')}) values (${places})`, Object.values(row));
}

/** a partitioned table takes no row without a partition; any will do here, behind the same wall */
async function addDefaultPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'p' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_partitioned_table p where p.partrelid = c.oid and p.partdefid <> 0)`,
  );
  for (const { name } of rows) {
    await client.query(`create table ${name}_rest partition of ${name} default`);
    await client.query(`call protect_tenant_table('${name}_rest')`);
  }
}

/** one row in each table, parents first */
export async function fillTables(
  client: pg.Client,
  tables: readonly string[],
  tenantId: string,
): Promise<Map<string, Row>> {
  await addDefaultPartitions(client);
  const made = new Map<string, Row>();
  const parentsOf = new Map<string, string[]>();
  for (const table of tables) {
    parentsOf.set(
      table,
      (await foreignKeys(client, table)).map(({ parent }) => parent).filter((parent) => tables.includes(parent)),
    );
  }
  while (made.size < tables.length) {
    const next = tables.find((table) => !made.has(table) && parentsOf.get(table)?.every((parent) => made.has(parent)));
    if (!next) throw new Error('the foreign keys form a circle');
    const row = await rowFor(client, next, tenantId, made);
    await insert(client, next, row);
    made.set(next, row);
  }
  return made;
}
