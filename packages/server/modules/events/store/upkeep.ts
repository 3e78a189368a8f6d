// What is done to a store's rollups beside the intake: they are counted anew, day by day.
import type { Tx } from '../../../platform/db/database.ts';

/** one day of a zone: its name, and the moments between which it lies */
export interface RebuiltDay {
  day: string;
  start: Date;
  end: Date;
}

/** `days`: only what stands under days, which have become another zone's; what knows none is left as it is */
export type Rebuilt = 'everything' | 'days';

export interface EventUpkeep {
  /** the first quarter of an hour in which anything was counted; null where nothing was */
  firstQuarter(tx: Tx, tenantId: string): Promise<Date | null>;
  /**
   * What is kept of the day, counted anew: from its rows where they are all there, else from its quarters of an hour. Sources
   * are known to rows alone: without them they stay as they are, and the answer is false.
   */
  rebuildDay(tx: Tx, tenantId: string, day: RebuiltDay, what: Rebuilt): Promise<{ sources: boolean }>;
}
