// Batches: chosen, previewed, approved, given up. Nothing is reserved before the approval, which computes all of it again under the
// lock of the ledger's head: what it reserves is what its preview showed, or it reserves nothing and says which rows differ.

import { createHash, randomBytes } from 'node:crypto';
import { type Batch, batchStates, MAX_BATCH, type payingRoutes, workStates } from '@tributary/contract/billing/paying';
import type { ChangeAction } from '@tributary/contract/logs/trail-actions';
import { formatMoney } from '@tributary/contract/money';
import type { InputOf } from '@tributary/contract/route';
import type { SignedInCall } from '../../../../http/call.ts';
import { requireWhole } from '../../../../http/permission.ts';
import { DAY_MS, unixSeconds } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { Fault } from '../../../../platform/fault.ts';
import { isId, newId } from '../../../../platform/ids.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { recordAudit } from '../../../audit/index.ts';
import { takeHead } from '../../../ledger/index.ts';
import { termsOfTenant } from '../../../tenancy/index.ts';
import { kindIn } from '../methods/methods.ts';
import { giveUp, reserve } from '../payments/legs.ts';
import {
  addPayments,
  attemptsOf,
  lockPayments,
  moneyOf,
  movePayments,
  type NewPayment,
  statesIn,
} from '../payments/payments.repo.ts';
import {
  addBatch,
  approvedAlone,
  type Choice,
  changeBatch,
  choicesOf,
  findBatch,
  inLots,
  type ListedBatch,
  lockBatch,
  putChoices,
  type StoredBatch,
} from './batches.repo.ts';
import { dueDocuments, moveDocuments, payableFacts } from './payable.repo.ts';
import {
  blockerText,
  homeSum,
  needsTwo,
  type Payable,
  type PayableFacts,
  type PayingScene,
  payableOf,
  payingScene,
  withProfiles,
} from './payable.ts';

const notFound = (): never => {
  throw new Fault('not_found');
};
const wordIn = <Word extends string>(words: readonly Word[], word: string, otherwise: Word): Word =>
  words.find((one) => one === word) ?? otherwise;

export const shownBatch = (row: ListedBatch, currency: string): Batch => ({
  id: row.id,
  number: row.number,
  state: wordIn(batchStates, row.state, 'open'),
  note: row.note,
  payments: row.payment_count,
  methods: row.methods.map(kindIn),
  currencies: row.currencies,
  sum: row.sum_micros === null ? null : formatMoney(BigInt(row.sum_micros)),
  currency,
  blocked: Number(row.blocked),
  paid: Number(row.paid),
  failures: Number(row.failures),
  created_at: unixSeconds(row.created_at),
  created_by: row.created_by,
  approved_by: row.approved_by,
  second_by: row.second_by,
  needs_second: row.needs_second,
  preview: row.preview_hash?.toString('hex') ?? '',
  work: {
    state: wordIn(workStates, row.work_state, 'idle'),
    done: Number(row.done),
    total: Number(row.made),
    error: row.work_error,
  },
});

export async function showBatch(tx: Tx, { tenant }: SignedInCall, id: string): Promise<Batch> {
  const found = isId(id) ? await findBatch(tx, id) : undefined;
  return found ? shownBatch(found, (await termsOfTenant(tx, tenant.id)).currency) : notFound();
}

/** the lock of the head first, then the batch: no two wait for each other in a circle */
export async function takeBatch(tx: Tx, call: { tenant: { id: string } }, id: string): Promise<StoredBatch> {
  if (!isId(id)) return notFound();
  await takeHead(tx, call.tenant.id);
  return (await lockBatch(tx, id)) ?? notFound();
}

export async function factsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, PayableFacts>> {
  const facts = new Map<string, PayableFacts>();
  for (const some of inLots(ids))
    for (const one of await withProfiles(tx, await payableFacts(tx, some))) facts.set(one.id, one);
  return facts;
}

async function computed(tx: Tx, ids: readonly string[], scene: PayingScene): Promise<Payable[]> {
  const facts = await factsOf(tx, ids);
  return ids.flatMap((id) => {
    const one = facts.get(id);
    return one ? [payableOf(one, scene)] : [];
  });
}

const textOf = (one: Payable): string =>
  [
    one.documentId,
    one.methodId,
    one.currency,
    one.gross,
    one.waiting,
    one.withheld,
    one.fee,
    one.amount,
    one.payCurrency,
    one.pay,
    one.rate,
    one.blocked,
  ].join('|');
const hashOf = (payables: readonly Payable[]): Buffer =>
  createHash('sha256').update(payables.map(textOf).join('\n')).digest();

/** of the last day, by whoever made the batch and whoever asks now */
const aloneBefore = (
  tx: Tx,
  call: SignedInCall,
  batch: Pick<StoredBatch, 'id' | 'created_by'>,
): Promise<bigint | null> =>
  approvedAlone(tx, [batch.created_by, call.principal.userId], new Date(call.clock.now().getTime() - DAY_MS), batch.id);

