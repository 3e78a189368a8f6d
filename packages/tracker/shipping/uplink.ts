// The worker's end of the uplink: a thread of its own that holds everything said to the server (shipments, leases, the
// snapshot's poll, reports). What a client of HTTP does never takes a turn of the loop that answers clicks, and the code
// that both share inside Node stays as fast for clicks as if there were no client.
import { Worker as Thread } from 'node:worker_threads';
import type { Fields, Log } from '../log.ts';
import type { SpoolDirectory } from '../spool/segments.ts';
import { type CallServer, type ServerAnswer, type ServerCall, STOPPING } from './server-calls.ts';
import type { OpenSegment, SpoolLag, SpoolPosition } from './ship.ts';

/** what the thread is born with */
export interface UplinkData {
  serverUrl: string;
  token: string;
  directory: SpoolDirectory;
  /** the first worker also ships what workers beyond this number have left; null for the others */
  orphans: { dataDir: string; workers: number } | null;
}

/** from the worker to its uplink */
export type Order =
  | { kind: 'call'; ticket: number; call: ServerCall }
  | { kind: 'open-segment'; ticket: number; at: SpoolPosition | null }
  | { kind: 'ship' }
  | { kind: 'stop' };

/** from the uplink to its worker */
export type FromThread =
  | { kind: 'answer'; ticket: number; status: number; body: Uint8Array }
  | { kind: 'no-answer'; ticket: number; reason: string }
  | { kind: 'open-segment-wanted'; ticket: number }
  | { kind: 'lag'; lag: SpoolLag }
  | { kind: 'log'; level: keyof Log; message: string; fields: Fields | undefined }
  | { kind: 'stopped' };

export interface UplinkOptions extends Omit<UplinkData, 'serverUrl'> {
  serverUrl: URL;
  openSegment: OpenSegment;
  onFirstLag(): void;
  log: Log;
}

interface Waiting {
  resolve(answer: ServerAnswer): void;
  reject(fault: Error): void;
  limit: NodeJS.Timeout;
}

const HANGING_MS = 1_000;

/** beside this file, built like it; while developing both are TypeScript, which a thread must first learn to read */
function startThread(workerData: UplinkData): Thread {
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(`./uplink-thread.${isSource ? 'ts' : 'js'}`, import.meta.url);
  if (!isSource) return new Thread(file, { workerData });
  const start = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(file.href)}); })`;
  return new Thread(start, { workerData, eval: true, execArgv: [] });
}

export class Uplink {
  readonly #thread: Thread;
  readonly #options: UplinkOptions;
  readonly #waiting = new Map<number, Waiting>();
  #ticket = 0;
  #isClosed = false;
  #stopped: (() => void) | undefined;
  /** null until the spool has been looked at */
  lag: SpoolLag | null = null;

  constructor(options: UplinkOptions) {
    const { serverUrl, token, directory, orphans } = options;
    this.#options = options;
    this.#thread = startThread({ serverUrl: serverUrl.href, token, directory, orphans });
    this.#thread.on('message', (message: FromThread) => this.#hear(message));
    // a fault of the thread is one of the process: thrown here it ends as every other does
    this.#thread.on('error', (fault) => {
      throw fault;
    });
    this.#thread.on('exit', () => {
      if (!this.#isClosed) throw new Error('the uplink ended by itself');
    });
  }

  readonly call: CallServer = (call) =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error(STOPPING);
      const ticket = ++this.#ticket;
      // the thread keeps the time; this is for one that hangs
      const limit = setTimeout(() => {
        this.#waiting.delete(ticket);
        reject(new Error('the uplink does not answer'));
      }, call.timeoutMs + HANGING_MS).unref();
      this.#waiting.set(ticket, { resolve, reject, limit });
      this.#tell({ kind: 'call', ticket, call });
    });

  ship(): void {
    this.#tell({ kind: 'ship' });
  }

  /** resolves after one last shipment */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopped = resolve;
      this.#tell({ kind: 'stop' });
    });
  }

  /** ends what is under way, the long poll above all */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject, limit } of this.#waiting.values()) {
      clearTimeout(limit);
      reject(new Error(STOPPING));
    }
    this.#waiting.clear();
    await this.#thread.terminate();
  }

  #tell(order: Order): void {
    this.#thread.postMessage(order);
  }

  #hear(message: FromThread): void {
    if (message.kind === 'open-segment-wanted') void this.#tellOpenSegment(message.ticket);
    else if (message.kind === 'lag') this.#learnLag(message.lag);
    else if (message.kind === 'log') this.#options.log[message.level](message.message, message.fields);
    else if (message.kind === 'stopped') this.#stopped?.();
    else this.#answer(message);
  }

  #learnLag(lag: SpoolLag): void {
    const isFirst = this.lag === null;
    this.lag = lag;
    if (isFirst) this.#options.onFirstLag();
  }

  #answer(message: Extract<FromThread, { ticket: number }>): void {
    const waiting = this.#waiting.get(message.ticket);
    this.#waiting.delete(message.ticket);
    clearTimeout(waiting?.limit);
    if (message.kind === 'answer') {
      const { status, body } = message;
      waiting?.resolve({ status, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
    } else if (message.kind === 'no-answer') waiting?.reject(new Error(message.reason));
  }

  async #tellOpenSegment(ticket: number): Promise<void> {
    this.#tell({ kind: 'open-segment', ticket, at: await this.#options.openSegment() });
  }
}
