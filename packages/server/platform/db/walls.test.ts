// The walls between tenants, as the database itself builds them. Everything is
// found in the catalog: a new table stands behind these tests from the day it is created.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createTestDatabase, quietLog, type TestDatabase } from '../testing.ts';
import { type Actor, openDatabase, systemActor } from './database.ts';
import { databaseRoles, roleName } from './roles.ts';
import { assertWalled, WallError } from './wall.ts';
import {
  foreignKeyFaults,
  globalKeys,
  globalKeysFound,
  openedStatements,
  openings,
  scopedTables,
  tableFaults,
  tablesOfPeople,
  tablesWithoutTenant,
  tenantTables,
  unscoped,
  widenings,
} from './walls/catalog.ts';
import { fillTables, insert, type Row, rowFor } from './walls/fill.ts';

const [tenantA, tenantB] = [newId(), newId()];
let database: TestDatabase;
let owner: pg.Client;
let tables: string[];
let rowsOfA: Map<string, Row>;
let opened: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  // dropping the database ends this connection too; that is no failure
  owner.on('error', () => undefined);
  await owner.connect();
  tables = (await tenantTables(owner)).map(({ name }) => name);
  for (const [id, subdomain] of [
    [tenantA, 'first'],
    [tenantB, 'second'],
  ]) {
    await owner.query(`insert into tenants (id, subdomain, plan) values ($1, $2, 'basic')`, [id, subdomain]);
  }
  opened = await openedStatements(owner);
  rowsOfA = await fillTables(owner, tables, tenantA);
  await fillTables(owner, tables, tenantB);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** inside a transaction that leaves no trace */
async function inTrial<R>(run: () => Promise<R>): Promise<R> {
  await owner.query('begin');
  try {
    return await run();
  } finally {
    await owner.query('rollback');
  }
}
const become = (role: string, tenantId: string) =>
  owner.query(
    `select set_config('role', $1, true), set_config('app.tenant_id', $2, true), set_config('app.actor_kind', 'system', true)`,
    [role, tenantId],
  );

const may = async (role: string, table: string, right: string): Promise<boolean> => {
  const check = right === 'DELETE' ? 'has_table_privilege($1, $2, $3)' : `has_any_column_privilege($1, $2, $3)`;
  const { rows } = await owner.query<{ yes: boolean }>(`select ${check} as yes`, [role, table, right]);
  return rows[0]?.yes ?? false;
};
/** a column that the role may write: some rights are of one column alone */
const written = async (role: string, table: string): Promise<string> => {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped
       and has_column_privilege($1, attrelid, attnum, 'UPDATE') order by attname = 'tenant_id' desc limit 1`,
    [role, table],
  );
  return rows[0]?.name ?? 'tenant_id';
};
/** by a documented policy: the test of the catalog knows them all */
const isOpened = (table: string, role: string, right: string): boolean =>
  [right, 'ALL'].some((statement) => opened.has(`${table} ${role} ${statement}`));

/** what a tenant's SQL without any WHERE touches: nothing of another tenant's, and all of its own */
async function wrongSql(role: string, table: string): Promise<string[]> {
  const column = await written(role, table);
  const statements = {
    SELECT: `select tenant_id from ${table}`,
    UPDATE: `update ${table} set ${column} = ${column} returning tenant_id`,
    DELETE: `delete from ${table} returning tenant_id`,
  };
  const findings: string[] = [];
  for (const [right, text] of Object.entries(statements)) {
    if (isOpened(table, role, right) || !(await may(role, table, right)) || !(await may(role, table, 'SELECT')))
      continue;
    const touched = await attempt(async () => {
      await become(role, tenantA);
      return (await owner.query<{ tenant_id: string }>(text)).rows;
    });
    if (touched.some((row) => row.tenant_id !== tenantA))
      findings.push(`${role} ${right} ${table}: another tenant's rows`);
    else if (touched.length === 0) findings.push(`${role} ${right} ${table}: not even its own rows`);
  }
  return findings;
}

