// A manager's word about many conversions, by a file: each is changed as if he had decided it himself, and what it was before is handed
// back, so that the whole set can be taken back. Whoever calls holds the ledger's head.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import type { AuditedCall } from '../audit/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { changeConversion } from './change-conversion.ts';
import { type Conversion, lockConversion } from './conversions.repo.ts';
import { FULL } from './decide.ts';
import { AWAITS_SALE } from './pricing/amounts.ts';
import { hearSale, hearStatus, type ToldSale, type Voice } from './receipts/hear-word.ts';
import { closeRequest } from './requests/requests.repo.ts';
import { setTimer } from './timers.repo.ts';

export interface Verdict {
  status: Extract<ConversionStatus, 'approved' | 'rejected'>;
  reason: string;
  /** what the sale was, or what the advertiser owes: null leaves the amounts */
  amount: { sale: ToldSale } | { revenue: bigint } | null;
  /** the account manager in whose name it is */
  by: string;
}

const moment = z.coerce.date().nullable();
const statuses = z.enum(['pending', 'approved', 'rejected']);
const micros = z.coerce.bigint();
/** all that a decision may change of the row, but for what the ledger holds */
const Stood = z.object({
  status: statuses,
  reason: z.string().nullable(),
  revenue_micros: micros,
  payout_micros: micros,
  amounts_by_hand: z.boolean(),
  awaits_sale: z.boolean(),
  sale_micros: micros.nullable(),
  sale_currency: z.string().nullable(),
  sale_rate_e12: micros.nullable(),
  refund: z.string().nullable(),
  refunded_micros: micros,
  decided_by: z.string(),
  decided_at: moment,
  ceiling: statuses.nullable(),
  ceiling_by: z.string().nullable(),
  hold_until: moment,
  status_after_hold: statuses.nullable(),
  cap_id: z.string().nullable(),
  cap_action: z.string().nullable(),
});
type Stood = z.infer<typeof Stood>;

const stoodOf = ({ revenue, payout, sale, refunded, ...rest }: Conversion): Stood =>
  Stood.parse({
    ...rest,
    revenue_micros: revenue,
    payout_micros: payout,
    sale_micros: sale,
    refunded_micros: refunded,
  });
export const stoodText = (stood: Stood): string =>
  JSON.stringify(stood, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

export type Reconciled = { outcome: 'changed'; before: Stood; after: Stood } | { outcome: 'same' };

/** throws where it cannot be so; then the part of the transaction that it is in must be undone */
export async function reconcileConversion(
  tx: Tx,
  call: AuditedCall,
  id: string,
  verdict: Verdict,
): Promise<Reconciled> {
  const before = stoodOf(await requireLocked(tx, id));
  await bringTo(tx, call, id, verdict);
  const after = stoodOf(await requireLocked(tx, id));
  if (isSame(before, after)) return { outcome: 'same' };
  const answer = { at: call.clock.now(), by: verdict.by, reason: verdict.reason };
  if (!(await closeRequest(tx, id, { state: 'accepted', ...answer }, { words: [verdict.status] }))) {
    await closeRequest(tx, id, { state: 'declined', ...answer });
  }
  return { outcome: 'changed', before, after };
}

async function requireLocked(tx: Tx, id: string): Promise<Conversion> {
  const conversion = await lockConversion(tx, id);
  if (!conversion) throw new Fault('not_found');
  return conversion;
}

async function bringTo(tx: Tx, call: AuditedCall, id: string, { status, reason, amount, by }: Verdict): Promise<void> {
  const voice: Voice = { authority: 'manager', loosened: 'none', receiptId: null, userId: by, says: () => reason };
  const full = () => new Fault('over_cap', FULL);
  if (amount && 'sale' in amount) {
    const { zones } = await termsOfTenant(tx, call.tenant.id);
    const heard = await hearSale(tx, call, await requireLocked(tx, id), voice, amount.sale, zones);
    if (heard === 'over_cap') throw full();
  }
  let conversion = await requireLocked(tx, id);
  if (amount && 'revenue' in amount) {
    // the trail has the amounts and the status apart, as where a person sets them
    const change = { revenue: amount.revenue, reason, byHand: true, authority: 'manager' as const };
    if ((await changeConversion(tx, call, conversion, change)) === 'over_cap') throw full();
    conversion = await requireLocked(tx, id);
  }
  if (status === 'approved' && conversion.awaits_sale) {
    throw new Fault('invalid_input', `${AWAITS_SALE}. Please enter its amounts first.`);
  }
  if ((await hearStatus(tx, call, conversion, voice, status, reason)) === 'over_cap') throw full();
}

const isSame = (one: Stood, other: Stood): boolean =>
  one.status === other.status &&
  one.revenue_micros === other.revenue_micros &&
  one.payout_micros === other.payout_micros &&
  one.sale_micros === other.sale_micros &&
  one.sale_currency === other.sale_currency;

/** as it stood before; `kept` where somebody has changed it since */
export async function takeBack(
  tx: Tx,
  call: AuditedCall,
  id: string,
  stored: { before: unknown; after: unknown },
  reason: string,
): Promise<'undone' | 'kept'> {
  const conversion = await lockConversion(tx, id);
  if (!conversion || !isSame(stoodOf(conversion), Stood.parse(stored.after))) return 'kept';
  const { status, revenue_micros: revenue, payout_micros: payout, ...columns } = Stood.parse(stored.before);
  // what was there before a cap was full is there again
  const change = { status, revenue, payout, reason, authority: 'manager' as const, overCap: true, columns };
  await changeConversion(tx, call, conversion, change);
  if (columns.hold_until && status === 'pending') {
    const timer = { tenantId: call.tenant.id, conversionId: id, what: 'hold' as const };
    await setTimer(tx, { ...timer, dueAt: columns.hold_until });
  }
  return 'undone';
}

/** what was added is there no more for anybody: rejected, as one that never was */
export async function takeBackAdded(tx: Tx, call: AuditedCall, id: string, reason: string): Promise<'undone' | 'kept'> {
  const conversion = await lockConversion(tx, id);
  if (conversion?.status !== 'approved') return 'kept';
  await changeConversion(tx, call, conversion, { status: 'rejected', reason, authority: 'manager' });
  return 'undone';
}
