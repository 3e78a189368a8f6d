// What a payment moves in the ledger: reserved when its batch is approved, posted when it is instructed, given up when it is
// cancelled, settled when it has arrived, and reversed, leg by leg, when it failed or came back.
import type { Tx } from '../../../../platform/db/database.ts';
import { type NewTransfer, record } from '../../../ledger/index.ts';
import { approvalOfBatch, inLots } from '../batches/batches.repo.ts';

export interface PaidMoney {
  id: string;
  ownerId: string;
  /** its reference: the reason that entries give */
  reference: string;
  currency: string;
  gross: bigint;
  withheld: bigint;
  fee: bigint;
  amount: bigint;
  payCurrency: string;
  pay: bigint;
}

type Step = Pick<NewTransfer, 'phase' | 'revision' | 'resolves'>;
type BillingTransfer = Extract<
  NewTransfer,
  { subject: { kind: 'payment' | 'document' | 'deposit' | 'adjustment' | 'referral' } }
>;

function legs(of: PaidMoney, step: Step, reason: string, sign: 1n | -1n = 1n): BillingTransfer[] {
  const leg = (name: BillingTransfer['leg'], amount: bigint, currency: string): BillingTransfer => ({
    subject: { kind: 'payment', id: of.id },
    leg: name,
    ...step,
    ownerId: of.ownerId,
    currency,
    amount: amount * sign,
    reason,
  });
  const out =
    of.payCurrency === of.currency
      ? [leg('payment', of.amount, of.currency)]
      : [leg('fx_out', of.amount, of.currency), leg('fx_in', of.pay, of.payCurrency)];
  return [...out, leg('withholding', of.withheld, of.currency), leg('fee', of.fee, of.currency)];
}
const settlement = (of: PaidMoney, revision: number, reason: string, sign: 1n | -1n): BillingTransfer => ({
  subject: { kind: 'payment', id: of.id },
  leg: 'settlement',
  phase: 'direct',
  revision,
  ownerId: of.ownerId,
  currency: of.payCurrency,
  amount: of.pay * sign,
  reason,
});

const LOT = 500;
async function write(tx: Tx, tenantId: string, transfers: readonly BillingTransfer[], at: Date): Promise<void> {
  for (const some of inLots(transfers, LOT)) await record(tx, tenantId, some, at);
}

type Write = (tx: Tx, tenantId: string, payments: readonly PaidMoney[], at: Date) => Promise<void>;
/** after the batch says who has approved it */
export const reserve = async (
  tx: Tx,
  tenantId: string,
  batchId: string,
  payments: readonly PaidMoney[],
  at: Date,
): Promise<void> => {
  const approval = await approvalOfBatch(tx, batchId);
  const reason = ({ reference }: PaidMoney) => `Payment ${reference} reserved, approval ${approval}`;
  await write(
    tx,
    tenantId,
    payments.flatMap((of) => legs(of, { phase: 'pending', revision: 1 }, reason(of))),
    at,
  );
};
export const instruct: Write = (tx, tenantId, payments, at) =>
  write(
    tx,
    tenantId,
    payments.flatMap((of) =>
      legs(of, { phase: 'post', revision: 1, resolves: 1 }, `Payment ${of.reference} instructed`),
    ),
    at,
  );
export const giveUp: Write = (tx, tenantId, payments, at) =>
  write(
    tx,
    tenantId,
    payments.flatMap((of) =>
      legs(of, { phase: 'void', revision: 1, resolves: 1 }, `Payment ${of.reference} cancelled`),
    ),
    at,
  );
export const settle: Write = (tx, tenantId, payments, at) =>
  write(
    tx,
    tenantId,
    payments.map((of) => settlement(of, 1, `Payment ${of.reference} arrived`, 1n)),
    at,
  );

/** after it was reversed as failed: all of it again, and arrived */
export const settleLate: Write = (tx, tenantId, payments, at) =>
  write(
    tx,
    tenantId,
    payments.flatMap((of) => {
      const reason = `Payment ${of.reference} arrived after all`;
      return [...legs(of, { phase: 'direct', revision: 3 }, reason), settlement(of, 3, reason, 1n)];
    }),
    at,
  );

export interface Undone extends PaidMoney {
  /** it had arrived */
  wasPaid: boolean;
  /** after it was told as failed: its reversal is the second */
  wasLate: boolean;
  code: string;
}
export const reverse = (tx: Tx, tenantId: string, payments: readonly Undone[], at: Date): Promise<void> =>
  write(
    tx,
    tenantId,
    payments.flatMap((of) => {
      const revision = of.wasLate ? 4 : 2;
      const reason = `Payment ${of.reference} ${of.wasPaid ? 'returned' : 'failed'}: ${of.code}`;
      return [
        ...(of.wasPaid ? [settlement(of, revision, reason, -1n)] : []),
        ...legs(of, { phase: 'direct', revision }, reason, -1n),
      ];
    }),
    at,
  );
