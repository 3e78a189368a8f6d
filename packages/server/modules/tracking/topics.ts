import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** an advertiser's traffic is stopped, or goes on */
export const creditStopChanged = topic('tracking.credit-stop-changed', z.object({ advertiser_id: z.uuid() }));

/** a cap is full for the first time in its window, whatever it counts */
export const capReached = topic('cap.reached', z.object({ reached_id: z.uuid() }));
