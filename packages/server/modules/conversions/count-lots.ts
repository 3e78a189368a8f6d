// What the clicks and impressions of some days are worth by the terms of their own moments, as lots: the one sum that is
// booked, compared and shown.
import type { Tx } from '../../platform/db/database.ts';
import { addDays, startOf } from '../../platform/zone.ts';
import { countPaidEvents } from '../events/index.ts';
import { pricedStretches } from './event-prices.ts';
import { type LotKey, type LotLine, lotName, publisherIds } from './lots.repo.ts';

export interface CountedLot extends LotKey {
  offer: number;
  publisher: number;
  advertiserId: string;
  model: 'CPC' | 'CPM';
  currency: string;
  lines: LotLine[];
}

/** both days included, in the tenant's zone */
export async function countLots(tx: Tx, timeZone: string, from: string, to: string): Promise<CountedLot[]> {
  const stretches = await pricedStretches(tx, startOf(from, timeZone), startOf(addDays(to, 1), timeZone));
  const counts = await countPaidEvents(tx, stretches, timeZone);
  const publishers = await publisherIds(
    tx,
    counts.map(({ publisher }) => publisher),
  );
  const lots = new Map<string, CountedLot>();
  for (const { stretch: at, day, publisher, country, events } of counts) {
    const [stretch, publisherId] = [stretches[at], publishers.get(publisher)];
    if (!stretch || !publisherId) continue;
    const { terms, begins } = stretch;
    const key = { day, offerId: terms.offerId, publisherId, version: terms.version };
    const known = lots.get(lotName(key));
    const { advertiserId, model, currency } = terms;
    const lot = known ?? { ...key, offer: terms.number, publisher, advertiserId, model, currency, lines: [] };
    const worth = stretch.worth(stretch.price(publisherId, country), events);
    lot.lines.push({ from: begins.toISOString(), country, events, ...worth });
    lots.set(lotName(key), lot);
  }
  return [...lots.values()];
}

export const sumOf = (lines: readonly LotLine[]): { events: bigint; revenue: bigint; payout: bigint } =>
  lines.reduce(
    (sum, line) => ({
      events: sum.events + line.events,
      revenue: sum.revenue + line.revenue,
      payout: sum.payout + line.payout,
    }),
    { events: 0n, revenue: 0n, payout: 0n },
  );
