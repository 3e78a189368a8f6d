// What other modules may join of what was taken in, beside the event store: receipts, those that wait, what caps refused.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

const read = expressionBuilder<DB>();

export const storedReceiptRows = read.selectFrom('receipts').selectAll();
export const queuedRows = read.selectFrom('receipt_queue').select(['tenant_id', 'receipt_id', 'at']);
export const refusedRows = read.selectFrom('rollup_cap').select(['tenant_id', 'cap_id', 'bucket', 'clicks']);
export const positionRows = read.selectFrom('intake_positions').select(['tracker', 'updated_at']);
