// Money comes in, and pays invoices. Every step is a transfer under the ledger's turn, so that two at once cannot spend the same
// deposit or pay the same invoice twice.

import type { Allocated, Deposit, OwnDeposit } from '@tributary/contract/billing/advertisers';
import { MAX_ALLOCATIONS } from '@tributary/contract/billing/advertisers';
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { findPartner } from '../../accounts/index.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import { type NewTransfer, record, takeHead } from '../../ledger/index.ts';
import { refuseClosedDay } from '../closing/months.ts';
import { todayOf } from '../today.ts';
import { watchCredit } from './credit.ts';
import {
  addAllocations,
  addDeposit,
  allocatedTo,
  type DepositRow,
  depositsToUse,
  type FreeDeposit,
  markReturned,
  type NewAllocation,
} from './deposits.repo.ts';
import { lockInvoices, type OpenInvoice, openInvoices, settleInvoices } from './invoices.repo.ts';

export const shownOwnDeposit = (row: DepositRow): OwnDeposit => ({
  id: row.id,
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  allocated: formatMoney(BigInt(row.allocated_micros)),
  free: formatMoney(row.state === 'returned' ? 0n : BigInt(row.amount_micros) - BigInt(row.allocated_micros)),
  reference: row.reference,
  received_on: row.received_on,
  note: row.note,
  state: row.state,
  created_at: unixSeconds(row.created_at),
});
export const shownDeposit = (row: DepositRow): Deposit => ({
  ...shownOwnDeposit(row),
  advertiser: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
});

export async function requireAdvertiser(tx: Tx, id: string) {
  const partner = isId(id) ? await findPartner(tx, 'advertiser', { id }) : null;
  if (!partner) throw new Fault('not_found');
  return partner;
}

interface NewDeposit {
  advertiser_id: string;
  currency: string;
  amount: bigint;
  received_on: string;
  reference: string;
  note: string;
  allocate: 'oldest' | 'none';
}

export async function recordDeposit(tx: Tx, call: AuditedCall, body: NewDeposit): Promise<Allocated & { id: string }> {
  const { id: tenantId } = call.tenant;
  await takeHead(tx, tenantId);
  const advertiser = await requireAdvertiser(tx, body.advertiser_id);
  const at = call.clock.now();
  if (body.received_on > (await todayOf(tx, tenantId, at))) {
    throw new Fault('invalid_input', 'A deposit is recorded when it has come, not before.', { path: ['received_on'] });
  }
  await refuseClosedDay(tx, body.received_on);
  const id = newId(at.getTime());
  const { currency, amount, reference, note } = body;
  const by = call.principal?.userId ?? null;
  const ownerId = advertiser.id;
  await addDeposit(tx, {
    tenantId,
    id,
    ownerId,
    currency,
    amount,
    reference,
    receivedOn: body.received_on,
    note,
    byItself: body.allocate === 'oldest',
    by,
    at,
  });
  const reason = `${reference === '' ? 'Deposit' : `Deposit ${reference}`}, received ${body.received_on}`;
  await record(tx, tenantId, [{ ...stepOf(id, ownerId, currency), leg: 'deposit', revision: 0, amount, reason }], at);
  await recordAudit(tx, call, {
    action: 'deposit.recorded',
    objectKind: 'deposit',
    objectId: id,
    after: {
      advertiser: advertiser.number,
      amount: formatMoney(amount),
      currency,
      received_on: body.received_on,
      reference,
    },
  });
  const made =
    body.allocate === 'oldest' ? await allocate(tx, call, { id }, null) : { allocated: [], free: amount, currency };
  await watchCredit(tx, tenantId, at, [ownerId]);
  return { id, ...shownMade(made) };
}

const stepOf = (depositId: string, ownerId: string, currency: string) =>
  ({ subject: { kind: 'deposit', id: depositId }, phase: 'direct', ownerId, currency }) as const;

interface Wish {
  id: string;
  amount: bigint;
}

interface Made {
  allocated: Allocated['allocated'];
  free: bigint;
  currency: string;
}

