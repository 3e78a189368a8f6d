// Reconciliations and their rows in the words of the wire; what an advertiser may see of them is decided here.
import { formatMoney } from '@tributary/contract/money';
import {
  OwnReconciliation,
  OwnReconciliationRow,
  Reconciliation,
  ReconciliationRow,
} from '@tributary/contract/trust/reconciliations';
import { unixSeconds } from '../../../platform/clock.ts';
import { rateText } from '../../rates/index.ts';
import type { StoredReconciliation } from './reconciliations.repo.ts';
import type { StoredRow } from './rows.repo.ts';

const secondsOr = (at: Date | null): number | null => at && unixSeconds(at);
const moneyOr = (micros: string | null): string | null => (micros === null ? null : formatMoney(BigInt(micros)));
const person = (id: string, number: number | null, first: string | null, last: string | null) => ({
  id,
  number: number ?? 0,
  name: [first, last].filter(Boolean).join(' '),
});
const offerOf = (row: { offer_id: string | null; offer_number: number | null; offer_title: string | null }) =>
  row.offer_id === null ? null : { id: row.offer_id, number: row.offer_number ?? 0, name: row.offer_title ?? '' };

const shared = (row: StoredReconciliation) => ({
  ...row,
  offer: offerOf(row),
  tolerance: formatMoney(BigInt(row.tolerance_micros)),
  created_at: unixSeconds(row.created_at),
  applied_at: secondsOr(row.applied_at),
  undone_at: secondsOr(row.undone_at),
});
/** parsed: what the table's checks keep within their lists is known to be in them, and nothing else leaves */
export const toOwn = (row: StoredReconciliation): OwnReconciliation => OwnReconciliation.parse(shared(row));
export const toReconciliation = (row: StoredReconciliation): Reconciliation =>
  Reconciliation.parse({
    ...shared(row),
    advertiser: person(row.advertiser_id, row.advertiser_number, row.a_first, row.a_last),
    publisher: row.publisher_id && person(row.publisher_id, row.publisher_number, row.p_first, row.p_last),
  });

const sharedRow = (row: StoredRow) => ({
  ...row,
  id: String(row.position),
  at: secondsOr(row.at),
  theirs: moneyOr(row.amount_micros),
  theirs_currency: row.amount_micros === null ? null : row.currency,
  turned: moneyOr(row.turned_micros),
  rate: row.rate_e12 === null ? null : rateText(BigInt(row.rate_e12)),
  ours_at: secondsOr(row.ours_at),
  ours: moneyOr(row.ours_micros),
  offer: offerOf(row),
});
export const toOwnRow = (row: StoredRow): OwnReconciliationRow => OwnReconciliationRow.parse(sharedRow(row));
export const toReconciliationRow = (row: StoredRow): ReconciliationRow =>
  ReconciliationRow.parse({
    ...sharedRow(row),
    publisher: row.publisher_id && person(row.publisher_id, row.publisher_number, row.p_first, row.p_last),
  });
