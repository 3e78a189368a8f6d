// What other modules may join of a workspace's own domains.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const domainRows = expressionBuilder<DB>().selectFrom('tenant_domains').select(['tenant_id', 'id', 'host']);
