// What may come in floods (refused calls, calls of an API key) is recorded once an hour for each key. This process remembers which
// it has, so that most calls ask the database nothing; the table's unique key holds between processes.
import { type Clock, HOUR_MS } from '../../platform/clock.ts';

/** so many keys of one hour are remembered; beyond them the table's own key decides */
const MOST_KEYS = 20_000;

export interface Hourly {
  /** runs once an hour for a key; one that fails is tried again at the next call */
  first(key: string, record: (once: string) => Promise<void>): Promise<void>;
}

export function createHourly(clock: Clock): Hourly {
  let hour = 0;
  const noted = new Set<string>();
  return {
    first: async (key, record) => {
      const now = Math.floor(clock.now().getTime() / HOUR_MS);
      if (now !== hour || noted.size >= MOST_KEYS) noted.clear();
      hour = now;
      if (noted.has(key)) return;
      await record(`${key}|${now}`);
      noted.add(key);
    },
  };
}
