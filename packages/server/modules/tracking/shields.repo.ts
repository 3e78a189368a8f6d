import type { Tx } from '../../platform/db/database.ts';
import { accountRows } from '../accounts/index.ts';
import { offerRows } from '../offers/index.ts';

export async function readShieldEntries(tx: Tx) {
  return tx
    .selectFrom('shield_entries as s')
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.id', '=', 's.offer_id'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.publisher_id'),
    )
    .select(['s.kind', 's.value', 'o.number as offer', 'p.user_sequence_id as publisher'])
    .orderBy('s.id')
    .execute();
}
