import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

export const runAsked = topic('billing.run-asked', z.object({ run_id: z.uuid() }));

const ofDocument = z.object({ document_id: z.uuid() });
/** its number is given; of an own invoice: the publisher has sent it */
export const documentIssued = topic('document.issued', ofDocument);
/** the publisher is to send its own invoice */
export const documentAwaited = topic('document.awaited', ofDocument);
export const documentApproved = topic('document.approved', ofDocument);
/** by the credit note */
export const documentCredited = topic('document.credited', ofDocument);
