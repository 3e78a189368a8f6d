// The drill: a Tributary as `npm start` runs it is backed up while people click and its server hangs, wiped to the last
// file, restored, and goes on. No answered click is lost or counted twice, every cent is where it was, people sign in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPanel, type Panel } from '../../scripts/lib/panel-client.ts';
import { findFreePort } from '../../scripts/lib/ports.mjs';
import { pidOf, signalProcess } from '../../scripts/lib/processes.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { createThrowawayFolder } from '../../scripts/lib/throwaway.mjs';
import { waitUntilReady } from '../../scripts/lib/wait-until-ready.mjs';
import { Crowd, createOffer, settle, until } from './clicks.ts';

const CLICKERS = 6;
const PER_SECOND = 150;
const BEFORE_THE_HANG = 300;
const IN_THE_SPOOL = 200;

let folder: string;
let dataDir: string;
let env: NodeJS.ProcessEnv;
const ports: number[] = [];
const running = new Set<ReturnType<typeof spawn>>();
beforeAll(async () => {
  folder = await createThrowawayFolder();
  dataDir = path.join(folder, 'data');
  while (ports.length < 2) ports.push(await findFreePort());
  const { PATH } = process.env;
  const [PORT, TRACKER_PORT] = ports.map(String);
  env = { PATH, DATA_DIR: dataDir, PORT, TRACKER_PORT, DEMO_HISTORY_DAYS: '0', TRUSTED_PROXIES: '127.0.0.1' };
});
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

function launch(script: string, ...words: string[]) {
  const child = spawn(process.execPath, [inRoot(`scripts/${script}.mjs`), ...words], { env, cwd: inRoot() });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return { child, said: () => said };
}

async function run(script: string, ...words: string[]): Promise<{ code: number; said: string }> {
  const { child, said } = launch(script, ...words);
  const [code] = await once(child, 'close');
  return { code, said: said() };
}

async function start() {
  const started = launch('start');
  const never = new AbortController();
  const ended = once(started.child, 'exit').then(() => never.abort());
  for (const port of ports) await waitUntilReady('it', `http://localhost:${port}/readyz`, never.signal);
  const stop = async () => {
    started.child.kill('SIGTERM');
    await ended;
  };
  return { stop };
}

const panel = (): Promise<Panel> =>
  openPanel({ port: ports[0] ?? 0, host: 'demo.localhost' }, 'admin@demo.test', 'tributary-demo');

/** as the owner of the database, past row-level security */
async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const read = (name: string) => fs.readFileSync(path.join(dataDir, 'postgres', name), 'utf8').trim();
  const connectionString = `postgres://postgres:${read('secret')}@127.0.0.1:${read('port')}/postgres`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
const money = () =>
  sql(`select kind, currency, owner_id, debits_pending, credits_pending, debits_posted, credits_posted
    from ledger_accounts order by kind, currency, owner_id`);
const heads = () => sql(`select tenant_id, sequence, encode(hash, 'hex') as hash from ledger_heads order by 1`);
const conversionRollups = () => sql('select * from rollup_conversions_offer_publisher order by 1, 2, 3, 4, 5, 6');

async function placeConversions(offerId: string): Promise<void> {
  const [publisher] = await sql<{ id: string }>(`select id from users where email = 'publisher@demo.test'`);
  const one = await panel();
  for (const [at, status] of ['approved', 'approved', 'pending', 'rejected'].entries()) {
    const body = { offer_id: offerId, publisher_id: publisher?.id, txn_id: `drill-${at}`, status, reason: 'A drill.' };
    await one.call('/api/conversions', { method: 'POST', body });
  }
}

const serverPid = (): number => pidOf(JSON.parse(fs.readFileSync(path.join(dataDir, 'run.json'), 'utf8')).server);
const modesIn = (place: string): number[] =>
  fs.readdirSync(place, { recursive: true }).map((name) => fs.statSync(path.join(place, String(name))).mode & 0o077);

let backup: string;

