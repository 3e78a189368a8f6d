// Tells the server how this tracker is: after every swap of the snapshot and every few seconds. Losing a report costs
// nothing; the next one says the same.
import { internalPaths, REPORT_EVERY_MS, type TrackerReport } from '@tributary/contract/tracker/tracker-wire';
import type { TrackerClock } from '../clock.ts';
import type { CallServer } from './server-calls.ts';

export class Reporter {
  readonly #read: () => TrackerReport | null;
  readonly #call: CallServer;
  readonly #clock: TrackerClock;
  #timer: NodeJS.Timeout | undefined;
  #sending = false;
  #again = false;

  constructor(read: () => TrackerReport | null, call: CallServer, clock: TrackerClock) {
    this.#read = read;
    this.#call = call;
    this.#clock = clock;
  }

  start(): void {
    this.#timer = setInterval(() => void this.send(), REPORT_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async send(): Promise<void> {
    if (this.#sending) {
      this.#again = true;
      return;
    }
    const report = this.#read();
    if (!report) return;
    this.#sending = true;
    try {
      const body = JSON.stringify(report);
      const askedAt = this.#clock.own();
      const answer = await this.#call({ method: 'POST', path: internalPaths.ack, body, timeoutMs: REPORT_EVERY_MS });
      const heardAt = this.#clock.own();
      const serverMs = answer.status === 200 ? serverTime(answer.body) : null;
      if (serverMs !== null) this.#clock.learn(serverMs, askedAt, heardAt);
    } catch {
      // the snapshot's own poll says in the log that the server is away
    } finally {
      this.#sending = false;
      if (this.#again) {
        this.#again = false;
        void this.send();
      }
    }
  }
}

/** null where an older server does not say */
function serverTime(body: Buffer): number | null {
  const reply: unknown = JSON.parse(body.toString());
  const now = typeof reply === 'object' && reply !== null && 'now' in reply ? reply.now : null;
  return typeof now === 'number' && Number.isFinite(now) ? now : null;
}
