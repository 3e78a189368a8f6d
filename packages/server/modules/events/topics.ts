import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** postbacks or pixels of the tenant have been stored and wait in the queue */
export const receiptsStored = topic('receipts.stored', z.object({}));