test('backed up while it works, wiped, restored: every answered click once, every cent as it was, people sign in', async () => {
  const first = await start();
  const offer = await createOffer({ trackerPorts: ports.slice(1) }, await panel());
  await placeConversions(offer.id);
  const crowd = new Crowd(ports.slice(1), offer.number, CLICKERS, PER_SECOND);
  await until(async () => crowd.answered.length > BEFORE_THE_HANG, 60_000);
  const [before, headsBefore, rollupsBefore] = [await money(), await heads(), await conversionRollups()];
  // the server hangs: from here on nothing is shipped, and clicks wait in a spool that is being written to
  const hung = serverPid();
  signalProcess(hung, 'SIGSTOP');
  const shipped = crowd.answered.length;
  await until(async () => crowd.answered.length > shipped + IN_THE_SPOOL, 60_000);
  const answered = [...crowd.answered];
  const made = await run('backup', path.join(folder, 'backups'));
  signalProcess(hung, 'SIGCONT');
  expect([made.code, made.said]).toEqual([0, expect.stringContaining('backed up to')]);
  expect(crowd.answered.length).toBeGreaterThan(answered.length);
  expect(crowd.failed).toBe(0);
  await crowd.stop();
  await first.stop();
  fs.rmSync(dataDir, { recursive: true });

  const [name = ''] = fs.readdirSync(path.join(folder, 'backups'));
  backup = path.join(folder, 'backups', name);
  expect(modesIn(backup).filter((others) => others !== 0)).toEqual([]);
  const verified = await run('verify', backup);
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining('can be restored')]);
  const restored = await run('restore', backup);
  expect([restored.code, restored.said]).toEqual([0, expect.stringMatching(/demo: [1-9]\d* transfers, all agree/)]);

  const second = await start();
  expect(await money()).toEqual(before);
  expect(await heads()).toEqual(headsBefore);
  expect(await conversionRollups()).toEqual(rollupsBefore);
  await panel();
  const exact = { missing: 0, doubled: 0, wrongQuarters: 0, wrongDays: 0 };
  expect(await settle({ sql }, answered, 60_000)).toMatchObject(exact);
  // and it goes on: new clicks come on top of what was restored
  const next = new Crowd(ports.slice(1), offer.number, CLICKERS, PER_SECOND);
  await until(async () => next.answered.length > 50, 60_000);
  await next.stop();
  expect(await settle({ sql }, [...answered, ...next.answered], 60_000)).toMatchObject(exact);
  const again = await run('restore', backup);
  expect([again.code, again.said]).toEqual([1, expect.stringContaining(`${dataDir} is not empty`)]);
  await second.stop();
});

test('a backup that was changed is neither verified nor restored, and leaves nothing behind', async () => {
  const file = path.join(backup, 'cluster/global/pg_control');
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, Buffer.concat([bytes.subarray(0, 8), Buffer.from([7]), bytes.subarray(9)]));
  env = { ...env, DATA_DIR: path.join(folder, 'elsewhere') };
  for (const script of ['verify', 'restore']) {
    const { code, said } = await run(script, backup);
    expect([script, code, said]).toEqual([script, 1, expect.stringContaining('cluster/global/pg_control differs')]);
  }
  expect(fs.readdirSync(path.join(folder, 'elsewhere'))).toEqual([]);
  fs.rmSync(path.join(backup, 'manifest.json'));
  expect(await run('restore', backup)).toEqual({ code: 1, said: expect.stringContaining('is not a whole backup') });
});

test('with a database of your own the rest is backed up, and it says what is still to do', async () => {
  fs.mkdirSync(path.join(folder, 'own/tracker/0/spool'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'own/secret.key'), 'ab'.repeat(32));
  fs.writeFileSync(path.join(folder, 'own/tracker/0/spool/1700000000000.spool'), 'frames');
  env = { ...env, DATA_DIR: path.join(folder, 'own'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const made = await run('backup', path.join(folder, 'own-backups'));
  expect([made.code, made.said]).toEqual([0, expect.stringContaining('the database is not in it')]);
  const [name = ''] = fs.readdirSync(path.join(folder, 'own-backups'));
  env = { ...env, DATA_DIR: path.join(folder, 'own-again') };
  const restored = await run('restore', path.join(folder, 'own-backups', name));
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('restore it with its own tools')]);
  expect(fs.readFileSync(path.join(folder, 'own-again/tracker/0/spool/1700000000000.spool'), 'utf8')).toBe('frames');
  expect(fs.readFileSync(path.join(folder, 'own-again/secret.key'), 'utf8')).toBe('ab'.repeat(32));
});
