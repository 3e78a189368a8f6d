// Rate rules as token buckets in memory: a bucket holds the rule's limit and refills evenly over its period. One api
// process serves an installation by default; more of them each allow the limit.
import { type RateRule, rateRules } from '@tributary/contract';
import type { Clock } from '../platform/clock.ts';
import { Fault } from '../platform/fault.ts';

interface Bucket {
  tokens: number;
  at: number;
}

export interface RateLimiter {
  take(rule: RateRule, subject: string): void;
}

const MAX_BUCKETS = 100_000;

export function createRateLimiter(scale: number, clock: Clock, refused: (rule: RateRule) => void): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take: (rule, subject) => {
      const { limit: base, perSeconds } = rateRules[rule];
      const limit = base * scale;
      const perMs = limit / (perSeconds * 1_000);
      const now = clock.now().getTime();
      const name = `${rule}|${subject}`;
      const known = buckets.get(name);
      const tokens = known ? Math.min(limit, known.tokens + (now - known.at) * perMs) : limit;
      // re-inserting keeps the map in order of use, so the oldest are the ones dropped
      buckets.delete(name);
      if (buckets.size >= MAX_BUCKETS) dropOldest(buckets);
      if (tokens < 1) {
        buckets.set(name, { tokens, at: now });
        refused(rule);
        throw new Fault('rate_limited', undefined, {
          retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / perMs / 1_000)),
        });
      }
      buckets.set(name, { tokens: tokens - 1, at: now });
    },
  };
}

function dropOldest(buckets: Map<string, Bucket>): void {
  for (const name of buckets.keys()) {
    buckets.delete(name);
    if (buckets.size < MAX_BUCKETS * 0.9) return;
  }
}
