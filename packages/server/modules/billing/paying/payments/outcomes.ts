// What became of payments: told by an answer or by hand. A failed or returned one is reversed, and its document is free for the next
// attempt, which has a number and reference of its own: the old one can never be paid by it.
import type { OwnPayment, Payment, PaymentState } from '@tributary/contract/billing/paying';
import { paymentStates } from '@tributary/contract/billing/paying';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../../http/call.ts';
import { requireWhole } from '../../../../http/permission.ts';
import { unixSeconds } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { Fault } from '../../../../platform/fault.ts';
import { isId, newId } from '../../../../platform/ids.ts';
import { emitAll } from '../../../../platform/jobs/outbox.repo.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { recordAudits } from '../../../audit/index.ts';
import { takeHead } from '../../../ledger/index.ts';
import { freeOf, leftOf } from '../../waiting.ts';
import { changeBatch, findBatch, inLots } from '../batches/batches.repo.ts';
import { closeIfDone, factsOf, referenceOf } from '../batches/batches.ts';
import { moveDocuments, payableFacts } from '../batches/payable.repo.ts';
import { blockerText, type Payable, payableOf, payingScene } from '../batches/payable.ts';
import { rejectText } from '../files/reject-codes.ts';
import { kindIn } from '../methods/methods.ts';
import { paymentFailed, paymentPaid, paymentReturned } from '../topics.ts';
import { instruct, type PaidMoney, reserve, reverse, settle, settleLate } from './legs.ts';
import {
  addPayments,
  attemptsOf,
  findPayment,
  type ListedPayment,
  lockPayments,
  moneyOf,
  movePayments,
  type OwnListed,
  type StoredPayment,
} from './payments.repo.ts';

export const ownRow = (row: OwnListed): OwnPayment => ({
  id: row.id,
  document: { id: row.document_id, number: row.number_text ?? '' },
  attempt: row.attempt,
  end_to_end_id: row.end_to_end_id,
  state: paymentStates.find((one) => one === row.state) ?? 'reserved',
  method: row.method_kind === null ? null : kindIn(row.method_kind),
  mask: row.mask,
  currency: row.currency,
  gross: formatMoney(BigInt(row.gross_micros)),
  withheld: formatMoney(BigInt(row.withheld_micros)),
  fee: formatMoney(BigInt(row.fee_micros)),
  pay: formatMoney(BigInt(row.pay_micros)),
  pay_currency: row.pay_currency,
  code: row.code,
  reason: row.reason,
  reserved_at: unixSeconds(row.reserved_at),
  instructed_at: row.instructed_at && unixSeconds(row.instructed_at),
  settled_at: row.settled_at && unixSeconds(row.settled_at),
});
export const paymentRow = (row: ListedPayment): Payment => ({
  ...ownRow(row),
  batch: { id: row.batch_id, number: row.batch_number },
  publisher: { id: row.owner_id, number: row.user_sequence_id, name: `${row.first_name} ${row.last_name}` },
  asked: row.asked_at !== null,
});

export type Outcome = 'paid' | 'failed' | 'returned';
export interface Told {
  payment: StoredPayment;
  outcome: Outcome;
  code: string | null;
  reason: string | null;
}

/** from where each can be told */
const before: Record<Outcome, readonly PaymentState[]> = {
  // by hand nothing needs a file
  // and a bank may say so after it said that it failed
  paid: ['reserved', 'instructed', 'failed'],
  failed: ['instructed'],
  returned: ['paid'],
};
export const canBe = (state: string, outcome: Outcome): boolean => before[outcome].some((one) => one === state);

