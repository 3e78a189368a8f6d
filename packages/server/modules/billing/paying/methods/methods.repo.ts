// Where publishers are paid. The details are sealed; a change is a new row, so that a payment goes on naming the one it went to.
import { type MethodKind, methodLog } from '@tributary/contract/billing/paying';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { likePattern } from '../../../../platform/db/like-pattern.ts';
import { idOr } from '../../../../platform/lists/conditions.ts';
import { byId } from '../../../../platform/lists/keys.ts';
import { keysetList } from '../../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../../accounts/index.ts';

export interface NewMethod {
  tenantId: string;
  id: string;
  ownerId: string;
  kind: MethodKind;
  currency: string;
  mask: string;
  sealed: string;
  heldUntil: Date | null;
  createdBy: string;
  at: Date;
}

export const methodOf = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('payout_methods')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
export type StoredMethod = NonNullable<Awaited<ReturnType<typeof methodOf>>>;

/** false where somebody else has changed it at the same moment */
export async function replaceMethod(tx: Tx, method: NewMethod): Promise<boolean> {
  await tx
    .updateTable('payout_methods')
    .set({ replaced_at: method.at })
    .where('owner_id', '=', method.ownerId)
    .where('replaced_at', 'is', null)
    .execute();
  const added = await tx
    .insertInto('payout_methods')
    .values({
      tenant_id: method.tenantId,
      id: method.id,
      owner_id: method.ownerId,
      kind: method.kind,
      currency: method.currency,
      mask: method.mask,
      sealed: method.sealed,
      held_until: method.heldUntil,
      created_by: method.createdBy,
      created_at: method.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export const listedMethods = keysetList(methodLog, {
  from: (tx: Tx) =>
    tx
      .selectFrom('payout_methods as m')
      .innerJoin(accountRows.as('u'), (join) =>
        join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.owner_id'),
      )
      .where('m.replaced_at', 'is', null),
  rows: (query) =>
    query
      .select(['m.id', 'm.owner_id', 'm.kind', 'm.currency', 'm.mask', 'm.created_at', 'm.held_until'])
      .select(['u.user_sequence_id', 'u.first_name', 'u.last_name']),
  filters: {
    q: (_eb, text) => sql<boolean>`(${personLike('u', text)} or lower(m.mask) like ${likePattern(text)})`,
    kind: (eb, kind) => eb('m.kind', '=', kind),
    publisher: (eb, id) => eb('m.owner_id', '=', idOr(id)),
  },
  key: byId('m.id'),
  cursorOf: (row) => row.id,
});
