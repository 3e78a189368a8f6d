// How much of a publisher's document waits for an answer, and for whose.
import type { Waiting } from '@tributary/contract/billing/documents';
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { cutToMinor, roundToMinor } from './minor-units.ts';
import { questionsAbout, waitingSum } from './waiting.repo.ts';

export interface WaitingSums {
  currency: string;
  net_micros: string;
  total_micros: string;
  settled_micros: string;
  /** of the entries that are asked about or no longer stand, before VAT */
  waiting_micros: string | null;
  /** of it, what no longer stands */
  gone_micros: string;
  /** all of the document is */
  is_disputed: boolean;
}

type Sums = Pick<WaitingSums, 'total_micros' | 'settled_micros'>;
export const leftOf = ({ total_micros, settled_micros }: Sums): bigint => BigInt(total_micros) - BigInt(settled_micros);

/**
 * Of what is left: entries that are asked about or no longer stand, with their VAT, rounded up. One that was paid before somebody asked counts, too:
 * more may wait than must, and never less.
 */
export function waitingOf(sums: WaitingSums): bigint {
  if (sums.is_disputed) return leftOf(sums);
  return withVat(sums, BigInt(sums.waiting_micros ?? 0));
}

/** of what waits: what no answer brings back. All of it is asked about where the document is */
export const goneOf = (sums: WaitingSums): bigint => (sums.is_disputed ? 0n : withVat(sums, BigInt(sums.gone_micros)));

/** what can be paid now */
export const freeOf = (sums: WaitingSums): bigint => leftOf(sums) - waitingOf(sums);

function withVat(sums: WaitingSums, amount: bigint): bigint {
  if (amount === 0n) return 0n;
  const left = leftOf(sums);
  const [net, total] = [BigInt(sums.net_micros), BigInt(sums.total_micros)];
  const whole = -cutToMinor(-((amount * total + net - 1n) / net), sums.currency);
  if (whole > left) return left;
  return whole;
}

/** each part takes its share of the tax along, the last one what is left of it; so does the next where one is taken back */
export function withheldOf(
  sums: Sums & { currency: string; withheld_micros: string; withheld_before: string },
  gross: bigint,
): bigint {
  const [whole, before, total] = [
    BigInt(sums.withheld_micros),
    BigInt(sums.withheld_before),
    BigInt(sums.total_micros),
  ];
  const reached = BigInt(sums.settled_micros) + gross;
  const due = reached >= total ? whole : roundToMinor((whole * reached) / total, sums.currency);
  return due > before ? due - before : 0n;
}

type Document = Pick<WaitingSums, 'currency' | 'net_micros' | 'total_micros' | 'settled_micros'> & {
  id: string;
  state: string;
};
const UNPAID = ['issued', 'approved', 'paying', 'part-paid'];

/** null where nothing waits. `ownerId`: as its owner sees it, who is not told whose the other questions are */
export async function waitingIn(tx: Tx, document: Document, ownerId?: string): Promise<Waiting | null> {
  if (!UNPAID.includes(document.state)) return null;
  const sums = { ...document, ...(await waitingSum(tx, document.id)) };
  const [amount, gone] = [waitingOf(sums), goneOf(sums)];
  if (amount <= 0n) return null;
  const { appeals, requests, is_untold } = await questionsAbout(tx, document.id);
  const told = appeals.filter(({ owner_id }) => ownerId === undefined || owner_id === ownerId);
  const shown = (micros: bigint) => (ownerId !== undefined && is_untold ? null : formatMoney(micros));
  return {
    why: gone === 0n ? 'asked' : gone === amount ? 'gone' : 'both',
    amount: shown(amount - gone),
    gone: shown(gone),
    is_all: amount === leftOf(document),
    appeals: told.map(({ id, side, subject_kind: about, due_at }) => ({
      id,
      side,
      about,
      due_at: unixSeconds(due_at),
    })),
    others: requests + appeals.length - told.length,
  };
}
