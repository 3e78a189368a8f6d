// Whether most clicks seem to come from one address. Behind a proxy that TRUSTED_PROXIES does not name they do, and then
// limits per address would refuse good clicks; but a flood looks the same. So an alarm is raised at once, and limits are
// lifted for that address only after it has had its share of a whole day: no flood can buy its way out by being large.
// The commonest are found among a fixed number of counters: whoever has more than a sixteenth is surely among them.

const COUNTERS = 16;
const SHARE = 0.3;
const DAY_MS = 24 * 3_600_000;
/** below this a share says nothing */
const ENOUGH = 10_000;

export interface Dominance {
  /** 0–1, of the clicks since the counting began */
  share: number;
  /** for the whole of the day before: limits are lifted for this address */
  isExempt: boolean;
}

export class OneAddress {
  readonly #keys = new Float64Array(COUNTERS);
  readonly #counts = new Float64Array(COUNTERS);
  #total = 0;
  #since = 0;
  #exempt = -1;

  /** counts the click, too */
  isExempt(a: number, b: number, nowMs: number): boolean {
    if (nowMs - this.#since >= DAY_MS || nowMs < this.#since) this.#newDay(nowMs);
    const key = a * 0x1_0000_0000 + (b >>> 0);
    this.#count(key);
    return key === this.#exempt;
  }

  /** what stands in no counter takes the smallest one over, with its count: an upper bound, off by a sixteenth at most */
  #count(key: number): void {
    this.#total++;
    let least = 0;
    for (let at = 0; at < COUNTERS; at++) {
      const count = this.#counts[at] ?? 0;
      if (count > 0 && this.#keys[at] === key) {
        this.#counts[at] = count + 1;
        return;
      }
      if (count < (this.#counts[least] ?? 0)) least = at;
    }
    this.#keys[least] = key;
    this.#counts[least] = (this.#counts[least] ?? 0) + 1;
  }

  #newDay(nowMs: number): void {
    const most = this.#most();
    const wasWholeDay = this.#since > 0 && nowMs > this.#since;
    this.#exempt = wasWholeDay && this.#isDominant() ? (this.#keys[most] ?? -1) : -1;
    this.#counts.fill(0);
    this.#total = 0;
    this.#since = nowMs;
  }

  #most(): number {
    let most = 0;
    for (let at = 1; at < COUNTERS; at++) if ((this.#counts[at] ?? 0) > (this.#counts[most] ?? 0)) most = at;
    return most;
  }

  #share(): number {
    return this.#total === 0 ? 0 : (this.#counts[this.#most()] ?? 0) / this.#total;
  }

  #isDominant(): boolean {
    // the bound is too high by a sixteenth at most: what is above both is above the share
    return this.#total >= ENOUGH && this.#share() - 1 / COUNTERS > SHARE;
  }

  /** null where clicks come from many places, as they should */
  get dominance(): Dominance | null {
    if (this.#exempt >= 0) return { share: this.#share(), isExempt: true };
    return this.#isDominant() ? { share: this.#share(), isExempt: false } : null;
  }
}
