// Days and hours of an instant on the wall of some zone, as SQL.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** the instant `at` on the wall, moved forward where it is to stand beside a later period */
const localTime = (at: Sql, tz: string, shiftDays: number): Sql =>
  shiftDays === 0
    ? sql`(${at} at time zone ${tz})`
    : sql`((${at} at time zone ${tz}) + make_interval(days => ${shiftDays}::int))`;

export const localDay = (at: Sql, tz: string, shiftDays: number): Sql => sql`${localTime(at, tz, shiftDays)}::date`;

/** the zone's own hours; an hour that the autumn repeats stays two */
export const hourAt = (at: Sql, tz: string, shiftDays: number): Sql =>
  shiftDays === 0
    ? sql`date_trunc('hour', ${at}, ${tz})`
    : sql`date_trunc('hour', ${localTime(at, tz, shiftDays)} at time zone ${tz}, ${tz})`;
