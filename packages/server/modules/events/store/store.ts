// The event store, as the intake sees it. PostgreSQL is the driver of one machine; another driver must pass the same
// tests (store.test.ts).
import type { Frame } from '@tributary/contract/spool-record';

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
   * Rows, rollups and the position in one transaction. A chunk that lies before the accepted position stores nothing.
   * What the tables refuse is quarantined, so that one bad row never holds up the rest.
   */
  store(position: ChunkPosition, frames: readonly Frame[]): Promise<StoredCounts>;
  /** makes the partitions of these UTC days (YYYY-MM-DD) ready */
  prepareDays(days: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
