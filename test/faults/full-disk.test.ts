// A disk that is full to the last byte, under everything that `npm start` runs: PostgreSQL, panel and tracker say so with a
// 503, lose nothing that they have answered, and work again by themselves once there is room.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openPanel, type Panel } from '../../scripts/lib/panel-client.ts';
import { findFreePort } from '../../scripts/lib/ports.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { createThrowawayFolder } from '../../scripts/lib/throwaway.mjs';
import { click, createOffer, settle, until } from './clicks.ts';

const SIZE_MB = 400;
/** a mount of its own that nobody else sees and that ends with its processes: as root, or where users may have namespaces */
const unshare = process.getuid?.() === 0 ? ['-m'] : ['-Urm'];
const canMount = (() => {
  try {
    execFileSync('unshare', [...unshare, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let folder: string;
let child: ChildProcess | undefined;
afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

test.runIf(canMount)(
  'with a full disk all say 503 and none a 500; freed, all work again by themselves, and every answered click is there',
  async () => {
    folder = await createThrowawayFolder();
    const dataDir = path.join(folder, 'data');
    fs.mkdirSync(dataDir, { mode: 0o711 });
    const [port, trackerPort] = [await findFreePort(), await findFreePort()];
    const { PATH } = process.env;
    const env = {
      PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      TRACKER_PORT: String(trackerPort),
      DEMO_HISTORY_DAYS: '0',
    };
    const mount = `mount -t tmpfs -o size=${SIZE_MB}m,mode=711 none "$DATA_DIR" && exec "$@"`;
    const command = [process.execPath, inRoot('scripts/start.mjs')];
    child = spawn('unshare', [...unshare, 'sh', '-c', mount, 'sh', ...command], {
      env: { ...env, TRUSTED_PROXIES: '127.0.0.1' },
      cwd: inRoot(),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
    const inside = path.join('/proc', String(child.pid), 'root', dataDir);
    const readiness = async (at: number): Promise<number> =>
      fetch(`http://127.0.0.1:${at}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    const bothAre = (status: number) =>
      until(async () => (await readiness(port)) === status && (await readiness(trackerPort)) === status, 90_000).catch(
        () => expect.unreachable(`not ${status}:\n${said.slice(-3_000)}`),
      );
    await bothAre(200);
    const signIn = () => openPanel({ port, host: 'demo.localhost' }, 'admin@demo.test', 'tributary-demo');
    const offer = await createOffer({ trackerPorts: [trackerPort] }, await signIn());
    const manager = await signIn();
    const answered: string[] = [];
    const clickOnce = async (): Promise<number> => {
      const { status, id } = await click(trackerPort, offer.number);
      if (id) answered.push(id);
      return status;
    };
    expect(await clickOnce()).toBe(302);

    const filling = path.join(inside, 'filling');
    fill(filling);
    // what is left of the last page takes some more clicks
    await until(async () => (await clickOnce()) === 503, 60_000);
    await bothAre(503);
    // what finds room in the pages that the database has already is done, and done for good; after that all is a 503
    const answers = new Set<string>();
    const isRefused = async (): Promise<boolean> => {
      const answer = await addOffer(manager).then(
        () => 'done',
        (error: Error) => /was answered (\d+)/.exec(error.message)?.[1] ?? error.message,
      );
      answers.add(answer);
      fill(filling);
      return answer !== 'done';
    };
    await until(isRefused, 60_000);
    for (let n = 0; n < 10; n++) await isRefused();
    expect([...answers].filter((answer) => answer !== 'done')).toEqual(['503']);

    fs.rmSync(filling);
    await bothAre(200);
    await until(async () => (await clickOnce()) === 302, 60_000);
    await addOffer(await signIn());
    const read = (name: string) => fs.readFileSync(path.join(inside, 'postgres', name), 'utf8').trim();
    const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      const client = new pg.Client(`postgres://postgres:${read('secret')}@127.0.0.1:${read('port')}/postgres`);
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    };
    expect(await settle({ sql }, answered, 60_000)).toMatchObject({ missing: 0, doubled: 0, wrongQuarters: 0 });
  },
  240_000,
);

const addOffer = (manager: Panel): Promise<unknown> => {
  const form = {
    offer_name: 'One more',
    advertiser_id: 3,
    default_campaign_url: 'https://shop.example/?cid={click_id}',
  };
  return manager.call('/api/offers', { method: 'POST', body: { ...form, revenue: '1', payout: '0.5' } });
};

/** to the last byte */
function fill(file: string): void {
  const handle = fs.openSync(file, 'a');
  try {
    for (const size of [4 * 1024 * 1024, 4096]) {
      const piece = Buffer.alloc(size);
      try {
        for (;;) if (fs.writeSync(handle, piece) < size) break;
      } catch {
        // no room for a piece of this size
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}
