// Through which lens amounts are read. Ordinarily: those that have a rate, in the viewer's currency, without those of offers
// whose payout is hidden from a publisher. What that leaves out is read through the other lenses, per currency.
import { type RawBuilder, sql } from 'kysely';
import { offerRows } from '../../offers/index.ts';
import { RATE_SCALE } from './money.ts';
import type { Viewer } from './viewer.ts';

export interface Lens {
  /** `priced`: in the viewer's currency. `unpriced`: what has no rate, in its own. `own`: everything in its own */
  money: 'priced' | 'unpriced' | 'own';
  /** of a publisher's payouts: the open ones, or those it is shown only as one line */
  payouts: 'open' | 'hidden';
}
export const ordinary: Lens = { money: 'priced', payouts: 'open' };

/** the condition under which a row's payout counts; null where nothing is hidden from this viewer */
export function payoutCondition(
  offer: RawBuilder<unknown>,
  viewer: Viewer,
  { payouts }: Lens,
): RawBuilder<unknown> | null {
  if (viewer.role !== 'publisher') return null;
  const isHidden = isHiddenOffer(offer);
  return payouts === 'hidden' ? isHidden : sql`not ${isHidden}`;
}

/** asked once per statement */
export const isHiddenOffer = (offer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${offer} = any(array(select h.id from ${offerRows} h where h.hide_payout)))`;

/** a sum of micro-units × 10¹², of whatever currency the lens shows; beside it stands its rate `r` */
export function amountIn({ money }: Lens, sum: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql`${sum} * ${sql.lit(String(RATE_SCALE))}::numeric`;
  if (money === 'own') return own;
  return money === 'unpriced'
    ? sql`case when r.rate is null then ${own} else 0 end`
    : sql`coalesce(${sum} * r.rate, 0)`;
}
