// Takes in what trackers ship: checks each frame's sum, then hands the whole chunk to the store.
import { crc32 } from 'node:zlib';
import { type Frame, readFrame } from '@tributary/contract/tracker/spool-record';
import type { EventStore, StoredCounts } from './store/store.ts';

export interface ShippedChunk {
  tracker: string;
  segment: number;
  offset: number;
  body: Buffer;
}

/** a frame does not stand where one must: the tracker looks at its segment again */
export class DamagedFrame extends Error {}

export interface Intake {
  accept(chunk: ShippedChunk): Promise<StoredCounts>;
}

export const createIntake = (store: EventStore): Intake => ({
  accept: ({ tracker, segment, offset, body }) =>
    store.store({ tracker, segment, offset, end: offset + body.length }, readFrames(body)),
});

function readFrames(body: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < body.length; ) {
    const frame = readFrame(body, at, crc32);
    if (!frame) throw new DamagedFrame(`no whole frame at byte ${at} of ${body.length}`);
    frames.push(frame);
    at = frame.end;
  }
  return frames;
}
