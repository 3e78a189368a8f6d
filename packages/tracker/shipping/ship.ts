// Sends what is committed to the server, oldest first, every half second. The server answers how far it has got; that
// answer, and nothing kept here, decides where to go on, so each row counts once. It runs in the uplink's thread,
// which may wait: files are read in place, without the detour by libuv's pool, whose threads would disturb the clicks.
import { closeSync, fstatSync, openSync, readSync, statSync, unlinkSync } from 'node:fs';
import { FRAME_HEAD_BYTES, readFrameHead } from '@tributary/contract/tracker/spool-record';
import { internalPaths, MAX_SHIP_BYTES, SHIP_EVERY_MS } from '@tributary/contract/tracker/tracker-wire';
import { type Log, reasonOf } from '../log.ts';
import { endOfFrames, examine, quarantine } from '../spool/recovery.ts';
import { listSegments, type SpoolDirectory, segmentFile } from '../spool/segments.ts';
import type { CallServer } from './server-calls.ts';

const CALL_LIMIT_MS = 30_000;
const SLOWEST_RETRY_MS = 5_000;
const MAX_CHUNK_BYTES = 128 * 1024 * 1024;
/** the server's answer to a body with a broken frame */
const DAMAGED = 422;

export interface SpoolPosition {
  segment: number;
  bytes: number;
}

/** the segment still being written and how much of it is safe; null for a spool nobody writes any more */
export type OpenSegment = () => Promise<SpoolPosition | null>;

export interface SpoolLag {
  unsentBytes: number;
  oldestUnsentAt: number | null;
  quarantinedBytes: number;
}

export interface ShipperOptions {
  directory: SpoolDirectory;
  openSegment: OpenSegment;
  call: CallServer;
  log: Log;
  /** before and after every round */
  onLag?: (lag: SpoolLag) => void;
}

