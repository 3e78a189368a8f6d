// The job behind a batch's files. It plans which payments stand in which file, instructs them lot by lot, and writes a file once
// all of its payments are instructed: nobody can download what the ledger does not have under way. Killed anywhere, it goes on
// where it was; stopped, it ends after the lot at hand.

import { createHash } from 'node:crypto';
import type { MethodKind } from '@tributary/contract/billing/paying';
import type { Tx } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { JobRun } from '../../../../platform/jobs/topics.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { addDays } from '../../../../platform/zone.ts';
import { takeHead } from '../../../ledger/index.ts';
import type { BillingJobDeps } from '../../deps.ts';
import { todayOf } from '../../today.ts';
import { freeOf } from '../../waiting.ts';
import { changeBatch, inLots, lockBatch, type StoredBatch } from '../batches/batches.repo.ts';
import { closeIfDone } from '../batches/batches.ts';
import { moveDocuments, payableFacts } from '../batches/payable.repo.ts';
import { kindIn, openDetails } from '../methods/methods.ts';
import { instruct } from '../payments/legs.ts';
import { moneyOf, movePayments, type StoredPayment } from '../payments/payments.repo.ts';
import { accountIn, methodIn, type PayingRules, payingRules } from '../rules.ts';
import { CellFault, type FilePayment, inFiles, mappedLines, payPalLines, rowsOf } from './csv-files.ts';
import {
  contentFor,
  contentOf,
  dropFile,
  finishFile,
  inNoFile,
  instructedSum,
  leaveOut,
  nextPart,
  planFile,
  reservedIn,
  type StoredFile,
  takeOut,
  unplanned,
  unready,
  type WrittenRow,
} from './files.repo.ts';
import { bankFile } from './pain001.ts';
import { checkBankFile } from './pain001-rules.ts';

/** payments of one transaction */
const LOT = 500;
/** of a bank file: far below its ten megabytes */
const BANK_ROWS = 10_000;

/** what a person must mend first: no further try */
class FileFault extends Error {}
/** of one payment: the others go on */
class RowFault extends FileFault {}

const formats: Record<MethodKind, StoredFormat> = {
  bank: 'pain.001',
  paypal: 'paypal',
  wise: 'wise',
  payoneer: 'csv',
  upi: 'csv',
  usdt: 'csv',
  'by-hand': 'csv',
};
type StoredFormat = 'pain.001' | 'paypal' | 'wise' | 'csv';

/** for tests: called between its steps */
export type Between = (step: 'planned' | 'lot' | 'file') => Promise<void> | void;

