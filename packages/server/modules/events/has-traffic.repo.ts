// Whether a publisher has sent an offer anything lately, as part of another statement.
import { type RawBuilder, sql } from 'kysely';

const DAYS = 31;

export const hasTraffic = (publisherId: string, offer: RawBuilder<unknown>, at: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from rollup_offer_publisher d join users u on u.user_sequence_id = d.publisher
    where u.id = ${publisherId} and d.offer = ${offer} and d.day > ${at}::timestamptz::date - ${sql.lit(DAYS)})`;
