// An account manager answers what somebody asked for against a higher decision. Accepted, it is the manager's own.
import type { ConversionRequest, ConversionStatus, RequestWord } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { changeConversion } from '../change-conversion.ts';
import { type Conversion, lockConversion } from '../conversions.repo.ts';
import { type Heard, hearRefund, hearStatus, type Voice } from '../receipts/hear-word.ts';
import { closeRequest, findRequest, type LoggedRequest, type StoredRequest } from './requests.repo.ts';

export async function answerRequest(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { accept, reason, over_cap: overCap }: { accept: boolean; reason: string; over_cap: boolean },
): Promise<{ id: string }> {
  await takeHead(tx, call.tenant.id);
  const request = isId(id) ? await findRequest(tx, id) : null;
  const conversion = request && (await lockConversion(tx, request.conversion_id));
  if (!request || !conversion) throw new Fault('not_found');
  if (request.state !== 'open') throw new Fault('conflict', 'This request was answered or withdrawn already.');
  const state = accept ? 'accepted' : 'declined';
  await closeRequest(tx, conversion.id, { state, at: call.clock.now(), by: call.principal.userId, reason });
  await recordAudit(tx, call, {
    action: `conversion.request_${state}`,
    objectKind: 'conversion',
    objectId: conversion.id,
    before: { word: request.word, asked: request.reason },
    after: { reason },
  });
  if (accept && (await makeTrue(tx, call, conversion, request, reason, overCap)) === 'over_cap') {
    throw new Fault('over_cap');
  }
  return { id };
}

async function makeTrue(
  tx: Tx,
  call: SignedInCall,
  conversion: Conversion,
  request: StoredRequest,
  reason: string,
  overCap: boolean,
): Promise<Heard> {
  const voice: Voice = {
    authority: 'manager',
    loosened: 'none',
    receiptId: request.receipt_id,
    userId: call.principal.userId,
    says: () => reason,
    overCap,
  };
  // the check constraint keeps it within its list
  const word = request.word as RequestWord;
  const now = async () => (await lockConversion(tx, conversion.id)) ?? conversion;
  let heard: Heard = 'duplicate';
  if (request.revenue_micros !== null) {
    heard = await makeAmountTrue(tx, call, conversion, request, reason, overCap);
    if (heard === 'over_cap') return heard;
  }
  if (word === 'refund' || request.refunded_micros !== null) {
    const { zones } = await termsOfTenant(tx, call.tenant.id);
    const total = request.refunded_micros === null ? null : BigInt(request.refunded_micros);
    heard = await hearRefund(tx, call, await now(), voice, total, zones);
  }
  return word === 'refund' || word === 'amount' ? heard : hearStatus(tx, call, await now(), voice, word, reason);
}

async function makeAmountTrue(
  tx: Tx,
  call: SignedInCall,
  conversion: Conversion,
  request: StoredRequest,
  reason: string,
  overCap: boolean,
): Promise<'updated' | 'over_cap'> {
  const changed = await changeConversion(tx, call, conversion, {
    revenue: BigInt(request.revenue_micros ?? conversion.revenue),
    payout: BigInt(request.payout_micros ?? conversion.payout),
    reason,
    authority: 'manager',
    overCap,
    ...(request.sale_micros === null
      ? {}
      : {
          columns: {
            sale_micros: request.sale_micros,
            sale_currency: request.sale_currency,
            sale_rate_e12: request.sale_rate_e12,
          },
        }),
  });
  return changed === 'over_cap' ? 'over_cap' : 'updated';
}

const money = (micros: string | null): string | null => (micros === null ? null : formatMoney(BigInt(micros)));
const named = (id: string, number: number, ...names: (string | null)[]) => ({
  id,
  number,
  name: names.filter(Boolean).join(' '),
});

export const toRequest = (row: LoggedRequest): z.infer<typeof ConversionRequest> => ({
  id: row.id,
  at: unixSeconds(row.at),
  conversion_id: row.conversion_id,
  receipt_id: row.receipt_id,
  asked_by: row.asked_by === 'advertiser' ? 'advertiser' : 'checks',
  // the check constraints keep these within their lists
  word: row.word as RequestWord,
  state: row.state as z.infer<typeof ConversionRequest>['state'],
  status: row.status as ConversionStatus,
  lowers: row.lowers,
  reason: row.reason,
  offer: named(row.offer_id, row.offer_number, row.offer_title),
  publisher: named(row.publisher_id, row.publisher_number, row.publisher_first, row.publisher_last),
  advertiser: named(row.advertiser_id, row.advertiser_number, row.advertiser_first, row.advertiser_last),
  txn_id: row.txn_id,
  click_id: row.click_id,
  status_reason: row.status_reason,
  revenue: formatMoney(BigInt(row.revenue_now)),
  payout: formatMoney(BigInt(row.payout_now)),
  currency: row.currency,
  wanted_revenue: money(row.revenue_micros),
  wanted_payout: money(row.payout_micros),
  refunded: money(row.refunded_micros),
  decided_at: row.decided_at && unixSeconds(row.decided_at),
  decided_by: [row.decider_first, row.decider_last].filter(Boolean).join(' ') || null,
  decision_reason: row.decision_reason,
});
