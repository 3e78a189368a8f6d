// Frames as a tracker writes them, for whoever feeds the intake without one: the demo's history, tests and benches.
import { crc32 } from 'node:zlib';
import {
  copyField,
  FRAME_HEAD_BYTES,
  type FrameKind,
  frameColumns,
  ROW_FORMAT,
  writeFrameHead,
} from '@tributary/contract/tracker/spool-record';

/** by column; what is left out is empty */
export type SpoolRow = Readonly<Record<string, string>>;

export function encodeFrame(kind: FrameKind, rows: readonly SpoolRow[], committedAt = new Date()): Buffer {
  if (rows.length === 0) return Buffer.alloc(0);
  const columns = frameColumns({ kind, format: ROW_FORMAT }) ?? [];
  const lines = rows.map((row) => `${columns.map((column) => copyField(row[column] ?? '')).join('\t')}\n`);
  return frameAround(kind, Buffer.from(lines.join('')), rows.length, committedAt);
}

/** around rows that are COPY text already */
export function frameAround(kind: FrameKind, payload: Buffer, rows: number, committedAt = new Date()): Buffer {
  const frame = Buffer.alloc(FRAME_HEAD_BYTES + payload.length);
  payload.copy(frame, FRAME_HEAD_BYTES);
  writeFrameHead(frame, 0, { kind, rows, payloadBytes: payload.length, committedAt: committedAt.getTime() }, crc32);
  return frame;
}
