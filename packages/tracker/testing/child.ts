// The tracker as a process of its own, for tests that kill it or run several workers.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';

export interface Child {
  process: ChildProcess;
  port: number;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** resolves when this many workers listen; `descriptors` limits what each process may have open */
export function startChild(env: Env, workers = 1, descriptors = 0): Promise<Child> {
  const program = [process.execPath, '--import', 'tsx', MAIN];
  const limit = descriptors > 0 ? `ulimit -n ${descriptors};` : '';
  const child = spawn('/bin/sh', ['-c', `${limit} exec "$@"`, 'tracker', ...program], {
    env: { ...process.env, TRACKER_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let listening = 0;
    child.once('exit', () => reject(new Error('the tracker ended before it listened')));
    child.stdout.on('data', (chunk) => {
      for (const [, port] of String(chunk).matchAll(/"listening","port":(\d+)/g)) {
        if (++listening === workers) resolve({ process: child, port: Number(port) });
      }
    });
  });
}
