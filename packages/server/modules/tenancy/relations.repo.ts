// What other modules may join of the tenants.
import { expressionBuilder, sql } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

const read = expressionBuilder<DB>();

export const tenantRows = read
  .selectFrom('tenants')
  .select(['id', 'subdomain', 'display_name', 'status', 'plan', 'plan_kind', 'plan_ends_at', 'created_at'])
  .select(['time_zone', 'currency', 'rollup_zone', 'rebuild_next', 'sources_since'])
  .select(sql<unknown>`zones_of(tenants)`.as('zones'));

export const usageRows = read.selectFrom('tenant_usage').select(['tenant_id', 'month', 'clicks', 'conversions']);
