import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** what is not an address fails when it is called, with its reason */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** a call must be made; again after a resend */
export const deliveryDue = topic('delivery.due', z.object({ delivery_id: z.uuid(), host: z.string().default('') }));