/** under the head's lock, all of them or none; who is told something new of it hears so by an event */
export async function tell(tx: Tx, call: SignedInCall, told: readonly Told[], at: Date): Promise<void> {
  const tenantId = call.tenant.id;
  const of = (outcome: Outcome) => told.filter((one) => one.outcome === outcome);
  const unposted = of('paid').filter(({ payment }) => payment.state === 'reserved');
  await instruct(
    tx,
    tenantId,
    unposted.map(({ payment }) => moneyOf(payment)),
    at,
  );
  const [late, settled] = [true, false].map((isLate) =>
    of('paid')
      .filter(({ payment }) => (payment.state === 'failed') === isLate)
      .map(({ payment }) => moneyOf(payment)),
  ) as [PaidMoney[], PaidMoney[]];
  await settle(tx, tenantId, settled, at);
  await settleLate(tx, tenantId, late, at);
  const undone = [...of('failed'), ...of('returned')];
  await reverse(
    tx,
    tenantId,
    undone.map(({ payment, outcome, code }) => ({
      ...moneyOf(payment),
      wasPaid: outcome === 'returned',
      wasLate: payment.failed_code !== null,
      code: code ?? 'NARR',
    })),
    at,
  );
  await movePayments(
    tx,
    told.map(({ payment, outcome, code, reason }) => ({ id: payment.id, state: outcome, code, reason })),
    at,
  );
  for (const some of inLots(told)) {
    await moveDocuments(
      tx,
      some.map(({ payment, outcome }) => {
        const gross = BigInt(payment.gross_micros);
        if (outcome !== 'paid') return { id: payment.document_id, settled: -gross, state: 'approved' };
        return { id: payment.document_id, settled: payment.state === 'instructed' ? 0n : gross, state: 'paid' };
      }),
    );
    await recordAudits(
      tx,
      call,
      some.map(({ payment, outcome, code, reason }) => ({
        action: `payment.${outcome}`,
        objectKind: 'payment',
        objectId: payment.id,
        before: { state: payment.state },
        after: { state: outcome, code, reason, reference: payment.end_to_end_id },
      })),
    );
  }
  const ids = (outcome: Outcome) => of(outcome).map(({ payment }) => ({ payment_id: payment.id }));
  for (const some of inLots(ids('paid'))) await emitAll(tx, tenantId, paymentPaid, some);
  for (const some of inLots(ids('failed'))) await emitAll(tx, tenantId, paymentFailed, some);
  for (const some of inLots(ids('returned'))) await emitAll(tx, tenantId, paymentReturned, some);
  for (const id of new Set(told.map(({ payment }) => payment.batch_id))) await closeIfDone(tx, id, at);
}

const notFound = (): never => {
  throw new Fault('not_found');
};

async function takePayment(tx: Tx, call: SignedInCall, id: string): Promise<StoredPayment> {
  requireWhole(call);
  if (!isId(id)) return notFound();
  await takeHead(tx, call.tenant.id);
  const [payment] = await lockPayments(tx, { ids: [id] });
  return payment ?? notFound();
}
const shown = async (tx: Tx, id: string): Promise<Payment> => {
  const row = await findPayment(tx, id);
  return row ? paymentRow(row) : notFound();
};

/**
 * What it says has arrived after all was reversed, so its document may have been paid since: then the money left twice, which no entry
 * of this payment can say.
 */
export async function refuseTwice(tx: Tx, payment: StoredPayment): Promise<void> {
  const [facts] = await payableFacts(tx, [payment.document_id]);
  if (facts && !facts.is_under_way && leftOf(facts) >= BigInt(payment.gross_micros)) return;
  const number = facts?.number_text ?? '';
  if (facts?.is_under_way) {
    throw new Fault('conflict', `Another payment of ${number} is under way. Please cancel it, or wait for its answer.`);
  }
  throw new Fault(
    'conflict',
    `${number} was paid by another payment since. Please ask for the money back, or take it off by an adjustment.`,
  );
}

/** as before a file: somebody may have asked about it since the approval, or it no longer stands */
async function refuseWaiting(tx: Tx, payment: StoredPayment): Promise<void> {
  const [facts] = await payableFacts(tx, [payment.document_id]);
  if (facts && freeOf(facts) >= BigInt(payment.gross_micros)) return;
  throw new Fault(
    'conflict',
    `More of ${facts?.number_text ?? ''} waits now than when it was approved. Please answer what is asked about it, or cancel the payment.`,
  );
}

