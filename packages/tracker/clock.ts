// What time it is. Clicks, leases and commits are dated by this machine's clock, unless it differs from the server's by more
// than seconds: then by the server's, as last heard, so that nothing is booked on a day that it did not happen on.
import { CLOCK_TOLERANCE_MS } from '@tributary/contract/tracker/tracker-wire';

export class TrackerClock {
  readonly #own: () => number;
  #correctionMs = 0;
  /** the server's time less ours; null until it has been heard */
  differenceMs: number | null = null;

  constructor(own: () => number = Date.now) {
    this.#own = own;
  }

  readonly now = (): number => this.#own() + this.#correctionMs;

  /** this machine's clock as it stands, for asking with */
  readonly own = (): number => this.#own();

  /** what the server's clock showed somewhere between two moments of our own */
  learn(serverMs: number, askedAt: number, heardAt: number): void {
    const differenceMs = Math.round(serverMs - (askedAt + heardAt) / 2);
    const doubtMs = Math.max(0, heardAt - askedAt) / 2;
    this.differenceMs = differenceMs;
    this.#correctionMs = Math.abs(differenceMs) > CLOCK_TOLERANCE_MS + doubtMs ? differenceMs : 0;
  }
}
