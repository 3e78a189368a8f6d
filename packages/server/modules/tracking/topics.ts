import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** a cap is full for the first time in its window, whatever it counts */
export const capReached = topic('cap.reached', z.object({ reached_id: z.uuid() }));
