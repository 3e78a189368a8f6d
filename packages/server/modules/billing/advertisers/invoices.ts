// What an advertiser still has to pay of an invoice, and what is done about it.
import type { Invoice, invoiceStates, OwnInvoice } from '@tributary/contract/billing/advertisers';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { daysBetween } from '../../../platform/zone.ts';
import { recordAudit } from '../../audit/index.ts';
import { record, takeHead, transfersOf } from '../../ledger/index.ts';
import { todayOf } from '../today.ts';
import { watchCredit } from './credit.ts';
import {
  addReminder,
  type InvoiceRow,
  lastReminder,
  lockInvoices,
  type OpenInvoice,
  settleInvoices,
} from './invoices.repo.ts';
import { sendReminder } from './tell.ts';

export function shownOwnInvoice(row: InvoiceRow): OwnInvoice {
  const [total, settled, lost] = [row.total_micros, row.settled_micros, row.written_off_micros].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const isOpen = row.kind === 'invoice' && row.state !== 'credited';
  return {
    id: row.id,
    number: row.number_text,
    kind: row.kind,
    currency: row.currency,
    period_from: row.period_from,
    period_to: row.period_to,
    issued_at: unixSeconds(row.issued_at),
    due_on: row.due_on,
    net_days: row.net_days,
    po_number: row.po_number,
    net: formatMoney(BigInt(row.net_micros)),
    vat: formatMoney(BigInt(row.vat_micros)),
    total: formatMoney(total),
    paid: formatMoney(settled - lost),
    written_off: formatMoney(lost),
    open: formatMoney(isOpen ? total - settled : 0n),
    // the check constraint keeps it within its list, the query within this one
    state: row.state as (typeof invoiceStates)[number],
    overdue_days: row.overdue_days,
    has_file: row.has_file,
  };
}
export const shownInvoice = (row: InvoiceRow): Invoice => ({
  ...shownOwnInvoice(row),
  advertiser: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  reminded_at: row.reminded_at && unixSeconds(row.reminded_at),
  reminders: row.reminders,
});

const OPEN_STATES: readonly string[] = ['issued', 'approved', 'part-paid'];

async function requireOpen(tx: Tx, id: string) {
  const [invoice] = isId(id) ? await lockInvoices(tx, [id]) : [];
  if (!invoice) throw new Fault('not_found');
  if (!OPEN_STATES.includes(invoice.state)) throw new Fault('conflict', `Nothing of ${invoice.number} is open.`);
  return invoice;
}

export async function remind(tx: Tx, call: SignedInCall, id: string, publicOrigin: URL) {
  const invoice = await requireOpen(tx, id);
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  const last = await lastReminder(tx, id);
  if (last && at.getTime() - last.getTime() < DAY_MS) {
    throw new Fault('conflict', `${invoice.number} was reminded of within the last day.`);
  }
  const overdueDays = invoice.dueOn ? Math.max(daysBetween(invoice.dueOn, await todayOf(tx, tenantId, at)), 0) : 0;
  await addReminder(tx, {
    tenantId,
    documentId: id,
    ownerId: invoice.ownerId,
    stage: null,
    by: call.principal.userId,
    at,
  });
  const due = { ...invoice, open: invoice.total - invoice.settled, dueOn: invoice.dueOn ?? '', overdueDays };
  const sentTo = await sendReminder(tx, { tenantId, cause: call.requestId, at, publicOrigin }, due);
  await recordAudit(tx, call, {
    action: 'invoice.reminded',
    objectKind: 'invoice',
    objectId: id,
    after: { number: invoice.number, open: formatMoney(due.open), currency: invoice.currency },
  });
  return { id, sent_to: sentTo };
}

interface GivenUp {
  amount?: bigint | undefined;
  reason: string;
}

export async function writeOff(tx: Tx, call: SignedInCall, id: string, { amount, reason }: GivenUp) {
  await takeHead(tx, call.tenant.id);
  const invoice = await requireOpen(tx, id);
  const { currency, number, total, settled } = invoice;
  const open = total - settled;
  const lost = amount ?? open;
  if (lost > open) throw new Fault('conflict', `Of ${number} only ${formatMoney(open)} ${currency} are open.`);
  return moveLoss(tx, call, invoice, lost, reason);
}

/** the debtor pays after all: what was given up is open again, for a deposit to pay */
export async function recover(tx: Tx, call: SignedInCall, id: string, { amount, reason }: GivenUp) {
  await takeHead(tx, call.tenant.id);
  const [invoice] = isId(id) ? await lockInvoices(tx, [id]) : [];
  if (!invoice) throw new Fault('not_found');
  const { currency, number, writtenOff } = invoice;
  if (writtenOff === 0n) throw new Fault('conflict', `Nothing of ${number} was written off.`);
  const back = amount ?? writtenOff;
  if (back > writtenOff)
    throw new Fault('conflict', `Of ${number} only ${formatMoney(writtenOff)} ${currency} were written off.`);
  return moveLoss(tx, call, invoice, -back, reason);
}

/** `lost`: negative where it is taken back */
async function moveLoss(tx: Tx, call: SignedInCall, invoice: OpenInvoice, lost: bigint, reason: string) {
  const { id, ownerId, currency, number, total, settled } = invoice;
  const { id: tenantId } = call.tenant;
  const subject = { kind: 'document', id } as const;
  const revision = (await transfersOf(tx, subject)).filter(({ leg }) => leg === 'write_off').length;
  const at = call.clock.now();
  const step = {
    subject,
    leg: 'write_off',
    phase: 'direct',
    revision,
    ownerId,
    currency,
    amount: lost,
    reason,
  } as const;
  await record(tx, tenantId, [step], at);
  await settleInvoices(tx, [{ id, amount: lost, writtenOff: lost }]);
  await recordAudit(tx, call, {
    action: lost > 0n ? 'invoice.written-off' : 'invoice.recovered',
    objectKind: 'invoice',
    objectId: id,
    after: { number, amount: formatMoney(lost > 0n ? lost : -lost), currency, reason },
  });
  await watchCredit(tx, tenantId, at, [ownerId]);
  return { id, open: formatMoney(total - settled - lost), currency };
}
