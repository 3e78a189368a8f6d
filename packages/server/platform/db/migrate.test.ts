import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { quietLog, testSecret } from '../testing.ts';
import { migrate, readMigrations } from './migrate.ts';
import { databaseRoles, roleName } from './roles.ts';

const name = `m_${randomBytes(6).toString('hex')}`;
let cluster: pg.Client;
let owner: pg.Client;
let url: string;
beforeAll(async () => {
  cluster = new pg.Client({ connectionString: inject('clusterUrl') });
  await cluster.connect();
  await cluster.query(`create database ${name}`);
  const place = new URL(inject('clusterUrl'));
  place.pathname = `/${name}`;
  url = place.href;
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await cluster.query(`drop database ${name} with (force)`);
  await cluster.end();
});

const applied = async () =>
  (await owner.query<{ name: string }>('select name from schema_migrations order by 1')).rows.map((row) => row.name);
const exists = async (table: string) =>
  (await owner.query(`select to_regclass($1) as at`, [table])).rows[0]?.at !== null;
const extra = (file: string, text: string) => [...readMigrations(), { name: file, text }];

describe('migrations', () => {
  test('two migrators at once apply each of them once', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => migrate(url, testSecret, quietLog)));
    expect(counts.sort((a, b) => b - a)).toEqual([readMigrations().length, 0, 0]);
    expect(await applied()).toEqual(readMigrations().map((migration) => migration.name));
  });

  test('a second run applies none', async () => {
    expect(await migrate(url, testSecret, quietLog)).toBe(0);
  });

  test('one that fails leaves nothing behind, names itself, and can be tried again', async () => {
    const bad = extra('9998-bad.sql', 'create table half_done (x int); select 1 / 0;');
    await expect(migrate(url, testSecret, quietLog, bad)).rejects.toThrow('migration 9998-bad.sql failed');
    expect(await exists('half_done')).toBe(false);
    expect(await applied()).not.toContain('9998-bad.sql');
    const good = extra('9998-bad.sql', 'create table half_done (x int);');
    expect(await migrate(url, testSecret, quietLog, good)).toBe(1);
    expect(await exists('half_done')).toBe(true);
  });

  test('those before a failing one stay applied', async () => {
    const two = [...extra('9997-fine.sql', 'create table fine (x int);'), { name: '9999-bad.sql', text: 'nonsense;' }];
    await expect(migrate(url, testSecret, quietLog, two)).rejects.toThrow('9999-bad.sql');
    expect(await applied()).toContain('9997-fine.sql');
  });

  test('one that meets a lock waits its turn instead of holding up everyone behind it', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; lock table fine in access exclusive mode');
    const waiting = migrate(url, testSecret, quietLog, extra('9996-locked.sql', 'alter table fine add column y int;'));
    setTimeout(() => void holder.query('rollback'), 1_500);
    expect(await waiting).toBe(1);
    await holder.end();
  });

  test('are numbered without gaps or repeats, so that everyone applies them in one order', () => {
    const numbers = readMigrations().map((migration) => Number(/^(\d{4})-[\w-]+\.sql$/.exec(migration.name)?.[1]));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  test('leave roles that can log in and do nothing beyond what they were granted', async () => {
    const { rows } = await owner.query(
      `select rolname from pg_roles where rolname = any($1) and rolcanlogin and not rolsuper and not rolbypassrls
       and not rolcreatedb and not rolcreaterole and not rolreplication`,
      [databaseRoles.map(roleName)],
    );
    expect(rows).toHaveLength(databaseRoles.length);
    for (const role of databaseRoles.map(roleName)) {
      const { rows: rights } = await owner.query(`select has_schema_privilege($1, 'public', 'CREATE') as may`, [role]);
      expect(rights).toEqual([{ may: false }]);
    }
  });
});