/** Pays invoices out of a deposit or of all that an advertiser has left; `wishes` null: what is open, the oldest first. */
async function allocate(
  tx: Tx,
  call: AuditedCall,
  from: { id: string } | { ownerId: string; currency: string },
  wishes: readonly Wish[] | null,
): Promise<Made> {
  const { id: tenantId } = call.tenant;
  await takeHead(tx, tenantId);
  const deposits = await depositsToUse(tx, from, MAX_ALLOCATIONS);
  const [first] = deposits;
  if (!first) {
    if ('id' in from) throw new Fault('not_found');
    return { allocated: [], free: 0n, currency: from.currency };
  }
  if (first.state === 'returned') throw new Fault('conflict', 'This deposit was returned.');
  const { ownerId, currency } = first;
  const asked = wishes
    ? await invoicesNamed(tx, wishes, ownerId, currency)
    : (await openInvoices(tx, ownerId, currency, MAX_ALLOCATIONS)).map((invoice) => ({
        invoice,
        amount: invoice.total - invoice.settled,
      }));
  const { allocations, free } = spread(deposits, asked);
  const short = asked.find(
    ({ invoice, amount }) => wishes && sum(allocations.filter(({ documentId }) => documentId === invoice.id)) < amount,
  );
  if (short) throw new Fault('conflict', 'The deposit has less left than that.');
  await book(tx, call, deposits, asked, allocations);
  const numbers = new Map(asked.map(({ invoice }) => [invoice.id, invoice.number]));
  return {
    allocated: allocations.map(({ depositId, documentId, amount }) => ({
      deposit_id: depositId,
      document_id: documentId,
      number: numbers.get(documentId) ?? '',
      amount: formatMoney(amount),
    })),
    free,
    currency,
  };
}

const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

interface Due {
  invoice: OpenInvoice;
  amount: bigint;
}

async function invoicesNamed(tx: Tx, wishes: readonly Wish[], ownerId: string, currency: string): Promise<Due[]> {
  const ids = wishes.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) throw new Fault('invalid_input', 'An invoice is named twice.');
  const found = new Map((await lockInvoices(tx, ids.filter(isId))).map((invoice) => [invoice.id, invoice]));
  return wishes.map(({ id, amount }, at) => {
    const invoice = found.get(id);
    const path = ['invoices', at];
    // another advertiser's is none that this money could pay
    if (invoice?.ownerId !== ownerId) throw new Fault('invalid_input', 'There is no such invoice.', { path });
    if (invoice.currency !== currency) {
      throw new Fault('invalid_input', `${invoice.number} is in ${invoice.currency}, the deposit in ${currency}.`, {
        path,
      });
    }
    refuseMoreThanOpen(invoice, amount);
    return { invoice, amount };
  });
}

function refuseMoreThanOpen({ number, total, settled, currency, state }: OpenInvoice, amount: bigint): void {
  if (state === 'credited') throw new Fault('conflict', `${number} was taken back by a credit note.`);
  if (amount <= total - settled) return;
  throw new Fault('conflict', `Of ${number} only ${formatMoney(total - settled)} ${currency} are open.`);
}

/** amounts are bigints: Math.min knows none */
function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** deposits one after the other over invoices one after the other */
function spread(deposits: readonly FreeDeposit[], asked: readonly Due[]) {
  const allocations: NewAllocation[] = [];
  const left = deposits.map((one) => ({ ...one, free: one.amount - one.allocated }));
  for (const { invoice, amount } of asked) {
    let open = amount;
    for (const deposit of left) {
      const part = smaller(deposit.free, open);
      if (part <= 0n) continue;
      const { id: depositId, ownerId, revision } = deposit;
      allocations.push({ depositId, revision, documentId: invoice.id, ownerId, amount: part });
      deposit.revision++;
      deposit.free -= part;
      open -= part;
    }
  }
  return { allocations, free: left.reduce((all, { free }) => all + free, 0n) };
}

async function book(
  tx: Tx,
  call: AuditedCall,
  deposits: readonly FreeDeposit[],
  asked: readonly Due[],
  allocations: readonly NewAllocation[],
): Promise<void> {
  const [first] = deposits;
  if (!first || allocations.length === 0) return;
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  await addAllocations(tx, tenantId, allocations, call.principal?.userId ?? null, at);
  const numbers = new Map(asked.map(({ invoice }) => [invoice.id, invoice.number]));
  await record(
    tx,
    tenantId,
    allocations.map(
      ({ depositId, revision, documentId, amount }): NewTransfer => ({
        ...stepOf(depositId, first.ownerId, first.currency),
        leg: 'apply',
        revision,
        amount,
        reason: `Paid ${numbers.get(documentId) ?? ''}`,
      }),
    ),
    at,
  );
  await settleInvoices(
    tx,
    asked.map(({ invoice }) => ({
      id: invoice.id,
      amount: sum(allocations.filter(({ documentId }) => documentId === invoice.id)),
    })),
  );
  await recordAudit(tx, call, {
    action: 'deposit.allocated',
    objectKind: 'deposit',
    objectId: first.id,
    after: {
      invoices: allocations.map(({ documentId, amount }) => ({
        number: numbers.get(documentId),
        amount: formatMoney(amount),
      })),
      currency: first.currency,
    },
  });
}

