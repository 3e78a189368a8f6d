// What the clicks and impressions of some days are worth by the terms of their own moments, as lots.
import type { Tx } from '../../../platform/db/database.ts';
import { versionsPaidByEvent } from '../../offers/index.ts';
import type { BookedDay, Zones } from '../../tenancy/index.ts';
import { stretchesOf } from './event-prices.ts';
import { type LotKey, type LotLine, lotName } from './lots.repo.ts';
import { countLines, linesOf } from './paid-cells.repo.ts';

export interface CountedLot extends LotKey {
  begins: Date;
  advertiserId: string;
  model: 'CPC' | 'CPM';
  currency: string;
  lines: LotLine[];
}

const nameOf = ({ day, timeZone }: { day: string; timeZone: string }): string => `${day} ${timeZone}`;

/** of days that follow each other */
export async function countLots(
  tx: Tx,
  home: { tenantId: string; zones: Zones },
  days: readonly BookedDay[],
): Promise<CountedLot[]> {
  const [start, end] = [days[0]?.start, days.at(-1)?.end];
  if (!start || !end) return [];
  const begun = new Map(days.map((day) => [nameOf(day), day.start]));
  const pieces = linesOf(stretchesOf(await versionsPaidByEvent(tx, start, end), start, end));
  const lots = new Map<string, CountedLot>();
  for (const { line, day, timeZone, publisherId, ...counted } of await countLines(tx, home, pieces)) {
    const piece = pieces[line];
    const begins = begun.get(nameOf({ day, timeZone }));
    if (!piece || !begins) continue;
    const { offerId, version, advertiserId, model, currency } = piece.terms;
    const key = { day, timeZone, offerId, publisherId, version };
    const lot = lots.get(lotName(key)) ?? { ...key, begins, advertiserId, model, currency, lines: [] };
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
