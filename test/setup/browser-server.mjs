// What the browser tests run against: `npm start` on a data folder that is gone afterwards. With DATABASE_URL it gets
// a database of its own on that server, never the one that DATABASE_URL names.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { script } from '../../scripts/lib/say.mjs';
import { start } from '../../scripts/lib/start.mjs';
import { createThrowawayFolder } from '../../scripts/lib/throwaway.mjs';

script(async () => {
  const folder = await createThrowawayFolder();
  const database = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : undefined;
  let code = 1;
  try {
    code = await start({ ...process.env, DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database?.url });
  } finally {
    await database?.drop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  process.exit(code);
});

/** @param {string} serverUrl */
async function createDatabase(serverUrl) {
  const name = `tributary_browser_${randomBytes(4).toString('hex')}`;
  const execute = async (/** @type {string} */ statement) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await execute(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  return { url, drop: () => execute(`drop database if exists ${name} with (force)`) };
}
