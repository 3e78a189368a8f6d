// A full disk, a lost database and the like are nobody's bug: the caller hears 503 and a sentence, and /readyz tells the truth.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../platform/testing.ts';
import { createTestApp, type TestApp } from '../testing.ts';

const folder = temporaryFolder();
const dataDir = path.join(folder.path, 'data');
let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp({ env: { DATA_DIR: dataDir } });
  ({ token } = await t.signIn('publisher@demo.test'));
  // a key named like an SQLSTATE fails with it, as the database does where its disk is full
  await t.database.asOwner(`create function fail_by_name() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = new.name; end $$`);
  await t.database.asOwner(
    'create trigger fail_by_name before insert on api_keys for each row execute function fail_by_name()',
  );
});
afterAll(async () => {
  await t?.close();
  folder.remove();
});

describe('what the database answers when it cannot', () => {
  const passing = [
    '53100',
    '53200',
    '53300',
    '53400',
    '57P01',
    '57P02',
    '57P03',
    '58030',
    '08006',
    '08P01',
    '55P03',
    '40P01',
    '57014',
  ];
  test.each(passing)('%s is a 503 that says to try again', async (name) => {
    const { status, body } = await t.call(routes.createApiKey, { token, body: { name } });
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(body.error.message).toMatch(/try again/i);
  });
  test('22003 is an amount beyond what accounts hold: the caller is told to use a smaller one', async () => {
    const { status, body } = await t.call(routes.createApiKey, { token, body: { name: '22003' } });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toMatch(/smaller amount/);
  });
  test.each(['22012', 'XX000', '42P01'])('%s is a bug of ours, and stays a 500', async (name) => {
    expect((await t.call(routes.createApiKey, { token, body: { name } })).status).toBe(500);
  });
});

describe('/readyz', () => {
  const readiness = async () => {
    const reply = await t.app.http?.inject({ url: '/readyz', headers: { host: 'localhost' } });
    return [reply?.statusCode, reply?.json().reasons];
  };
  const becomes = (status: number, reasons: string[]) =>
    expect.poll(readiness, { timeout: 20_000 }).toEqual([status, reasons]);

  test('says that the data folder cannot be written, and becomes ready by itself', async () => {
    await becomes(200, []);
    rmSync(dataDir, { recursive: true, force: true });
    writeFileSync(dataDir, 'in its place');
    await becomes(503, ['the data folder cannot be written']);
    rmSync(dataDir);
    await becomes(200, []);
  });

  test('says that the database has no room, and becomes ready by itself', async () => {
    const [{ name } = { name: '' }] = await t.database.asOwner<{ name: string }>('select current_database() as name');
    const reconnect = () =>
      t.database.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'tributary_app'`);
    await t.database.asOwner(`alter database ${name} set temp_file_limit = 0`);
    await reconnect();
    await becomes(503, ['the disk of the database is full']);
    await t.database.asOwner(`alter database ${name} reset temp_file_limit`);
    await reconnect();
    await becomes(200, []);
  });
});
