import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** `host`: whom it begins with, so that nobody is called too often at once */
export const testDue = topic('test.due', z.object({ run_id: z.uuid(), host: z.string() }));
export const linkCheckDue = topic('link.check', z.object({ target_id: z.uuid(), host: z.string() }));
/** a watched link has failed as often in a row as its rule allows, or is well again */
export const linkFailed = topic(
  'link.failed',
  z.object({
    rule_id: z.uuid(),
    run_id: z.uuid(),
    rule: z.string(),
    target: z.string(),
    what: z.enum(['failing', 'paused', 'recovered', 'resumed']),
  }),
);
