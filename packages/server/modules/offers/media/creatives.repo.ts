// An offer's creatives, with the size of their pictures.
import type { Tx } from '../../../platform/db/database.ts';
import { grouped, nextNumber, type Place } from '../saving/goals-and-pages.repo.ts';
import { reconcile } from '../saving/reconcile.ts';

export interface NewCreative {
  id: string | null;
  name: string;
  kind: 'image' | 'html' | 'text';
  uploadId: string | null;
  content: string | null;
}
export interface StoredCreative {
  id: string;
  number: number;
  name: string;
  kind: NewCreative['kind'];
  uploadId: string | null;
  content: string | null;
  width: number | null;
  height: number | null;
}

export async function creativesOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, StoredCreative[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_creatives as c')
    .leftJoin('uploads as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.upload_id'))
    .select(['c.id', 'c.offer_id', 'c.number', 'c.name', 'c.kind', 'c.upload_id', 'c.content', 'u.width', 'u.height'])
    .where('c.offer_id', 'in', [...offerIds])
    .where('c.removed_at', 'is', null)
    .orderBy('c.number')
    .execute();
  return grouped(
    rows.map(({ offer_id, upload_id, kind, ...row }) => ({
      offerId: offer_id,
      row: { ...row, kind: kind as StoredCreative['kind'], uploadId: upload_id },
    })),
  );
}

export async function saveCreatives(
  tx: Tx,
  { tenantId, offerId, at }: Place,
  wanted: readonly NewCreative[],
): Promise<void> {
  const rows = await tx
    .selectFrom('offer_creatives')
    .select(['id', 'number', 'removed_at', 'name', 'kind', 'upload_id', 'content'])
    .where('offer_id', '=', offerId)
    .execute();
  const { kept, added, left } = reconcile(rows, wanted, [
    (row, want) => row.id === want.id,
    // sent as a new one, but the same in all: it is the one that is there
    (row, want) =>
      row.removed_at === null &&
      want.id === null &&
      row.name === want.name &&
      row.kind === want.kind &&
      row.upload_id === want.uploadId &&
      row.content === want.content,
  ]);
  const removed = left.filter(({ removed_at }) => removed_at === null);
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await tx.updateTable('offer_creatives').set({ removed_at: at }).where('id', 'in', ids).execute();
  }
  for (const [row, { name, kind, uploadId, content }] of kept) {
    await tx
      .updateTable('offer_creatives')
      .set({ name, kind, upload_id: uploadId, content, removed_at: null })
      .where('id', '=', row.id)
      .execute();
  }
  if (added.length === 0) return;
  const first = nextNumber(rows);
  await tx
    .insertInto('offer_creatives')
    .values(
      added.map(({ name, kind, uploadId, content }, index) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        number: first + index,
        name,
        kind,
        upload_id: uploadId,
        content,
      })),
    )
    .execute();
}
