import type { LateLot, Lot, LotDetails, lotRoutes } from '@tributary/contract/conversions/lots';
import { formatMoney } from '@tributary/contract/money';
import { type Handlers, inTransaction } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { transfersOf } from '../../ledger/index.ts';
import { pageOfTerms } from '../../offers/index.ts';
import { correctLot } from './correct-lot.ts';
import { decideLateLot } from './late-lots.ts';
import { findListedLot, type ListedLateLot, type ListedLot, type ListedRow, lateLots, lots } from './lot-log.repo.ts';
import { LotLines } from './lots.repo.ts';

const money = (micros: string): string => formatMoney(BigInt(micros));

const shared = (row: ListedRow) => ({
  id: row.id,
  day: row.day,
  offer: { id: row.offer_id, number: row.offer_number, name: row.offer_title },
  publisher: { id: row.publisher_id, number: row.publisher_number, name: row.publisher_name },
  advertiser: { id: row.advertiser_id, number: row.advertiser_number, name: row.advertiser_name },
  model: row.model === 'CPC' ? ('CPC' as const) : ('CPM' as const),
  currency: row.currency,
  terms_version: row.terms_version,
  events: Number(row.events),
  revenue: money(row.revenue_micros),
  payout: money(row.payout_micros),
});

const toLot = (row: ListedLot): Lot => ({
  ...shared(row),
  corrected_revenue: money(row.corrected_revenue_micros),
  corrected_payout: money(row.corrected_payout_micros),
  revision: row.revision,
  updated_at: unixSeconds(row.updated_at),
});

/** the first version has always been in force */
const since = (text: string): number | null => (Date.parse(text) === 0 ? null : unixSeconds(new Date(text)));

async function lotDetails(tx: Tx, id: string): Promise<LotDetails> {
  const row = await findListedLot(tx, id);
  if (!row) throw new Fault('not_found');
  return {
    ...toLot(row),
    lines:
      row.lines === null
        ? null
        : LotLines.parse(row.lines).map((line) => ({
            from: since(line.from),
            country: line.country,
            events: Number(line.events),
            revenue: formatMoney(line.revenue),
            payout: formatMoney(line.payout),
          })),
    transfers: (await transfersOf(tx, { kind: 'lot', id: row.id })).map((transfer) => ({
      ...transfer,
      at: unixSeconds(transfer.at),
      amount: formatMoney(transfer.amount),
    })),
  };
}

const toLate = (row: ListedLateLot): LateLot => ({
  ...shared(row),
  // the check constraint keeps it within its list
  state: row.state as LateLot['state'],
  found_at: unixSeconds(row.found_at),
  reason: row.reason,
  decided_at: row.decided_at && unixSeconds(row.decided_at),
  decided_by: row.decided_by_name,
});

export const lotHandlers = (): Handlers<typeof lotRoutes> => ({
  lots: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await lots.page(tx, query);
    return { rows: rows.map(toLot), next };
  }),
  lot: inTransaction(({ params }, _call, tx) => lotDetails(tx, params.id)),
  correctLot: inTransaction(({ params, body }, call, tx) => correctLot(tx, call, params.id, body)),
  lateLots: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await lateLots.page(tx, query);
    return { rows: rows.map(toLate), next };
  }),
  decideLateLot: inTransaction(({ params, body }, call, tx) => decideLateLot(tx, call, params.id, body)),
  offerTermsVersions: inTransaction(({ params, query }, _call, tx) => pageOfTerms(tx, params.id, query)),
});
