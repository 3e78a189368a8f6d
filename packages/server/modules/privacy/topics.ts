import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** rows of this workspace may have become older than it keeps them */
export const rowsToRemove = topic('privacy.rows-to-remove', z.object({}));

/** a person's data was asked for, or its deletion confirmed */
export const personAskedFor = topic('privacy.person-asked-for', z.object({ request_id: z.uuid() }));
