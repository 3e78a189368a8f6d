// What the modules above may join of conversions and of what clicks and impressions have earned.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

const read = expressionBuilder<DB>();

export const conversionRows = read.selectFrom('conversions').selectAll();
/** what became of receipts that were decided about here */
export const outcomeRows = read
  .selectFrom('receipt_outcomes')
  .select(['tenant_id', 'receipt_id', 'outcome', 'conversion_id']);
export const lotRows = read.selectFrom('earning_lots').selectAll();
export const requestRows = read.selectFrom('conversion_requests').select(['tenant_id', 'id', 'state']);
export const lateLotRows = read.selectFrom('late_lots').select(['tenant_id', 'id', 'state']);

/** what each row of conversions has added to, by what it is asked for */
export const conversionRollupRows = {
  offer_publisher: read.selectFrom('rollup_conversions_offer_publisher').selectAll(),
  offer: read.selectFrom('rollup_conversions_offer').selectAll(),
  publisher: read.selectFrom('rollup_conversions_publisher').selectAll(),
  country: read.selectFrom('rollup_conversions_country').selectAll(),
};
