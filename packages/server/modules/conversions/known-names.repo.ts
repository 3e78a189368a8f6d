// Whose names a reader is given: the one place that says it, for reports, dashboards, logs, exports, mails and outgoing calls.
// A publisher knows an offer that he sees now, or that he did run: with a link of his own, a click that counted or a
// conversion that was paid. Traffic that was refused proves nothing: anybody can send it to any number.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { accountRows, findPartner } from '../accounts/index.ts';
import { events } from '../events/index.ts';
import { linkRows, offerRows, seesOffer } from '../offers/index.ts';

export interface NameReader {
  tenantId: string;
  role: 'admin' | 'publisher' | 'advertiser';
  userId: string;
}

type Sql = RawBuilder<unknown>;
export type KnownOffer = (offerId: Sql) => RawBuilder<boolean>;

/** as part of a statement: the offer of this id is one that the reader knows; the cheap proofs are asked first */
export async function knownOffers(tx: Tx, { tenantId, role, userId }: NameReader, at: Date): Promise<KnownOffer> {
  if (role === 'admin') return () => sql<boolean>`true`;
  if (role === 'advertiser') {
    return (
      offerId,
    ) => sql<boolean>`(exists (select from ${offerRows} k where k.id = ${offerId} and k.advertiser_id = ${userId})
      or exists (select from conversions k where k.offer_id = ${offerId} and k.advertiser_id = ${userId}))`;
  }
  const own = await findPartner(tx, 'publisher', { id: userId }, { deletedToo: true });
  const ran = await events().offersWithTraffic(tx, tenantId, { publishers: own ? [own.number] : [], billable: true });
  return (offerId) => sql<boolean>`(${seesOffer(userId, offerId, at)}
    or exists (select from ${linkRows} k where k.offer_id = ${offerId} and k.publisher_id = ${userId})
    or exists (select from conversions k
      where k.offer_id = ${offerId} and k.publisher_id = ${userId} and k.status = 'approved')
    or exists (select from ${offerRows} k where k.id = ${offerId} and k.number = any(array(select t.offer from (${ran}) t))))`;
}

/** titles by the offers' numbers; those that the reader may not know are missing, as are those that do not exist */
export async function offerNames(
  tx: Tx,
  reader: NameReader,
  numbers: Iterable<number>,
  at: Date,
): Promise<Map<number, string>> {
  const wanted = [...new Set(numbers)];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(offerRows.as('named'))
    .select(['named.number', 'named.title'])
    .where(sql<boolean>`named.number = any(${wanted}::int[])`)
    .where((await knownOffers(tx, reader, at))(sql.ref('named.id')))
    .execute();
  return new Map(rows.map(({ number, title }) => [number, title]));
}

interface NamesOffer {
  offer_number: number | null;
  offer_title: string | null;
  goal_name: string | null;
}

/** rows that name an offer and its goal: what the reader may not know is called by the offer's number */
export async function withKnownNames<Row extends NamesOffer>(
  tx: Tx,
  reader: NameReader,
  rows: readonly Row[],
  at: Date,
): Promise<Row[]> {
  const numbers = rows.flatMap((row) => row.offer_number ?? []);
  const names = await offerNames(tx, reader, numbers, at);
  return rows.map((row) => {
    const known = row.offer_number === null || names.has(row.offer_number);
    return known ? row : { ...row, offer_title: numberedOffer(row.offer_number), goal_name: '' };
  });
}
export const numberedOffer = (number: number | null): string => `Campaign ${number}`;

/** publishers by their numbers: an advertiser is told of those who did run its offers, and of nobody else */
export async function publisherNames(
  tx: Tx,
  { tenantId, role, userId }: NameReader,
  numbers: Iterable<number>,
): Promise<Map<number, string>> {
  const wanted = [...new Set(numbers)];
  if (wanted.length === 0) return new Map();
  const own = await tx
    .selectFrom(offerRows.as('offers'))
    .select('number')
    .where('advertiser_id', '=', userId)
    .execute();
  const offers = own.map(({ number }) => number);
  const ran = await events().offersWithTraffic(tx, tenantId, { offers, publishers: wanted, billable: true });
  const rows = await tx
    .selectFrom(accountRows.as('named'))
    .select(['named.user_sequence_id', 'named.first_name', 'named.last_name'])
    .where(sql<boolean>`named.user_sequence_id = any(${wanted}::int[])`)
    .where('named.type', '=', 'publisher')
    .where(
      role === 'admin'
        ? sql<boolean>`true`
        : sql<boolean>`(named.user_sequence_id = any(array(select t.publisher from (${ran}) t))
          or exists (select from conversions c
            where c.publisher_id = named.id and c.advertiser_id = ${userId} and c.status = 'approved'))`,
    )
    .execute();
  return new Map(rows.map((row) => [row.user_sequence_id, `${row.first_name} ${row.last_name}`]));
}
