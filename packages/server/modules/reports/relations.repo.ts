// What other modules may join of the saved reports: their names.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const savedReportRows = expressionBuilder<DB>().selectFrom('saved_reports').select(['tenant_id', 'id', 'name']);
