// Saved tracking links. A publisher sees rows of his own alone (row-level security).
import { linkList } from '@tributary/contract/offers/offers';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { countedList } from '../../../platform/lists/sql-list.ts';

export interface NewLink {
  tenantId: string;
  code: string;
  offerId: string;
  publisherId: string;
  landingPage: number | null;
  deepLink: string | null;
  params: Record<string, string>;
  at: Date;
}

/** false where the code is taken */
export async function addLink(tx: Tx, link: NewLink): Promise<boolean> {
  const result = await tx
    .insertInto('links')
    .values({
      tenant_id: link.tenantId,
      code: link.code,
      offer_id: link.offerId,
      publisher_id: link.publisherId,
      landing_page: link.landingPage,
      deep_link: link.deepLink,
      params: JSON.stringify(link.params),
      created_at: link.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function linkByCode(tx: Tx, code: string) {
  const row = await tx
    .selectFrom('links')
    .select(['offer_id', 'publisher_id', 'params'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row ? { offerId: row.offer_id, publisherId: row.publisher_id, params: paramsOf(row) } : null;
}

export async function countLinks(tx: Tx, publisherId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const Params = z.record(z.string(), z.string());
/** what createLink was given: texts by name */
export const paramsOf = ({ params }: { params: unknown }): Record<string, string> => Params.parse(params);

export const links = countedList(linkList, {
  from: (tx: Tx, { publisherId }: { publisherId: string }) =>
    tx
      .selectFrom('links as l')
      .innerJoin('offers as o', (join) =>
        join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.offer_id'),
      )
      .where('l.publisher_id', '=', publisherId),
  rows: (query) =>
    query.select(['l.code', 'o.title', 'o.number', 'l.landing_page', 'l.deep_link', 'l.params', 'l.created_at']),
  filters: {
    q: (eb, text) => eb.or([eb(sql<string>`lower(o.title)`, 'like', likePattern(text)), eb('l.code', '=', text)]),
  },
  sorts: { created_at: 'l.created_at' },
  sort: '-created_at',
  tie: ['l.code', 'asc'],
});
