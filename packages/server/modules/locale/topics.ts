import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** another time zone of the workspace is in force: figures by day are to be counted anew */
export const zoneChanged = topic('tenancy.zone-changed', z.object({}));
