import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** a message came in by the contact form; kept under the platform's own id */
export const contactReceived = topic('contact.received', z.object({ message_id: z.uuid() }));
