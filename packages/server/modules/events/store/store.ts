// The event store, as the intake sees it, and what a driver has to do for it. PostgreSQL is the driver of one machine; another
// driver must pass the same tests (store.test.ts).
import type { Frame } from '@tributary/contract/tracker/spool-record';
import type { IntakeTransaction } from '../../../platform/db/intake-connection.ts';

export interface ChunkPosition {
  tracker: string;
  segment: number;
  offset: number;
  /** offset + the chunk's length */
  end: number;
}

export interface StoredCounts {
  /** how far the segment has been taken in, now */
  accepted: number;
  /** rows stored by this call; 0 for a repeat */
  rows: number;
}

export interface EventStore {
  /**
   * Each row once, whatever is repeated. A chunk that lies before the accepted position stores nothing.
   * What the tables refuse is quarantined, so that one bad row never holds up the rest.
   */
  store(position: ChunkPosition, frames: readonly Frame[]): Promise<StoredCounts>;
  /** makes the partitions of these UTC days (YYYY-MM-DD) ready */
  prepareDays(days: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** what lies in the staging tables of a transaction: rows of known tenants, none dated ahead, beside strangers' */
export interface StagedPiece {
  tracker: string;
  segment: number;
  /** bytes of the segment; the same `from` always comes with the same `to` and the same rows until it has been taken in */
  from: number;
  to: number;
  /** always in the same order */
  tenants: readonly { id: string; timeZone: string }[];
}

/** a driver's side of the intake: where clicks and impressions go */
export interface EventAppender {
  /**
   * Whether `append` is part of the intake's transaction, and so undone with it. Otherwise what it stored stays whatever
   * becomes of that transaction, and a piece that comes again must change nothing.
   */
  readonly joins: boolean;
  /** the table in PostgreSQL whose days are made before rows of them come; null where the driver keeps none there */
  readonly partitions: 'events' | null;
  /** clicks and impressions of the piece, and their rollups; safe when it returns */
  append(tx: IntakeTransaction, piece: StagedPiece): Promise<void>;
  close?(): Promise<void>;
}
