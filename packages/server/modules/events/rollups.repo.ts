// Billable events of a day, for what is paid by click or impression. Days are the tenant's own.
import { verdicts } from '@tributary/contract/verdicts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const billable = Object.entries(verdicts).flatMap(([name, verdict]) => (verdict.billable ? [name] : []));

export interface DailyCount {
  offer: number;
  publisher: number;
  /** lower case; null where it is unknown */
  country: string | null;
  clicks: bigint;
  impressions: bigint;
}

export async function dailyCounts(tx: Tx, day: string, offers: readonly number[]): Promise<DailyCount[]> {
  if (offers.length === 0) return [];
  const rows = await tx
    .selectFrom('rollup_day')
    .select(['offer', 'publisher', 'country'])
    .select((eb) => [eb.fn.sum<string>('clicks').as('clicks'), eb.fn.sum<string>('impressions').as('impressions')])
    .where(sql<boolean>`day = ${day}::date`)
    .where('offer', 'in', [...offers])
    .where('publisher', '>', 0)
    .where('verdict', 'in', billable)
    .groupBy(['offer', 'publisher', 'country'])
    .orderBy('offer')
    .orderBy('publisher')
    .orderBy('country')
    .execute();
  return rows.map((row) => ({
    offer: row.offer,
    publisher: row.publisher,
    country: row.country === '' ? null : row.country.toLowerCase(),
    clicks: BigInt(row.clicks),
    impressions: BigInt(row.impressions),
  }));
}
