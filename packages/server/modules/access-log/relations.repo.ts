// What other modules may join of the access log.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const accessRows = expressionBuilder<DB>()
  .selectFrom('access_log')
  .select(['tenant_id', 'id', 'at', 'event', 'result', 'user_id', 'actor_id', 'email', 'role', 'ip', 'country'])
  .select(['user_agent', 'session_id', 'detail']);
