// Why a call became nothing, looked for in the order of the specification. Pure: what it may know is handed in. What fits none of
// these is unknown, and stays so.
import type { ClickIdFields } from '@tributary/contract/tracker/click-id';
import { clicksIn, isReserved, type NamedClick } from '@tributary/contract/tracker/postback-mapping';
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import {
  meantBy,
  type NumberFormat,
  numberFormats,
  plainText,
  type ReceiptText,
  readFormatted,
  unfilled,
} from '@tributary/contract/tracker/receipt-rules';
import { TOKEN_DIGEST_LENGTH } from '@tributary/contract/tracker/spool-record';
import type { UnmatchedCause } from '@tributary/contract/trust/unmatched';
import { nearTokens } from './near-misses.ts';

export interface RefusedCall {
  /** what became of it in the end */
  outcome: string;
  query: string | null;
  goal: string | null;
  sale_amount: string | null;
  params: Readonly<Record<string, string>>;
  token_digest: string | null;
}

export interface Suspect {
  tenant: number;
  decode(id: string): ClickIdFields | null;
  /** tokens of the goals of its offer */
  goals: readonly string[];
  /** hashes of the tokens that its advertiser had before, in hexadecimal digits */
  formerTokens: readonly string[];
}

/** genuine clicks of this workspace under names that are not ours */
export const clicksUnder = ({ query }: Pick<RefusedCall, 'query'>, { tenant, decode }: Suspect): NamedClick[] =>
  clicksIn(receiptQuery(query ?? ''), tenant, decode);

/** parameters whose names say one of ours in another spelling */
export const misspelled = ({ query }: Pick<RefusedCall, 'query'>): { name: string; ours: ReceiptText }[] => {
  const { names, values } = receiptQuery(query ?? '');
  return names.flatMap((name, at) => {
    const ours = isReserved(name) || values[at] === '' ? undefined : meantBy(name);
    return ours === undefined ? [] : [{ name, ours }];
  });
};

/** ways of writing in which that amount is one */
export const formatsOf = (text: string): NumberFormat[] =>
  numberFormats.filter((format) => readFormatted(text, format) !== null);

export const amountIn = ({ sale_amount, params }: Pick<RefusedCall, 'sale_amount' | 'params'>): string =>
  plainText(sale_amount || (params.refund_amount ?? ''));

const isEmpty = ({ query }: RefusedCall): boolean => {
  const { names, values } = receiptQuery(query ?? '');
  return names.some((name, at) => name === 'click_id' && values[at] === '') || values.some(unfilled);
};

const MILLISECONDS = /^\d{13}$/;
const aboutClick = ['missing_click', 'broken_click', 'foreign_click', 'macro_unfilled'];

export function causeOf(call: RefusedCall, suspect: Suspect): UnmatchedCause {
  const { outcome } = call;
  if (aboutClick.includes(outcome) && clicksUnder(call, suspect).length > 0) return 'other_name';
  if (outcome === 'macro_unfilled' || (outcome === 'missing_click' && isEmpty(call))) return 'unfilled';
  if (outcome === 'parameter_unclear') return misspelled(call).length > 0 ? 'spelling' : 'unknown';
  if (outcome === 'goal_unknown') return nearTokens(call.goal ?? '', suspect.goals).length > 0 ? 'goal' : 'unknown';
  if (outcome === 'malformed_amount') return formatsOf(amountIn(call)).length > 0 ? 'amount' : 'unknown';
  if (outcome === 'currency_unknown') return 'currency';
  const digest = call.token_digest;
  const isFormer =
    digest !== null && suspect.formerTokens.some((hash) => hash.slice(0, TOKEN_DIGEST_LENGTH) === digest);
  if (outcome === 'token_mismatch' && isFormer) return 'old_token';
  if (outcome === 'signature_expired' && MILLISECONDS.test(receiptQuery(call.query ?? '').get('ts')))
    return 'milliseconds';
  return 'unknown';
}
