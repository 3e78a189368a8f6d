// How often something may happen in a minute, for millions of somethings in bounded memory. Of each, one moment is kept:
// when it would be due if it came evenly. Whoever comes so early that this moment lies a whole minute ahead comes too
// often; only those comings are refused, the others pass. A minute later nothing needs to be remembered any more, so the
// table becomes the old generation every minute, or earlier where it is full.
import { type Key, mix, Slots, slotsIn } from './slots.ts';

export const RATE_WINDOW_MS = 60_000;
/** moments are kept in parts of a millisecond, so that hundreds of thousands a minute can be told apart */
const PARTS = 64;
const WINDOW = RATE_WINDOW_MS * PARTS;

export class Rates {
  readonly #mostSlots: number;
  #young = new Slots();
  #old = new Slots();
  #turnsAt = 0;

  /** two generations share the memory */
  constructor(memoryBytes: number) {
    this.#mostSlots = slotsIn(memoryBytes / 2);
  }

  /** counts it, unless it is beyond `limit` in a minute */
  allows(key: Key, nowMs: number, limit: number): boolean {
    if (nowMs >= this.#turnsAt || nowMs < this.#turnsAt - RATE_WINDOW_MS) this.#turn(nowMs);
    if (this.#young.isFull) {
      if (this.#young.count < this.#mostSlots) this.#young.grow();
      else this.#turn(nowMs);
    }
    const now = (nowMs * PARTS) >>> 0; // modulo 2³² parts: 18 hours, of which only two minutes matter
    const young = this.#young;
    const at = young.locate(key);
    const ahead = Math.max(0, ((young.valueAt(at) || this.#old.get(key) || now) - now) | 0);
    const every = WINDOW / limit;
    if (ahead > WINDOW - every) return false;
    young.fill(at, key, (now + ahead + Math.round(every)) >>> 0 || 1);
    return true;
  }

  /** as large as the last minute needed, so that it need not grow step by step again; what is older, or of a clock that was set
   * back, is forgotten */
  #turn(nowMs: number): void {
    const words = new Uint32Array(this.#young.words.length);
    const isRecent = nowMs >= this.#turnsAt - RATE_WINDOW_MS && nowMs < this.#turnsAt + RATE_WINDOW_MS;
    this.#old = isRecent ? this.#young : new Slots();
    this.#young = new Slots(words);
    this.#turnsAt = nowMs + RATE_WINDOW_MS;
  }

  get size(): number {
    return this.#young.used + this.#old.used;
  }
}

/** one object, filled anew each time: a key is used at once and never kept */
const shared: Key = { high: 0, low: 0 };

/** what is counted, told apart by the kind of count it is for */
export function rateKey(kind: number, a: number, b: number, c: number, d: number, e: number): Key {
  let high = mix(0x2545f491 ^ kind, a);
  let low = mix(0x27d4eb2f ^ kind, a);
  high = mix(mix(mix(mix(high, b), c), d), e);
  low = mix(mix(mix(mix(low, b ^ 0x5bd1e995), c), d ^ 0x5bd1e995), e);
  shared.high = high >>> 0;
  shared.low = low >>> 0 || 1;
  return shared;
}
