// The tracker as it is shipped: built, in its own process, pinned to one core, with a server that takes its records.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixtureServer } from '../../packages/tracker/testing/fixture-server.ts';
import { LeaseLedger } from '../../packages/tracker/testing/lease-ledger.ts';
import type { Target } from './target.ts';
import { benchWorld, LINKS } from './world.ts';

const BUILD = 'dist/bench-tracker';

export function buildTracker(): void {
  const args = [
    'build',
    '--config',
    'scripts/vite/tracker.config.ts',
    '--outDir',
    `${process.cwd()}/${BUILD}`,
    '--logLevel',
    'warn',
  ];
  const { status } = spawnSync('node_modules/.bin/vite', args, { stdio: 'inherit' });
  if (status !== 0 || !existsSync(`${BUILD}/main.js`)) throw new Error('the tracker could not be built');
}

const hugeLimits = (): Record<string, number> => new Proxy({}, { get: () => 1e9 });

export interface TrackerTarget extends Target {
  server: FixtureServer;
  dataDir: string;
  startMs: number;
}

export interface TrackerOptions {
  port: number;
  core: number;
  links?: number;
  dataDir?: string;
  server?: FixtureServer;
  /** a Node of another version */
  node?: string;
}

export async function startTracker({ port, core, links = LINKS, ...given }: TrackerOptions): Promise<TrackerTarget> {
  const server = given.server ?? new FixtureServer();
  server.keepsRows = given.server !== undefined;
  const serverUrl = given.server ? given.server.url : await server.listen();
  server.ledger ??= new LeaseLedger({ limits: hugeLimits(), trackers: 1, ttlMs: 600_000 });
  if (server.version === 0) server.publishFull(benchWorld(links));
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'bench-tracker-'));
  const began = performance.now();
  const child = spawn('taskset', ['-c', String(core), given.node ?? process.execPath, `${BUILD}/main.js`], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      TRACKER_PORT: String(port),
      SERVER_URL: String(serverUrl),
      TRUSTED_PROXIES: '127.0.0.0/8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the tracker ended before it served')));
    child.stdout.on('data', (chunk) => {
      if (/"snapshot in force"|"listening".*"snapshot":[1-9]/.test(String(chunk))) resolve();
    });
  });
  return {
    name: 'tracker',
    port,
    pid: child.pid ?? 0,
    server,
    dataDir,
    startMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      if (!given.server) await server.close();
      if (!given.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
