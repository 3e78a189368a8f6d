// For tests only: the last row of a table in a tenant, copied.
import type { Scene } from './scene.ts';

/** `changed`: by column, an expression of `n`, which counts the copies from 1 on, and of the row's columns */
export async function copyRow(
  { t, tenantIdOf }: Scene,
  table: string,
  copies: number,
  changed: Record<string, string>,
): Promise<void> {
  const columns = await t.database.asOwner<{ name: string; quoted: string }>(
    `select column_name as name, quote_ident(column_name) as quoted from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const kept = columns.flatMap(({ name, quoted }) => (name in changed ? [] : [quoted]));
  const names = [...Object.keys(changed), ...kept];
  // what follows from a row is not looked at here
  await t.database.asOwner(`alter table ${table} disable trigger user`);
  const copied = await t.database.asOwner(
    `insert into ${table} (${names.join()})
     select ${[...Object.values(changed), ...kept].join()} from
       (select * from ${table} where tenant_id = $1 order by ctid desc limit 1) as last, generate_series(1, ${copies}) n
     returning 1`,
    [tenantIdOf('demo')],
  );
  if (copied.length !== copies) throw new Error(`${table} has no row to copy`);
}
