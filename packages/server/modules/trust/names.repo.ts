// What the objects of a page of changes are called, and whom their fields name: a query for each kind, not for each row.
import type { TrailKind } from '@tributary/contract/logs/trail-actions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { isId } from '../../platform/ids.ts';
import { numberIn } from '../../platform/lists/conditions.ts';
import { accountRows, apiKeyRows, personLike, roleRows } from '../accounts/index.ts';
import { conversionRows } from '../conversions/index.ts';
import { domainRows } from '../domains/index.ts';
import { goalRows, offerRows } from '../offers/index.ts';
import { postbackUrls, webhookUrls } from '../postbacks/index.ts';
import { savedReportRows } from '../reports/index.ts';

export interface Named {
  /** null: it is gone, and nothing tells what it was called */
  name: string | null;
  /** publisher, advertiser or admin */
  accountKind: string | null;
  currency: string | null;
  isGone: boolean;
}
const thing = (name: string, isGone = false): Named => ({ name, accountKind: null, currency: null, isGone });

const within = (ids: Iterable<string>): string[] => [...new Set(ids)].filter(isId);

export async function accountsNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, Named>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(accountRows.as('u'))
    .select(['u.id', 'u.type', 'u.first_name', 'u.last_name'])
    .where('u.id', 'in', wanted)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { name: `${row.first_name} ${row.last_name}`, accountKind: row.type, currency: null, isGone: false },
    ]),
  );
}

export async function offersNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, Named>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(offerRows.as('o'))
    .select(['o.id', 'o.number', 'o.title', 'o.currency'])
    .where('o.id', 'in', wanted)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { name: `${row.title} (${row.number})`, accountKind: null, currency: row.currency, isGone: false },
    ]),
  );
}

/** the team first */
export const peopleLike = (tx: Tx, text: string, limit: number) =>
  tx
    .selectFrom(accountRows.as('u'))
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
    .where(personLike('u', text))
    .orderBy(sql`u.type <> 'admin'`)
    .orderBy('u.user_sequence_id', 'desc')
    .limit(limit)
    .execute();

export async function goalsNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx.selectFrom(goalRows.as('g')).select(['g.id', 'g.name']).where('g.id', 'in', wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function rolesNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, Named>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx.selectFrom(roleRows.as('r')).select(['r.id', 'r.name']).where('r.id', 'in', wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, thing(name)]));
}

type Lookup = (tx: Tx, ids: readonly string[]) => Promise<Map<string, Named>>;
const lookup =
  (
    read: (tx: Tx, ids: string[]) => Promise<readonly { id: string; name: string; removed_at?: Date | null }[]>,
  ): Lookup =>
  async (tx, ids) => {
    const wanted = within(ids);
    const rows = wanted.length === 0 ? [] : await read(tx, wanted);
    return new Map(rows.map(({ id, name, removed_at = null }) => [id, thing(name, removed_at !== null)]));
  };

/** how each kind of thing is found by its id */
export const lookups: Partial<Record<TrailKind, Lookup>> = {
  user: accountsNamed,
  offer: offersNamed,
  role: rolesNamed,
  'api-key': lookup((tx, ids) =>
    tx.selectFrom(apiKeyRows.as('k')).select(['k.id', 'k.name']).where('k.id', 'in', ids).execute(),
  ),
  postback: lookup((tx, ids) =>
    tx
      .selectFrom(postbackUrls.as('p'))
      .select(['p.id', 'p.url as name', 'p.removed_at'])
      .where('p.id', 'in', ids)
      .execute(),
  ),
  webhook: lookup((tx, ids) =>
    tx
      .selectFrom(webhookUrls.as('w'))
      .select(['w.id', 'w.url as name', 'w.removed_at'])
      .where('w.id', 'in', ids)
      .execute(),
  ),
  domain: lookup((tx, ids) =>
    tx.selectFrom(domainRows.as('d')).select(['d.id', 'd.host as name']).where('d.id', 'in', ids).execute(),
  ),
  'saved-report': lookup((tx, ids) =>
    tx.selectFrom(savedReportRows.as('r')).select(['r.id', 'r.name']).where('r.id', 'in', ids).execute(),
  ),
  conversion: lookup((tx, ids) =>
    tx
      .selectFrom(conversionRows.as('c'))
      .select(['c.id', sql<string>`coalesce(c.txn_id, c.id::text)`.as('name')])
      .where('c.id', 'in', ids)
      .execute(),
  ),
};

/** of an entry `alias`: what it is about is called like this */
export function objectLike(alias: string, text: string): RawBuilder<boolean> {
  const [kind, id] = [sql.ref(`${alias}.object_kind`), sql.ref(`${alias}.object_id`)];
  const like = likePattern(text);
  const named = (one: TrailKind, rows: RawBuilder<unknown>) => sql<boolean>`(${kind} = ${one} and ${id} in (${rows}))`;
  const offers = sql`select o.id::text from ${offerRows} o where lower(o.title) like ${like} or o.number = ${numberIn(text)}`;
  return sql<boolean>`(${sql.join(
    [
      named('user', sql`select u.id::text from ${accountRows} u where ${personLike('u', text)}`),
      named('offer', offers),
      named('role', sql`select r.id::text from ${roleRows} r where lower(r.name) like ${like}`),
      named('api-key', sql`select k.id::text from ${apiKeyRows} k where lower(k.name) like ${like}`),
      named('postback', sql`select p.id::text from ${postbackUrls} p where lower(p.url) like ${like}`),
      named('webhook', sql`select w.id::text from ${webhookUrls} w where lower(w.url) like ${like}`),
      named('domain', sql`select d.id::text from ${domainRows} d where lower(d.host) like ${like}`),
      named('saved-report', sql`select r.id::text from ${savedReportRows} r where lower(r.name) like ${like}`),
      named('conversion', sql`select c.id::text from ${conversionRows} c where c.txn_id = ${text}`),
    ],
    sql` or `,
  )})`;
}
