// Who has clicked what, for telling first clicks from repeats. A visitor on an offer is 64 bits of hash and a time, in a
// flat table that grows to a set size; then the table becomes the old generation and a new one begins, so memory is
// bounded and the oldest are forgotten first. The tables are saved now and then and survive a restart.
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Log } from '../log.ts';
import { type Key, mix, SLOT_WORDS, Slots, slotsIn } from './slots.ts';
import { VisitorLog } from './visitor-log.ts';

const FORMAT = 0x56495331; // "VIS1"

/** one object, filled anew for each click: a key is used at once and never kept */
const key: Key = { high: 0, low: 0 };

export function visitorKey(
  tenant: number,
  offer: number,
  publisher: number,
  ip: readonly number[],
  agentHash: number,
): Key {
  let high = mix(0x2545f491, tenant);
  let low = mix(0x27d4eb2f, offer);
  for (const word of [offer, publisher, ip[0] ?? 0, ip[1] ?? 0, ip[2] ?? 0, ip[3] ?? 0, agentHash]) {
    high = mix(high, word);
    low = mix(low, word ^ 0x5bd1e995);
  }
  key.high = high >>> 0;
  key.low = low >>> 0 || 1; // an all-zero entry means an empty slot
  return key;
}

export class Visitors {
  readonly #mostSlots: number;
  #young = new Slots();
  #old = new Slots();
  #shared: VisitorLog | null = null;

  /** two generations share the memory */
  constructor(memoryBytes: number) {
    this.#mostSlots = slotsIn(memoryBytes / 2);
  }

  /** whether this visitor's last first click lies within the window */
  isRepeat(visitor: Key, nowMs: number, windowMs: number): boolean {
    const seconds = this.#young.get(visitor) || this.#old.get(visitor);
    return seconds !== 0 && nowMs - seconds * 1000 < windowMs;
  }

  /** from now on the workers of this machine remember together */
  share(directory: string, log: Log): VisitorLog {
    this.#shared = new VisitorLog(directory, this, log);
    return this.#shared;
  }

  /** whether this is the visitor's first click within the window; from then on it is known, here and to other workers */
  claim(visitor: Key, nowMs: number, windowMs: number): boolean {
    if (this.isRepeat(visitor, nowMs, windowMs)) return false;
    if (this.#shared) return this.#shared.claim(visitor, nowMs, windowMs);
    this.#add(visitor, Math.floor(nowMs / 1000));
    return true;
  }

  /** what another worker, or a log from before a restart, says */
  learn(visitor: Key, seconds: number): void {
    if ((this.#young.get(visitor) || this.#old.get(visitor)) < seconds) this.#add(visitor, seconds);
  }

  #add(visitor: Key, seconds: number): void {
    if (this.#young.isFull) {
      if (this.#young.count < this.#mostSlots) this.#young.grow();
      else {
        this.#old = this.#young;
        this.#young = new Slots();
      }
    }
    this.#young.set(visitor, seconds);
  }

  get size(): number {
    return this.#young.used + this.#old.used;
  }

  async save(file: string): Promise<void> {
    const target = await open(`${file}.new`, 'w', 0o600);
    try {
      for (const { words, used } of [this.#young, this.#old]) {
        await target.write(new Uint8Array(Uint32Array.of(FORMAT, words.length, used).buffer));
        await target.write(new Uint8Array(words.buffer.slice(0)));
      }
    } finally {
      await target.close();
    }
    await rename(`${file}.new`, file);
  }

  /** false where there is nothing usable; visitors then count as new */
  load(file: string): boolean {
    if (!existsSync(file)) return false;
    const bytes = readFileSync(file);
    const tables: Slots[] = [];
    let at = 0;
    while (at + 12 <= bytes.length) {
      const [format, length = 0, used = 0] = new Uint32Array(
        bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 12),
      );
      const end = at + 12 + length * 4;
      const slots = length / SLOT_WORDS;
      if (format !== FORMAT || end > bytes.length || slots > this.#mostSlots || Math.log2(slots) % 1 !== 0)
        return false;
      tables.push(
        new Slots(new Uint32Array(bytes.buffer.slice(bytes.byteOffset + at + 12, bytes.byteOffset + end)), used),
      );
      at = end;
    }
    const [young, old] = tables;
    if (!young || !old) return false;
    this.#young = young;
    this.#old = old;
    return true;
  }
}
