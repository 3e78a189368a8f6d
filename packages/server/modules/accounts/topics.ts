import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** someone asked for a link that sets a new password; the address may be nobody's */
export const passwordLinkAsked = topic('password.link-asked', z.object({ email: z.string() }));

/** the right password was typed for an account whose address nobody has confirmed yet */
export const confirmationWanted = topic('email.confirmation-wanted', z.object({ user_id: z.uuid() }));

/** an account's standing changed: whoever decides about traffic or money listens */
export const accountChanged = topic(
  'account.changed',
  z.object({ user_id: z.uuid(), change: z.enum(['approved', 'rejected', 'deleted', 'restored', 'created', 'edited']) }),
);
