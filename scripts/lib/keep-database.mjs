// Keeps the embedded PostgreSQL running. It is detached and possibly not our child, so its end is seen by polling.
import { createBackoff } from './keep-running.mjs';
import { isAlive, startPostgres } from './postgres.mjs';
import { say } from './say.mjs';

const pollMs = 500;

/**
 * @param {string} dataDir
 * @param {(url: string) => void} [onNewUrl] its port was taken when it had to start again
 */
export async function keepDatabase(dataDir, onNewUrl = () => {}) {
  const pauseAfter = createBackoff();
  let postgres = await startPostgres({ dataDir });
  let startedAt = Date.now();
  let stopping = false;
  let restarting = Promise.resolve();
  let timer = setTimeout(watch, pollMs);

  async function watch() {
    if (!isAlive(postgres.pid)) restarting = startAgain();
    await restarting;
    if (!stopping) timer = setTimeout(watch, pollMs);
  }

  async function startAgain() {
    const pauseMs = pauseAfter(Date.now() - startedAt);
    say(`PostgreSQL ended; starting it again${pauseMs ? ` in ${pauseMs / 1000} s` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (stopping) return;
    startedAt = Date.now();
    try {
      await postgres.stop();
      const { url: before } = postgres;
      postgres = await startPostgres({ dataDir });
      say('PostgreSQL is ready again');
      if (postgres.url !== before) onNewUrl(postgres.url);
    } catch (error) {
      say(`PostgreSQL could not be started: ${error.message}`);
    }
  }

  async function stop() {
    stopping = true;
    clearTimeout(timer);
    await restarting;
    await postgres.stop();
  }

  return { url: () => postgres.url, reused: postgres.reused, stop, stopNow: () => postgres.stopNow() };
}
