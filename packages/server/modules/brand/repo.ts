import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

/** the same picture is there already: nothing to do */
export async function addImage(tx: Tx, image: Insertable<DB['brand_images']>): Promise<void> {
  await tx
    .insertInto('brand_images')
    .values(image)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function imagesSince(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('brand_images')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function storedImages(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('brand_images')
    .select('hash')
    .where('hash', 'in', [...hashes])
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

export async function readImage(tx: Tx, hash: string): Promise<{ contentType: string; bytes: Buffer } | null> {
  const row = await tx
    .selectFrom('brand_images')
    .select(['content_type', 'bytes'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ? { contentType: row.content_type, bytes: row.bytes } : null;
}
