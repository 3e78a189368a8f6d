// What other modules may join of the offers. What prices a conversion they ask for by its version (termsAt), not here.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

const read = expressionBuilder<DB>();

export const offerRows = read
  .selectFrom('offers')
  .select(['tenant_id', 'id', 'number', 'title', 'status', 'advertiser_id', 'currency', 'hide_payout', 'offer_type'])
  .select(['visibility', 'category', 'is_brief', 'created_at']);

export const goalRows = read
  .selectFrom('offer_goals')
  .select(['tenant_id', 'id', 'offer_id', 'number', 'name', 'token', 'removed_at']);

export const capRows = read
  .selectFrom('offer_caps')
  .select(['tenant_id', 'id', 'offer_id', 'publisher_id', 'metric', 'period', 'action', 'limit_value', 'removed_at']);

export const permissionRows = read
  .selectFrom('offer_permissions')
  .select(['tenant_id', 'id', 'offer_id', 'publisher_id', 'state']);

export const linkRows = read.selectFrom('links').select(['tenant_id', 'offer_id', 'publisher_id']);

export const kpiTargetRows = read
  .selectFrom('offer_kpi_targets')
  .select(['tenant_id', 'offer_id', 'from_goal_id', 'to_goal_id', 'op', 'rate_basis_points', 'min_sample']);

export const termsRows = read
  .selectFrom('offer_terms')
  .select(['tenant_id', 'offer_id', 'version', 'in_force_from', 'payout_rules']);
