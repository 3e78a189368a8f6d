import type { AccountKind, AccountStatus } from '@tributary/contract';
import type { Tx } from '../../platform/db/database.ts';

export interface TrackedPerson {
  kind: AccountKind;
  id: string;
  number: number;
  name: string;
  referenceId: string | null;
  status: AccountStatus;
  deleted: boolean;
}

/** publishers and advertisers as the trackers know them; all of the tenant's, or those wanted */
export async function readPeopleForSnapshot(
  tx: Tx,
  wanted: { ids: readonly string[] } | { numbers: readonly number[] } | null,
): Promise<TrackedPerson[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['type', 'id', 'user_sequence_id', 'first_name', 'last_name', 'reference_id', 'status', 'deleted_at'])
    .where('type', 'in', ['publisher', 'advertiser'])
    .where((eb) => {
      if (wanted === null) return eb.lit(true);
      const [column, values] =
        'ids' in wanted ? (['id', wanted.ids] as const) : (['user_sequence_id', wanted.numbers] as const);
      return values.length === 0 ? eb.lit(false) : eb(column, 'in', [...values]);
    })
    .execute();
  return rows.map((row) => ({
    kind: row.type as AccountKind,
    id: row.id,
    number: row.user_sequence_id,
    name: `${row.first_name} ${row.last_name}`,
    referenceId: row.reference_id,
    status: row.status as AccountStatus,
    deleted: row.deleted_at !== null,
  }));
}
