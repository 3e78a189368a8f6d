import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** those whom a version concerns are to be told, from this account number on */
export const termsPublished = topic('terms.published', z.object({ terms_id: z.uuid(), after: z.int() }));
