import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

const used = z.object({
  advertiser_id: z.uuid(),
  /** of the limit, in per cent; null: of a prepaid account with nothing paid in */
  used: z.int().nullable(),
  /** micro-units of `currency`, the workspace's */
  exposure: z.string(),
  limit: z.string().nullable(),
  currency: z.string(),
});

/** 80 or 90 per cent of its credit are used */
export const creditWarned = topic('credit.warned', used);
export const creditStopped = topic('credit.stopped', used);
export const creditReopened = topic('credit.reopened', used);
