import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';

/** newest first */
export async function searchOffers(
  tx: Tx,
  q: string | undefined,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  let query = tx.selectFrom('offers').select(['id', 'number', 'title']);
  if (q) {
    query = query.where((eb) =>
      eb.or([
        eb('search_text', 'like', likePattern(q)),
        ...(/^\d{1,9}$/.test(q) ? [eb('number', '=', Number(q))] : []),
      ]),
    );
  }
  const rows = await query.orderBy('number', 'desc').limit(limit).execute();
  return rows.map(({ id, title, number }) => ({ id, name: `${title} (${number})` }));
}

export async function newestOfferId(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('offers').select('id').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? null;
}
