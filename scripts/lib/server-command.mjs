// Runs one command of the server program: beside a running `npm start`, or with a database started for it alone.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuild } from './build.mjs';
import { checkNode } from './check-node.mjs';
import { openDataDir } from './data-dir.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { serverEnv } from './part-env.mjs';
import { readPort } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { inRoot, root } from './root.mjs';

/** @param {string} name */
export async function runServerCommand(name) {
  checkNode();
  await ensureDependencies();
  await ensureBuild();
  const { env } = process;
  const dataDir = openDataDir(env);
  const place = { env, dataDir, port: readPort('PORT', 3000, env), trackerPort: readPort('TRACKER_PORT', 3001, env) };
  const postgres = env.DATABASE_URL ? undefined : await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    process.exitCode = await runProgram(
      name,
      process.argv.slice(2),
      serverEnv(place, postgres?.url ?? env.DATABASE_URL),
    );
  } finally {
    await postgres?.stop();
  }
}

/**
 * The server program itself knows the command; the terminal is handed to it, for what it asks.
 * @param {string} name
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
export function runProgram(name, words, env) {
  const args = [inRoot('dist/server/main.js'), name, ...words];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
