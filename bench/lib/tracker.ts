// The tracker as it is shipped: built, in its own process, pinned to one core, with a server that takes its records.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trackerFlags } from '../../scripts/lib/node-flags.mjs';
import { option } from './stats.ts';
import type { Target } from './target.ts';
import { LINKS } from './world.ts';

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

export interface TrackerTarget extends Target {
  startMs: number;
}

export interface TrackerOptions {
  port: number;
  core: number;
  links?: number;
  /** a Node of another version */
  node?: string;
}

/** gives way to the loader, which may share its core */
async function startServer(links: number): Promise<{ url: string; stop(): void }> {
  const program = [process.execPath, '--import', 'tsx', 'bench/lib/server-process.ts', String(links)];
  const child = spawn('chrt', ['--idle', '0', ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('exit', () => reject(new Error('the server ended before it listened')));
  });
  return { url, stop: () => void child.kill('SIGKILL') };
}

export async function startTracker({ port, core, links = LINKS, node }: TrackerOptions): Promise<TrackerTarget> {
  const server = await startServer(links);
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-tracker-'));
  const began = performance.now();
  const program = [node ?? process.execPath, ...trackerFlags, `${BUILD}/main.js`];
  const child = spawn('taskset', ['-c', String(core), ...program], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      TRACKER_PORT: String(port),
      SERVER_URL: server.url,
      TRUSTED_PROXIES: '127.0.0.0/8',
      TRACKER_TRANSPORT: option('transport', 'net'),
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
    startMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
