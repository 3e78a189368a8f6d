// Tells the server how this tracker is: after every swap of the snapshot and every few seconds. Losing a report costs
// nothing; the next one says the same.
import { internalPaths, REPORT_EVERY_MS, type TrackerReport } from '@tributary/contract/tracker/tracker-wire';
import type { TrackerClock } from '../clock.ts';
import type { CallServer } from './server-calls.ts';

export interface ReporterOptions {
  read(): TrackerReport | null;
  /** the server has heard it */
  heard(report: TrackerReport): void;
  call: CallServer;
  clock: TrackerClock;
}

export class Reporter {
  readonly #read: () => TrackerReport | null;
  readonly #heard: (report: TrackerReport) => void;
  readonly #call: CallServer;
  readonly #clock: TrackerClock;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #again = false;

  constructor({ read, heard, call, clock }: ReporterOptions) {
    this.#read = read;
    this.#heard = heard;
    this.#call = call;
    this.#clock = clock;
  }

  start(): void {
    this.#timer = setInterval(() => void this.send(), REPORT_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** resolves once everything that was there to tell has been sent, or has failed to be */
  send(): Promise<void> {
    this.#again = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#sendOne();
    }
  }

  async #sendOne(): Promise<void> {
    const report = this.#read();
    if (!report) return;
    try {
      const body = JSON.stringify(report);
      const askedAt = this.#clock.own();
      const answer = await this.#call({ method: 'POST', path: internalPaths.ack, body, timeoutMs: REPORT_EVERY_MS });
      const heardAt = this.#clock.own();
      if (answer.status !== 200) return;
      this.#heard(report);
      const serverMs = serverTime(answer.body);
      if (serverMs !== null) this.#clock.learn(serverMs, askedAt, heardAt);
    } catch {
      // the snapshot's own poll says in the log that the server is away
    }
  }
}

/** null where an older server does not say */
function serverTime(body: Buffer): number | null {
  const reply: unknown = JSON.parse(body.toString());
  const now = typeof reply === 'object' && reply !== null && 'now' in reply ? reply.now : null;
  return typeof now === 'number' && Number.isFinite(now) ? now : null;
}
