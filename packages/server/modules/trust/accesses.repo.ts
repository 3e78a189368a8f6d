// The access log as a list, with the names of those it is about.
import { accessLog, someones } from '@tributary/contract/logs/access-log';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../platform/db/unless-hidden.ts';
import { among, atSeconds, idOr } from '../../platform/lists/conditions.ts';
import { byTime } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import { accessRows } from '../access-log/index.ts';
import { accountRows, personLike } from '../accounts/index.ts';

const joined = (tx: Tx) =>
  tx
    .selectFrom(accessRows.as('l'))
    .leftJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.user_id'),
    )
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.actor_id'),
    );

const selected = (query: ReturnType<typeof joined>) =>
  query
    .select([
      'l.id',
      'l.at',
      'l.event',
      'l.result',
      'l.user_id',
      'l.actor_id',
      'l.email',
      'l.role',
      'l.ip',
      'l.country',
    ])
    .select(['l.user_agent', 'l.session_id', 'l.detail'])
    .select(['u.first_name as user_first', 'u.last_name as user_last', 'u.email as user_email'])
    .select(['a.first_name as actor_first', 'a.last_name as actor_last', 'a.email as actor_email']);
export type StoredAccess = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const time = byTime('l.at', 'l.id');
export const accesses = keysetList(accessLog, {
  from: joined,
  rows: selected,
  filters: {
    q: (eb, text) =>
      eb.or([
        unlessHidden(['ip'], eb('l.ip', '=', text)),
        personLike('u', text),
        unlessHidden(someones, sql<boolean>`lower(l.email) like ${likePattern(text)}`),
        sql<boolean>`lower(l.detail) like ${likePattern(text)}`,
        unlessHidden(['device_ids'], sql<boolean>`lower(l.user_agent) like ${likePattern(text)}`),
      ]),
    from: (eb, seconds) => eb('l.at', '>=', atSeconds(seconds)),
    to: (eb, seconds) => eb('l.at', '<', atSeconds(seconds)),
    event: (eb, names) => eb('l.event', 'in', among(names)),
    result: (eb, result) => eb('l.result', '=', result),
    person_id: (eb, id) => eb.or([eb('l.user_id', '=', idOr(id)), eb('l.actor_id', '=', idOr(id))]),
    ip: (eb, ip) => eb('l.ip', '=', ip),
  },
  key: time,
  cursorOf: time.cursorOf,
});

/** of one person, and done in that person's name */
export const accessesOf = (tx: Tx, userId: string, limit: number): Promise<StoredAccess[]> =>
  selected(joined(tx).where('l.user_id', '=', userId))
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
