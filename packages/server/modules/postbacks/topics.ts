import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** what is not an address fails when it is called, with its reason */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** what its job is told */
export const dueOf = (delivery: { id: string; url: string; kind: string; publisherId: string | null }) => ({
  delivery_id: delivery.id,
  host: hostOf(delivery.url),
  publisher_id: delivery.kind === 'webhook' ? null : delivery.publisherId,
});

/** a call must be made; again after a resend */
export const deliveryDue = topic(
  'delivery.due',
  z.object({
    delivery_id: z.uuid(),
    host: z.string().default(''),
    /** the publisher whose call it is; a webhook is the workspace's own */
    publisher_id: z.string().nullable().default(null),
  }),
);
