// fdatasync, where it is cheapest. A quick disk (most answer within a tenth of a millisecond) is waited for on the spot:
// handing the call to libuv's pool and hearing back from it costs more than the wait, and on a machine with few cores the
// pool's threads take turns with the one that answers clicks. A disk that was slow is waited for in the pool, where it
// stops nobody, and tried again on the spot now and then; the more rarely the more often that went wrong, until a
// thousand in a row were quick.
import { fdatasync, fdatasyncSync } from 'node:fs';

export interface FlushCalls {
  here(handle: number): void;
  inPool(handle: number, done: (fault: Error | null) => void): void;
  nowMs(): number;
}

export type Flush = (handle: number, done: (fault: Error | null) => void) => void;

const SLOW_MS = 1;
const FIRST_TURNS = 256;
const MOST_TURNS = 65_536;
const TRUSTED_AFTER = 1_000;

const realCalls: FlushCalls = { here: fdatasyncSync, inPool: fdatasync, nowMs: () => performance.now() };

export function createFlush(calls: FlushCalls = realCalls): Flush {
  let turnsInPool = 0;
  let nextTurns = FIRST_TURNS;
  let quickInARow = 0;
  const judge = (tookMs: number): void => {
    if (tookMs > SLOW_MS) {
      quickInARow = 0;
      turnsInPool = nextTurns;
      nextTurns = Math.min(nextTurns * 2, MOST_TURNS);
    } else if (++quickInARow >= TRUSTED_AFTER) nextTurns = FIRST_TURNS;
  };
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
    judge(calls.nowMs() - began);
    done(fault);
  };
}
