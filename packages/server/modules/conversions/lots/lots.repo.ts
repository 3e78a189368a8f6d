// Daily lots of clicks and impressions, by the version of the terms that priced them.
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import type { Amounts } from '../pricing/amounts.ts';

/** so many events of one country, at one price */
export interface LotLine extends Amounts {
  /** when the price began */
  from: string;
  /** lower case; null where it is unknown */
  country: string | null;
  events: bigint;
}

const whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);
export const LotLines = z.array(
  z.object({ from: z.string(), country: z.string().nullable(), events: whole, revenue: whole, payout: whole }),
);
export const linesAsJson = (lines: readonly LotLine[]): string =>
  JSON.stringify(lines, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

export interface LotKey {
  /** of the zone that was in force then */
  day: string;
  timeZone: string;
  offerId: string;
  publisherId: string;
  version: number;
}

export interface StoredLot extends LotKey, Amounts {
  id: string;
  /** when its day did */
  begins: Date;
  revision: number;
  model: 'CPC' | 'CPM';
  currency: string;
  advertiserId: string;
  events: bigint;
  /** null: booked before terms were dated, and closed */
  lines: LotLine[] | null;
  /** what people's corrections add to the lines */
  corrected: Amounts;
}

export const lotName = ({ day, timeZone, offerId, publisherId, version }: LotKey): string =>
  [day, timeZone, offerId, publisherId, version].join('|');

/** those of the days that begin between these moments, or the one with this id */
type WhichLots = { start: Date; end: Date } | { id: string };

const selectLots = (tx: Tx, which: WhichLots) => {
  const query = tx
    .selectFrom('earning_lots')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day_text'));
  return (
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('begins', '>=', which.start).where('begins', '<', which.end)
  ).orderBy('id');
};
type LotRow = Awaited<ReturnType<ReturnType<typeof selectLots>['execute']>>[number];

interface RowOfLot {
  id: string;
  day_text: string;
  time_zone: string | null;
  begins: Date | null;
  offer_id: string;
  publisher_id: string;
  terms_version: number;
  advertiser_id: string;
  model: string;
  currency: string;
  events: string;
  revenue_micros: string;
  payout_micros: string;
}
/** what a booked lot and one that came late have in common */
export const readLot = (row: RowOfLot) => ({
  id: row.id,
  day: row.day_text,
  // the check constraint knows both
  timeZone: row.time_zone ?? '',
  begins: row.begins ?? new Date(0),
  offerId: row.offer_id,
  publisherId: row.publisher_id,
  version: row.terms_version,
  advertiserId: row.advertiser_id,
  model: row.model === 'CPC' ? ('CPC' as const) : ('CPM' as const),
  currency: row.currency,
  events: BigInt(row.events),
  revenue: BigInt(row.revenue_micros),
  payout: BigInt(row.payout_micros),
});

const asLot = (row: LotRow): StoredLot => ({
  ...readLot(row),
  revision: row.revision,
  lines: row.lines === null ? null : LotLines.parse(row.lines),
  corrected: { revenue: BigInt(row.corrected_revenue_micros), payout: BigInt(row.corrected_payout_micros) },
});

/** locked */
export const lockLots = async (tx: Tx, which: WhichLots): Promise<StoredLot[]> =>
  (await selectLots(tx, which).forUpdate().execute()).map(asLot);

/** for the verifier: `unreadable` are those whose lines somebody has changed to what none of us writes */
export async function lotsOfDays(
  tx: Tx,
  start: Date,
  end: Date,
): Promise<{ lots: StoredLot[]; unreadable: { id: string; day: string }[] }> {
  const rows = await selectLots(tx, { start, end }).execute();
  const isReadable = ({ lines }: LotRow) => lines === null || LotLines.safeParse(lines).success;
  return {
    lots: rows.filter(isReadable).map(asLot),
    unreadable: rows.filter((row) => !isReadable(row)).map((row) => ({ id: row.id, day: row.day_text })),
  };
}

/** when the first and the last day began that has lots; null where there are none */
export async function daysWithLots(tx: Tx): Promise<{ first: Date; last: Date } | null> {
  const [row] = await tx
    .selectFrom('earning_lots')
    .select((eb) => [eb.fn.min('begins').as('first'), eb.fn.max('begins').as('last')])
    .execute();
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
}

/** what a lot and one that came late have in common, as a row keeps it */
export const lotColumns = (tenantId: string, lot: Omit<StoredLot, 'id' | 'revision' | 'corrected' | 'lines'>) => ({
  tenant_id: tenantId,
  day: lot.day,
  time_zone: lot.timeZone,
  begins: lot.begins,
  offer_id: lot.offerId,
  publisher_id: lot.publisherId,
  terms_version: lot.version,
  advertiser_id: lot.advertiserId,
  model: lot.model,
  currency: lot.currency,
  events: lot.events,
  revenue_micros: lot.revenue,
  payout_micros: lot.payout,
});

/** each under its next revision */
export async function saveLots(
  tx: Tx,
  tenantId: string,
  lots: readonly Omit<StoredLot, 'id' | 'revision'>[],
  at: Date,
): Promise<(LotKey & { id: string; revision: number })[]> {
  if (lots.length === 0) return [];
  const rows = await tx
    .insertInto('earning_lots')
    .values(
      lots.map((lot) => ({
        ...lotColumns(tenantId, lot),
        corrected_revenue_micros: lot.corrected.revenue,
        corrected_payout_micros: lot.corrected.payout,
        lines: lot.lines && linesAsJson(lot.lines),
        updated_at: at,
        revision: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'day', 'time_zone', 'offer_id', 'publisher_id', 'terms_version'])
        .doUpdateSet((eb) => ({
          events: eb.ref('excluded.events'),
          revenue_micros: eb.ref('excluded.revenue_micros'),
          payout_micros: eb.ref('excluded.payout_micros'),
          corrected_revenue_micros: eb.ref('excluded.corrected_revenue_micros'),
          corrected_payout_micros: eb.ref('excluded.corrected_payout_micros'),
          lines: eb.ref('excluded.lines'),
          updated_at: eb.ref('excluded.updated_at'),
          revision: eb('earning_lots.revision', '+', 1),
        })),
    )
    .returning(['id', 'revision', 'time_zone', 'offer_id', 'publisher_id', 'terms_version'])
    .returning(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day_text'))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    day: row.day_text,
    timeZone: row.time_zone ?? '',
    offerId: row.offer_id,
    publisherId: row.publisher_id,
    version: row.terms_version,
  }));
}

/** by their numbers; also those that have left since: what they earned is theirs */
export async function publisherIds(tx: Tx, numbers: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select(['id', 'user_sequence_id'])
    .where('type', '=', 'publisher')
    .where(sql<boolean>`user_sequence_id = any(${[...new Set(numbers)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_sequence_id, row.id]));
}
