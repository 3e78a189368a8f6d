// Refunds of orders that have not come yet.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Conversion } from './conversions.repo.ts';
import type { Reading, ToldAmount } from './receipts/judge-receipt.ts';

export interface WaitingRefund {
  receiptId: string;
  total: ToldAmount | null;
}

export async function keepRefund(
  tx: Tx,
  refund: WaitingRefund & {
    tenantId: string;
    offerId: string;
    goalId: string;
    clickId: string;
    txn: { key: string; variant: string } | null;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('refunds_waiting')
    .values({
      tenant_id: refund.tenantId,
      receipt_id: refund.receiptId,
      offer_id: refund.offerId,
      goal_id: refund.goalId,
      click_id: refund.clickId,
      txn_key: refund.txn?.key ?? null,
      txn_variant: refund.txn?.variant ?? '',
      at: refund.at,
      amount_micros: refund.total?.micros ?? null,
      // none was said: the order's own, when it comes
      currency: refund.total === null || refund.total.isAssumed ? null : refund.total.currency,
    })
    // a replay finds it here already
    .onConflict((conflict) => conflict.columns(['tenant_id', 'receipt_id']).doNothing())
    .execute();
}

/** in which the first of those that wait for this order was told, if it was */
export async function currencyOfRefunds(
  tx: Tx,
  {
    terms,
    goal,
    txn,
    click,
  }: { terms: { id: string }; goal: { id: string }; click: { id: string } } & Pick<Reading, 'txn'>,
): Promise<string | null> {
  const { rows } = await sql<{ currency: string | null }>`
    select currency from refunds_waiting
    where ${isMeant(terms.id, goal.id, txn?.key ?? null, txn?.variant ?? '', click.id)} and currency is not null
    order by at, receipt_id limit 1`.execute(tx);
  return rows[0]?.currency ?? null;
}

const isMeant = (offerId: string, goalId: string, key: string | null, variant: string, clickId: string | null) => sql`
  offer_id = ${offerId} and goal_id = ${goalId}
    and ((txn_key = ${key}::text and (txn_variant = '' or ${variant} = '' or txn_variant = ${variant}))
      or (click_id = ${clickId}::text and (txn_key is null or ${key}::text is null)))`;

/** those that mean this conversion, oldest first; their receipts say so from now on */
export async function takeRefunds(tx: Tx, conversion: Conversion, at: Date): Promise<WaitingRefund[]> {
  const { offer_id: offerId, goal_id: goalId, txn_key: key, txn_variant: variant, click_id: clickId } = conversion;
  const { rows } = await sql<{ receipt_id: string; amount_micros: string | null; currency: string | null }>`
    with mine as (
      delete from refunds_waiting where ${isMeant(offerId, goalId, key, variant, clickId)}
      returning tenant_id, receipt_id, amount_micros, currency, at),
    told as (
      update receipt_outcomes o set outcome = 'updated', conversion_id = ${conversion.id}, decided_at = ${at}
      from mine where o.tenant_id = mine.tenant_id and o.receipt_id = mine.receipt_id)
    select receipt_id, amount_micros, currency from mine order by at, receipt_id`.execute(tx);
  return rows.map(({ receipt_id, amount_micros, currency }) => ({
    receiptId: receipt_id,
    total:
      amount_micros === null
        ? null
        : {
            micros: BigInt(amount_micros),
            currency: currency ?? conversion.currency,
            isAssumed: currency === null,
          },
  }));
}
