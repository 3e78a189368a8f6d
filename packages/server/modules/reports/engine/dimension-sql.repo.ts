// Dimensions as SQL, once each. A source is first added up by a few base columns, then its groups are given their final
// values here: names of people and states of offers are joined to groups, never to events.
import { type DimensionId, dimensions } from '@tributary/contract/reports/report-catalogue';
import { type RawBuilder, sql } from 'kysely';
import { accountRows, managerEmail } from '../../accounts/index.ts';
import type { ClickBase } from '../../events/index.ts';
import { goalRows, offerRows } from '../../offers/index.ts';

export type Sql = RawBuilder<unknown>;

/** what a source must be grouped by, so that the dimension can be made of it */
export type Base = ClickBase;

export function baseOf(id: DimensionId): Base {
  if (id === 'day' || id === 'week' || id === 'month') return 'local_day';
  if (id === 'hour') return 'hour_at';
  if (id === 'offer_status') return 'offer';
  if (id === 'manager') return 'advertiser';
  return id;
}

/** a group's final value, as text; `b` are the groups, `o` its offer, `a` its advertiser at its own time */
export function groupValue(id: DimensionId): Sql {
  switch (id) {
    case 'hour':
      return sql`extract(epoch from b.hour_at)::bigint::text`;
    case 'day':
      return sql`to_char(b.local_day, 'YYYY-MM-DD')`;
    case 'week':
      return sql`to_char(date_trunc('week', b.local_day), 'YYYY-MM-DD')`;
    case 'month':
      return sql`to_char(b.local_day, 'YYYY-MM')`;
    case 'advertiser':
      return sql`a.user_sequence_id::text`;
    case 'manager':
      return sql`lower(${managerEmail('a')})`;
    case 'offer_status':
      return sql`o.status`;
    case 'offer':
    case 'publisher':
      return sql`nullif(${sql.ref(`b.${id}`)}, 0)::text`;
    case 'country':
      return sql`lower(nullif(b.country, ''))`;
    default:
      return sql`nullif(${sql.ref(`b.${id}`)}, '')`;
  }
}

/** said of the advertiser, who is the one of its own time: an offer may have changed hands since */
export const isOfAdvertiser = (id: DimensionId): boolean => id === 'advertiser' || id === 'manager';

/** offers by what is said about them, for filters: ids or numbers */
export function offersWhere(column: 'id' | 'number', dimension: DimensionId, values: readonly string[]): Sql {
  const select = sql`select ${sql.ref(`o.${column}`)} from ${offerRows} o`;
  const numbers = values.flatMap((text) => (text === '' ? [] : Number(text)));
  switch (dimension) {
    case 'offer':
      return sql`${select} where o.number = any(${numbers}::int[])`;
    case 'offer_status':
      return sql`${select} where o.status = any(${[...values]}::text[])`;
    case 'advertiser':
    case 'manager':
      return sql`${select} where o.advertiser_id = any(array(${advertisersWhere(dimension, values)}))`;
    default:
      throw new Error(`${dimension} is not said about offers`);
  }
}
/** ids of advertisers by their numbers or their managers */
export const advertisersWhere = (dimension: DimensionId, values: readonly string[]): Sql =>
  dimension === 'manager'
    ? sql`select a.id from ${accountRows} a where a.type = 'advertiser'
        and lower(coalesce(${managerEmail('a')}, '')) = any(${values.map((text) => text.toLowerCase())}::text[])`
    : publishersAmong(values);
/** publishers by their numbers, for filters on tables that know ids */
export const publishersAmong = (values: readonly string[]): Sql =>
  sql`select u.id from ${accountRows} u where u.user_sequence_id = any(${values.flatMap((text) => (text === '' ? [] : Number(text)))}::int[])`;

/** groups that still name offers, people and goals by id, beside their rows */
export function joinedNames(ids: readonly DimensionId[]): Sql {
  const parts = [
    ...(ids.includes('offer') || ids.includes('offer_status')
      ? [sql`left join ${offerRows} o on o.id = b.offer_id`]
      : []),
    ...(ids.some(isOfAdvertiser) ? [sql`left join ${accountRows} a on a.id = b.advertiser_id`] : []),
    ...(ids.includes('publisher') ? [sql`left join ${accountRows} p on p.id = b.publisher_id`] : []),
    ...(ids.includes('goal') ? [sql`left join ${goalRows} g on g.id = b.goal_id`] : []),
  ];
  return sql.join(parts, sql` `);
}

/** single rows name one thing otherwise than the rollups do */
export const columnName = (base: Base): string => (base === 'device' ? 'device_type' : base);

export const isOfOffer = (id: DimensionId): boolean =>
  id === 'offer' || id === 'offer_status' || id === 'advertiser' || id === 'manager';

export const knownToClicks = (id: DimensionId): boolean => dimensions[id].of === 'everything';
export const listOf = (parts: readonly Sql[]): Sql => sql.join(parts, sql`, `);
export const allOf = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
/** "1, 2, 3": a repeated expression would carry parameters of its own and be another one to PostgreSQL */
export const ordinals = (count: number): Sql =>
  sql.raw(Array.from({ length: count }, (_, at) => String(at + 1)).join(', '));
