import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

const Close = z.object({ close_id: z.uuid(), month: z.string(), version: z.int() });
export const periodClosed = topic('period.closed', Close);
export const periodReopened = topic('period.reopened', Close.extend({ reason: z.string() }));
