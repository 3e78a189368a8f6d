import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** a group's calls are to be decided about again */
export const groupToReplay = topic('unmatched.to-replay', z.object({ group_id: z.uuid() }));
/** the calls of the last days are looked through once more */
export const unmatchedToSort = topic('unmatched.to-sort', z.object({}));
/** more than twenty calls of a group came within an hour */
export const unmatchedGrew = topic('unmatched.grew', z.object({ group_id: z.uuid(), calls: z.int() }));
