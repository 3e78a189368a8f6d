// The spool: a row is on disk before its click is answered. Rows gather while a commit is in flight; when it ends, the
// next one takes all that gathered, so no timer is needed and a commit is as large as the load makes it. The write
// happens here (it only reaches the page cache), fdatasync where it is cheapest (flush.ts).
import { closeSync, constants, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  FRAME_HEAD_BYTES,
  type FrameKind,
  frameKinds,
  MAX_PAYLOAD_BYTES,
  writeFrameHead,
} from '@tributary/contract/tracker/spool-record';
import { type Log, reasonOf } from '../log.ts';
import type { Timing } from '../observed/metrics.ts';
import { createFlush, type Flush } from './flush.ts';
import { listSegments, nextSegment, type SpoolDirectory, segmentFile, syncDirectory } from './segments.ts';

/** told once per row: it is safe on disk, or it is not and never will be counted */
export type Committed = (logged: boolean) => void;

/** the calls that touch the disk, so that tests can make it fail as disks do */
export interface Disk {
  open(file: string): number;
  write(handle: number, bytes: Uint8Array, offset: number, length: number): number;
  /** may call back before it returns */
  sync: Flush;
  truncate(handle: number, length: number): void;
  close(handle: number): void;
}

export const realDisk: Disk = {
  open: (file) => openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND, 0o600),
  write: (handle, bytes, offset, length) => writeSync(handle, bytes, offset, length),
  sync: createFlush(),
  truncate: (handle, length) => ftruncateSync(handle, length),
  close: (handle) => closeSync(handle),
};

export interface SpoolOptions {
  directory: SpoolDirectory;
  log: Log;
  disk?: Disk;
  segmentBytes?: number;
  commitTime?: Timing;
  now?: () => number;
}

class Batch {
  readonly rows: Record<FrameKind, string> = { click: '', impression: '', postback: '', pixel: '', hook: '', test: '' };
  readonly counts: Record<FrameKind, number> = { click: 0, impression: 0, postback: 0, pixel: 0, hook: 0, test: 0 };
  readonly waiting: Committed[] = [];
}

const KINDS = Object.keys(frameKinds) as FrameKind[];
/** small enough that the kernel forgets a shipped one in a few milliseconds */
const SEGMENT_BYTES = 16 * 1024 * 1024;
const MAX_WAITING = 50_000;
/** while the disk fails: how often it is tried, and with how much */
const PROBE_EVERY_MS = 1_000;
const PROBE_BYTES = 256 * 1024;

const NOTHING = new Uint8Array(PROBE_BYTES);

export class Spool {
  readonly #directory: SpoolDirectory;
  readonly #log: Log;
  readonly #disk: Disk;
  readonly #segmentBytes: number;
  readonly #commitTime: Timing | undefined;
  readonly #now: () => number;
  #gathering = new Batch();
  #busy = false;
  #scheduled = false;
  #handle = -1;
  #segment = 0;
  #committed = 0;
  #buffer = Buffer.allocUnsafe(256 * 1024);
  #idle: (() => void)[] = [];
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** set while the last commit failed */
  failing = false;
  errors = 0;

  constructor({ directory, log, disk, segmentBytes, commitTime, now }: SpoolOptions) {
    this.#directory = directory;
    this.#log = log;
    this.#disk = disk ?? realDisk;
    this.#segmentBytes = segmentBytes ?? SEGMENT_BYTES;
    this.#commitTime = commitTime;
    this.#now = now ?? Date.now;
    try {
      this.#openSegment();
    } catch (fault) {
      this.failing = true; // a tracker with a full disk still starts: each tenant has chosen what then happens
      log.error('the spool cannot be opened', { reason: reasonOf(fault) });
      this.#probeLater();
    }
  }

  /** the segment being written; all others in the directory are complete */
  get segment(): number {
    return this.#segment;
  }

  /** bytes of the open segment that are safe on disk; always the end of a frame */
  get committedBytes(): number {
    return this.#committed;
  }

  append(kind: FrameKind, row: string, committed: Committed): void {
    const batch = this.#gathering;
    if (batch.waiting.length >= MAX_WAITING) {
      committed(false); // the disk has hung: better to say so than to gather until memory ends
      return;
    }
    batch.rows[kind] += row;
    batch.counts[kind]++;
    batch.waiting.push(committed);
    if (!this.#busy && !this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#commit); // after the requests that this turn of the loop still brings
    }
  }

