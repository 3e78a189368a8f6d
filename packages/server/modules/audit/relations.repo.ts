// What other modules may join of the trail.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const auditRows = expressionBuilder<DB>()
  .selectFrom('audit_log')
  .select([
    'tenant_id',
    'id',
    'at',
    'action',
    'actor_kind',
    'actor_id',
    'object_kind',
    'object_id',
    'before',
    'after',
    'ip',
    'request_id',
    'act_as_id',
    'source',
    'undoes',
  ]);
