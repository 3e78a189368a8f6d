// From draft to issued and approved, and back by a credit note. All under the head's lock: numbers follow each other without a gap.

import type { Side } from '@tributary/contract/billing/money';
import type { ChangeAction } from '@tributary/contract/logs/trail-actions';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { addDays } from '../../../platform/zone.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import { type NewTransfer, record, takeHead } from '../../ledger/index.ts';
import { rateOn, ratesInTurn } from '../../rates/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { applyPrepaid } from '../advertisers/deposits.ts';
import { claimsThatWait } from './claims.repo.ts';
import {
  addDocument,
  changeDocument,
  copyLinesReversed,
  findDocument,
  freezeDocument,
  hasOwnNumber,
  lockDocument,
  nextNumber,
  releaseClaims,
  removeDocument,
  type StoredDocument,
} from './documents.repo.ts';
import { applyTaxes } from './draft.ts';
import { keepFile } from './files.ts';
import { termsOfAccount } from './terms.ts';
import { documentApproved, documentAwaited, documentCredited, documentIssued } from './topics.ts';

const changed = () => new Fault('conflict', 'This document was changed meanwhile. Please look at it again.');

/** in the order in which everybody takes locks: the head, then the document */
export async function takeDocument(
  tx: Tx,
  tenantId: string,
  side: Side,
  id: string,
  version?: number,
): Promise<StoredDocument> {
  await takeHead(tx, tenantId);
  const document = await lockDocument(tx, side, id);
  if (!document) throw new Fault('not_found');
  if (version !== undefined && document.version !== version) throw changed();
  return document;
}

const audited = (tx: Tx, call: AuditedCall, action: ChangeAction, document: StoredDocument, more = {}) =>
  recordAudit(tx, call, {
    action,
    objectKind: 'document',
    objectId: document.id,
    after: {
      number: document.number_text,
      publisher: document.owner_number,
      total_micros: document.total_micros,
      currency: document.currency,
      ...more,
    },
  });

const NUMBER_DIGITS = 4;
/** a series per publisher tells nobody how many others are paid; invoices are counted by the year */
const seriesOf = ({ side, owner_number }: Pick<StoredDocument, 'side' | 'owner_number'>, day: string): string =>
  side === 'publisher' ? `SB-${owner_number}` : `INV-${day.slice(0, 4)}`;
async function numbered(tx: Tx, document: Pick<StoredDocument, 'side' | 'owner_number'>, day: string) {
  const series = seriesOf(document, day);
  const number = await nextNumber(tx, series);
  return { series, number, number_text: `${series}-${String(number).padStart(NUMBER_DIGITS, '0')}` };
}

const vatOf = (document: StoredDocument, reason: string): NewTransfer => ({
  subject: { kind: 'document', id: document.id },
  leg: document.side === 'publisher' ? 'input_vat' : 'output_vat',
  phase: 'direct',
  revision: 1,
  ownerId: document.owner_id,
  currency: document.currency,
  amount: BigInt(document.vat_micros),
  reason,
});

/** what the document is worth in the workspace's currency, from this day for good */
async function lockedRate(tx: Tx, tenantId: string, currency: string, day: string) {
  const { currency: home } = await termsOfTenant(tx, tenantId);
  const rate = rateOn(await ratesInTurn(tx), currency, home, day);
  if (rate === null) {
    throw new Fault(
      'conflict',
      `No exchange rate leads from ${currency} to ${home} on ${day}. Please enter one under Settings › Exchange rates.`,
    );
  }
  return {
    home_currency: home,
    rate_e12: rate,
    rate_day: day,
    rate_source: currency === home ? 'same-currency' : 'workspace-rates',
  };
}

/** number, rate and due day are given, taxes booked, everything frozen */
async function finishIssue(
  tx: Tx,
  call: AuditedCall,
  document: StoredDocument,
  day: string,
  own?: { number_text: string; file_id: string },
): Promise<StoredDocument> {
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  const { netDays } = await termsOfAccount(tx, tenantId, document.side, document.owner_id);
  await changeDocument(tx, document.id, {
    ...(own ?? (await numbered(tx, document, day))),
    ...(await lockedRate(tx, tenantId, document.currency, day)),
    issued_at: at,
    due_on: addDays(day, netDays),
  });
  await freezeDocument(tx, document.id);
  const issued = await required(tx, document);
  await record(tx, tenantId, [vatOf(issued, `VAT of ${issued.number_text}`)], at);
  await audited(tx, call, 'document.issued', issued);
  if (document.side === 'advertiser') await applyPrepaid(tx, call, document.id);
  await emit(tx, tenantId, documentIssued, { document_id: document.id });
  return required(tx, document);
}

async function required(tx: Tx, { side, id }: Pick<StoredDocument, 'side' | 'id'>): Promise<StoredDocument> {
  const found = await findDocument(tx, side, id);
  if (!found) throw new Fault('not_found');
  return found;
}

export async function issueDocument(
  tx: Tx,
  call: AuditedCall,
  side: Side,
  id: string,
  version?: number,
): Promise<StoredDocument> {
  const { id: tenantId } = call.tenant;
  const now = call.clock.now();
  const draft = await takeDocument(tx, tenantId, side, id, version);
  if (draft.state !== 'draft') throw new Fault('conflict', 'Only a draft can be issued.');
  const { owner_id: ownerId, currency } = draft;
  const [net, rounding] = [BigInt(draft.net_micros), BigInt(draft.rounding_micros)];
  // the day's rule and profile, not those of the day on which the draft was made
  const { day, timeZone } = await applyTaxes(tx, { tenantId, id, side, ownerId, currency, net, rounding, now });
  const { holdDays } = await termsOfAccount(tx, tenantId, side, ownerId);
  const waiting = await claimsThatWait(tx, { side, documentId: id }, { holdDays, now, timeZone });
  if (waiting > 0) {
    throw new Fault(
      'conflict',
      `${waiting} of its entries are disputed or held since this draft was made. Please make it anew.`,
    );
  }
  const taxed = await required(tx, draft);
  if (taxed.kind !== 'own-invoice') return finishIssue(tx, call, taxed, day);
  await lockedRate(tx, tenantId, currency, day);
  await changeDocument(tx, id, { state: 'awaiting' });
  const awaited = await required(tx, taxed);
  await audited(tx, call, 'document.awaited', awaited);
  await emit(tx, tenantId, documentAwaited, { document_id: id });
  return awaited;
}

