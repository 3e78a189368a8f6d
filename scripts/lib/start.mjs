// The way from a fresh clone to a running Tributary.
import { ensureBuild } from './build.mjs';
import { checkNode } from './check-node.mjs';
import { openDataDir } from './data-dir.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { serverFlags, trackerFlags } from './node-flags.mjs';
import { checkPortFree, readPort } from './ports.mjs';
import { inRoot, root } from './root.mjs';
import { claimDataDir, endLeftBehind } from './run-record.mjs';
import { PlainError } from './say.mjs';
import { supervise } from './supervisor.mjs';

const server = inRoot('dist/server/main.js');
const tracker = inRoot('dist/tracker/main.js');

/** @returns {Promise<number>} the exit code, once it has been stopped */
export function start(env = process.env) {
  return withDataDir(env, [server, tracker], async (place) => {
    await ensureDependencies();
    await ensureBuild();
    const { port, trackerPort } = place;
    return supervise({
      ...place,
      cwd: root,
      env: { ...env, NODE_ENV: 'production' },
      commands: { server: [...serverFlags, server], tracker: [...trackerFlags, tracker] },
      addresses: [
        `Site      http://localhost:${port}`,
        `Panel     http://demo.localhost:${port}`,
        `Tracker   http://demo.localhost:${trackerPort}`,
      ],
    });
  });
}

/**
 * Claims DATA_DIR and the ports, and gives DATA_DIR back at the end. All that can be refused is refused before the
 * minute that an install takes.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} programs
 * @param {(place: Pick<import('./supervisor.mjs').Setup, 'dataDir' | 'port' | 'trackerPort' | 'note'>) => Promise<number>} body
 */
export async function withDataDir(env, programs, body) {
  checkNode();
  const port = readPort('PORT', 3000, env);
  const trackerPort = readPort('TRACKER_PORT', 3001, env);
  if (port === trackerPort) throw new PlainError(`PORT and TRACKER_PORT must differ; both are ${port}.`);
  const dataDir = openDataDir(env);
  const claim = claimDataDir(dataDir);
  try {
    await endLeftBehind(dataDir, programs);
    await checkPortFree('PORT', port);
    await checkPortFree('TRACKER_PORT', trackerPort);
    return await body({ dataDir, port, trackerPort, note: claim.note });
  } finally {
    claim.release();
  }
}
