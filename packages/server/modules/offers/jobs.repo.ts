// What the module's jobs read and write: publishers in batches, and events that a repeated run emits only once.
import type { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { Topic } from '../../platform/jobs/topics.ts';
import type { Addressee } from './people.repo.ts';
import type { StoredOffer } from './saving/offer-fields.ts';

/** false where the event is there already: the job has run before and only failed to say so */
export async function emitOnce<P extends z.ZodType>(
  tx: Tx,
  event: { tenantId: string; id: string },
  on: Topic<P>,
  payload: z.input<P>,
): Promise<boolean> {
  const result = await tx
    .insertInto('outbox')
    .values({
      tenant_id: event.tenantId,
      id: event.id,
      topic: on.name,
      payload: JSON.stringify(on.payload.parse(payload)),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** the next approved publishers whom the news concerns: a new offer those who see it, new terms those who run it */
export async function publishersConcerned(
  tx: Tx,
  offer: Pick<StoredOffer, 'id' | 'visibility'>,
  news: 'new-offer' | 'new-terms',
  after: number,
  limit: number,
): Promise<Addressee[]> {
  let query = tx
    .selectFrom('users as u')
    .leftJoin('offer_permissions as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'u.tenant_id')
        .onRef('p.publisher_id', '=', 'u.id')
        .on('p.offer_id', '=', offer.id),
    )
    .select(['u.user_sequence_id as number', 'u.first_name as firstName', 'u.email'])
    .where('u.type', '=', 'publisher')
    .where('u.status', '=', 'approved')
    .where('u.deleted_at', 'is', null)
    .where('u.user_sequence_id', '>', after);
  if (news === 'new-terms' || offer.visibility === 'Private') query = query.where('p.state', '=', 'allowed');
  else query = query.where((eb) => eb.or([eb('p.state', 'is', null), eb('p.state', '<>', 'blocked')]));
  return query.orderBy('u.user_sequence_id').limit(limit).execute();
}

export async function findRequest(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('offer_permissions as p')
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.id', '=', 'p.offer_id'))
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.publisher_id'),
    )
    .select(['o.title', 'o.number', 'u.first_name', 'u.last_name', 'u.email', 'p.traffic'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
