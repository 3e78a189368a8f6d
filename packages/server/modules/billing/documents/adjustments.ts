// Adjustments by hand: a bonus or deduction for a publisher, a charge or rebate for an advertiser, each with its reason.
import type { AdjustmentRow } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { record, takeHead } from '../../ledger/index.ts';
import { refuseClosedDay } from '../closing/months.ts';
import { todayOf } from '../today.ts';
import { addAdjustment, findAdjustment, type StoredAdjustment } from './adjustments.repo.ts';
import { requirePartner } from './terms.ts';

export const shownAdjustment = (row: StoredAdjustment): AdjustmentRow => ({
  id: row.id,
  owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  reason: row.reason,
  day: row.day,
  made_by: row.made_by,
  created_at: unixSeconds(row.created_at),
  reverses: row.reverses_id,
  is_reversed: row.is_reversed,
  document: row.document_id === null ? null : { id: row.document_id, number: row.document_number },
});

export interface Adjustment {
  ownerId: string;
  currency: string;
  amount: bigint;
  reason: string;
  day?: string | undefined;
  reversesId?: string;
}

export async function adjust(tx: Tx, call: SignedInCall, side: Side, asked: Adjustment): Promise<AdjustmentRow> {
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  await takeHead(tx, tenantId);
  const { number } = await requirePartner(tx, side, asked.ownerId);
  const now = await todayOf(tx, tenantId, at);
  const day = asked.day ?? now;
  if (day > now) throw new Fault('invalid_input', 'An adjustment cannot lie in the future.', { path: ['day'] });
  await refuseClosedDay(tx, day);
  const id = newId(at.getTime());
  const { ownerId, currency, amount, reason, reversesId = null } = asked;
  const row = { tenantId, id, side, ownerId, currency, amount, reason, day, reversesId, by: call.principal.userId, at };
  if (!(await addAdjustment(tx, row))) throw new Fault('conflict', 'This adjustment was taken back already.');
  const leg = side === 'publisher' ? 'bonus' : 'charge';
  const subject = { kind: 'adjustment', id } as const;
  const step = { subject, leg, phase: 'direct', revision: 1, ownerId, currency, amount } as const;
  // the day that it belongs to is part of what the ledger's chain covers
  await record(tx, tenantId, [{ ...step, reason: `${reason} (${day})` }], at);
  await recordAudit(tx, call, {
    action: reversesId === null ? 'adjustment.added' : 'adjustment.reversed',
    objectKind: 'adjustment',
    objectId: id,
    after: { [side]: number, currency, amount: formatMoney(amount), reason, day },
  });
  return shownAdjustment(await requireAdjustment(tx, side, id));
}

export async function requireAdjustment(tx: Tx, side: Side, id: string): Promise<StoredAdjustment> {
  const found = await findAdjustment(tx, side, id);
  if (!found) throw new Fault('not_found');
  return found;
}

export async function reverse(tx: Tx, call: SignedInCall, side: Side, id: string, reason: string) {
  const found = await requireAdjustment(tx, side, id);
  if (found.reverses_id !== null)
    throw new Fault('conflict', 'What takes back an adjustment is not taken back itself.');
  const { owner_id: ownerId, currency } = found;
  return adjust(tx, call, side, { ownerId, currency, amount: -BigInt(found.amount_micros), reason, reversesId: id });
}
