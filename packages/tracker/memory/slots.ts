// A flat table of 12-byte slots: 64 bits of a hash and 32 of whatever is remembered about it. Open addressing with linear
// probing, never more than two thirds full; no object per entry, so a million of them cost the collector nothing.

export const SLOT_WORDS = 3;
export const FIRST_SLOTS = 1 << 12;

export interface Key {
  high: number;
  /** never 0: an all-zero slot is an empty one */
  low: number;
}

export const mix = (hash: number, word: number): number => {
  let value = Math.imul(hash ^ word, 0x9e3779b1);
  value ^= value >>> 15;
  return Math.imul(value, 0x85ebca77) ^ (value >>> 13);
};

/** the largest power of two that fits this many bytes */
export const slotsIn = (bytes: number): number =>
  Math.max(FIRST_SLOTS, 2 ** Math.floor(Math.log2(bytes / (SLOT_WORDS * 4))));

export class Slots {
  words: Uint32Array;
  used: number;

  constructor(words = new Uint32Array(FIRST_SLOTS * SLOT_WORDS), used = 0) {
    this.words = words;
    this.used = used;
  }

  get count(): number {
    return this.words.length / SLOT_WORDS;
  }

  /** where the key stands, or the empty slot where it belongs; good until the table grows */
  locate({ high, low }: Key): number {
    const { words } = this;
    const mask = this.count - 1;
    let at = (low & mask) * SLOT_WORDS;
    while (words[at + 1] !== 0 && (words[at] !== high || words[at + 1] !== low)) {
      at += SLOT_WORDS;
      if (at === words.length) at = 0;
    }
    return at;
  }

  /** 0 where the slot is empty */
  valueAt(at: number): number {
    return this.words[at + 2] ?? 0;
  }

  fill(at: number, key: Key, value: number): void {
    const { words } = this;
    if (words[at + 1] === 0) {
      this.used++;
      words[at] = key.high;
      words[at + 1] = key.low;
    }
    words[at + 2] = value;
  }

  /** 0 where the key is unknown */
  get(key: Key): number {
    return this.valueAt(this.locate(key));
  }

  set(key: Key, value: number): void {
    this.fill(this.locate(key), key, value);
  }

  get isFull(): boolean {
    return this.used * 3 >= this.count * 2;
  }

  grow(): void {
    const old = this.words;
    this.words = new Uint32Array(old.length * 2);
    this.used = 0;
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      const low = old[at + 1] ?? 0;
      if (low !== 0) this.set({ high: old[at] ?? 0, low }, old[at + 2] ?? 0);
    }
  }
}
