// Whoever brings a PostgreSQL of his own learns in one sentence what is wrong with it.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettingsError } from '../env.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { connectOwner, DatabaseAway, refuseUnfit } from './connect-owner.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.ownerUrl);
  change(url);
  return url.href;
};
const refusalOf = async (url: string): Promise<unknown> => {
  try {
    await (await connectOwner(url)).end();
    return null;
  } catch (error) {
    return error;
  }
};

test('the owner of the database gets in', async () => {
  expect(await refusalOf(database.ownerUrl)).toBeNull();
});

test('a closed port is told as one that may open, and nothing of the password', async () => {
  const error = await refusalOf(changed((url) => Object.assign(url, { port: '9', password: 'do-not-tell' })));
  expect(error).toBeInstanceOf(DatabaseAway);
  expect(String(error)).toMatch(/Cannot reach the database \w+ at 127\.0\.0\.1:9 \(ECONNREFUSED\); trying again\./);
  expect(String(error)).not.toContain('do-not-tell');
});

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'do-not-tell' })],
  ['an unknown user', (url: URL) => Object.assign(url, { username: 'nobody_at_all' })],
  ['an unknown database', (url: URL) => Object.assign(url, { pathname: '/no_such_database' })],
])('%s is a setting to mend', async (_, change) => {
  const error = await refusalOf(changed(change));
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(/DATABASE_URL does not open the database \w+ at /);
  expect(String(error)).not.toContain('do-not-tell');
});

/** a role that is dropped again, with a database of its own */
async function asOwnerWith(rights: string, use: (url: string) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: database.ownerUrl });
  await admin.connect();
  const name = `owner_${randomBytes(4).toString('hex')}`;
  try {
    await admin.query(`create role ${name} login password 'x' ${rights}`);
    await admin.query(`create database ${name} owner ${name}`);
    await use(changed((url) => Object.assign(url, { username: name, password: 'x', pathname: `/${name}` })));
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
}

test('an owner who is no superuser needs to create roles and to pass the walls', async () => {
  for (const rights of ['nocreaterole', 'createrole', 'bypassrls']) {
    await asOwnerWith(rights, async (url) => {
      expect(String(await refusalOf(url))).toContain('needs the rights CREATEROLE and BYPASSRLS');
    });
  }
  await asOwnerWith('createrole bypassrls', async (url) => expect(await refusalOf(url)).toBeNull());
});

test('a server that is too old is refused by name', () => {
  expect(() => refuseUnfit({ version: '15.8 (Debian 15.8-0+deb12u1)', may: true })).toThrow(
    'Tributary needs PostgreSQL 18 or newer; DATABASE_URL leads to version 15.8 (Debian 15.8-0+deb12u1).',
  );
  expect(() => refuseUnfit({ version: '18.4', may: true })).not.toThrow();
  expect(() => refuseUnfit({ version: '19beta1', may: true })).not.toThrow();
});
