// What the clicks and impressions of some days are worth by the terms of their own moments, as lots.
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, startOf } from '../../../platform/zone.ts';
import { versionsPaidByEvent } from '../../offers/index.ts';
import { stretchesOf } from './event-prices.ts';
import { type LotKey, type LotLine, lotName } from './lots.repo.ts';
import { countLines, linesOf } from './paid-cells.repo.ts';

export interface CountedLot extends LotKey {
  advertiserId: string;
  model: 'CPC' | 'CPM';
  currency: string;
  lines: LotLine[];
}

/** both days included, in the tenant's zone */
export async function countLots(
  tx: Tx,
  home: { tenantId: string; timeZone: string },
  from: string,
  to: string,
): Promise<CountedLot[]> {
  const { timeZone } = home;
  const [start, end] = [startOf(from, timeZone), startOf(addDays(to, 1), timeZone)];
  const pieces = linesOf(stretchesOf(await versionsPaidByEvent(tx, start, end), start, end));
  const lots = new Map<string, CountedLot>();
  for (const { line, day, publisherId, ...counted } of await countLines(tx, home, pieces)) {
    const piece = pieces[line];
    if (!piece) continue;
    const { offerId, version, advertiserId, model, currency } = piece.terms;
    const key = { day, offerId, publisherId, version };
    const lot = lots.get(lotName(key)) ?? { ...key, advertiserId, model, currency, lines: [] };
    lot.lines.push({ from: piece.begins.toISOString(), ...counted });
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
