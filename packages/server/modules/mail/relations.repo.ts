// What other modules may join of the mails: to whom and how it went, never what they say.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

export const mailRows = expressionBuilder<DB>()
  .selectFrom('mails')
  .select(['tenant_id', 'id', 'template', 'recipient', 'subject', 'error', 'created_at']);
