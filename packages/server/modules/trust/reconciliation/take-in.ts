// Taking a file in: read within bounds, its lines kept as they were understood, then compared by a job. The file itself is not kept.

import { isCurrency } from '@tributary/contract/tracker/receipt-rules';
import {
  type ColumnMap,
  MAX_FILE_BYTES,
  MAX_LINES,
  type OwnReconciliationForm,
  type PublisherMap,
  type ReadFile,
} from '@tributary/contract/trust/reconciliations';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { readTable, type Table } from '../../../platform/tables/table-file.ts';
import { daysBetween, isZone } from '../../../platform/zone.ts';
import { findPartner } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { offersOf } from './ours.repo.ts';
import { fits, proposedMap, proposedPublisherMap, readLines, readPublisherLines } from './read-lines.ts';
import {
  addReconciliation,
  countOpen,
  findReconciliation,
  lockReconciliation,
  mapsOf,
  type StoredReconciliation,
  setReconciliation,
} from './reconciliations.repo.ts';
import { addLines, forgetFindings, forgetPublisherLines, lastPosition } from './rows.repo.ts';
import { reconciliationAsked } from './topics.ts';

interface SentFile {
  name: string;
  data: string;
}
const MOST_OPEN = 20;
const MOST_DAYS = 400;
const SAMPLE = 5;

export const tableOf = ({ data }: SentFile): Promise<Table> =>
  readTable(Buffer.from(data, 'base64'), { bytes: MAX_FILE_BYTES, lines: MAX_LINES });

const refuse = (sentence: string, ...path: string[]): Fault => new Fault('invalid_input', sentence, { path });

export async function lookAt(call: SignedInCall, advertiserId: string | null, file: SentFile): Promise<ReadFile> {
  const table = await tableOf(file);
  const known = advertiserId && isId(advertiserId) ? await call.transaction((tx) => mapsOf(tx, advertiserId)) : [];
  const saved = known.find((map) => fits(map, table.headings));
  return {
    headings: table.headings,
    sample: table.lines.slice(0, SAMPLE).map(({ cells }) => cells.map((cell) => String(cell))),
    lines: table.lines.length,
    map: saved ?? proposedMap(table.headings),
    publisher_map: proposedPublisherMap(table.headings),
    saved: saved !== undefined,
  };
}

type Form = z.output<typeof OwnReconciliationForm>;

/** read outside the transaction: a large file takes its time */
export async function takeIn(
  call: SignedInCall,
  { advertiserId, origin }: { advertiserId: string; origin: 'manager' | 'advertiser' },
  form: Form,
): Promise<StoredReconciliation> {
  const { zone, currency, period_from: from, period_to: to } = form;
  if (!isZone(zone)) throw refuse('Please choose a time zone', 'zone');
  if (!isCurrency(currency)) throw refuse('Please choose a currency', 'currency');
  if (from > to) throw refuse('The period ends before it begins.', 'period_to');
  if (daysBetween(from, to) > MOST_DAYS) throw refuse(`A period has at most ${MOST_DAYS} days.`, 'period_to');
  const lines = readLines(await tableOf(form.file), form.map, { zone, currency, defaultCode: form.default_code });
  return call.transaction(async (tx) => {
    await requireAdvertiser(tx, advertiserId);
    if (form.offer_id !== null && ![...(await offersOf(tx, advertiserId)).values()].includes(form.offer_id)) {
      throw refuse('This offer is not one of this advertiser’s.', 'offer_id');
    }
    if ((await countOpen(tx, advertiserId)) >= MOST_OPEN) {
      throw new Fault('conflict', 'Twenty files of this advertiser are open. Please apply or throw away some first.');
    }
    const at = call.clock.now();
    const id = newId(at.getTime());
    await addReconciliation(tx, {
      tenant_id: call.tenant.id,
      id,
      advertiser_id: advertiserId,
      offer_id: form.offer_id,
      origin,
      file_name: form.file.name,
      column_map: JSON.stringify(form.map satisfies ColumnMap),
      period_from: from,
      period_to: to,
      zone,
      currency,
      amount_is: form.amount_is,
      tolerance_micros: form.tolerance,
      deadline: form.deadline,
      state: 'matching',
      lines: lines.length,
      total: lines.length,
      created_at: at,
      created_by: call.principal.userId,
    });
    await addLines(tx, { tenantId: call.tenant.id, id, advertiserId, source: 'advertiser', first: 1 }, lines);
    const after = { file_name: form.file.name, period_from: from, period_to: to, lines: lines.length };
    await recordAudit(tx, call, {
      action: 'reconciliation.uploaded',
      objectKind: 'reconciliation',
      objectId: id,
      after,
    });
    await emit(tx, call.tenant.id, reconciliationAsked, { reconciliation_id: id });
    return requireReconciliation(tx, id);
  });
}

async function requireAdvertiser(tx: Tx, id: string): Promise<void> {
  const found = isId(id) ? await findPartner(tx, 'advertiser', { id }) : null;
  if (!found) throw refuse('Please choose an advertiser', 'advertiser_id');
}

export async function requireReconciliation(tx: Tx, id: string): Promise<StoredReconciliation> {
  const found = await findReconciliation(tx, id);
  if (!found) throw new Fault('not_found');
  return found;
}

export async function requireOpen(tx: Tx, id: string): Promise<StoredReconciliation> {
  const found = await lockReconciliation(tx, id);
  if (!found) throw new Fault('not_found');
  if (found.state !== 'open') {
    throw new Fault('conflict', 'This can only be done while the reconciliation is open. Please load the page again.');
  }
  return found;
}

export async function takePublisherFile(
  call: SignedInCall,
  id: string,
  { publisher_id: publisherId, file, map }: { publisher_id: string; file: SentFile; map: PublisherMap },
): Promise<StoredReconciliation> {
  const { zone, currency } = await call.transaction((tx) => requireReconciliation(tx, id));
  const lines = readPublisherLines(await tableOf(file), map, { zone, currency, defaultCode: null });
  return call.transaction(async (tx) => {
    const stored = await requireOpen(tx, id);
    const publisher = isId(publisherId) ? await findPartner(tx, 'publisher', { id: publisherId }) : null;
    if (!publisher) throw refuse('Please choose a publisher', 'publisher_id');
    await forgetPublisherLines(tx, id);
    await forgetFindings(tx, id);
    const of = { tenantId: call.tenant.id, id, advertiserId: stored.advertiser_id, source: 'publisher' as const };
    await addLines(tx, { ...of, first: (await lastPosition(tx, id)) + 1 }, lines);
    const change = { publisher_id: publisherId, publisher_file: file.name };
    await setReconciliation(tx, id, { ...change, state: 'matching', done: 0, total: stored.lines + lines.length });
    await recordAudit(tx, call, {
      action: 'reconciliation.publisher-file',
      objectKind: 'reconciliation',
      objectId: id,
      after: { publisher: publisher.number, publisher_file: file.name, lines: lines.length },
    });
    await emit(tx, call.tenant.id, reconciliationAsked, { reconciliation_id: id });
    return requireReconciliation(tx, id);
  });
}
