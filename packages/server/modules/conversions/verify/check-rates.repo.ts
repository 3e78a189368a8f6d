import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** a rate that conversions of one day carry, with one of them */
export interface CarriedRate {
  id: string;
  from: string;
  to: string;
  /** UTC */
  day: string;
  rate: bigint | null;
  /** of the oldest of them */
  recordedAt: Date;
}

interface Row {
  id: string;
  from: string;
  to: string;
  day: string;
  rate: string | null;
  recorded_at: Date;
}

const read = ({ recorded_at: recordedAt, rate, ...rest }: Row): CarriedRate => ({
  ...rest,
  recordedAt,
  rate: rate === null ? null : BigInt(rate),
});

const day = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`;

export async function homeRates(tx: Tx): Promise<CarriedRate[]> {
  const { rows } = await sql<Row>`
    select min(id::text) as id, currency as "from", home_currency as "to", ${day} as day, home_rate_e12 as rate,
      min(recorded_at) as recorded_at
    from conversions group by 2, 3, 4, 5`.execute(tx);
  return rows.map(read);
}

export async function saleRates(tx: Tx): Promise<CarriedRate[]> {
  const { rows } = await sql<Row>`
    select min(id::text) as id, sale_currency as "from", currency as "to", ${day} as day, sale_rate_e12 as rate,
      min(recorded_at) as recorded_at
    from conversions where sale_micros is not null group by 2, 3, 4, 5`.execute(tx);
  return rows.map(read);
}