async function keepPreview(
  tx: Tx,
  call: SignedInCall,
  batch: Pick<StoredBatch, 'id' | 'created_by'>,
  payables: readonly Payable[],
  scene: PayingScene,
) {
  const { id } = batch;
  await putChoices(tx, call.tenant.id, id, payables);
  await changeBatch(tx, id, {
    preview_hash: hashOf(payables),
    payment_count: payables.filter(({ blocked }) => blocked === 'none').length,
    sum_micros: homeSum(payables, scene),
    needs_second: needsTwo(payables, scene, await aloneBefore(tx, call, batch)),
  });
}

export async function createBatch(
  { body }: InputOf<typeof payingRoutes.createBatch>,
  call: SignedInCall,
  tx: Tx,
  vault: Vault,
): Promise<Batch> {
  requireWhole(call);
  await takeHead(tx, call.tenant.id);
  const at = call.clock.now();
  const ids = await chosen(tx, body);
  const scene = await payingScene(tx, call.tenant.id, vault, at);
  const payables = await computed(tx, ids, scene);
  if (payables.length !== ids.length) {
    throw new Fault('not_found', 'A document of the choice does not exist, or is not a publisher’s.');
  }
  const id = newId(at.getTime());
  const createdBy = call.principal.userId;
  await addBatch(tx, { tenantId: call.tenant.id, id, note: body.note, createdBy, at });
  await keepPreview(tx, call, { id, created_by: createdBy }, payables, scene);
  await audit(tx, call, 'created', id, { documents: ids.length, note: body.note });
  return showBatch(tx, call, id);
}

async function chosen(tx: Tx, { documents, due_until }: InputOf<typeof payingRoutes.createBatch>['body']) {
  if ((documents === undefined) === (due_until === undefined)) {
    throw new Fault('invalid_input', 'Please choose documents, or the day until which all are due: one of the two.');
  }
  const ids = documents ? [...new Set(documents)] : await dueDocuments(tx, due_until ?? '', MAX_BATCH);
  const wrong = ids.findIndex((id) => !isId(id));
  if (wrong >= 0)
    throw new Fault('invalid_input', `Document ${wrong + 1} of the choice has no id.`, { path: ['documents', wrong] });
  if (ids.length === 0) throw new Fault('conflict', 'There is nothing to pay until that day.');
  return ids;
}

export async function previewBatch(tx: Tx, call: SignedInCall, id: string, vault: Vault): Promise<Batch> {
  requireWhole(call);
  const batch = await takeBatch(tx, call, id);
  if (batch.state !== 'open' && batch.state !== 'first-approved') throw alreadyDecided(batch);
  const scene = await payingScene(tx, call.tenant.id, vault, call.clock.now());
  const ids = (await choicesOf(tx, id)).map(({ documentId }) => documentId);
  await keepPreview(tx, call, batch, await computed(tx, ids, scene), scene);
  // what one person has approved was another preview
  await changeBatch(tx, id, { state: 'open', approved_by: null, approved_at: null });
  await audit(tx, call, 'previewed', id, {});
  return showBatch(tx, call, id);
}

const alreadyDecided = ({ number, state }: StoredBatch): Fault =>
  new Fault('conflict', `Batch ${number} is ${state}: it was decided about already.`);

const SHOWN_CHANGES = 10;

export async function approveBatch(
  { params, body }: InputOf<typeof payingRoutes.approveBatch>,
  call: SignedInCall,
  tx: Tx,
  vault: Vault,
): Promise<Batch> {
  requireWhole(call);
  const batch = await takeBatch(tx, call, params.id);
  if (batch.state !== 'open' && batch.state !== 'first-approved') throw alreadyDecided(batch);
  if (batch.preview_hash?.toString('hex') !== body.preview) {
    throw new Fault('conflict', 'The batch was previewed again since. Please look at it once more.');
  }
  const at = call.clock.now();
  const scene = await payingScene(tx, call.tenant.id, vault, at);
  const choices = await choicesOf(tx, batch.id);
  const facts = await factsOf(
    tx,
    choices.map(({ documentId }) => documentId),
  );
  refuseChanges(choices, facts, scene);
  const paid = choices.filter(({ blocked }) => blocked === 'none');
  if (paid.length === 0) throw new Fault('conflict', 'Nothing of this batch can be paid now: every row is blocked.');
  const who = call.principal.userId;
  if (batch.state === 'open' && needsTwo(choices, scene, await aloneBefore(tx, call, batch))) {
    await changeBatch(tx, batch.id, { state: 'first-approved', approved_by: who, approved_at: at, needs_second: true });
    await audit(tx, call, 'approved-first', batch.id, { payments: paid.length });
    return showBatch(tx, call, batch.id);
  }
  if (batch.state === 'first-approved' && batch.approved_by === who) {
    throw new Fault('forbidden', 'You have approved it already. Another person must do so, too.');
  }
  const payments = await newPayments(tx, batch, paid, at);
  await changeBatch(tx, batch.id, {
    state: 'approved',
    payment_count: payments.length,
    ...(batch.state === 'first-approved'
      ? { second_by: who, second_at: at }
      : { approved_by: who, approved_at: at, needs_second: false }),
  });
  await addPayments(tx, call.tenant.id, payments, at);
  await reserve(tx, call.tenant.id, batch.id, payments, at);
  for (const some of inLots(payments)) {
    await moveDocuments(
      tx,
      some.map(({ documentId }) => ({ id: documentId, settled: 0n, state: 'paying' })),
    );
  }
  await audit(tx, call, 'approved', batch.id, { payments: payments.length });
  return showBatch(tx, call, batch.id);
}

