import { conversionStatuses } from '@tributary/contract/conversions/conversions';
import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/**
 * `revision` counts what was booked for it: a listener that runs twice knows the same event by it. `sequence` counts how
 * often it came to stand otherwise: of two events the one with the higher number is the newer.
 */
export const conversionChanged = topic(
  'conversion.changed',
  z.object({
    conversion_id: z.uuid(),
    change: z.enum(['created', 'status', 'amounts']),
    status: z.enum(conversionStatuses),
    revision: z.number().int(),
    sequence: z.number().int().optional(),
    /** false where only what the advertiser owes has changed */
    payout_changed: z.boolean().optional(),
  }),
);
/** receipts that trackers had let through became nothing */
export const receiptsRefused = topic('receipts.refused', z.object({ ids: z.array(z.uuid()) }));
/** holds that end, clicks that may have arrived, receipts left behind */
export const conversionsDue = topic('conversions.due', z.object({}));
/** a day that is longer over than lots are booked by themselves is left alone, unless `however_late` */
const DayToBook = z.object({
  day: z.iso.date(),
  /** none: every day of that name */
  time_zone: z.string().optional(),
  however_late: z.boolean().optional(),
});
export type DayToBook = z.output<typeof DayToBook>;
export const dayToBook = topic('conversions.day-to-book', DayToBook);
/** words wait for an account manager */
export const requestsWaiting = topic('conversions.requests-waiting', z.object({}));
/** rows of days before this one that are in no lot */
export const lateLotsToFind = topic('conversions.late-lots-to-find', z.object({ before: z.iso.date() }));
