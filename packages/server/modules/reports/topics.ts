import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

export const exportStarted = topic('report.export-started', z.object({ export_id: z.uuid() }));
/** `due_at` tells one run of a schedule from the next */
export const reportDue = topic('report.due', z.object({ report_id: z.uuid(), due_at: z.string() }));
