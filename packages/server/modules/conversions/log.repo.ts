// Conversions as lists: one filter for the three logs and their exports, by keyset. A conversion's id carries its time.
import { conversionLog } from '@tributary/contract/conversions/conversions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { unlessHidden } from '../../platform/db/unless-hidden.ts';
import { isId, newId } from '../../platform/ids.ts';
import { among, idOr } from '../../platform/lists/conditions.ts';
import { byId } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import { accountRows } from '../accounts/index.ts';
import { goalRows, offerRows } from '../offers/index.ts';

/** the smallest id that a conversion of that moment could have */
const idAt = (seconds: number): string => `${newId(seconds * 1_000).slice(0, 14)}7000-8000-000000000000`;

const joined = (tx: Tx) =>
  tx
    .selectFrom('conversions as c')
    .innerJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.offer_id'),
    )
    .innerJoin(goalRows.as('g'), (join) =>
      join.onRef('g.tenant_id', '=', 'c.tenant_id').onRef('g.id', '=', 'c.goal_id'),
    )
    // a publisher sees no other account: the names of the two sides may be missing
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.publisher_id'),
    )
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.advertiser_id'),
    );

const selected = (query: ReturnType<typeof joined>) =>
  query
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

/** what a reader's search does not reach: a publisher's log hides transactions and addresses */
export interface Searcher {
  searches: 'everything' | 'publisher';
}

/** the three logs of conversions and their files, newest first; a partner's asks for less of it */
export const conversions = keysetList(conversionLog, {
  from: (tx: Tx, _scope: Searcher) => joined(tx),
  rows: selected,
  filters: {
    q: (eb, text, { searches }) => {
      const beginning = `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
      return eb.or([
        searches === 'publisher'
          ? unlessHidden(['click_id'], eb('c.click_id', '=', text))
          : eb('c.click_id', '=', text),
        eb('c.source', 'like', beginning),
        ...(searches === 'publisher'
          ? []
          : [eb('c.txn_id', 'like', beginning), unlessHidden(['ip'], sql<boolean>`host(c.ip) like ${beginning}`)]),
        ...(isId(text) ? [eb('c.id', '=', text)] : []),
      ]);
    },
    status: (eb, status) => eb('c.status', 'in', among(status)),
    waits_for: (eb, what) =>
      eb.and([eb('c.status', '=', 'pending'), eb('c.hold_until', what === 'hold' ? 'is not' : 'is', null)]),
    kind: (eb, kind) => eb('c.kind', 'in', among(kind)),
    offer_id: (eb, id) => eb('c.offer_id', '=', idOr(id)),
    publisher_id: (eb, id) => eb('c.publisher_id', '=', idOr(id)),
    advertiser_id: (eb, id) => eb('c.advertiser_id', '=', idOr(id)),
    goal_id: (eb, id) => eb('c.goal_id', '=', idOr(id)),
    country: (eb, country) => eb('c.country', '=', country.toUpperCase()),
    from: (eb, seconds) => eb('c.id', '>=', idAt(seconds)),
    to: (eb, seconds) => eb('c.id', '<', idAt(seconds)),
  },
  key: byId('c.id'),
  cursorOf: (row) => row.id,
});

export async function conversionRow(tx: Tx, id: string) {
  return (await selected(joined(tx)).where('c.id', '=', id).executeTakeFirst()) ?? null;
}
export type LoggedConversion = NonNullable<Awaited<ReturnType<typeof conversionRow>>>;
