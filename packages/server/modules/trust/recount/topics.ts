import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** `books`: the ledger and the documents, too, which are the whole workspace's and need to be looked at once a night */
export const dayToRecount = topic('recount.due', z.object({ day: z.string(), books: z.boolean() }));
export const dayToRebuild = topic('recount.rebuild', z.object({ day: z.string() }));
/** a day's recount has found what the one before it had not */
export const driftFound = topic('drift.found', z.object({ day: z.string(), differences: z.int() }));
