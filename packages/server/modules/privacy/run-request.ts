// The job behind a request: finds what there is, and then writes the file, tells the counts, or, once confirmed, blanks it. Whatever
// has ended forgets who was looked for. One that is taken up again begins anew: blanking twice is blanking once.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PERSON_FILE_DAYS, visitorNames } from '@tributary/contract/settings/person-requests';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { recordAudit } from '../audit/index.ts';
import { blankConversions, blankOutcomes } from '../conversions/index.ts';
import { blankReceipts, removeSideRowsWith, upkeep, type Visitor } from '../events/index.ts';
import { blankDeliveries, callsUnderWay } from '../postbacks/index.ts';
import { fileOf, writeWhole } from '../reports/index.ts';
import {
  accountCounts,
  accountData,
  eraseAccountData,
  eraseInLots,
  requireAccount,
  requireErasable,
} from './account-data.ts';
import { countsOf, type FoundVisitor, findVisitor, visitorBy } from './find-visitor.ts';
import { type RequestChange, setRequest, type TakenRequest, takeRequest } from './requests.repo.ts';

export interface PersonDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  exportFolder: string;
  /** of click ids */
  key: MacKey;
}

const LOT = 1_000;

export async function runRequest(deps: PersonDeps, tenantId: string, id: string): Promise<void> {
  const inTenant = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => deps.database.withTenant(tenantId, systemActor, run);
  const taken = await inTenant(async (tx) => {
    const request = await takeRequest(tx, id);
    if (!request || !['waiting', 'running'].includes(request.state)) return null;
    await setRequest(tx, id, { state: 'running', progress: 0, error: null });
    return request;
  });
  if (!taken) return;
  const end = (change: RequestChange) => inTenant((tx) => setRequest(tx, id, change));
  try {
    const run = { ...deps, tenantId, inTenant, now: deps.clock.now() };
    await end(await (taken.subject === 'account' ? runAccount(run, taken) : runVisitor(run, taken)));
  } catch (error) {
    // what is in the way stays in the way: no second try
    if (!(error instanceof Fault)) throw error;
    await end({ state: 'failed', error: error.message, sought: null, finished_at: deps.clock.now() });
  }
}

interface Run extends PersonDeps {
  tenantId: string;
  now: Date;
  inTenant<R>(run: (tx: Tx) => Promise<R>): Promise<R>;
}

const later = (now: Date): Date => new Date(now.getTime() + PERSON_FILE_DAYS * DAY_MS);
const counted = (counts: Record<string, number>) => ({ progress: 100, counts: JSON.stringify(counts) });

async function runAccount(run: Run, { id, kind, user_id: userId, confirmed_at: confirmed, asked_by }: TakenRequest) {
  const { inTenant, now } = run;
  const person = await inTenant((tx) => requireAccount(tx, { id: userId ?? '' }));
  if (kind === 'export') {
    const data = await inTenant((tx) => accountData(tx, person));
    const counts = Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length]));
    return { ...counted(counts), ...(await writeFile(run, id, data)) };
  }
  if (!confirmed) {
    const counts = await inTenant(async (tx) => {
      await requireErasable(tx, person);
      return accountCounts(tx, person);
    });
    return { ...counted(counts), state: 'found' as const, expires_at: later(now) };
  }
  const counts = await inTenant((tx) => accountCounts(tx, person));
  const left = await eraseInLots(inTenant, person, now);
  const files = await inTenant(async (tx) => {
    const files = await eraseAccountData(tx, run.tenantId, person, left, now);
    await audit(tx, run, asked_by, { subject: 'account', account: person.number, ...counts }, person.id);
    return files;
  });
  for (const file of files) await rm(path.join(run.exportFolder, run.tenantId, file), { force: true });
  return { ...counted(counts), state: 'done' as const, finished_at: now };
}

async function runVisitor(run: Run, { id, kind, subject, sought, confirmed_at: confirmed, asked_by }: TakenRequest) {
  const { inTenant, now, tenantId } = run;
  const name = visitorNames.find((one) => one === subject);
  if (!name || sought === null) throw new Error(`request ${id} has nobody to look for`);
  const visitor = visitorBy(name, sought, tenantId);
  const progress = (percent: number) => inTenant((tx) => setRequest(tx, id, { progress: Math.min(99, percent) }));
  const found = await findVisitor({ ...run, progress }, visitor);
  const counts = countsOf(found);
  if (kind === 'export') {
    const { events, ...rest } = found;
    const file = await writeFile(run, id, { clicks_and_impressions: events, ...rest });
    return { ...counted(counts), ...file, sought: null };
  }
  if (!confirmed) return { ...counted(counts), state: 'found' as const, expires_at: later(now) };
  await eraseVisitor(run, found, visitor);
  await inTenant((tx) => audit(tx, run, asked_by, { subject, ...counts }, null));
  return { ...counted(counts), state: 'done' as const, sought: null, finished_at: now };
}

const lotsOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / LOT) }, (_, at) => items.slice(at * LOT, (at + 1) * LOT));

/** the raw rows last: whoever is interrupted finds by them again what is left to do */
async function eraseVisitor({ inTenant, tenantId }: Run, found: FoundVisitor, visitor: Visitor): Promise<void> {
  const conversions = found.conversions.map(({ id }) => id);
  if ((await inTenant((tx) => callsUnderWay(tx, conversions))) > 0) {
    throw new Fault(
      'conflict',
      'Calls about these conversions are still on their way. Please ask again when they are done.',
    );
  }
  const texts = [
    ...visitor.values,
    ...(visitor.ip ? [visitor.ip] : []),
    ...visitor.clickIds.map((id) => id.toLowerCase()),
  ];
  await inTenant((tx) => removeSideRowsWith(tx, texts));
  for (const ids of lotsOf(conversions)) {
    await inTenant(async (tx) => {
      await blankDeliveries(tx, ids);
      await blankConversions(tx, ids);
    });
  }
  for (const receipts of lotsOf(found.receipts)) {
    await inTenant(async (tx) => {
      await blankOutcomes(
        tx,
        receipts.map(({ receipt_id }) => receipt_id),
      );
      await blankReceipts(tx, receipts);
    });
  }
  for (const rows of lotsOf(found.events)) {
    await inTenant((tx) =>
      upkeep().blankRows(
        tx,
        tenantId,
        rows.map(({ event_id, at }) => ({ eventId: event_id, at })),
      ),
    );
  }
}

/** what was done and how much of it, never of whom */
async function audit(
  tx: Tx,
  { tenantId, clock }: Run,
  userId: string,
  after: Record<string, unknown>,
  objectId: string | null,
): Promise<void> {
  const call = { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true } as const;
  await recordAudit(tx, call, {
    action: 'person.erased',
    objectKind: 'person',
    objectId,
    after: { ...after, asked_by: userId },
  });
}

async function writeFile(
  { exportFolder, tenantId, now }: Run,
  id: string,
  data: Record<string, readonly unknown[]>,
): Promise<RequestChange> {
  const bytes = await writeWhole(fileOf(exportFolder, tenantId, id, 'json'), (aside) =>
    pipeline(Readable.from(jsonOf(data)), createWriteStream(aside, { mode: 0o600 })),
  );
  return { state: 'ready', bytes, finished_at: now, expires_at: later(now) };
}

function* jsonOf(data: Record<string, readonly unknown[]>): Generator<string> {
  let before = '{';
  for (const [name, rows] of Object.entries(data)) {
    yield `${before}\n${JSON.stringify(name)}: [`;
    for (const [at, row] of rows.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
    yield '\n]';
    before = ',';
  }
  yield '\n}\n';
}