const shownMade = ({ allocated, free, currency }: Made): Allocated => ({
  allocated,
  free: formatMoney(free),
  currency,
});

export async function allocateDeposit(tx: Tx, call: AuditedCall, id: string, wishes: readonly Wish[] | null) {
  if (!isId(id)) throw new Fault('not_found');
  return shownMade(await allocate(tx, call, { id }, wishes));
}

export async function allocateOldest(tx: Tx, call: AuditedCall, ownerId: string, currency: string) {
  await requireAdvertiser(tx, ownerId);
  return shownMade(await allocate(tx, call, { ownerId, currency }, null));
}

/** at the issue of an invoice: what was paid in for that pays it, as far as it goes */
export async function applyPrepaid(tx: Tx, call: AuditedCall, invoiceId: string): Promise<void> {
  const [invoice] = await lockInvoices(tx, [invoiceId]);
  if (!invoice) return;
  const { ownerId, currency, total, settled } = invoice;
  const deposits = await depositsToUse(tx, { ownerId, currency, byItself: true }, MAX_ALLOCATIONS);
  const asked = [{ invoice, amount: total - settled }];
  await book(tx, call, deposits, asked, spread(deposits, asked).allocations);
}

async function requireDeposit(tx: Tx, call: AuditedCall, id: string): Promise<FreeDeposit> {
  await takeHead(tx, call.tenant.id);
  const [deposit] = isId(id) ? await depositsToUse(tx, { id }, 1) : [];
  if (!deposit) throw new Fault('not_found');
  return deposit;
}

export async function takeBack(
  tx: Tx,
  call: AuditedCall,
  id: string,
  { invoice_id, reason }: { invoice_id: string; reason: string },
): Promise<Allocated> {
  const deposit = await requireDeposit(tx, call, id);
  const [invoice] = isId(invoice_id) ? await lockInvoices(tx, [invoice_id]) : [];
  const amount = invoice ? await allocatedTo(tx, id, invoice.id) : 0n;
  if (!invoice || amount <= 0n) throw new Fault('conflict', 'Nothing of this deposit is allocated to that invoice.');
  const at = call.clock.now();
  const { ownerId, currency, revision } = deposit;
  const allocation = { depositId: id, revision, documentId: invoice.id, ownerId, amount: -amount };
  await addAllocations(tx, call.tenant.id, [allocation], call.principal?.userId ?? null, at);
  const step = { ...stepOf(id, ownerId, currency), leg: 'apply', revision, amount: -amount, reason } as const;
  await record(tx, call.tenant.id, [step], at);
  await settleInvoices(tx, [{ id: invoice.id, amount: -amount }]);
  await recordAudit(tx, call, {
    action: 'deposit.allocation-taken-back',
    objectKind: 'deposit',
    objectId: id,
    after: { invoice: invoice.number, amount: formatMoney(amount), currency, reason },
  });
  return { allocated: [], free: formatMoney(deposit.amount - deposit.allocated + amount), currency };
}

export async function returnDeposit(tx: Tx, call: AuditedCall, id: string, reason: string): Promise<{ id: string }> {
  const deposit = await requireDeposit(tx, call, id);
  if (deposit.state === 'returned') throw new Fault('conflict', 'This deposit was returned.');
  if (deposit.allocated !== 0n) {
    throw new Fault('conflict', 'Invoices were paid out of this deposit. Please take these allocations back first.');
  }
  const at = call.clock.now();
  const { ownerId, currency, amount } = deposit;
  await markReturned(tx, id);
  const step = { ...stepOf(id, ownerId, currency), leg: 'deposit', revision: 1, amount: -amount, reason } as const;
  await record(tx, call.tenant.id, [step], at);
  await recordAudit(tx, call, {
    action: 'deposit.returned',
    objectKind: 'deposit',
    objectId: id,
    after: { amount: formatMoney(amount), currency, reason },
  });
  await watchCredit(tx, call.tenant.id, at, [ownerId]);
  return { id };
}