/** in a savepoint, so that one trial may hold many */
async function attempt<R>(run: () => Promise<R>): Promise<R> {
  await owner.query('savepoint try');
  try {
    return await run();
  } finally {
    await owner.query('rollback to savepoint try; release savepoint try');
  }
}

/** foreign keys would stop a DELETE before its policy shows; they have a test of their own */
async function dropForeignKeys(): Promise<void> {
  await owner.query(`do $$ declare k record; begin
    for k in select conname, conrelid::regclass as child from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', k.child, k.conname);
    end loop; end $$`);
}

describe('the catalog', () => {
  test('every table with a tenant is walled: forced row-level security, USING and WITH CHECK on app.tenant_id', async () => {
    expect(await tableFaults(owner)).toEqual([]);
    expect(tables.length).toBeGreaterThan(8);
  });

  test('every policy that opens a wall is documented', async () => {
    expect(await widenings(owner)).toEqual(Object.keys(openings).sort());
  });

  test('every foreign key between tenant tables carries tenant_id on both sides', async () => {
    expect(await foreignKeyFaults(owner)).toEqual([]);
  });

  test('every unique key carries tenant_id or cannot tell anything', async () => {
    expect(await globalKeysFound(owner)).toEqual(Object.keys(globalKeys).sort());
  });

  test('every other table is known to belong to no tenant, and the app cannot read the platform’s own', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by 1`,
    );
    expect(rows.map(({ name }) => name).filter((name) => !tables.includes(name))).toEqual(tablesWithoutTenant);
    for (const table of ['operators', 'operator_sessions', 'contact_messages', 'schema_migrations']) {
      for (const role of ['app', 'intake', 'readonly'] as const)
        expect(await may(roleName(role), table, 'SELECT')).toBe(false);
    }
  });

  test('no role of ours owns anything or may bypass the walls', async () => {
    for (const role of databaseRoles) {
      const own = database.open(role, 1);
      await expect(assertWalled(own)).resolves.toBeUndefined();
    }
  });
});

describe('wrong SQL, without any WHERE', () => {
  test('as one tenant touches no row of another, for every role and table', async () => {
    const findings = await inTrial(async () => {
      await dropForeignKeys();
      const found: string[] = [];
      for (const role of databaseRoles.map(roleName)) {
        for (const table of tables) found.push(...(await wrongSql(role, table)));
      }
      return found;
    });
    expect(findings).toEqual([]);
  });

  test('cannot put a row into another tenant, nor move one there', async () => {
    for (const role of databaseRoles.map(roleName)) {
      for (const table of tables) {
        if (!isOpened(table, role, 'INSERT') && (await may(role, table, 'INSERT'))) {
          const foreign = await rowFor(owner, table, tenantB, new Map());
          const put = inTrial(async () => {
            await become(role, tenantA);
            await insert(owner, table, foreign);
          });
          await expect(put, `${role} inserts into ${table}`).rejects.toThrow(/row-level security/);
        }
        if (!isOpened(table, role, 'UPDATE') && (await may(role, table, 'UPDATE'))) {
          const moved = inTrial(async () => {
            await dropForeignKeys();
            await become(role, tenantA);
            await owner.query(`update ${table} set tenant_id = $1`, [tenantB]);
          });
          const refusal = (await written(role, table)) === 'tenant_id' ? /row-level security/ : /permission denied/;
          await expect(moved, `${role} moves rows of ${table}`).rejects.toThrow(refusal);
        }
      }
    }
  });

  test('without a tenant sees nothing and can add nothing', async () => {
    for (const empty of ['', null]) {
      for (const table of tables) {
        const seen = await inTrial(async () => {
          await become('tributary_app', empty ?? '');
          if (empty === null) await owner.query(`reset app.tenant_id`);
          return (await may('tributary_app', table, 'SELECT'))
            ? (await owner.query(`select from ${table}`)).rowCount
            : 0;
        });
        expect(`${table}: ${seen}`).toBe(`${table}: 0`);
        if (!(await may('tributary_app', table, 'INSERT'))) continue;
        const row = await rowFor(owner, table, tenantA, rowsOfA);
        const put = inTrial(async () => {
          await become('tributary_app', '');
          await insert(owner, table, row);
        });
        await expect(put, table).rejects.toThrow(/row-level security/);
      }
    }
  });

  test('changes no other tenant’s entry in the directory', async () => {
    for (const role of ['tributary_app', 'tributary_worker']) {
      const changed = await inTrial(async () => {
        await become(role, tenantA);
        return (await owner.query<{ id: string }>(`update tenants set display_name = 'taken' returning id`)).rows;
      });
      expect(changed).toEqual([{ id: tenantA }]);
    }
  });
});

describe('the tests themselves', () => {
  const sabotages = {
    'its policy dropped': (table: string) => `drop policy tenant_wall on ${table}`,
    'its policy opened': (table: string) => `alter policy tenant_wall on ${table} using (true) with check (true)`,
    'its security switched off': (table: string) => `alter table ${table} disable row level security`,
    'its security no longer forced': (table: string) => `alter table ${table} no force row level security`,
  };

  test('turn red when any table loses its wall, whichever way', async () => {
    const unnoticed: string[] = [];
    await inTrial(async () => {
      await dropForeignKeys();
      for (const table of tables) {
        for (const [what, sabotage] of Object.entries(sabotages)) {
          const faults = await attempt(async () => {
            await owner.query(sabotage(table));
            return tableFaults(owner);
          });
          if (faults.length === 0) unnoticed.push(`${table} with ${what}, by the catalog`);
        }
        for (const role of databaseRoles.map(roleName)) {
          if (isOpened(table, role, 'SELECT') || !(await may(role, table, 'SELECT'))) continue;
          const leaks = await attempt(async () => {
            await owner.query(sabotages['its policy opened'](table));
            return wrongSql(role, table);
          });
          if (leaks.length === 0) unnoticed.push(`${table} with its policy opened, by wrong SQL as ${role}`);
        }
      }
    });
    expect(unnoticed).toEqual([]);
  });

  test('turn red when a key, a view or a function steps around the walls', async () => {
    const after = (statement: string, check: (client: pg.Client) => Promise<string[]>) =>
      inTrial(async () => {
        await owner.query(statement);
        return check(owner);
      });
    expect(
      await after('create table leaky (tenant_id uuid, user_id uuid references users (id))', foreignKeyFaults),
    ).toHaveLength(1);
    expect(await after('create table leaky (tenant_id uuid)', tableFaults)).toHaveLength(3);
    expect(await after('create view leaky as select * from users', tableFaults)).toHaveLength(1);
    expect(await after('create materialized view leaky as select * from users', tableFaults)).toHaveLength(1);
    expect(
      await after(`create function leaky() returns int language sql security definer as 'select 1'`, tableFaults),
    ).toHaveLength(1);
    expect(await after('create unique index leaky on users (email)', globalKeysFound)).toContain('leaky');
    expect(await after('create policy leaky on users using (true)', widenings)).toContain('users.leaky → public');
  });
});

test('one connection used by two tenants in turn never shows one the other’s rows, whatever ended the last use', async () => {
  const shared = database.open('app', 1);
  const see = sql<{ tenant_id: string }>`select tenant_id from users`;
  let leaks = 0;
  for (let turn = 0; turn < 2_000; turn++) {
    const tenant = turn % 2 === 0 ? tenantA : tenantB;
    const use = shared.withTenant(tenant, systemActor, async (tx) => {
      const { rows } = await see.execute(tx);
      if (rows.length !== 1 || rows[0]?.tenant_id !== tenant) leaks++;
      if (turn % 5 === 1) throw new Error('rolled back');
      if (turn % 5 === 3) await sql`select 1 / 0`.execute(tx);
    });
    await use.catch((error: Error) => expect(error.message).toMatch(/rolled back|division by zero/));
    if (turn % 7 === 0) leaks += (await shared.withoutTenant((tx) => see.execute(tx))).rows.length;
  }
  expect(leaks).toBe(0);
});

describe('the start', () => {
  const rejects = async (attributes: string, prepare: string[] = []) => {
    const role = `walls_${newId().replaceAll('-', '')}`;
    await owner.query(`create role ${role} login password 'x' ${attributes}`);
    try {
      for (const statement of prepare) await owner.query(statement.replaceAll('ROLE', role));
      const url = new URL(database.ownerUrl);
      url.username = role;
      url.password = 'x';
      const unwalled = openDatabase(url.href, { name: 'walls', max: 1, log: quietLog });
      await expect(assertWalled(unwalled)).rejects.toThrow(WallError);
      await unwalled.close();
    } finally {
      await owner.query(`drop owned by ${role}`);
      await owner.query(`drop role ${role}`);
    }
  };
  test('is refused to a superuser', () => rejects('superuser'));
  test('is refused to a role that bypasses row-level security', () => rejects('bypassrls'));
  test('is refused to a role that owns a table', () =>
    rejects('', ['create table owned_by_app (x int)', 'alter table owned_by_app owner to ROLE']));
});

describe('inside a tenant', () => {
  /** shown to all publishers by the table itself; modules/offers decides which. The two lists have a test of their own */
  const shared: Record<string, readonly string[]> = {
    offers: ['publisher'],
    offer_caps: ['publisher', 'advertiser'],
    offer_payout_rules: ['publisher', 'advertiser'],
  };

  test.each(['offer_caps', 'offer_payout_rules'])(
    '%s shows a publisher what is for all or for it alone, and an advertiser nothing',
    async (table) => {
      const app = database.open('app', 1);
      const mine = String(rowsOfA.get('users')?.id);
      const seenBy = (actor: Actor) =>
        app.withTenant(
          tenantA,
          actor,
          async (tx) => (await sql<Row>`select * from ${sql.table(table)}`.execute(tx)).rows,
        );
      await owner.query(`update ${table} set publisher_id = $1 where tenant_id = $2`, [mine, tenantA]);
      expect(await seenBy({ kind: 'publisher', id: mine })).toHaveLength(1);
      expect(await seenBy({ kind: 'publisher', id: newId() })).toHaveLength(0);
      await owner.query(`update ${table} set publisher_id = null where tenant_id = $1`, [tenantA]);
      expect(await seenBy({ kind: 'publisher', id: newId() })).toHaveLength(1);
      expect(await seenBy({ kind: 'advertiser', id: mine })).toHaveLength(0);
    },
  );

  test.each(['publisher', 'advertiser'] as const)(
    'the actor %s sees and changes only rows of its own',
    async (kind) => {
      const app = database.open('app', 1);
      const mine = String(rowsOfA.get('users')?.id);
      const scoped = (await scopedTables(owner)).filter(({ name }) => !shared[name]?.includes(kind));
      expect(scoped.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'sessions', 'password_links']));
      const seenBy = (actor: Actor, table: string) =>
        app.withTenant(
          tenantA,
          actor,
          async (tx) => (await sql<Row>`select * from ${sql.table(table)}`.execute(tx)).rows,
        );
      for (const { name, column } of scoped) {
        // a row that need not name anybody is his
        const unnamed = `tenant_id = $2 and ${column} is null`;
        if (column) await owner.query(`update ${name} set ${column} = $1 where ${unnamed}`, [mine, tenantA]);
        for (const id of [newId(), null])
          expect(`${name}: ${(await seenBy({ kind, id }, name)).length}`).toBe(`${name}: 0`);
        const own = await seenBy({ kind, id: mine }, name);
        expect(`${name}: ${own.length}`).toBe(`${name}: ${column === null ? 0 : 1}`);
        for (const row of own) expect(column && row[column]).toBe(mine);
        expect(await seenBy({ kind: 'admin', id: newId() }, name), name).not.toHaveLength(0);
      }
      const changed = await app.withTenant(tenantA, { kind, id: newId() }, (tx) =>
        sql`update users set first_name = 'taken'`.execute(tx),
      );
      expect(changed.numAffectedRows).toBe(0n);
    },
  );

  test('a table that names a person is scoped to the actor, or it is known why not', async () => {
    const scoped = new Set((await scopedTables(owner)).map(({ name }) => name));
    const open = (await tablesOfPeople(owner)).filter((name) => !scoped.has(name));
    expect(open).toEqual(Object.keys(unscoped).sort());
  });
});
