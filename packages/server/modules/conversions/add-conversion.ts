// A conversion by hand: for what came by another way. The unique keys, the caps' counts and the ledger treat it like any.

import type { NewConversionBody } from '@tributary/contract/conversions/conversions';
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import { plainText, txnKey, unfilled } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { findPartner, type Partner } from '../accounts/index.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { events } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { type ConversionTerms, goalOf, receiptTerms, termsAt } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { findByClick, findByTxn } from './conversions.repo.ts';
import { countedBy, orderOf } from './receipts/settle-receipt.ts';
import { type Draft, recordConversion } from './record-conversion.ts';

type Body = z.output<typeof NewConversionBody>;
const DUPLICATE = 'This conversion exists already: the same transaction, or the same click and goal.';

/** its key is that of click ids */
export interface AddDeps {
  key: MacKey;
  refuseClosed(tx: Tx, tenantId: string, at: Date): Promise<void>;
}

export async function addConversion(
  tx: Tx,
  call: AuditedCall,
  { key, refuseClosed }: AddDeps,
  body: Body,
  /** the account manager in whose name it is added */
  by: string,
): Promise<{ id: string }> {
  await takeHead(tx, call.tenant.id);
  const at = body.at ? new Date(body.at * 1_000) : call.clock.now();
  if (at > call.clock.now()) throw new Fault('invalid_input', 'A conversion cannot lie in the future');
  await refuseClosed(tx, call.tenant.id, at);
  const { terms, publisher, click } = await whatItIsFor(tx, call, key, body, at);
  const goal = await goalOf(tx, terms, body.goal_id ? { id: body.goal_id } : { token: '' });
  if (!goal) throw new Fault('invalid_input', 'This goal does not belong to the offer');
  const words = await receiptTerms(tx, terms.id);
  const id = plainText(body.txn_id ?? '');
  if (unfilled(id)) throw new Fault('invalid_input', 'The transaction id is a macro that nobody filled in');
  const txn = id === '' ? null : { id, key: txnKey(id), variant: words.txnCaseMatters ? id : '' };
  const place = { offerId: terms.id, goalId: goal.id };
  const byTxn = txn && (await findByTxn(tx, { ...place, txnId: txn.id, txnKey: txn.key, txnVariant: txn.variant }));
  const reading = { terms, words, goal, txn, click };
  const ofClick = click && (!txn || countedBy(reading) === 'click') ? await findByClick(tx, click.id, goal.id) : [];
  if (byTxn || ofClick.length > 0) throw new Fault('conflict', DUPLICATE);
  const recorded = await recordConversion(tx, call, {
    kind: 'manual',
    receiptId: null,
    terms,
    goal,
    publisherId: publisher.id,
    click,
    order: orderOf(reading),
    at,
    sale: body.sale_amount === null ? null : { micros: body.sale_amount, currency: terms.currency },
    currency: body.sale_amount === null ? null : terms.currency,
    first: {
      status: body.status,
      reason: body.reason,
      holdUntil: null,
      afterHold: body.status,
      decidedBy: 'manager',
    },
    amounts: { revenue: body.revenue, payout: body.payout },
    byHand: by,
    overCap: body.over_cap,
    pixelNetwork: null,
    params: {},
    ip: null,
    country: null,
    trace: [{ step: 'Added by hand', saw: body.reason, result: body.status }],
  });
  if (recorded.result === 'no-room') {
    throw new Fault('over_cap', `This goes over the ${recorded.text}. Leave it, or say that it shall go over the cap.`);
  }
  if (recorded.result !== 'recorded') throw new Fault('conflict', DUPLICATE);
  await recordAudit(tx, call, {
    action: 'conversion.added',
    objectKind: 'conversion',
    objectId: recorded.conversion.id,
    after: { offer: terms.number, publisher: publisher.number, status: body.status, reason: body.reason },
  });
  return { id: recorded.conversion.id };
}

async function whatItIsFor(
  tx: Tx,
  call: AuditedCall,
  key: MacKey,
  body: Body,
  at: Date,
): Promise<{ terms: ConversionTerms; publisher: Partner; click: Draft['click'] }> {
  const refuse = (message: string): never => {
    throw new Fault('invalid_input', message);
  };
  if (body.click_id) {
    const fields = decodeClickId(body.click_id, key);
    const { number, rowsSince } = await termsOfTenant(tx, call.tenant.id);
    if (fields?.kind !== 'click' || fields.tenant !== number) return refuse('This is not a click id of this workspace');
    const terms = await termsAt(tx, { number: fields.offer }, { at });
    const publisher = await findPartner(tx, 'publisher', { number: fields.publisher });
    if (!terms || !publisher) return refuse('The offer or the publisher of this click does not exist any more');
    const clickAt = new Date(fields.timeMs);
    const row = await events().clickById(tx, call.tenant.id, body.click_id, clickAt);
    if (!row && rowsSince && clickAt < rowsSince) {
      return refuse(
        'This click was removed by this workspace’s retention. Please choose its offer and publisher instead',
      );
    }
    return { terms, publisher, click: { id: body.click_id, at: clickAt, row } };
  }
  const { offer_id: offerId, publisher_id: publisherId } = body;
  const terms = offerId && isId(offerId) ? await termsAt(tx, { id: offerId }, { at }) : null;
  const publisher = publisherId && isId(publisherId) ? await findPartner(tx, 'publisher', { id: publisherId }) : null;
  if (!terms) return refuse('Please choose an offer, or enter a click id');
  if (!publisher) return refuse('Please choose a publisher, or enter a click id');
  return { terms, publisher, click: null };
}
