// Who may run an offer, who asked, and what they accepted. A publisher sees rows of his own alone (row-level security).
import type { PermissionState } from '@tributary/contract/offers/offer-terms';
import { permissionRequestList } from '@tributary/contract/offers/offers';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { countedList } from '../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../accounts/index.ts';
import type { PermissionStanding } from './visibility.ts';

export interface StoredPermission extends PermissionStanding {
  id: string;
  offerId: string;
  publisherId: string;
  reason: string | null;
  decidedAt: Date | null;
}

const columns = [
  'id',
  'offer_id',
  'publisher_id',
  'state',
  'terms_version',
  'reason',
  'decided_at',
  'decided_by',
] as const;

const toPermission = (row: {
  id: string;
  offer_id: string;
  publisher_id: string;
  state: string;
  terms_version: number | null;
  reason: string | null;
  decided_at: Date | null;
  decided_by: string | null;
}): StoredPermission => ({
  id: row.id,
  offerId: row.offer_id,
  publisherId: row.publisher_id,
  state: row.state as PermissionState,
  decided: row.decided_by !== null,
  termsVersion: row.terms_version,
  reason: row.reason,
  decidedAt: row.decided_at,
});

export async function permissionsOf(tx: Tx, offerIds: readonly string[]): Promise<StoredPermission[]> {
  if (offerIds.length === 0) return [];
  const rows = await tx
    .selectFrom('offer_permissions')
    .select(columns)
    .where('offer_id', 'in', [...offerIds])
    .orderBy('id')
    .execute();
  return rows.map(toPermission);
}

export async function findPermission(
  tx: Tx,
  by: { id: string } | { offerId: string; publisherId: string },
): Promise<StoredPermission | null> {
  const query = tx.selectFrom('offer_permissions').select(columns).forUpdate();
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('offer_id', '=', by.offerId).where('publisher_id', '=', by.publisherId)
  ).executeTakeFirst();
  return row ? toPermission(row) : null;
}

/** all that a row holds, for the trail: so it can be put back as it was */
export async function keptPermissions(tx: Tx, offerId: string, publisherIds: readonly string[]) {
  if (publisherIds.length === 0) return [];
  return tx
    .selectFrom('offer_permissions')
    .select(['id', 'publisher_id', 'state', 'reason', 'traffic', 'requested_at', 'decided_by', 'decided_at'])
    .select(['terms_version', 'terms_accepted_at'])
    .where('offer_id', '=', offerId)
    .where('publisher_id', 'in', [...publisherIds])
    .orderBy('publisher_id')
    .forUpdate()
    .execute();
}

/** as they were kept; whoever is not among them has none */
export async function restorePermissions(
  tx: Tx,
  { tenantId, offerId }: { tenantId: string; offerId: string },
  publisherIds: readonly string[],
  kept: readonly Kept[],
): Promise<void> {
  const gone = publisherIds.filter((id) => kept.every((row) => row.publisher_id !== id));
  if (gone.length > 0) await withdraw(tx, offerId, gone);
  if (kept.length === 0) return;
  await tx
    .insertInto('offer_permissions')
    .values(kept.map((row) => ({ tenant_id: tenantId, offer_id: offerId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'offer_id', 'publisher_id']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        reason: eb.ref('excluded.reason'),
        traffic: eb.ref('excluded.traffic'),
        requested_at: eb.ref('excluded.requested_at'),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: eb.ref('excluded.decided_at'),
        terms_version: eb.ref('excluded.terms_version'),
        terms_accepted_at: eb.ref('excluded.terms_accepted_at'),
      })),
    )
    .execute();
}
export type Kept = Awaited<ReturnType<typeof keptPermissions>>[number];

export interface NewRequest {
  tenantId: string;
  id: string;
  offerId: string;
  publisherId: string;
  state: 'allowed' | 'requested';
  traffic: string | null;
  acceptedTerms: number | null;
  at: Date;
}

