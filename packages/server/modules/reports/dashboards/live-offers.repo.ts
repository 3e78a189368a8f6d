// What Offers – Live shows beside the figures: names, states, the fullest cap and the last conversion.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { conversionRows } from '../../conversions/index.ts';
import { capRows, offerRows } from '../../offers/index.ts';
import { capWindowRows } from '../../tracking/index.ts';

export interface LiveOfferFacts {
  id: string;
  number: number;
  title: string;
  status: string;
  advertiser_id: string;
  advertiser_number: number;
  advertiser_name: string;
  cap_percent: string | null;
  last_conversion_at: Date | null;
}

export async function liveOfferFacts(tx: Tx, numbers: readonly number[], at: Date): Promise<LiveOfferFacts[]> {
  const { rows } = await sql<LiveOfferFacts>`
    select o.id, o.number, o.title, o.status, a.id as advertiser_id, a.user_sequence_id as advertiser_number,
      a.first_name || ' ' || a.last_name as advertiser_name,
      -- a cap of which nothing is used yet has no window, and is a cap all the same
      (select round(max(coalesce(w.spent, 0) * 100.0 / nullif(k.limit_value, 0))) from ${capRows} k
        left join ${capWindowRows} w on w.cap_id = k.id and w.window_start <= ${at} and w.window_end > ${at}
        where k.offer_id = o.id and k.removed_at is null) as cap_percent,
      (select c.at from ${conversionRows} c where c.offer_id = o.id order by c.id desc limit 1) as last_conversion_at
    from ${offerRows} o join ${accountRows} a on a.id = o.advertiser_id
    where o.number = any(${[...numbers]}::int[])`.execute(tx);
  return rows;
}
