// Tells what a piece of a segment holds. A torn tail (the process or the machine died while writing) was never answered
// with a redirect and is passed over; damage in the middle is set aside in the quarantine, and reading goes on at the
// next frame that is whole.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FRAME_HEAD_BYTES, FRAME_MAGIC, readFrame, readFrameHead } from '@tributary/contract/tracker/spool-record';
import type { SpoolDirectory } from './segments.ts';

/** a stretch of whole frames */
export interface Stretch {
  from: number;
  to: number;
  rows: number;
}

export interface Damage {
  from: number;
  to: number;
}

export interface Recovered {
  stretches: Stretch[];
  quarantined: Damage[];
  tornBytes: number;
}

const MAGIC = Buffer.from([
  FRAME_MAGIC >>> 24,
  (FRAME_MAGIC >>> 16) & 255,
  (FRAME_MAGIC >>> 8) & 255,
  FRAME_MAGIC & 255,
]);

/** `bytes` begin at a frame, or at damage; they may end in the middle of a frame, which then counts as torn */
export function examine(bytes: Buffer): Recovered {
  const stretches: Stretch[] = [];
  const quarantined: Damage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const stretch: Stretch = { from: at, to: at, rows: 0 };
    for (let frame = readFrame(bytes, at, crc32); frame; frame = readFrame(bytes, at, crc32)) {
      stretch.rows += frame.rows;
      at = frame.end;
    }
    stretch.to = at;
    if (stretch.to > stretch.from) stretches.push(stretch);
    if (at >= bytes.length) break;
    const next = nextFrame(bytes, at + 1);
    if (next < 0) {
      if (isTorn(bytes, at)) return { stretches, quarantined, tornBytes: bytes.length - at };
      quarantined.push({ from: at, to: bytes.length });
      break;
    }
    quarantined.push({ from: at, to: next });
    at = next;
  }
  return { stretches, quarantined, tornBytes: 0 };
}

/** where the last frame ends that is there in full, by the frames' own heads; 0 where there is none */
export function endOfFrames(bytes: Buffer): number {
  for (let at = 0; ; ) {
    const head = readFrameHead(bytes, at);
    const end = head ? at + FRAME_HEAD_BYTES + head.payloadBytes : Number.POSITIVE_INFINITY;
    if (end > bytes.length) return at;
    at = end;
  }
}

function nextFrame(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MAGIC, from); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    if (readFrame(bytes, at, crc32)) return at;
  }
  return -1;
}

/** the rest could be the beginning of one frame, cut short: too short for a head, or shorter than the head says */
function isTorn(bytes: Buffer, at: number): boolean {
  const left = bytes.length - at;
  if (left < FRAME_HEAD_BYTES) return true;
  const head = readFrameHead(bytes, at);
  // a machine that lost power may leave the length written and the blocks zero
  return head
    ? at + FRAME_HEAD_BYTES + head.payloadBytes > bytes.length
    : bytes.subarray(at).every((byte) => byte === 0);
}

/** sets damaged bytes aside, named by where they stood */
export function quarantine(directory: SpoolDirectory, segment: number, at: number, bytes: Uint8Array): void {
  writeFileSync(join(directory.quarantine, `${segment}-${at}.damaged`), bytes, { mode: 0o600 });
}
