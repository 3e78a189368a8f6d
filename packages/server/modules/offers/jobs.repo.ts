// What the module's jobs read: publishers in batches, and who asked for an offer.
import type { Tx } from '../../platform/db/database.ts';
import { languageOf } from '../../words/sentences.ts';
import { accountRows } from '../accounts/index.ts';
import type { Addressee } from './people.repo.ts';
import type { StoredOffer } from './saving/offer-fields.ts';

/** the next approved publishers whom the news concerns: a new offer those who see it, new terms those who run it */
export async function publishersConcerned(
  tx: Tx,
  offer: Pick<StoredOffer, 'id' | 'visibility'>,
  news: 'new-offer' | 'new-terms',
  after: number,
  limit: number,
): Promise<Addressee[]> {
  let query = tx
    .selectFrom(accountRows.as('u'))
    .leftJoin('offer_permissions as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'u.tenant_id')
        .onRef('p.publisher_id', '=', 'u.id')
        .on('p.offer_id', '=', offer.id),
    )
    .select(['u.user_sequence_id as number', 'u.first_name as firstName', 'u.email', 'u.language'])
    .where('u.type', '=', 'publisher')
    .where('u.status', '=', 'approved')
    .where('u.deleted_at', 'is', null)
    .where('u.user_sequence_id', '>', after);
  if (news === 'new-terms' || offer.visibility === 'Private') query = query.where('p.state', '=', 'allowed');
  else query = query.where((eb) => eb.or([eb('p.state', 'is', null), eb('p.state', '<>', 'blocked')]));
  const rows = await query.orderBy('u.user_sequence_id').limit(limit).execute();
  return rows.map((row) => ({ ...row, language: languageOf(row.language) }));
}

export async function findRequest(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('offer_permissions as p')
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.id', '=', 'p.offer_id'))
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.publisher_id'),
    )
    .select(['o.title', 'o.number', 'u.first_name', 'u.last_name', 'u.email', 'p.traffic'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
