// What happens to payments, for whoever must hear of it.
import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

const Payment = z.object({ payment_id: z.string() });
export const paymentPaid = topic('payment.paid', Payment);
export const paymentFailed = topic('payment.failed', Payment);
export const paymentReturned = topic('payment.returned', Payment);
export const filesWanted = topic('billing.files-wanted', z.object({ batch_id: z.string() }));
/** where somebody is paid is another account since */
export const payoutMethodChanged = topic('payout-method.changed', z.object({ owner_id: z.uuid() }));
