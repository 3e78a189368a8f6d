// Many calls as one piece of work: at most twenty in flight, a refusal for going too fast is waited out and tried
// again, and the rest goes on when one fails.
import { ApiError } from '../api/api-error.ts';

export const MAX_IN_FLIGHT = 20;
const MAX_ATTEMPTS = 8;
const DEFAULT_WAIT_SECONDS = 1;

export interface BulkOutcome<Item> {
  done: Item[];
  failed: { item: Item; error: unknown }[];
}

export interface BulkOptions {
  onProgress?: (finished: number) => void;
  wait?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** how long a 429 asks to wait, in seconds; null for any other failure */
function askedToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused' || error.failure.status !== 429) return null;
  return error.failure.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
}

/** makes one call; where the server says 429 it waits as long as it is told and tries again */
export async function patiently<T>(run: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const seconds = askedToWait(error);
      if (seconds === null || attempt >= MAX_ATTEMPTS) throw error;
      await wait(seconds * 1000 + Math.random() * 250);
    }
  }
}

export async function runBulk<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
  { onProgress, wait }: BulkOptions = {},
): Promise<BulkOutcome<Item>> {
  const outcome: BulkOutcome<Item> = { done: [], failed: [] };
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of queue) {
      try {
        await patiently(() => run(item), wait);
        outcome.done.push(item);
      } catch (error) {
        outcome.failed.push({ item, error });
      }
      onProgress?.(outcome.done.length + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, items.length) }, worker));
  return outcome;
}
