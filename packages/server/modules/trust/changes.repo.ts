// The trail as a list. Sign-ins and files taken along stand in the access log, not here.
import { classOfName, meaningOf } from '@tributary/contract/hiding';
import { changeLog } from '@tributary/contract/logs/change-log';
import { fileActions, signInActions } from '@tributary/contract/logs/trail-actions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { unlessAnyHidden, unlessHidden } from '../../platform/db/unless-hidden.ts';
import { isId } from '../../platform/ids.ts';
import { atSeconds, idOr } from '../../platform/lists/conditions.ts';
import { byTime } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../accounts/index.ts';
import { auditRows } from '../audit/index.ts';
import { offerRows } from '../offers/index.ts';
import { objectLike } from './names.repo.ts';

/** one person a row, whatever the planner thinks of how many rows there are */
const joined = (tx: Tx) =>
  tx
    .selectFrom(auditRows.as('l'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(accountRows.as('u'))
          .selectAll('u')
          .whereRef('u.tenant_id', '=', 'l.tenant_id')
          .whereRef('u.id', '=', 'l.actor_id')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(accountRows.as('u'))
          .selectAll('u')
          .whereRef('u.tenant_id', '=', 'l.tenant_id')
          .whereRef('u.id', '=', 'l.act_as_id')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    );

const sides = ['publisher', 'advertiser'] as const;

/** `own`: of a reader who sees some accounts alone, who he is: then offers and accounts within his reach, and what he did himself */
interface Reader {
  own: string | null;
}
/** what the reader's words mean, where he searches by words: it widens the search instead of narrowing the list */
interface Searcher extends Reader {
  searched: { q?: string | undefined; means?: string | undefined };
}
/** codes as the trail has them: an action has a dot, a field has none */
const namedBy = (codes: string) => {
  const [actions, fields] = [true, false].map((dotted) =>
    codes.split(',').filter((code) => code.includes('.') === dotted),
  );
  return sql<boolean>`(l.action = any(${actions}::text[])
    or jsonb_exists_any(l.before, ${fields}::text[]) or jsonb_exists_any(l.after, ${fields}::text[]))`;
};
const noChanges = [...Object.keys(signInActions), ...Object.keys(fileActions)];
const changes = (tx: Tx, { own }: Reader) => {
  const changed = joined(tx).where(sql<boolean>`not (l.action = any(${noChanges}::text[]))`);
  if (own === null) return changed;
  return changed.where(
    sql<boolean>`(l.actor_id = ${own}::uuid
      or (l.object_kind = 'offer' and l.object_id in (select o.id::text from ${offerRows} o))
      or (l.object_kind = 'user' and l.object_id in (select u.id::text from ${accountRows} u where u.type <> 'admin')))`,
  );
};

const selected = (query: ReturnType<typeof joined>) =>
  query
    .select(['l.id', 'l.at', 'l.action', 'l.actor_kind', 'l.actor_id', 'l.act_as_id', 'l.object_kind', 'l.object_id'])
    .select(['l.before', 'l.after', 'l.ip', 'l.request_id', 'l.source', 'l.undoes', 'l.erased_at'])
    .select(['a.first_name as actor_first', 'a.last_name as actor_last', 'a.type as actor_type'])
    .select(['n.first_name as named_first', 'n.last_name as named_last', 'n.type as named_type'])
    .select(
      sql<
        string | null
      >`(select u.id from ${auditRows} u where u.tenant_id = l.tenant_id and u.undoes = l.id limit 1)`.as('undone_by'),
    );
export type StoredChange = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const time = byTime('l.at', 'l.id');
export const changeRows = keysetList(changeLog, {
  from: (tx, reader: Searcher) => changes(tx, reader),
  rows: selected,
  filters: {
    q: (eb, text, { searched: { means } }) =>
      eb.or([
        eb('l.request_id', '=', text),
        eb('l.object_id', '=', text),
        unlessHidden(['ip'], eb('l.ip', '=', text)),
        personLike('a', text),
        personLike('n', text),
        objectLike('l', text),
        sql<boolean>`lower(l.action) like ${likePattern(text)}`,
        // the names of fields are shown to everyone, their values are not
        sql<boolean>`exists (select from jsonb_object_keys(coalesce(l.before, '{}') || coalesce(l.after, '{}')) as field
          where replace(field, '_', ' ') like ${likePattern(text)})`,
        ...(means ? [namedBy(means)] : []),
        // what was changed may be of any class
        unlessAnyHidden(
          sql<boolean>`lower(coalesce(l.before::text, '') || ' ' || coalesce(l.after::text, '')) like ${likePattern(text)}`,
        ),
      ]),
    from: (eb, seconds) => eb('l.at', '>=', atSeconds(seconds)),
    to: (eb, seconds) => eb('l.at', '<', atSeconds(seconds)),
    person_id: (eb, id) => eb.or([eb('l.actor_id', '=', idOr(id)), eb('l.act_as_id', '=', idOr(id))]),
    object_kind: (eb, kind) => eb('l.object_kind', '=', kind),
    object_id: (eb, id) => eb('l.object_id', '=', id),
    action: (eb, action) => eb('l.action', '=', action),
    source: (eb, source) => eb('l.source', '=', source),
    means: (_eb, codes, { searched: { q } }) => (q ? sql<boolean>`true` : namedBy(codes)),
    field: (_eb, name) => {
      const has = sql<boolean>`(jsonb_exists(l.before, ${name}) or jsonb_exists(l.after, ${name}))`;
      // which account it is of is not known yet: either meaning of the word hides it
      const of = classOfName(name);
      const classes = of ? sides.flatMap((side) => meaningOf(of, side) ?? []) : [];
      return classes.length > 0 ? unlessHidden(classes, has) : has;
    },
  },
  key: time,
  cursorOf: time.cursorOf,
});

export async function findChange(tx: Tx, id: string, reader: Reader): Promise<StoredChange | null> {
  if (!isId(id)) return null;
  return (await selected(changes(tx, reader)).where('l.id', '=', id).executeTakeFirst()) ?? null;
}

/** the entry that a change was taken back by */
export async function undoingOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom(auditRows.as('l'))
    .select('l.id')
    .where('l.undoes', '=', id)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
