// What other modules may join of the settings: the newest value of a section, in the tenant that is bound.
import type { StoredName } from '@tributary/contract/settings';
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const newestSettings = (section: StoredName) =>
  expressionBuilder<DB>()
    .selectFrom('settings')
    .select(['tenant_id', 'value'])
    .where('section', '=', section)
    .orderBy('version', 'desc')
    .limit(1);