/** by hand: one payment */
export async function mark(
  tx: Tx,
  call: SignedInCall,
  id: string,
  outcome: Outcome,
  { code = null, reason }: { code?: string | null; reason: string },
): Promise<Payment> {
  const payment = await takePayment(tx, call, id);
  if (!canBe(payment.state, outcome)) {
    throw new Fault('conflict', `Payment ${payment.end_to_end_id} is ${payment.state}, so it cannot be ${outcome}.`);
  }
  if (outcome === 'paid' && payment.state === 'reserved') await refuseWaiting(tx, payment);
  if (outcome === 'paid' && payment.state === 'failed') {
    if (reason === '')
      throw new Fault('invalid_input', 'It was told as failed. Please give a reason.', { path: ['reason'] });
    await refuseTwice(tx, payment);
  }
  const text = [code && rejectText(code), reason].filter(Boolean).join(' ') || null;
  await tell(tx, call, [{ payment, outcome, code, reason: text }], call.clock.now());
  return shown(tx, id);
}

/** what was approved is what leaves the bank, and how */
const isAsApproved = (now: Payable, payment: StoredPayment): boolean => {
  const was = moneyOf(payment);
  return (
    now.methodId === payment.method_id &&
    now.rate === (payment.rate_e12 === null ? null : BigInt(payment.rate_e12)) &&
    (['currency', 'gross', 'withheld', 'fee', 'amount', 'payCurrency', 'pay'] as const).every(
      (part) => now[part] === was[part],
    )
  );
};

/**
 * Under the approval of its batch: so to the same account, and for the same sum at the same rate. Two people approved one payment
 * and not a second, which one of them could have by saying that the first has failed: anything else needs a batch of its own.
 */
export async function retry(tx: Tx, call: SignedInCall, id: string, vault: Vault): Promise<Payment> {
  const payment = await takePayment(tx, call, id);
  if (payment.state !== 'failed' && payment.state !== 'returned') {
    throw new Fault('conflict', `Payment ${payment.end_to_end_id} is ${payment.state}: there is nothing to try again.`);
  }
  const at = call.clock.now();
  const scene = await payingScene(tx, call.tenant.id, vault, at);
  const facts = (await factsOf(tx, [payment.document_id])).get(payment.document_id);
  const now = facts && payableOf(facts, scene);
  if (now?.blocked !== 'none') {
    throw new Fault('conflict', `It cannot be paid now: ${now ? blockerText[now.blocked] : 'its document is gone'}.`);
  }
  if (!isAsApproved(now, payment)) {
    throw new Fault(
      'conflict',
      'The account, the rate or the sum has changed since it was approved. Please put it into a new batch.',
    );
  }
  const attempt = ((await attemptsOf(tx, [payment.document_id])).get(payment.document_id) ?? 0) + 1;
  const batch = await findBatch(tx, payment.batch_id);
  if (!batch) return notFound();
  if (batch.needs_second) {
    throw new Fault('conflict', 'Two people have approved its batch. Please put it into a new batch, for two again.');
  }
  const next = {
    ...now,
    id: newId(at.getTime()),
    batchId: batch.id,
    position: payment.position,
    attempt,
    reference: referenceOf(batch.number, payment.position, attempt),
  };
  await addPayments(tx, call.tenant.id, [next], at);
  await reserve(tx, call.tenant.id, batch.id, [next], at);
  await moveDocuments(tx, [{ id: next.documentId, settled: 0n, state: 'paying' }]);
  await changeBatch(tx, batch.id, { state: 'approved', payment_count: batch.payment_count + 1 });
  await recordAudits(tx, call, [
    {
      action: 'payment.retried',
      objectKind: 'payment',
      objectId: next.id,
      after: { reference: next.reference, instead_of: payment.end_to_end_id },
    },
  ]);
  return shown(tx, next.id);
}
