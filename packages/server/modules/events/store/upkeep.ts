// What is done to a store's rollups beside the intake: they are counted anew, day by day.
import type { Tx } from '../../../platform/db/database.ts';

/** one day of a zone: its name, and the moments between which it lies */
export interface RebuiltDay {
  day: string;
  start: Date;
  end: Date;
}

/**
 * `days`: only what stands under days, which have become another zone's; what knows none is left as it is. `rows`: everything, from
 * rows, even where there are fewer of them than were counted: somebody has looked and said so.
 */
export type Rebuilt = 'everything' | 'days' | 'rows';

/** rows of an offer that a figure still hangs on */
export interface RowsKept {
  offer: number;
  from: Date;
  until: Date;
}

export interface EventUpkeep {
  /** the first quarter of an hour in which anything was counted; null where nothing was */
  firstQuarter(tx: Tx, tenantId: string): Promise<Date | null>;
  /**
   * What is kept of the day, counted anew: from its rows where they are all there, else from its quarters of an hour. Sources
   * are known to rows alone: without them they stay as they are, and the answer is false.
   */
  rebuildDay(tx: Tx, tenantId: string, day: RebuiltDay, what: Rebuilt): Promise<{ sources: boolean }>;
  /** takes all that tells of a person out of these rows; what rollups count by stays */
  blankRows(tx: Tx, tenantId: string, rows: readonly { eventId: string; at: Date }[]): Promise<void>;
  /**
   * Takes rows from before that moment out of the store, the oldest first and so many at most: removed, or, of those to be kept, blanked
   * of all that tells of a person. Answers how many; none is left when it is none. Rollups stay as they are.
   */
  removeRows(tx: Tx, tenantId: string, before: Date, kept: readonly RowsKept[], limit: number): Promise<number>;
}
