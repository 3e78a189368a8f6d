// A cache that forgets in bulk: when the young generation is full it becomes the old one, and the old one goes. Used
// entries move back to the young, so what is in use stays. No list to relink on a hit, as an LRU would have.

export class TwoGenerations<Value> {
  readonly #limit: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** holds at least the `limit` entries used last, at most twice as many */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const found = this.#young.get(key);
    if (found !== undefined) return found;
    const older = this.#old.get(key);
    if (older !== undefined) this.add(key, older);
    return older;
  }

  add(key: string, value: Value): Value {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
