// The offer's own row.
import { Target } from '@tributary/contract/offers/offers';
import { type Insertable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { Offers } from '../../platform/db/schema.gen.ts';
import type { StoredOffer } from './saving/offer-fields.ts';

export async function insertOffer(tx: Tx, row: Insertable<Offers>): Promise<void> {
  await tx.insertInto('offers').values(row).execute();
}

/** locked where it is about to change: two edits of one offer come one after the other */
export async function findOffer(tx: Tx, id: string, lock = false): Promise<StoredOffer | null> {
  const query = tx.selectFrom('offers').selectAll().where('id', '=', id);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function changeOffer(tx: Tx, id: string, change: Updateable<Offers>): Promise<number> {
  const row = await tx
    .updateTable('offers')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** a list beside the form was changed: whoever has the offer open is to hear of it when he saves */
export const touchOffer = (tx: Tx, id: string, at: Date): Promise<number> => changeOffer(tx, id, { updated_at: at });

const Targets = z.array(Target);
export const targetsOf = ({ targets }: Pick<StoredOffer, 'targets'>): Target[] => Targets.parse(targets);

export async function saveTargets(tx: Tx, id: string, targets: readonly Target[]): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ targets: JSON.stringify(targets) })
    .where('id', '=', id)
    .execute();
}

/** where its clicks go, as it stands on the form */
export async function destinationOf(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('offers')
    .select(['id', 'number', 'title', 'default_campaign_url as url'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function activeOffersOf(tx: Tx, advertiserId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('offers')
    .select('id')
    .where('advertiser_id', '=', advertiserId)
    .where('status', '=', 'active')
    .orderBy('number')
    .execute();
  return rows.map(({ id }) => id);
}

/** for how many days a click of any offer may still become a conversion; 0 where there is none */
export async function longestClickLife(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('offers')
    .select((eb) => eb.fn.max('click_life_days').as('days'))
    .executeTakeFirst();
  return row?.days ?? 0;
}

/** of the transaction's tenant */
export async function hasOffers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('offers').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function uploadExists(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export interface NewUpload {
  tenant_id: string;
  id: string;
  content_type: string;
  bytes: Buffer;
  width: number;
  height: number;
  uploaded_by: string;
  created_at: Date;
}
export async function addUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute();
}

export async function readUpload(tx: Tx, id: string): Promise<{ content_type: string; bytes: Buffer } | null> {
  const row = await tx.selectFrom('uploads').select(['content_type', 'bytes']).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** what an account may still store; a picture is never deleted, for an offer's history may show it */
export async function uploadedBytes(tx: Tx, userId: string, since: Date): Promise<number> {
  const { total } = await tx
    .selectFrom('uploads')
    .select(sql<string>`coalesce(sum(octet_length(bytes)), 0)`.as('total'))
    .where('uploaded_by', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(total);
}
