import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

const reconciliation = z.object({ reconciliation_id: z.string() });
/** rows wait to be compared, applied or taken back: which of them says the state */
export const reconciliationAsked = topic('reconciliation.asked', reconciliation);
export const reconciliationApplied = topic('reconciliation.applied', reconciliation);
