import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { MAX_IN_FLIGHT, runBulk } from './bulk.ts';

const refused = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError({ kind: 'refused', status, code: null, message: null, retryAfterSeconds, requestId: null });
const items = Array.from({ length: 200 }, (_, index) => index);
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('a bulk action', () => {
  it('makes each call once, never more than twenty at a time', async () => {
    let inFlight = 0;
    let most = 0;
    const calls: number[] = [];
    const { done, failed } = await runBulk(items, async (item) => {
      calls.push(item);
      most = Math.max(most, ++inFlight);
      await later();
      inFlight--;
    });
    expect([done.length, failed.length, most]).toEqual([200, 0, MAX_IN_FLIGHT]);
    expect(new Set(calls).size).toBe(200);
  });

  it('waits as long as a 429 asks and tries again', async () => {
    const waits: number[] = [];
    const tried = new Map<number, number>();
    const run = async (item: number) => {
      const attempt = (tried.get(item) ?? 0) + 1;
      tried.set(item, attempt);
      if (item % 10 === 0 && attempt < 3) throw refused(429, 2);
    };
    const { done } = await runBulk(items, run, { wait: async (ms) => void waits.push(ms) });
    expect(done).toHaveLength(200);
    expect(waits).toHaveLength(40);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000);
  });

  it('goes on when one fails, and says which', async () => {
    const seen: number[] = [];
    const { done, failed } = await runBulk(
      items,
      async (item) => {
        if (item === 7) throw refused(404);
      },
      { onProgress: (finished) => seen.push(finished) },
    );
    expect(done).toHaveLength(199);
    expect(failed.map(({ item }) => item)).toEqual([7]);
    expect(seen.at(-1)).toBe(200);
  });

  it('gives up on a server that never stops saying 429', async () => {
    const { failed } = await runBulk([1], () => Promise.reject(refused(429)), { wait: async () => undefined });
    expect(failed).toHaveLength(1);
  });
});
