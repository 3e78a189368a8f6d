// Publishers and advertisers as those modules need them that count, pay and call them.
import type { AccountKind, AccountStatus } from '@tributary/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { type Language, languageOf } from '../../../words/sentences.ts';

export interface Partner {
  id: string;
  number: number;
  name: string;
  firstName: string;
  email: string;
  referenceId: string | null;
  status: AccountStatus;
  timeZone: string;
  language: Language;
  isDeleted: boolean;
}

/** null for an unknown or other kind's one, and for a deleted one unless it is asked for */
export async function findPartner(
  tx: Tx,
  kind: AccountKind,
  by: { number: number } | { id: string },
  { deletedToo = false } = {},
): Promise<Partner | null> {
  const ofKind = tx
    .selectFrom('users')
    .select([
      'id',
      'user_sequence_id',
      'first_name',
      'last_name',
      'email',
      'reference_id',
      'status',
      'time_zone',
      'language',
    ])
    .select('deleted_at')
    .where('type', '=', kind);
  const query = deletedToo ? ofKind : ofKind.where('deleted_at', 'is', null);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('user_sequence_id', '=', by.number)
  ).executeTakeFirst();
  return row
    ? {
        id: row.id,
        number: row.user_sequence_id,
        name: `${row.first_name} ${row.last_name}`,
        firstName: row.first_name,
        email: row.email,
        referenceId: row.reference_id,
        status: row.status as AccountStatus,
        timeZone: row.time_zone,
        language: languageOf(row.language),
        isDeleted: row.deleted_at !== null,
      }
    : null;
}
