import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

export const mailQueued = topic('mail.queued', z.object({ mail_id: z.uuid(), template: z.string().default('') }));
