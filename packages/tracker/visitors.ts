// Who has clicked what, for telling first clicks from repeats. A visitor on an offer is 64 bits of hash and a time, in a
// flat table that grows to a set size; then the table becomes the old generation and a new one begins, so memory is
// bounded and the oldest are forgotten first. The tables are saved now and then and survive a restart.
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

const ENTRY_WORDS = 3;
const FIRST_SLOTS = 1 << 12;
const FORMAT = 0x56495331; // "VIS1"

export interface VisitorKey {
  high: number;
  low: number;
}

const mix = (hash: number, word: number): number => {
  let value = Math.imul(hash ^ word, 0x9e3779b1);
  value ^= value >>> 15;
  return Math.imul(value, 0x85ebca77) ^ (value >>> 13);
};

/** one object, filled anew for each click: a key is used at once and never kept */
const key: VisitorKey = { high: 0, low: 0 };

export function visitorKey(
  tenant: number,
  offer: number,
  publisher: number,
  ip: readonly number[],
  agentHash: number,
): VisitorKey {
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

/** open addressing with linear probing; never more than two thirds full */
class Table {
  words: Uint32Array;
  used: number;

  constructor(words = new Uint32Array(FIRST_SLOTS * ENTRY_WORDS), used = 0) {
    this.words = words;
    this.used = used;
  }

  get slots(): number {
    return this.words.length / ENTRY_WORDS;
  }

  /** the entry of that key, or the empty one where it belongs */
  #locate({ high, low }: VisitorKey): number {
    const mask = this.slots - 1;
    let at = (low & mask) * ENTRY_WORDS;
    while (this.words[at + 1] !== 0 && (this.words[at] !== high || this.words[at + 1] !== low)) {
      at += ENTRY_WORDS;
      if (at === this.words.length) at = 0;
    }
    return at;
  }

  /** seconds; 0 where the key is unknown */
  time(visitor: VisitorKey): number {
    return this.words[this.#locate(visitor) + 2] ?? 0;
  }

  set(visitor: VisitorKey, seconds: number): void {
    const at = this.#locate(visitor);
    if (this.words[at + 1] === 0) this.used++;
    this.words[at] = visitor.high;
    this.words[at + 1] = visitor.low;
    this.words[at + 2] = seconds;
  }

  get isFull(): boolean {
    return this.used * 3 >= this.slots * 2;
  }

  grow(): void {
    const old = this.words;
    this.words = new Uint32Array(old.length * 2);
    this.used = 0;
    for (let at = 0; at < old.length; at += ENTRY_WORDS) {
      const low = old[at + 1] ?? 0;
      if (low !== 0) this.set({ high: old[at] ?? 0, low }, old[at + 2] ?? 0);
    }
  }
}

export class Visitors {
  readonly #mostSlots: number;
  #young = new Table();
  #old = new Table();
  #fresh: number[] = [];
  /** other workers want to hear of new visitors */
  isShared = false;

  /** two generations share the memory */
  constructor(memoryBytes: number) {
    const slots = memoryBytes / 2 / (ENTRY_WORDS * 4);
    this.#mostSlots = Math.max(FIRST_SLOTS, 2 ** Math.floor(Math.log2(slots)));
  }

  /** whether this visitor's last first click lies within the window */
  isRepeat(visitor: VisitorKey, nowMs: number, windowMs: number): boolean {
    const seconds = this.#young.time(visitor) || this.#old.time(visitor);
    return seconds !== 0 && nowMs - seconds * 1000 < windowMs;
  }

  /** a first click: the window begins */
  remember(visitor: VisitorKey, nowMs: number): void {
    const seconds = Math.floor(nowMs / 1000);
    if (this.isShared) this.#fresh.push(visitor.high, visitor.low, seconds);
    this.#add(visitor, seconds);
  }

  /** what was remembered here since the last call, for other workers to learn */
  takeFresh(): Uint32Array {
    const entries = Uint32Array.from(this.#fresh);
    this.#fresh = [];
    return entries;
  }

  learn(entries: Uint32Array): void {
    for (let at = 0; at + 2 < entries.length; at += ENTRY_WORDS) {
      this.#add({ high: entries[at] ?? 0, low: entries[at + 1] ?? 0 }, entries[at + 2] ?? 0);
    }
  }

  #add(visitor: VisitorKey, seconds: number): void {
    if (this.#young.isFull) {
      if (this.#young.slots < this.#mostSlots) this.#young.grow();
      else {
        this.#old = this.#young;
        this.#young = new Table();
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
    const tables: Table[] = [];
    let at = 0;
    while (at + 12 <= bytes.length) {
      const [format, length = 0, used = 0] = new Uint32Array(
        bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 12),
      );
      const end = at + 12 + length * 4;
      const slots = length / ENTRY_WORDS;
      if (format !== FORMAT || end > bytes.length || slots > this.#mostSlots || Math.log2(slots) % 1 !== 0)
        return false;
      tables.push(
        new Table(new Uint32Array(bytes.buffer.slice(bytes.byteOffset + at + 12, bytes.byteOffset + end)), used),
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
