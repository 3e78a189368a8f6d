// How the workers of one machine agree on who was first. A worker that does not know a visitor appends it to a log that all
// share and reads what stands there: the kernel puts appends in one order, the same for all, and the first of two decides.
// No worker waits for another, and nothing is sent: it is one write to and one read from the page cache, as for the spool
// (docs/decisions/0022). Known visitors, which are most of any flood, cost neither.
//
// A log is a run of 16-byte entries: two words of the visitor's hash, the time in seconds, a mark of who wrote it. When it is
// long enough it is sealed; what stands behind the seal is void and written again in the next one.
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, reasonOf } from '../log.ts';
import { random32 } from '../random.ts';
import type { Key } from './slots.ts';

const ENTRY_BYTES = 16;
/** a sixteen-byte entry never lies across two blocks, so a full disk takes all of it or nothing */
const LOG_BYTES = 16 * 1024 * 1024;
/** more than what is new between two savings of a worker's memory */
const KEPT_LOGS = 4;
const SEAL = 0xffffffff;

/** who remembers what is read; asked in the log's order */
export interface Memory {
  isRepeat(visitor: Key, nowMs: number, windowMs: number): boolean;
  learn(visitor: Key, seconds: number): void;
}

interface Claim {
  mark: number;
  nowMs: number;
  windowMs: number;
}

export class VisitorLog {
  readonly #directory: string;
  readonly #memory: Memory;
  readonly #log: Log;
  readonly #logBytes: number;
  readonly #piece = Buffer.allocUnsafeSlow(64 * 1024);
  readonly #entry = Buffer.alloc(ENTRY_BYTES);
  /** filled anew for each entry */
  readonly #visitor: Key = { high: 0, low: 0 };
  #mark = random32();
  #number = 0;
  #file = -1;
  #position = 0;
  #isFailing = false;

  constructor(directory: string, memory: Memory, log: Log, logBytes = LOG_BYTES) {
    this.#directory = directory;
    this.#memory = memory;
    this.#log = log;
    this.#logBytes = logBytes;
    mkdirSync(directory, { recursive: true });
    this.#open(this.#kept()[0] ?? 1);
    this.follow();
  }

  /** whether the visitor, not known here, was not known anywhere; from then on it is */
  claim(visitor: Key, nowMs: number, windowMs: number): boolean {
    const seconds = Math.floor(nowMs / 1000);
    const { high, low } = visitor;
    try {
      for (;;) {
        this.#mark = (this.#mark + 1) >>> 0;
        const claim = { mark: this.#mark, nowMs, windowMs };
        this.#append(high, low, seconds, claim.mark);
        const isFirst = this.#read(claim);
        if (isFirst === null) continue; // it stands behind a seal
        this.#isFailing = false;
        return isFirst;
      }
    } catch (fault) {
      this.#fail(fault);
      this.#memory.learn({ high, low }, seconds);
      return true;
    }
  }

  /** what the others have written meanwhile; now and then, so that no click has to read much */
  follow(): void {
    try {
      this.#read(null);
    } catch (fault) {
      this.#fail(fault);
    }
  }

  close(): void {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
  }

  #append(high: number, low: number, seconds: number, mark: number): void {
    this.#entry.writeUInt32LE(high, 0);
    this.#entry.writeUInt32LE(low, 4);
    this.#entry.writeUInt32LE(seconds, 8);
    this.#entry.writeUInt32LE(mark, 12);
    if (this.#file < 0) this.#open(this.#number);
    if (writeSync(this.#file, this.#entry) !== ENTRY_BYTES) throw new Error('an entry was cut short');
  }

  /** to the end of the last log; what the claim's own entry meets there, or null where it was not met */
  #read(claim: Claim | null): boolean | null {
    let isFirst: boolean | null = null;
    for (;;) {
      if (this.#file < 0) this.#open(this.#number);
      const read = readSync(this.#file, this.#piece, 0, this.#piece.length, this.#position);
      const whole = read - (read % ENTRY_BYTES);
      let isSealed = false;
      for (let at = 0; at < whole && !isSealed; at += ENTRY_BYTES) {
        this.#position += ENTRY_BYTES;
        const found = this.#take(at, claim);
        isSealed = found === 'sealed';
        if (typeof found === 'boolean') isFirst = found;
      }
      if (isSealed) this.#next();
      else if (whole < this.#piece.length) break;
    }
    if (this.#position >= this.#logBytes) this.#append(SEAL, 0, 0, 0);
    return isFirst;
  }

  #take(at: number, claim: Claim | null): boolean | 'sealed' | null {
    const high = this.#piece.readUInt32LE(at);
    const low = this.#piece.readUInt32LE(at + 4);
    if (low === 0) return high === SEAL ? 'sealed' : null; // zeros: what a power failure left
    const visitor = this.#visitor;
    visitor.high = high;
    visitor.low = low;
    const isOwn = claim !== null && this.#piece.readUInt32LE(at + 12) === claim.mark;
    const isFirst = isOwn ? !this.#memory.isRepeat(visitor, claim.nowMs, claim.windowMs) : null;
    this.#memory.learn(visitor, this.#piece.readUInt32LE(at + 8));
    return isFirst;
  }

  #kept(): number[] {
    return readdirSync(this.#directory)
      .flatMap((name) => (/^\d+\.log$/.test(name) ? [Number.parseInt(name, 10)] : []))
      .sort((a, b) => a - b);
  }

  /** the next one, or the oldest that is left where this worker has slept for long: a removed one must not begin anew */
  #next(): void {
    const after = this.#number + 1;
    const later = this.#kept().filter((number) => number >= after);
    this.#open(later[0] ?? after);
    for (const number of this.#kept()) {
      if (number <= this.#number - KEPT_LOGS) rmSync(join(this.#directory, `${number}.log`), { force: true });
    }
  }

  #open(number: number): void {
    this.close();
    this.#number = number;
    this.#file = openSync(join(this.#directory, `${number}.log`), 'a+', 0o600);
    this.#position = 0;
  }

  /** a full disk: each worker goes by its own memory until it is over */
  #fail(fault: unknown): void {
    if (!this.#isFailing) this.#log.error('workers cannot agree on visitors', { reason: reasonOf(fault) });
    this.#isFailing = true;
  }
}
