// The conversion's own row, locked whenever it changes.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { CapAction } from '@tributary/contract/offers/offer-terms';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Conversions } from '../../platform/db/schema.gen.ts';
import type { Booked } from './booking.ts';
import type { Authority, Standing } from './requests/authority.ts';

type Row = Selectable<Conversions>;
export interface Conversion
  extends Omit<
    Row,
    | 'status'
    | 'status_after_hold'
    | 'revenue_micros'
    | 'payout_micros'
    | 'sale_micros'
    | 'refunded_micros'
    | 'cap_action'
    | 'decided_by'
    | 'ceiling'
    | 'ceiling_by'
  > {
  status: ConversionStatus;
  decided_by: Authority;
  ceiling: ConversionStatus | null;
  ceiling_by: Authority | null;
  /** of the sale, in the offer's currency */
  refunded: bigint;
  status_after_hold: ConversionStatus | null;
  revenue: bigint;
  payout: bigint;
  sale: bigint | null;
  cap_action: CapAction | null;
  /** what the ledger holds of it */
  held: Booked;
}

/** the check constraints keep the statuses within their lists */
const read = (row: Row): Conversion => ({
  ...row,
  status: row.status as ConversionStatus,
  decided_by: row.decided_by as Authority,
  ceiling: row.ceiling as ConversionStatus | null,
  ceiling_by: row.ceiling_by as Authority | null,
  refunded: BigInt(row.refunded_micros),
  status_after_hold: row.status_after_hold as ConversionStatus | null,
  cap_action: row.cap_action as CapAction | null,
  revenue: BigInt(row.revenue_micros),
  payout: BigInt(row.payout_micros),
  sale: row.sale_micros === null ? null : BigInt(row.sale_micros),
  held: {
    state: row.booked as Booked['state'],
    revenue: BigInt(row.booked_revenue_micros),
    payout: BigInt(row.booked_payout_micros),
    revision: row.revision,
  },
});

/** null where one with the same transaction, or the same click and goal, is there already: the unique keys decide */
export async function insertConversion(tx: Tx, row: Insertable<Conversions>): Promise<Conversion | null> {
  const stored = await tx
    .insertInto('conversions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return stored ? read(stored) : null;
}

/** those whose amounts follow from their terms, in the order of their ids */
export async function pricedAfter(tx: Tx, after: string | null, limit: number): Promise<Conversion[]> {
  let query = tx
    .selectFrom('conversions')
    .selectAll()
    .where('status', '<>', 'rejected')
    .where('amounts_by_hand', '=', false)
    .where('awaits_sale', '=', false)
    .where('terms_version', 'is not', null);
  if (after) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(read);
}

export const standingOf = (conversion: Conversion): Standing => ({
  status: conversion.status,
  decidedBy: conversion.decided_by,
  ceiling: conversion.ceiling,
  ceilingBy: conversion.ceiling_by,
  holdUntil: conversion.hold_until,
  afterHold: conversion.status_after_hold,
  amountsByHand: conversion.amounts_by_hand,
});

export interface OrderKey {
  offerId: string;
  goalId: string;
  /** as it was spelled */
  txnId: string;
  txnKey: string;
  /** empty where case does not matter: then any spelling is the one */
  txnVariant: string;
}

/**
 * The one that is spelled like this, else the only one of that transaction, whichever way case counted when it came. Several:
 * case mattered once, and none of them is spelled so.
 */
export async function findByTxn(tx: Tx, key: OrderKey): Promise<Conversion | 'several' | null> {
  let query = tx
    .selectFrom('conversions')
    .selectAll()
    .where('offer_id', '=', key.offerId)
    .where('goal_id', '=', key.goalId)
    .where('txn_key', '=', key.txnKey);
  if (key.txnVariant !== '') query = query.where('txn_id', '=', key.txnVariant);
  const rows = await query
    .orderBy((eb) => eb('txn_id', '=', key.txnId), 'desc')
    .orderBy('id')
    .limit(2)
    .forUpdate()
    .execute();
  const [row, other] = rows;
  if (!row) return null;
  return other && row.txn_id !== key.txnId ? 'several' : read(row);
}

/** of a click, on whichever goal; null where there are none or several */
export async function findOnAnyGoal(tx: Tx, clickId: string, txnKey: string): Promise<Conversion | null> {
  const [row, other] = await tx
    .selectFrom('conversions')
    .selectAll()
    .where('click_id', '=', clickId)
    .where('txn_key', '=', txnKey)
    .limit(2)
    .forUpdate()
    .execute();
  return row && !other ? read(row) : null;
}

/** the first two of a click on a goal, oldest first: one, or several */
export async function findByClick(tx: Tx, clickId: string, goalId: string): Promise<Conversion[]> {
  const rows = await tx
    .selectFrom('conversions')
    .selectAll()
    .where('click_id', '=', clickId)
    .where('goal_id', '=', goalId)
    .orderBy('id')
    .limit(2)
    .forUpdate()
    .execute();
  return rows.map(read);
}

/** conversions by pixel: of the click, and of the address on the offer since then */
export async function countPixels(
  tx: Tx,
  place: { offerId: string; clickId: string; network: string | null; since: Date },
): Promise<{ ofClick: number; ofNetwork: number }> {
  const { rows } = await sql<{ of_click: string; of_network: string }>`
    select (select count(*) from conversions where click_id = ${place.clickId} and kind = 'pixel') as of_click,
      (select count(*) from conversions where offer_id = ${place.offerId} and kind = 'pixel'
        and pixel_network = ${place.network}::inet and at > ${place.since}) as of_network`.execute(tx);
  return { ofClick: Number(rows[0]?.of_click ?? 0), ofNetwork: Number(rows[0]?.of_network ?? 0) };
}

/** in the order of their ids, so that two who change many wait for each other instead of deadlocking */
export async function lockConversions(tx: Tx, ids: readonly string[], advertiserId?: string): Promise<Conversion[]> {
  if (ids.length === 0) return [];
  let query = tx
    .selectFrom('conversions')
    .selectAll()
    .where('id', 'in', [...ids]);
  if (advertiserId) query = query.where('advertiser_id', '=', advertiserId);
  return (await query.orderBy('id').forUpdate().execute()).map(read);
}

export async function lockConversion(tx: Tx, id: string): Promise<Conversion | null> {
  return (await lockConversions(tx, [id]))[0] ?? null;
}

export async function findConversion(tx: Tx, id: string): Promise<Conversion | null> {
  const row = await tx.selectFrom('conversions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? read(row) : null;
}

/** counted on the row itself: two changes in one transaction are two */
export async function nextSequence(tx: Tx, id: string): Promise<number> {
  const { sequence } = await tx
    .updateTable('conversions')
    .set((eb) => ({ sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

export async function updateConversion(tx: Tx, id: string, change: Updateable<Conversions>): Promise<void> {
  await tx.updateTable('conversions').set(change).where('id', '=', id).execute();
}
