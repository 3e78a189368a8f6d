// What the trail says of a person who asked to be forgotten.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type IdLot, lotAfter, within } from '../../platform/db/id-lots.ts';

export interface NamedPerson {
  id: string;
  email: string;
  /** what stands there instead of the address */
  pseudonym: string;
}

const about = (id: string) => sql<boolean>`(object_kind = 'user' and object_id = ${id})`;
const by = (id: string) => sql<boolean>`(actor_id = ${id} or act_as_id = ${id})`;

export async function trailOf(tx: Tx, id: string, limit: number): Promise<Record<string, unknown>[]> {
  return tx
    .selectFrom('audit_log')
    .select(['at', 'action', 'object_kind', 'object_id', 'before', 'after', 'ip'])
    .where(sql<boolean>`(${about(id)} or ${by(id)})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countTrail(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where(sql<boolean>`(${about(id)} or ${by(id)})`)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/**
 * What was done, by whom and when stays; of entries about the person both sides go, and with them the way back. Elsewhere the address is
 * replaced where it stands.
 */
export async function eraseTrail(tx: Tx, { id, email, pseudonym }: NamedPerson, at: Date, lot: IdLot): Promise<void> {
  await tx
    .updateTable('audit_log')
    .set({ before: null, after: null, ip: null, erased_at: at })
    .where(about(id))
    .where(within(lot))
    .execute();
  await tx.updateTable('audit_log').set({ ip: null }).where(by(id)).where(within(lot)).execute();
  const quoted = JSON.stringify(email).slice(1, -1);
  const replaced = (side: 'before' | 'after') =>
    sql<string | null>`replace(${sql.ref(side)}::text, ${quoted}, ${pseudonym})::jsonb`;
  await tx
    .updateTable('audit_log')
    .set({ before: replaced('before'), after: replaced('after'), erased_at: at })
    .where(sql<boolean>`position(${quoted} in concat(before, after)) > 0`)
    .where(within(lot))
    .execute();
}
export const trailAfter = (tx: Tx, after: string): Promise<IdLot | null> => lotAfter(tx, 'audit_log', after);
