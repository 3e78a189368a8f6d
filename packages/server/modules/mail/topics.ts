import { languages } from '@tributary/contract/accounts/profile';
import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

export const mailQueued = topic('mail.queued', z.object({ mail_id: z.uuid(), template: z.string().default('') }));
export const mailTemplateChanged = topic(
  'mail.template.changed',
  z.object({ event: z.string(), language: z.enum(languages), version: z.int() }),
);