export class Shipper {
  readonly #options: ShipperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  #failures = 0;
  /** where to go on in a segment, as the server last said */
  readonly #accepted = new Map<number, number>();
  /** segments of which the server has found a piece damaged */
  readonly #doubtful = new Set<number>();
  /** what is on its way; kept, since fresh memory for each piece costs more than reading it */
  #piece = Buffer.alloc(0);
  /** before the first look everything may be unsent, however old */
  lag: SpoolLag = { unsentBytes: 0, oldestUnsentAt: 0, quarantinedBytes: 0 };

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  start(delayMs = 0): void {
    this.#timer = setTimeout(() => {
      this.#running = this.round().finally(() => {
        this.#running = undefined;
        if (!this.#stopped) this.start(this.#delay());
      });
    }, delayMs);
  }

  #delay(): number {
    return Math.min(SHIP_EVERY_MS * 2 ** this.#failures, SLOWEST_RETRY_MS);
  }

  /** one last round, so that a quiet stop leaves nothing behind; what does not arrive stays on disk */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#failures === 0) await this.round();
  }

  /** sends everything that was there when it began, or as much as the server takes */
  async round(): Promise<void> {
    const { log, onLag } = this.#options;
    try {
      // what is committed meanwhile waits for the next round, and for company
      const { segments, writing } = await this.#look();
      for (const segment of segments) await this.#shipSegment(segment, writing);
      await this.#look();
      this.#failures = 0;
    } catch (fault) {
      if (this.#failures === 0) log.warn('shipping is held up', { reason: reasonOf(fault) });
      this.#failures = Math.min(this.#failures + 1, 10);
      onLag?.(this.lag);
    }
  }

  async #shipSegment(segment: number, writing: SpoolPosition | null): Promise<void> {
    const { directory } = this.#options;
    const isOpen = writing?.segment === segment;
    if (isOpen && (this.#accepted.get(segment) ?? 0) >= writing.bytes) return;
    const file = openSync(segmentFile(directory.path, segment), 'r');
    try {
      const end = isOpen ? writing.bytes : fstatSync(file).size;
      while (await this.#shipChunk(segment, file, end, isOpen)) {
        // each turn sends a chunk or passes over damage
      }
    } finally {
      closeSync(file);
    }
    if (isOpen) return;
    unlinkSync(segmentFile(directory.path, segment));
    this.#accepted.delete(segment);
    this.#doubtful.delete(segment);
  }

  /** false once nothing more of this segment can be sent */
  async #shipChunk(segment: number, file: number, end: number, isOpen: boolean): Promise<boolean> {
    const { directory, log } = this.#options;
    const from = this.#accepted.get(segment) ?? 0;
    if (from >= end) return false;
    if (isOpen && !this.#doubtful.has(segment)) {
      // what this process has just written need not be examined: it ends with a frame, and the server looks at each
      if (this.#piece.length === 0) this.#piece = Buffer.allocUnsafeSlow(MAX_SHIP_BYTES);
      const chunk = readInto(this.#piece.subarray(0, end - from), file, from);
      const whole = from + chunk.length === end ? chunk.length : endOfFrames(chunk);
      if (whole > 0) {
        await this.#send(segment, from, chunk.subarray(0, whole));
        return true;
      }
    }
    for (let size = MAX_SHIP_BYTES; ; size *= 4) {
      const chunk = readAt(file, from, Math.min(size, end - from));
      const { stretches, quarantined } = examine(chunk);
      const [stretch] = stretches;
      const [damage] = quarantined;
      if (stretch?.from === 0) {
        await this.#send(segment, from, chunk.subarray(0, stretch.to));
        return true;
      }
      const isWholeRest = from + chunk.length >= end;
      if (damage && (isWholeRest || stretch)) {
        quarantine(directory, segment, from, chunk.subarray(0, damage.to));
        this.lag.quarantinedBytes += damage.to;
        this.#accepted.set(segment, from + damage.to);
        log.error('damaged spool bytes were set aside', { segment, from, bytes: damage.to });
        return true;
      }
      if (isWholeRest) {
        log.warn('a torn tail was passed over', { segment, from, bytes: chunk.length });
        return false;
      }
      if (size > MAX_CHUNK_BYTES) throw new Error(`segment ${segment} cannot be read at ${from}`);
    }
  }

  async #send(segment: number, offset: number, body: Uint8Array): Promise<void> {
    const { directory, call } = this.#options;
    const path = `${internalPaths.spool}?tracker=${directory.trackerId}&segment=${segment}&offset=${offset}`;
    const answer = await call({
      method: 'POST',
      path,
      body,
      contentType: 'application/octet-stream',
      timeoutMs: CALL_LIMIT_MS,
    });
    if (answer.status === DAMAGED) this.#doubtful.add(segment);
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status} to a piece of the spool`);
    const reply: unknown = JSON.parse(answer.body.toString());
    const accepted = typeof reply === 'object' && reply !== null && 'accepted' in reply ? reply.accepted : null;
    if (typeof accepted !== 'number' || accepted <= offset) throw new Error('the server did not say how far it got');
    this.#accepted.set(segment, accepted);
  }

  /** what there is; the spool is asked after listing, so that all but the open segment are complete */
  async #look(): Promise<{ segments: number[]; writing: SpoolPosition | null }> {
    const { directory, openSegment, onLag } = this.#options;
    const segments = listSegments(directory.path);
    const writing = await openSegment();
    let unsent = 0;
    let oldest: number | null = null;
    for (const segment of segments) {
      const file = segmentFile(directory.path, segment);
      const end = writing?.segment === segment ? writing.bytes : statSync(file).size;
      const waiting = end - (this.#accepted.get(segment) ?? 0);
      if (waiting <= 0) continue;
      unsent += waiting;
      oldest ??= this.#commitTime(segment);
    }
    this.lag = { ...this.lag, unsentBytes: unsent, oldestUnsentAt: oldest };
    onLag?.(this.lag);
    return { segments, writing };
  }

  #commitTime(segment: number): number | null {
    const file = openSync(segmentFile(this.#options.directory.path, segment), 'r');
    try {
      const head = readFrameHead(readAt(file, this.#accepted.get(segment) ?? 0, FRAME_HEAD_BYTES), 0);
      return head?.committedAt ?? null;
    } finally {
      closeSync(file);
    }
  }
}

const readAt = (file: number, position: number, length: number): Buffer =>
  readInto(Buffer.allocUnsafe(length), file, position);

/** as much of the file as the buffer takes */
function readInto(buffer: Buffer, file: number, position: number): Buffer {
  let read = 0;
  while (read < buffer.length) {
    const bytesRead = readSync(file, buffer, read, buffer.length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
