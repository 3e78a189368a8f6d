// Recurring work: one job's row a task, kept for good. Done, it waits for its next time instead of ending, so lane, lease and
// tries are those of every job: one killed midway is taken up when its lease is over, a long one stands in nobody's way, and
// a time that was missed while everything was off comes once.
import type { Lane, Work } from './topics.ts';

export interface RecurringTask {
  name: string;
  everyMs: number;
  lane: Lane;
  run(): Promise<void>;
}

const RETRY_AFTER_SECONDS = [5, 30, 120, 600] as const;

export const workOf = ({ name, everyMs, lane, run }: RecurringTask): Work => ({
  handler: name,
  lane,
  everyMs,
  retryAfterSeconds: RETRY_AFTER_SECONDS.filter((seconds) => seconds * 1_000 <= everyMs),
  run,
});