export interface OwnInvoice {
  name: string;
  data: string;
  number: string;
  total: bigint;
}

/** the publisher's own invoice: its total is what is claimed, to the smallest unit */
export async function takeOwnInvoice(
  tx: Tx,
  call: SignedInCall,
  id: string,
  invoice: OwnInvoice,
  day: string,
): Promise<StoredDocument> {
  const document = await takeDocument(tx, call.tenant.id, 'publisher', id);
  if (document.owner_id !== call.principal.userId) throw new Fault('not_found');
  if (document.state !== 'awaiting') throw new Fault('conflict', 'No invoice is awaited for this document.');
  if (invoice.total !== BigInt(document.total_micros)) {
    throw new Fault('invalid_input', 'The total of your invoice is not the one that is asked for.', {
      path: ['total'],
    });
  }
  const at = call.clock.now();
  const { owner_id: ownerId } = document;
  // under the head's lock: no two come at once
  if (await hasOwnNumber(tx, ownerId, invoice.number)) {
    throw new Fault(
      'conflict',
      'You have sent an invoice with this number already. Please give each a number of its own.',
    );
  }
  const { name, data } = invoice;
  const file = { tenantId: call.tenant.id, ownerId, kind: 'own-invoice', name, data, by: ownerId, at } as const;
  const file_id = await keepFile(tx, file);
  return finishIssue(tx, call, document, day, { number_text: invoice.number, file_id });
}

export async function approveDocument(
  tx: Tx,
  call: SignedInCall,
  side: Side,
  id: string,
  version?: number,
): Promise<StoredDocument> {
  const document = await takeDocument(tx, call.tenant.id, side, id, version);
  if (document.state !== 'issued' || document.kind === 'credit-note') {
    throw new Fault('conflict', 'Only an issued document can be approved.');
  }
  await changeDocument(tx, id, {
    state: 'approved',
    approved_at: call.clock.now(),
    approved_by: call.principal.userId,
  });
  await audited(tx, call, 'document.approved', document);
  await emit(tx, call.tenant.id, documentApproved, { document_id: id });
  return required(tx, document);
}

/** the credit note; of what was never issued nothing remains */
export async function creditDocument(
  tx: Tx,
  call: SignedInCall,
  side: Side,
  id: string,
  { version, reason, day }: { version?: number; reason: string; day: string },
): Promise<StoredDocument> {
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  const document = await takeDocument(tx, tenantId, side, id, version);
  if (document.kind === 'credit-note') throw new Fault('conflict', 'A credit note cannot be taken back.');
  if (document.state === 'awaiting') {
    await audited(tx, call, 'document.withdrawn', document, { reason });
    await removeDocument(tx, id);
    return document;
  }
  if (!['issued', 'approved'].includes(document.state) || document.settled_micros !== '0') {
    throw new Fault(
      'conflict',
      'Only an issued document that nobody has paid yet can be credited. What is paid already is set off in the next one.',
    );
  }
  const noteId = newId(at.getTime());
  const { owner_id: ownerId, currency, period_from: periodFrom, period_to: periodTo, po_number: poNumber } = document;
  await addDocument(tx, {
    ...{ tenantId, id: noteId, side, ownerId, currency, periodFrom, periodTo, poNumber, at },
    kind: 'credit-note',
    runId: null,
    creditsId: id,
    note: reason,
  });
  const negative = (micros: string): bigint => -BigInt(micros);
  await changeDocument(tx, noteId, {
    net_micros: negative(document.net_micros),
    vat_micros: negative(document.vat_micros),
    total_micros: negative(document.total_micros),
    withheld_micros: negative(document.withheld_micros),
    rounding_micros: negative(document.rounding_micros),
    line_count: await copyLinesReversed(tx, id, noteId),
    tax: JSON.stringify(document.tax),
    ...(await numbered(tx, document, day)),
    // what was locked is taken back at the rate at which it was
    ...(document.home_currency && document.rate_e12 && document.rate_day && document.rate_source
      ? {
          home_currency: document.home_currency,
          rate_e12: BigInt(document.rate_e12),
          rate_day: document.rate_day,
          rate_source: document.rate_source,
        }
      : {}),
    issued_at: at,
    due_on: day,
  });
  await freezeDocument(tx, noteId);
  const note = await required(tx, { side, id: noteId });
  await record(tx, tenantId, [vatOf(note, `Credit note ${note.number_text}`)], at);
  await releaseClaims(tx, id, at);
  await changeDocument(tx, id, { state: 'credited', credited_by_id: noteId });
  await audited(tx, call, 'document.credited', document, { credit_note: note.number_text, reason });
  await emit(tx, tenantId, documentCredited, { document_id: noteId });
  return note;
}

export async function discardDraft(tx: Tx, call: SignedInCall, side: Side, id: string): Promise<{ id: string }> {
  const document = await takeDocument(tx, call.tenant.id, side, id);
  if (document.state !== 'draft') throw new Fault('conflict', 'Only a draft can be thrown away.');
  await removeDocument(tx, id);
  await audited(tx, call, 'document.discarded', document);
  return { id };
}
