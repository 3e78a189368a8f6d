import { conversionStatuses } from '@tributary/contract/conversions';
import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** `revision` counts what happened to it: a listener that runs twice knows the same event by it */
export const conversionChanged = topic(
  'conversion.changed',
  z.object({
    conversion_id: z.uuid(),
    change: z.enum(['created', 'status', 'amounts']),
    status: z.enum(conversionStatuses),
    revision: z.number().int(),
  }),
);
/** holds that end, clicks that may have arrived, receipts left behind */
export const conversionsDue = topic('conversions.due', z.object({}));
export const dayToBook = topic('conversions.day-to-book', z.object({ day: z.iso.date() }));
/** rows of days before this one that are in no lot */
export const lateLotsToFind = topic('conversions.late-lots-to-find', z.object({ before: z.iso.date() }));
