import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** anything about an offer that a tracker must learn of: the offer itself, its caps, targets, permissions */
export const offerChanged = topic('offer.changed', z.object({ offer_id: z.uuid() }));
/** a short link exists */
export const linkCreated = topic('link.created', z.object({ code: z.string() }));

/** publishers are told, a batch at a time: `after` is the last one already told */
export const publishersToTell = topic(
  'offer.tell-publishers',
  z.object({ offer_id: z.uuid(), news: z.enum(['new-offer', 'new-terms']), after: z.number().int() }),
);
export const permissionRequested = topic('offer.permission-requested', z.object({ permission_id: z.uuid() }));
export const briefSubmitted = topic('offer.brief-submitted', z.object({ offer_id: z.uuid() }));