/** asks, or accepts the terms; what a manager has decided is not undone by it */
export async function saveRequest(tx: Tx, request: NewRequest): Promise<void> {
  const accepted = {
    terms_version: request.acceptedTerms,
    terms_accepted_at: request.acceptedTerms === null ? null : request.at,
  };
  await tx
    .insertInto('offer_permissions')
    .values({
      tenant_id: request.tenantId,
      id: request.id,
      offer_id: request.offerId,
      publisher_id: request.publisherId,
      state: request.state,
      traffic: request.traffic,
      ...accepted,
      requested_at: request.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'offer_id', 'publisher_id']).doUpdateSet((eb) => ({
        state: request.state,
        traffic: eb.fn.coalesce('excluded.traffic', 'offer_permissions.traffic'),
        requested_at: request.at,
        ...(request.acceptedTerms === null ? {} : accepted),
      })),
    )
    .execute();
}

export async function decide(
  tx: Tx,
  id: string,
  decision: { state: 'allowed' | 'refused'; reason: string | null; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('offer_permissions')
    .set({ state: decision.state, reason: decision.reason, decided_by: decision.by, decided_at: decision.at })
    .where('id', '=', id)
    .execute();
}

/** a manager's own act; returns the publishers for whom it changed something */
export async function grant(
  tx: Tx,
  given: {
    tenantId: string;
    offerId: string;
    publisherIds: readonly string[];
    state: 'allowed' | 'blocked';
    by: string;
    at: Date;
  },
): Promise<string[]> {
  const { tenantId, offerId, publisherIds, state, by, at } = given;
  if (publisherIds.length === 0) return [];
  const decision = { state, decided_by: by, decided_at: at, reason: null };
  const rows = await tx
    .insertInto('offer_permissions')
    .values(publisherIds.map((publisher_id) => ({ tenant_id: tenantId, offer_id: offerId, publisher_id, ...decision })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'offer_id', 'publisher_id'])
        .doUpdateSet(decision)
        .where((eb) =>
          eb.or([eb('offer_permissions.state', '<>', state), eb('offer_permissions.decided_by', 'is', null)]),
        ),
    )
    .returning('publisher_id')
    .execute();
  return rows.map(({ publisher_id }) => publisher_id);
}

export async function withdraw(tx: Tx, offerId: string, publisherIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('offer_permissions')
    .where('offer_id', '=', offerId)
    .where('publisher_id', 'in', [...publisherIds])
    .returning('publisher_id')
    .execute();
  return rows.map(({ publisher_id }) => publisher_id);
}

export const permissionRequests = countedList(permissionRequestList, {
  from: (tx: Tx) =>
    tx
      .selectFrom('offer_permissions as p')
      .innerJoin('offers as o', (join) =>
        join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.id', '=', 'p.offer_id'),
      )
      .innerJoin(accountRows.as('u'), (join) =>
        join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.publisher_id'),
      )
      .where('p.requested_at', 'is not', null)
      // only accepted the terms of an offer that is open to all: nobody was asked
      .where((eb) => eb.or([eb('p.state', '<>', 'allowed'), eb('p.decided_by', 'is not', null)])),
  rows: (query) =>
    query.select([
      'p.id',
      'p.offer_id',
      'o.number as camp_id',
      'o.title as offer_name',
      'p.publisher_id',
      'u.user_sequence_id as publisher_number',
      'u.first_name',
      'u.last_name',
      'p.traffic',
      'p.terms_version',
      'p.terms_accepted_at',
      'p.state',
      'p.reason',
      'p.requested_at',
    ]),
  filters: {
    state: (eb, state) => eb('p.state', '=', state),
    q: (eb, text) => eb.or([eb('o.search_text', 'like', likePattern(text)), personLike('u', text)]),
  },
  sorts: {
    requested_at: 'p.requested_at',
    offer_name: sql`lower(o.title)`,
    publisher_name: sql`lower(u.first_name || ' ' || u.last_name)`,
  },
  sort: '-requested_at',
  tie: ['p.id', 'desc'],
});
