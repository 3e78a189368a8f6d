// Conversions as lists: one filter for the three logs and their exports, by keyset. A conversion's id carries its time.
import type { ConversionKind, ConversionStatus } from '@tributary/contract/conversions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isId, newId } from '../../platform/ids.ts';

export interface ConversionFilter {
  q?: string | undefined;
  /** a publisher's search does not reach what its log hides: transactions and addresses */
  searches?: 'everything' | 'publisher' | undefined;
  status?: readonly ConversionStatus[] | undefined;
  waits_for?: 'person' | 'hold' | undefined;
  kind?: readonly ConversionKind[] | undefined;
  offer_id?: string | undefined;
  publisher_id?: string | undefined;
  advertiser_id?: string | undefined;
  goal_id?: string | undefined;
  country?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** the smallest id that a conversion of that moment could have */
const idAt = (seconds: number): string => `${newId(seconds * 1_000).slice(0, 14)}7000-8000-000000000000`;

const joined = (tx: Tx) =>
  tx
    .selectFrom('conversions as c')
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.offer_id'))
    .innerJoin('offer_goals as g', (join) =>
      join.onRef('g.tenant_id', '=', 'c.tenant_id').onRef('g.id', '=', 'c.goal_id'),
    )
    // a publisher sees no other account: the names of the two sides may be missing
    .leftJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.publisher_id'),
    )
    .leftJoin('users as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.advertiser_id'),
    );

const selected = (tx: Tx) =>
  joined(tx)
    .selectAll('c')
    .select(['o.number as offer_number', 'o.title as offer_title', 'o.hide_payout'])
    .select(['g.number as goal_number', 'g.name as goal_name', 'g.token as goal_token'])
    .select([
      'p.user_sequence_id as publisher_number',
      'p.first_name as publisher_first',
      'p.last_name as publisher_last',
    ])
    .select([
      'a.user_sequence_id as advertiser_number',
      'a.first_name as advertiser_first',
      'a.last_name as advertiser_last',
    ]);

const oneOf = <Value extends string>(values: readonly Value[]): string[] => (values.length > 0 ? [...values] : ['']);
const NOBODY = '00000000-0000-0000-0000-000000000000';
const idOr = (text: string): string => (isId(text) ? text : NOBODY);

/** newest first, older than `after` */
export async function conversionsAfter(tx: Tx, filter: ConversionFilter, after: string | null, limit: number) {
  let query = selected(tx);
  if (filter.status) query = query.where('c.status', 'in', oneOf(filter.status));
  if (filter.waits_for) {
    query = query
      .where('c.status', '=', 'pending')
      .where('c.hold_until', filter.waits_for === 'hold' ? 'is not' : 'is', null);
  }
  if (filter.kind) query = query.where('c.kind', 'in', oneOf(filter.kind));
  if (filter.offer_id) query = query.where('c.offer_id', '=', idOr(filter.offer_id));
  if (filter.publisher_id) query = query.where('c.publisher_id', '=', idOr(filter.publisher_id));
  if (filter.advertiser_id) query = query.where('c.advertiser_id', '=', idOr(filter.advertiser_id));
  if (filter.goal_id) query = query.where('c.goal_id', '=', idOr(filter.goal_id));
  if (filter.country) query = query.where('c.country', '=', filter.country.toUpperCase());
  if (filter.from !== undefined) query = query.where('c.id', '>=', idAt(filter.from));
  if (filter.to !== undefined) query = query.where('c.id', '<', idAt(filter.to));
  if (filter.q) {
    const text = filter.q;
    const beginning = `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([
        eb('c.click_id', '=', text),
        eb('c.source', 'like', beginning),
        ...(filter.searches === 'publisher'
          ? []
          : [eb('c.txn_id', 'like', beginning), sql<boolean>`host(c.ip) like ${beginning}`]),
        ...(isId(text) ? [eb('c.id', '=', text)] : []),
      ]),
    );
  }
  if (after) query = query.where('c.id', '<', after);
  return query.orderBy('c.id', 'desc').limit(limit).execute();
}

export async function conversionRow(tx: Tx, id: string) {
  return (await selected(tx).where('c.id', '=', id).executeTakeFirst()) ?? null;
}
export type LoggedConversion = NonNullable<Awaited<ReturnType<typeof conversionRow>>>;
