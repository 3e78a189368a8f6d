// What other modules may join of the publishers' postbacks: how they fare, not where they go.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const postbackRows = expressionBuilder<DB>()
  .selectFrom('publisher_postbacks')
  .select(['tenant_id', 'id', 'enabled', 'failures', 'disabled_reason', 'removed_at']);
