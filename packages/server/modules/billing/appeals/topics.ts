import { appealStates } from '@tributary/contract/billing/appeals';
import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

const Told = z.object({ appeal_id: z.uuid() });
export const appealOpened = topic('appeal.opened', Told);
/** by whom, so that the other side hears of it */
export const appealAnswered = topic('appeal.answered', Told.extend({ by_manager: z.boolean() }));
export const appealDecided = topic('appeal.decided', Told.extend({ state: z.enum(appealStates) }));
