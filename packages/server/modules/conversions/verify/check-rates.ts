// Part of `npm run ledger:verify`: the rates that conversions carry against the table of rates. The one into the workspace's
// currency follows the table, also what is entered later (a moment after: a job does it). The sale's stays as it was, so
// that it is compared only where its pair has not been touched since.
import type { Tx } from '../../../platform/db/database.ts';
import { lastChanges } from '../../audit/index.ts';
import { pairOf, type QuotedRate, RATE_SCALE, rateOn, ratesOf, rateText } from '../../rates/index.ts';
import { type CarriedRate, homeRates, saleRates } from './check-rates.repo.ts';

const FINDINGS = 100;

/** in a transaction bound to the tenant, as the system */
export async function checkRates(tx: Tx): Promise<string[]> {
  const rates = await ratesOf(tx);
  const changes = await lastChanges(tx, 'exchange-rate');
  const isUntouched = ({ from, to, recordedAt }: CarriedRate) => {
    const changed = changes.get(pairOf({ base: from, quote: to }));
    return changed === undefined || changed < recordedAt;
  };
  const home = (await homeRates(tx)).flatMap((carried) => compare(rates, carried));
  const sales = (await saleRates(tx))
    .filter((carried) => carried.from === carried.to || isUntouched(carried))
    .flatMap((carried) => compare(rates, carried));
  return [...home, ...sales].slice(0, FINDINGS);
}

function compare(rates: readonly QuotedRate[], { id, from, to, day, rate }: CarriedRate): string[] {
  const should = from === to ? RATE_SCALE : rateOn(rates, from, to, day);
  if (rate === should) return [];
  const text = (value: bigint | null) => (value === null ? 'no rate' : rateText(value));
  return [`conversion ${id} of ${day} carries ${text(rate)} from ${from} to ${to}, the table says ${text(should)}`];
}
