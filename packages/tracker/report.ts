// Tells the server how this tracker is: after every swap of the snapshot and every few seconds. Losing a report costs
// nothing; the next one says the same.
import { internalPaths, REPORT_EVERY_MS, type TrackerReport } from '@tributary/contract/tracker-wire';
import type { CallServer } from './server-calls.ts';

export class Reporter {
  readonly #read: () => TrackerReport | null;
  readonly #call: CallServer;
  #timer: NodeJS.Timeout | undefined;
  #sending = false;
  #again = false;

  constructor(read: () => TrackerReport | null, call: CallServer) {
    this.#read = read;
    this.#call = call;
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
      await this.#call({ method: 'POST', path: internalPaths.ack, body, timeoutMs: REPORT_EVERY_MS });
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
