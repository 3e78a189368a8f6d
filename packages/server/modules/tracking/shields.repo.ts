import type { Tx } from '../../platform/db/database.ts';

export async function readShieldEntries(tx: Tx) {
  return tx
    .selectFrom('shield_entries as s')
    .leftJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.id', '=', 's.offer_id'))
    .leftJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.publisher_id'),
    )
    .select(['s.kind', 's.value', 'o.number as offer', 'p.user_sequence_id as publisher'])
    .orderBy('s.id')
    .execute();
}
