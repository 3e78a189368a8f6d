// What a changed exchange rate does to what is booked: amounts stay, the rate that a conversion is shown by follows the table.
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { type MissingDays, pairOf, type QuotedRate, rateOn, ratesOf } from '../rates/index.ts';
import { conversionsWithoutRate, firstLots, lotDays, rerate } from './rate-use.repo.ts';

const AT_ONCE = 1_000;

/** for the table of rates, on a floor below: where it lacks one */
export async function missingRates(tx: Tx, home: string): Promise<MissingDays[]> {
  const rates = await ratesOf(tx);
  const hasNone = ({ currency, day }: { currency: string; day: string }) => rateOn(rates, currency, home, day) === null;
  const ofLots = await lotDays(
    tx,
    (await firstLots(tx)).filter(hasNone).map(({ currency }) => currency),
  );
  const spans = new Map((await conversionsWithoutRate(tx)).map((span) => [span.currency, span]));
  for (const { currency, day } of ofLots.filter(hasNone)) {
    const { from, to, conversions } = spans.get(currency) ?? { from: day, to: day, conversions: 0 };
    // days as text stand in their order
    const days = [from, to, day].sort();
    spans.set(currency, { currency, from: days[0] ?? day, to: days[2] ?? day, conversions });
  }
  return [...spans.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** conversions of the days for which the rate holds come to carry it, so many at a time; what they were booked with stays */
export async function followRate(
  database: Database,
  tenantId: string,
  changed: { base: string; quote: string; from: string },
): Promise<void> {
  const isOfPair = ({ base, quote }: QuotedRate) => pairOf({ base, quote }) === pairOf(changed);
  for (;;) {
    const moved = await database.withTenant(tenantId, systemActor, async (tx) => {
      const rates = await ratesOf(tx);
      const until = rates.filter(isOfPair).find(({ from }) => from > changed.from)?.from ?? null;
      let rows = 0;
      for (const [currency, home] of [
        [changed.base, changed.quote],
        [changed.quote, changed.base],
      ] as const) {
        const rate = rateOn(rates, currency, home, changed.from);
        rows += await rerate(tx, { currency, home, from: changed.from, until, rate, limit: AT_ONCE });
      }
      return rows;
    });
    if (moved === 0) return;
  }
}
