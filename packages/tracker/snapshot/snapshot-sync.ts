// Follows the server's snapshot: a long poll that returns as soon as something changes, applied and acknowledged at once,
// so that a change in the panel is live within two seconds and the panel can say so.
import { setTimeout as sleep } from 'node:timers/promises';
import { internalPaths, SNAPSHOT_WAIT_MS } from '@tributary/contract/tracker/tracker-wire';
import { type Log, reasonOf } from '../log.ts';
import type { CallServer } from '../shipping/server-calls.ts';
import type { SnapshotStore } from './snapshot-store.ts';

const FIRST_RETRY_MS = 100;
const SLOWEST_RETRY_MS = 1_500;

export interface SyncOptions {
  store: SnapshotStore;
  call: CallServer;
  trackerId: string;
  log: Log;
  /** after each swap */
  onSwap(): void;
}

export class SnapshotSync {
  readonly #options: SyncOptions;
  #stopped = false;
  #refetch = false;
  /** the server has answered at least once, with a snapshot or without */
  hasAsked = false;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#follow();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #follow(): Promise<void> {
    const { log } = this.#options;
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stopped) {
      try {
        await this.#ask();
        retryMs = FIRST_RETRY_MS;
      } catch (fault) {
        if (this.#stopped) return;
        if (retryMs === FIRST_RETRY_MS) log.warn('the snapshot cannot be followed', { reason: reasonOf(fault) });
        await sleep(retryMs);
        retryMs = Math.min(retryMs * 2, SLOWEST_RETRY_MS);
      }
    }
  }

  async #ask(): Promise<void> {
    const { store, call, trackerId, onSwap, log } = this.#options;
    const after = this.#refetch ? 0 : store.current.version;
    const path = `${internalPaths.snapshot}?after=${after}&tracker=${trackerId}`;
    const answer = await call({ method: 'GET', path, timeoutMs: SNAPSHOT_WAIT_MS + 10_000 });
    this.hasAsked = true;
    if (answer.status === 204) return;
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status} for the snapshot`);
    try {
      await store.apply(answer.body);
      this.#refetch = false;
    } catch (fault) {
      this.#refetch = true; // a patch that does not fit: ask for everything
      throw fault;
    }
    log.info('snapshot in force', { version: store.current.version, bytes: answer.body.length });
    onSwap();
  }
}