/** what is not paid, before and after, is no change, whatever is in the way: else one who is left out could hold up the others */
export const isChanged = (before: Payable, now: Payable): boolean =>
  textOf(before) !== textOf(now) && (before.blocked === 'none' || now.blocked === 'none');

function refuseChanges(choices: readonly Choice[], facts: ReadonlyMap<string, PayableFacts>, scene: PayingScene): void {
  const changed = choices.flatMap((before) => {
    const fact = facts.get(before.documentId);
    const now = fact && payableOf(fact, scene);
    if (now && !isChanged(before, now)) return [];
    const name = fact?.number_text ?? before.documentId;
    const what = (one: Payable) =>
      one.blocked === 'none' ? `${formatMoney(one.pay)} ${one.payCurrency}` : blockerText[one.blocked];
    return [`${name} (${what(before)} → ${now ? what(now) : 'gone'})`];
  });
  if (changed.length === 0) return;
  const more = changed.length > SHOWN_CHANGES ? ` and ${changed.length - SHOWN_CHANGES} more` : '';
  throw new Fault(
    'conflict',
    `Since the preview these have changed: ${changed.slice(0, SHOWN_CHANGES).join(', ')}${more}. Please preview it again.`,
  );
}

/** names its place and its attempt, and something that nobody guesses; at most 30 characters, no blank */
export const referenceOf = (batch: number, position: number, attempt: number): string =>
  `P${batch}-${position}-${attempt}-${randomBytes(3).toString('hex')}`;

async function newPayments(tx: Tx, batch: StoredBatch, choices: readonly Choice[], at: Date): Promise<NewPayment[]> {
  const attempts = await attemptsOf(
    tx,
    choices.map(({ documentId }) => documentId),
  );
  return choices.map((choice) => {
    const attempt = (attempts.get(choice.documentId) ?? 0) + 1;
    return {
      ...choice,
      id: newId(at.getTime()),
      batchId: batch.id,
      attempt,
      reference: referenceOf(batch.number, choice.position, attempt),
    };
  });
}

/** what is not instructed yet is free again; what a file was begun for, and none was finished, too */
export async function cancelBatch(tx: Tx, call: SignedInCall, id: string): Promise<Batch> {
  requireWhole(call);
  const batch = await takeBatch(tx, call, id);
  if (batch.work_state === 'waiting' || batch.work_state === 'running') {
    throw new Fault('conflict', 'Its files are being made. Please stop that first.');
  }
  const at = call.clock.now();
  if (batch.state === 'open' || batch.state === 'first-approved') {
    await changeBatch(tx, id, { state: 'cancelled', closed_at: at });
  } else {
    const reserved = await lockPayments(tx, { batchId: id, states: ['reserved'] });
    if (reserved.length === 0) throw new Fault('conflict', 'There is nothing left in it that is not instructed.');
    await giveUp(tx, call.tenant.id, reserved.map(moneyOf), at);
    await movePayments(
      tx,
      reserved.map((one) => ({ id: one.id, state: 'cancelled' })),
      at,
    );
    for (const some of inLots(reserved)) {
      await moveDocuments(
        tx,
        some.map((one) => ({ id: one.document_id, settled: 0n, state: 'approved' })),
      );
    }
    await changeBatch(tx, id, { work_state: 'idle', work_error: null });
    await closeIfDone(tx, id, at);
  }
  await audit(tx, call, 'cancelled', id, {});
  return showBatch(tx, call, id);
}

/** where a batch stands follows from its payments */
export async function closeIfDone(tx: Tx, id: string, at: Date): Promise<void> {
  const states = await statesIn(tx, id);
  const [reserved, instructed] = [states.get('reserved') ?? 0, states.get('instructed') ?? 0];
  if (reserved > 0) return changeBatch(tx, id, { state: 'approved' });
  if (instructed > 0) return changeBatch(tx, id, { state: 'instructed', instructed_at: at });
  const ended = [...states.keys()].every((state) => state === 'cancelled') ? 'cancelled' : 'closed';
  await changeBatch(tx, id, { state: ended, closed_at: at });
}

type BatchAction = Extract<ChangeAction, `payment-batch.${string}`>;
type Done = BatchAction extends `payment-batch.${infer What}` ? What : never;
export const audit = (tx: Tx, call: SignedInCall, what: Done, id: string, after: Record<string, unknown>) =>
  recordAudit(tx, call, { action: `payment-batch.${what}`, objectKind: 'payment-batch', objectId: id, after });
