import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const pollMs = 100;
const heartbeatMs = 10_000;

/**
 * Waits, however long it takes, until `url` answers 200.
 * @param {string} name as in "the server"
 * @param {string} url
 * @param {AbortSignal} signal
 */
export async function waitUntilReady(name, url, signal) {
  const startedAt = Date.now();
  let nextHeartbeat = startedAt + heartbeatMs;
  while ((await statusOf(url)) !== 200) {
    await sleep(pollMs, undefined, { signal });
    if (Date.now() < nextHeartbeat) continue;
    say(`waiting for ${name}… ${Math.round((Date.now() - startedAt) / 1000)} s`);
    nextHeartbeat += heartbeatMs;
  }
  signal.throwIfAborted();
}

/** Without keep-alive: an idle connection of ours would hold up the server's shutdown. */
function statusOf(url) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}
