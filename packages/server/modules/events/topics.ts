import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** postbacks or pixels of the tenant have been stored and wait in the queue */
export const receiptsStored = topic('receipts.stored', z.object({}));

/** the tenant's rollups are to be counted anew, under the days of this zone */
export const rollupsToRebuild = topic('rollups.to-rebuild', z.object({ time_zone: z.string() }));
