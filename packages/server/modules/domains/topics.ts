import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

export const domainLost = topic('domain.lost', z.object({ domain_id: z.string(), host: z.string() }));