  readonly #commit = (): void => {
    this.#scheduled = false;
    const batch = this.#gathering;
    if (batch.waiting.length === 0) return;
    this.#gathering = new Batch();
    this.#busy = true;
    const began = performance.now();
    let length = 0;
    try {
      if (this.#handle < 0 || this.#committed >= this.#segmentBytes) this.#openSegment();
      length = this.#write(batch);
    } catch (fault) {
      this.#fail(batch, fault);
      return;
    }
    this.#disk.sync(this.#handle, (fault) => {
      if (fault) {
        this.#fail(batch, fault);
        return;
      }
      this.#committed += length;
      this.failing = false;
      this.#commitTime?.observe((performance.now() - began) / 1000);
      this.#finish(batch, true);
    });
  };

  #write(batch: Batch): number {
    let length = 0;
    for (const kind of KINDS) if (batch.counts[kind] > 0) length = this.#frame(batch, kind, length);
    let written = 0;
    while (written < length) written += this.#disk.write(this.#handle, this.#buffer, written, length - written);
    return length;
  }

  #frame(batch: Batch, kind: FrameKind, at: number): number {
    const rows = batch.rows[kind];
    const start = at + FRAME_HEAD_BYTES;
    const most = start + rows.length * 3; // UTF-8 needs at most three bytes per UTF-16 unit
    if (most > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, at);
      this.#buffer = larger;
    }
    const payloadBytes = this.#buffer.write(rows, start, 'utf8');
    if (payloadBytes > MAX_PAYLOAD_BYTES) throw new RangeError('A commit larger than a frame can hold.');
    writeFrameHead(this.#buffer, at, { kind, rows: batch.counts[kind], payloadBytes, committedAt: this.#now() }, crc32);
    return start + payloadBytes;
  }

  /** what the disk now holds behind the last commit is unknown: cut it off, and never write to that file again */
  #fail(batch: Batch, fault: unknown): void {
    this.errors++;
    if (!this.failing) this.#log.error('the spool cannot be written', { reason: reasonOf(fault) });
    this.failing = true;
    this.#probeLater();
    this.#closeSegment();
    this.#finish(batch, false);
  }

  /** nobody sends clicks to a tracker that is not ready: it must find out by itself that the disk is well again */
  #probeLater(): void {
    if (this.#probe || this.#isClosed) return;
    this.#probe = setTimeout(() => {
      this.#probe = undefined;
      if (!this.failing || this.#isClosed) return;
      this.#tryDisk((fault) => {
        if (fault) this.#probeLater();
        else if (this.failing) {
          this.failing = false;
          this.#log.info('the spool can be written again');
        }
      });
    }, PROBE_EVERY_MS).unref();
  }

  #tryDisk(done: (fault: unknown) => void): void {
    const file = join(this.#directory.path, 'probe');
    let handle = -1;
    const finish = (fault: unknown): void => {
      try {
        if (handle >= 0) this.#disk.close(handle);
        rmSync(file, { force: true });
      } catch {
        // the next try says so
      }
      done(fault);
    };
    try {
      rmSync(file, { force: true });
      handle = this.#disk.open(file);
      for (let written = 0; written < PROBE_BYTES; )
        written += this.#disk.write(handle, NOTHING, written, PROBE_BYTES - written);
      this.#disk.sync(handle, finish);
    } catch (fault) {
      finish(fault);
    }
  }

  #finish(batch: Batch, logged: boolean): void {
    for (const committed of batch.waiting) {
      try {
        committed(logged);
      } catch (fault) {
        this.#log.error('an answer failed after its commit', { reason: reasonOf(fault) }); // the others must not suffer
      }
    }
    this.#busy = false;
    if (this.#gathering.waiting.length > 0) {
      this.#scheduled = true;
      setImmediate(this.#commit);
      return;
    }
    for (const idle of this.#idle.splice(0)) idle();
  }

  #openSegment(): void {
    if (this.#handle >= 0) {
      this.#disk.close(this.#handle);
      this.#handle = -1;
    }
    const segment = nextSegment(listSegments(this.#directory.path), this.#now());
    this.#handle = this.#disk.open(segmentFile(this.#directory.path, segment));
    this.#segment = segment;
    this.#committed = 0;
    syncDirectory(this.#directory.path);
  }

  #closeSegment(): void {
    if (this.#handle < 0) return;
    try {
      this.#disk.truncate(this.#handle, this.#committed);
      this.#disk.close(this.#handle);
    } catch (fault) {
      this.#log.warn('a failed segment could not be cut', { reason: reasonOf(fault) });
    }
    this.#handle = -1;
  }

  /** resolves when everything appended so far is decided */
  flush(): Promise<void> {
    if (!this.#busy && !this.#scheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    clearTimeout(this.#probe);
    if (this.#handle >= 0) this.#disk.close(this.#handle);
    this.#handle = -1;
  }
}
