// What other modules may join of what leaves: how it fares, and what people call it by, which is where it goes.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const postbackRows = expressionBuilder<DB>()
  .selectFrom('publisher_postbacks')
  .select(['tenant_id', 'id', 'enabled', 'failures', 'disabled_reason', 'removed_at']);

export const postbackUrls = expressionBuilder<DB>()
  .selectFrom('publisher_postbacks')
  .select(['tenant_id', 'id', 'url', 'removed_at']);
export const webhookUrls = expressionBuilder<DB>()
  .selectFrom('webhooks')
  .select(['tenant_id', 'id', 'url', 'removed_at']);
