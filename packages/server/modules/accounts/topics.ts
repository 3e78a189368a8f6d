import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** an account's standing changed: whoever decides about traffic or money listens */
export const accountChanged = topic(
  'account.changed',
  z.object({ user_id: z.uuid(), change: z.enum(['approved', 'rejected', 'deleted', 'restored', 'created', 'edited']) }),
);
