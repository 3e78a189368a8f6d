// npm run operator -- add EMAIL: whoever runs this installation. Works beside a running `npm start` and without one.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { checkNode } from './lib/check-node.mjs';
import { openDataDir } from './lib/data-dir.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { serverEnv } from './lib/part-env.mjs';
import { readPort } from './lib/ports.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { inRoot, root } from './lib/root.mjs';
import { script } from './lib/say.mjs';

script(async () => {
  checkNode();
  await ensureDependencies();
  await ensureBuild();
  const { env } = process;
  const dataDir = openDataDir(env);
  const place = { env, dataDir, port: readPort('PORT', 3000, env), trackerPort: readPort('TRACKER_PORT', 3001, env) };
  const postgres = env.DATABASE_URL ? undefined : await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    process.exitCode = await operate(serverEnv(place, postgres?.url ?? env.DATABASE_URL));
  } finally {
    await postgres?.stop();
  }
});

/** The server program itself knows the command; the terminal is handed to it, for the password. */
function operate(env) {
  const args = [inRoot('dist/server/main.js'), 'operator', ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
