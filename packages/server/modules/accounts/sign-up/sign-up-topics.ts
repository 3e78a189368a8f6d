import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** a publisher or advertiser signed himself up and waits for approval */
export const accountSignedUp = topic(
  'account.signed-up',
  z.object({
    user_id: z.uuid(),
    /** the publisher whose link led there, and what the two have in common */
    referrer_id: z.uuid().optional(),
    shared: z.enum(['device', 'address']).optional(),
  }),
);
/** someone signed up with an address that has an account already */
export const signUpRepeated = topic('account.sign-up-repeated', z.object({ user_id: z.uuid() }));
/** someone asked for a trial with an address that has had one; kept under the platform's own id */
export const trialRepeated = topic('trial.repeated', z.object({ email: z.string() }));
