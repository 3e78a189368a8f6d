import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** a call must be made; again after a resend */
export const deliveryDue = topic('delivery.due', z.object({ delivery_id: z.uuid() }));
