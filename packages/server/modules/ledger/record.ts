// Writing: transfers are appended, their accounts moved and the chain lengthened, all under the lock of the tenant's head.
import type { Tx } from '../../platform/db/database.ts';
import {
  type AccountKind,
  againstPlan,
  type BillingKind,
  type BillingLeg,
  type EarningKind,
  type EarningLeg,
  type Phase,
  type Subject,
  sidesOf,
} from './plan.ts';
import {
  type Account,
  addTransfers,
  ensureAccounts,
  type FoundTransfer,
  findTransfers,
  type Movement,
  moveAccounts,
  moveHead,
  type TransferRow,
  takeHead,
} from './repo.ts';
import { CHAIN_FORMAT, hashOf, nameOf, transferId } from './transfer.ts';

/** what is earned is of a conversion or lot; every other leg is of what billing writes */
export type NewTransfer = Step &
  ({ subject: Subject<EarningKind>; leg: EarningLeg } | { subject: Subject<BillingKind>; leg: BillingLeg });

interface Step {
  phase: Phase;
  /** counts the steps of the subject; part of the transfer's id */
  revision: number;
  /** for a post or void: the revision under which the pending one was made */
  resolves?: number;
  /** the advertiser or publisher whose accounts it moves */
  ownerId: string;
  currency: string;
  /** a negative amount takes back: the same accounts, the other way round */
  amount: bigint;
  reason: string;
}

/** those that are written already are left out: the same step twice is one step */
export async function record(tx: Tx, tenantId: string, transfers: readonly NewTransfer[], at: Date): Promise<void> {
  const wanted = transfers.filter(({ amount }) => amount !== 0n).map((transfer) => identify(tenantId, transfer));
  if (wanted.length === 0) return;
  const head = await takeHead(tx, tenantId);
  const known = await findTransfers(tx, [
    ...wanted.map(({ id }) => id),
    ...wanted.flatMap((one) => one.pendingId ?? []),
  ]);
  const fresh = wanted.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  const accounts = await ensureAccounts(tx, tenantId, fresh.flatMap(accountsOf));
  let { sequence, hash } = head;
  const rows: TransferRow[] = [];
  const movements: Movement[] = [];
  for (const one of fresh) {
    const [debit, credit] = accountsOf(one).map((key) => accounts.get(nameOf(key)) ?? missing(key));
    if (!debit || !credit) throw new Error('a transfer needs two accounts');
    const pending = one.pendingId === null ? null : known.get(one.pendingId);
    const moved = { amount: one.amount, debitId: debit.id, creditId: credit.id };
    checkResolution(one, moved, pending);
    const previous = hash;
    sequence += 1n;
    hash = hashOf(previous, {
      ...one,
      format: CHAIN_FORMAT,
      tenantId,
      sequence,
      at,
      debit: debit.name,
      credit: credit.name,
    });
    rows.push({ ...one, tenantId, sequence, at, debitId: debit.id, creditId: credit.id, previous, hash });
    known.set(one.id, moved);
    movements.push({ account: debit.id, side: 'debits', phase: one.phase, amount: one.amount });
    movements.push({ account: credit.id, side: 'credits', phase: one.phase, amount: one.amount });
  }
  await addTransfers(tx, rows);
  await moveAccounts(tx, tenantId, movements);
  await moveHead(tx, tenantId, { sequence, hash });
}

type Identified = NewTransfer & {
  id: string;
  pendingId: string | null;
  reversed: boolean;
};

function identify(tenantId: string, transfer: NewTransfer): Identified {
  const { subject, leg, revision, phase, resolves, amount } = transfer;
  const against = againstPlan(leg, phase, subject.kind);
  if (against) throw new Error(against);
  return {
    ...transfer,
    id: transferId(tenantId, subject, leg, revision, phase),
    pendingId: resolves === undefined ? null : transferId(tenantId, subject, leg, resolves, 'pending'),
    amount: amount < 0n ? -amount : amount,
    reversed: amount < 0n,
  };
}

function accountsOf({ leg, ownerId, currency, reversed }: Identified): Omit<Account, 'id' | 'name'>[] {
  const { debit, credit } = sidesOf[leg];
  const kinds: AccountKind[] = reversed ? [credit, debit] : [debit, credit];
  return kinds.map((kind) => ({ kind, ownerId, currency }));
}

const missing = (key: Omit<Account, 'id' | 'name'>): never => {
  throw new Error(`the account ${nameOf(key)} could not be opened`);
};

/** a post or void settles the whole of a pending transfer, which the unique key lets happen once */
function checkResolution({ phase, pendingId }: Identified, moved: FoundTransfer, pending?: FoundTransfer | null): void {
  const settles = phase === 'post' || phase === 'void';
  if (settles !== (pendingId !== null))
    throw new Error(`a ${phase} must ${settles ? '' : 'not '}name a pending transfer`);
  const same =
    moved.amount === pending?.amount && moved.debitId === pending.debitId && moved.creditId === pending.creditId;
  if (settles && !same) throw new Error(`a ${phase} of ${moved.amount} does not match the pending transfer`);
}