export async function makeFiles(
  run: JobRun<unknown>,
  batchId: string,
  { clock, vault }: BillingJobDeps,
  between: Between = () => {},
): Promise<void> {
  const step = <R>(work: (tx: Tx, batch: StoredBatch) => Promise<R>): Promise<R | 'stopped'> =>
    run.transaction(async (tx) => {
      await takeHead(tx, run.tenantId);
      const batch = await lockBatch(tx, batchId);
      // stopped, given up, or done by another
      if (!batch || (batch.work_state !== 'waiting' && batch.work_state !== 'running')) return 'stopped';
      return work(tx, batch);
    });
  try {
    const planned = await step(async (tx, batch) => {
      await changeBatch(tx, batchId, { work_state: 'running', work_error: null });
      await plan(tx, run.tenantId, batch, clock.now());
    });
    if (planned === 'stopped') return;
    await between('planned');
    for (;;) {
      const done = await step((tx, batch) => oneStep(tx, run.tenantId, batch, vault, clock.now()));
      if (done === 'stopped' || done === 'done') return;
      await between(done);
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await run.transaction((tx) => changeBatch(tx, batchId, { work_state: 'failed', work_error: error.message }));
  }
}

async function plan(tx: Tx, tenantId: string, batch: StoredBatch, at: Date): Promise<void> {
  const waiting = await unplanned(tx, batch.id);
  let part = await nextPart(tx, batch.id);
  for (const kind of new Set(waiting.map((one) => one.kind))) {
    const ofKind = waiting.filter((one) => one.kind === kind);
    for (const some of inFiles(ofKind, kind === 'bank' ? BANK_ROWS : rowsOf(kind))) {
      const [first] = some;
      if (!first) continue;
      const id = newId(at.getTime());
      const format = formats[kindIn(kind)];
      await planFile(tx, {
        tenantId,
        id,
        batchId: batch.id,
        format,
        currency: first.currency,
        part,
        name: `batch-${batch.number}-${part}-${kind}-${first.currency}.${format === 'pain.001' ? 'xml' : 'csv'}`,
        messageId: `B${batch.number}-${part}-${id.slice(-12)}`,
        sum: some.reduce((sum, { pay_micros }) => sum + BigInt(pay_micros), 0n),
        createdBy: batch.approved_by,
        at,
        paymentIds: some.map((one) => one.id),
      });
      part++;
    }
  }
}

/** a lot of the first file that is not ready; or, where all of its payments are instructed, its content */
async function oneStep(tx: Tx, tenantId: string, batch: StoredBatch, vault: Vault, at: Date) {
  const file = await unready(tx, batch.id);
  if (!file) {
    await changeBatch(tx, batch.id, { work_state: 'idle', work_error: await whatWasLeftOut(tx, batch, vault, at) });
    await closeIfDone(tx, batch.id, at);
    return 'done';
  }
  const reserved = await reservedIn(tx, file.id, LOT);
  if (reserved.length === 0) {
    await writeContent(tx, file, batch, vault, at);
    return 'file';
  }
  const inTheWay = await obstacles(tx, file, batch, reserved, vault, at);
  await leaveOut(tx, [...inTheWay.keys()]);
  const payments = reserved.filter(({ id }) => !inTheWay.has(id));
  await instruct(tx, tenantId, payments.map(moneyOf), at);
  await movePayments(
    tx,
    payments.map(({ id }) => ({ id, state: 'instructed' })),
    at,
  );
  for (const some of inLots(payments)) {
    await moveDocuments(
      tx,
      some.map((one) => ({ id: one.document_id, settled: BigInt(one.gross_micros), state: 'paying' })),
    );
  }
  return 'lot';
}

/**
 * Asked again under the head's lock before anything is instructed, by payment: somebody may have asked about its document since the
 * approval, or it no longer stands; and one whose content no file takes must not keep the others from theirs.
 */
async function obstacles(
  tx: Tx,
  file: FileOf,
  batch: StoredBatch,
  payments: readonly StoredPayment[],
  vault: Vault,
  at: Date,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const documents = await payableFacts(
    tx,
    payments.map(({ document_id }) => document_id),
  );
  const facts = new Map(documents.map((one) => [one.id, one]));
  for (const { id, document_id, gross_micros } of payments) {
    const fact = facts.get(document_id);
    if (!fact || freeOf(fact) < BigInt(gross_micros)) {
      found.set(id, 'more of its document waits now than when it was approved');
    }
  }
  const ids = payments.map(({ id }) => id).filter((id) => !found.has(id));
  if (ids.length === 0) return found;
  const terms = await fileTerms(tx, batch, at);
  const rows = await contentFor(tx, ids);
  const faultOf = (some: readonly WrittenRow[]): string | null => {
    try {
      const kind = kindIn(some[0]?.method_kind ?? '');
      textOf(
        file,
        kind,
        some.map((row) => inFile(row, vault)),
        terms,
      );
      return null;
    } catch (error) {
      if (error instanceof RowFault) return error.message;
      throw error;
    }
  };
  if (faultOf(rows) === null) return found;
  for (const row of rows) {
    const fault = faultOf([row]);
    if (fault !== null) found.set(row.id, fault.replace(/\.$/, ''));
  }
  return found;
}

const SHOWN = 10;
/** null where nothing was */
async function whatWasLeftOut(tx: Tx, batch: StoredBatch, vault: Vault, at: Date): Promise<string | null> {
  const payments = await inNoFile(tx, batch.id, SHOWN + 1);
  if (payments.length === 0) return null;
  const rows = await contentFor(
    tx,
    payments.map(({ id }) => id),
  );
  const named: string[] = [];
  for (const { id, method_kind, pay_currency: currency, number_text, end_to_end_id } of rows) {
    const file = { format: formats[kindIn(method_kind)], currency, message_id: null, name: '' };
    const own = payments.filter((one) => one.id === id);
    const reason = (await obstacles(tx, file, batch, own, vault, at)).get(id);
    if (reason !== undefined) named.push(`${number_text ?? end_to_end_id} (${reason})`);
  }
  if (named.length === 0) return null;
  const more = named.length > SHOWN ? ' and others' : '';
  return `Left out of the files: ${named.slice(0, SHOWN).join(', ')}${more}. It stays reserved: make the files again later, or cancel it.`;
}

const placeOf = (file: Pick<StoredFile, 'tenant_id' | 'id'>) => ({
  tenantId: file.tenant_id,
  connectionId: file.id,
  field: 'payment-file',
});
export const openFile = (vault: Vault, file: Pick<StoredFile, 'tenant_id' | 'id' | 'sealed'>): string | null =>
  vault.open(placeOf(file), file.sealed)?.reveal() ?? null;

function inFile(row: WrittenRow, vault: Vault): FilePayment {
  const details = openDetails(vault, { id: row.method_id, tenant_id: row.tenant_id, sealed: row.sealed });
  if (!details) throw new RowFault(`${row.end_to_end_id}: where it is to be paid cannot be read.`);
  const { street, building, postcode, town, country } = details;
  return {
    endToEndId: row.end_to_end_id,
    amount: BigInt(row.pay_micros),
    currency: row.pay_currency,
    recipient: details.recipient,
    name: details.name,
    bic: details.bic || null,
    network: details.network || null,
    email: row.email,
    address: country ? { street, building, postcode, town, country } : null,
    text: row.number_text ?? row.end_to_end_id,
  };
}

async function writeContent(tx: Tx, file: StoredFile, batch: StoredBatch, vault: Vault, at: Date): Promise<void> {
  await takeOut(tx, file.id);
  const rows = await contentOf(tx, file.id);
  if (rows.length === 0) return dropFile(tx, file.id);
  const payments = rows.map((row) => inFile(row, vault));
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  const booked = await instructedSum(tx, file.id);
  if (booked !== sum) {
    throw new FileFault(`The file ${file.name} adds up to ${sum}, and the ledger to ${booked}. Nothing was written.`);
  }
  const terms = await fileTerms(tx, batch, at);
  const content = textOf(file, kindIn(rows[0]?.method_kind ?? ''), payments, terms);
  await finishFile(tx, file.id, {
    sealed: vault.seal(placeOf(file), content),
    sha256: createHash('sha256').update(content).digest(),
    count: payments.length,
    sum,
    at,
  });
}

type FileOf = Pick<StoredFile, 'format' | 'currency' | 'message_id' | 'name'>;
interface FileTerms {
  rules: PayingRules;
  at: Date;
  executeOn: string;
}
/** where nobody has named a day, the bank pays on the workspace's next one */
const fileTerms = async (tx: Tx, batch: StoredBatch, at: Date): Promise<FileTerms> => ({
  rules: await payingRules(tx, batch.tenant_id),
  at,
  executeOn: batch.execute_day ?? addDays(await todayOf(tx, batch.tenant_id, at), 1),
});

function textOf(
  file: FileOf,
  kind: MethodKind,
  payments: readonly FilePayment[],
  { rules, at, executeOn }: FileTerms,
): string {
  try {
    if (file.format === 'paypal') return payPalLines(payments).join('');
    if (file.format !== 'pain.001') return mappedLines(methodIn(rules, kind)?.columns ?? [], payments).join('');
  } catch (error) {
    if (error instanceof CellFault) throw new RowFault(error.message);
    throw error;
  }
  const own = accountIn(rules, file.currency);
  if (!own) throw new FileFault(`There is no account to pay ${file.currency} from. Please enter it in the settings.`);
  const xml = [
    ...bankFile({
      messageId: file.message_id ?? '',
      paymentInfoId: `${file.message_id}-1`,
      createdAt: at,
      executeOn,
      currency: file.currency,
      debtor: { ...own, bic: own.bic || null, address: own },
      transfers: payments.map((one) => ({
        endToEndId: one.endToEndId,
        amount: one.amount,
        creditor: { name: one.name, iban: one.recipient, bic: one.bic, address: one.address },
        text: one.text,
      })),
    }),
  ].join('');
  const findings = checkBankFile(xml);
  if (findings.length > 0) throw new RowFault(`The bank file breaks a rule: ${findings.slice(0, 5).join('; ')}.`);
  return xml;
}
