// fdatasync, where it is cheapest. A quick disk (most answer within a tenth of a millisecond) is waited for on the spot:
// handing the call to libuv's pool and hearing back from it costs more than the wait, and on a machine with few cores the
// pool's threads take turns with the one that answers clicks. A disk that was slow is waited for in the pool, where it
// stops nobody, and tried again on the spot now and then, the more rarely the more often it was slow.
import { fdatasync, fdatasyncSync } from 'node:fs';

export interface FlushCalls {
  here(handle: number): void;
  inPool(handle: number, done: (fault: Error | null) => void): void;
  nowMs(): number;
}

export type Flush = (handle: number, done: (fault: Error | null) => void) => void;

const SLOW_MS = 1;
const FIRST_TURNS = 64;
const MOST_TURNS = 16_384;

const realCalls: FlushCalls = { here: fdatasyncSync, inPool: fdatasync, nowMs: () => performance.now() };

export function createFlush(calls: FlushCalls = realCalls): Flush {
  let turnsInPool = 0;
  let nextTurns = FIRST_TURNS;
  return (handle, done) => {
    if (turnsInPool > 0) {
      turnsInPool--;
      calls.inPool(handle, done);
      return;
    }
    const began = calls.nowMs();
    let fault: Error | null = null;
    try {
      calls.here(handle);
    } catch (thrown) {
      fault = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
    if (calls.nowMs() - began > SLOW_MS) {
      turnsInPool = nextTurns;
      nextTurns = Math.min(nextTurns * 2, MOST_TURNS);
    } else nextTurns = FIRST_TURNS;
    done(fault);
  };
}
