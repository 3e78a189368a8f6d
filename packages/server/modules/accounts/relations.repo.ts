// What other modules may join of the accounts: who somebody is, never what he signs in with.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const accountRows = expressionBuilder<DB>()
  .selectFrom('users')
  .select(['tenant_id', 'id', 'user_sequence_id', 'type', 'status', 'first_name', 'last_name', 'email', 'company'])
  .select(['language', 'time_zone', 'managers', 'tags', 'deleted_at', 'created_at'])
  // whoever names a manager (managers.repo.ts) reads it where nobody is assigned
  .select('admin_user_email');

export const roleRows = expressionBuilder<DB>().selectFrom('roles').select(['tenant_id', 'id', 'name']);
export const apiKeyRows = expressionBuilder<DB>().selectFrom('api_keys').select(['tenant_id', 'id', 'name']);
