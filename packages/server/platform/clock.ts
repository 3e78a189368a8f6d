// Time comes from here, so that a test can move it. Rows are stamped with it too; SQL's now() is never business time.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export class FakeClock implements Clock {
  #at: number;
  constructor(start: Date = new Date()) {
    this.#at = start.getTime();
  }
  now(): Date {
    return new Date(this.#at);
  }
  advance(ms: number): void {
    this.#at += ms;
  }
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** how times travel on our own wire */
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
