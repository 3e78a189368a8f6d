// Opening, writing, withdrawing, deciding. A decision changes the conversion as an account manager would: what it books is booked
// today, under the ledger's turn.
import {
  APPEAL_DAYS,
  type AppealDecision,
  type appealStates,
  MOST_OPEN_APPEALS,
  type NewAppeal,
} from '@tributary/contract/billing/appeals';
import type { Side } from '@tributary/contract/billing/money';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { adjustOne, decideOne, findConversion } from '../../conversions/index.ts';
import { takeHead, transfersOf } from '../../ledger/index.ts';
import { adjust, creditDocument, type StoredDocument, takeDocument } from '../documents/index.ts';
import { todayOf } from '../today.ts';
import {
  addAppeal,
  addMessage,
  changeAppeal,
  countMessages,
  countOpen,
  documentToAppeal,
  lastAuthors,
  lastDecision,
  lockAppeal,
  MOST_MESSAGES,
} from './appeals.repo.ts';
import { readFiles } from './files.ts';
import { appealAnswered, appealDecided, appealOpened } from './topics.ts';

/** until then it is to be decided */
const DUE_DAYS = 14;

type Opened = z.output<typeof NewAppeal>;
type Written = Pick<Opened, 'text' | 'files'>;

const tooLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > APPEAL_DAYS * DAY_MS;
const LATE = `An appeal comes within ${APPEAL_DAYS} days. This one is too late.`;

/** a decision stands, unless what it was about is another by now */
const FINAL = 'This was decided already, and nothing of it has changed since. The decision is final.';
const isFinal = ({ decided_at: at, moved }: { decided_at: Date; moved: boolean }, changed: Date | null): boolean =>
  !moved && (changed === null || changed <= at);

async function requireSubject(
  tx: Tx,
  { side, ownerId }: { side: Side; ownerId: string },
  { kind, id }: Opened['subject'],
  now: Date,
): Promise<void> {
  if (!isId(id)) throw new Fault('not_found');
  const decided = await lastDecision(tx, ownerId, id);
  if (kind === 'document') {
    const document = await documentToAppeal(tx, side, id);
    if (!document?.issued_at) throw new Fault('not_found');
    if (document.state === 'credited') throw new Fault('conflict', 'This document was taken back already.');
    if (tooLate(document.issued_at, now)) throw new Fault('conflict', LATE);
    if (decided) throw new Fault('conflict', FINAL);
    return;
  }
  // the walls show a partner its own alone
  const conversion = await findConversion(tx, id);
  if (!conversion) throw new Fault('not_found');
  if (side === 'publisher' && conversion.status !== 'rejected' && !conversion.amounts_by_hand) {
    throw new Fault('conflict', 'Only what was rejected or changed can be appealed against.');
  }
  if (side === 'advertiser' && conversion.status === 'rejected') {
    throw new Fault('conflict', 'This conversion is rejected: it is not charged.');
  }
  if (tooLate(conversion.decided_at ?? conversion.at, now)) throw new Fault('conflict', LATE);
  if (decided && isFinal(decided, conversion.decided_at)) throw new Fault('conflict', FINAL);
}

export async function openAppeal(tx: Tx, call: SignedInCall, side: Side, { subject, text, files }: Opened) {
  // in turn with runs and approvals: each finds it open, or was there before it
  await takeHead(tx, call.tenant.id);
  const at = call.clock.now();
  await requireSubject(tx, { side, ownerId: call.principal.userId }, subject, at);
  const [id, tenant_id, owner_id] = [newId(at.getTime()), call.tenant.id, call.principal.userId];
  const added = await addAppeal(tx, {
    tenant_id,
    id,
    side,
    owner_id,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason: text,
    due_at: new Date(at.getTime() + DUE_DAYS * DAY_MS),
    created_at: at,
  });
  if (!added) throw new Fault('conflict', 'An appeal about this is open already.');
  if ((await countOpen(tx, owner_id)) > MOST_OPEN_APPEALS) {
    throw new Fault(
      'conflict',
      `${MOST_OPEN_APPEALS} of your questions are open already. Please wait for their answers, or withdraw some.`,
    );
  }
  await write(tx, call, { id, owner_id }, { text, files });
  await emit(tx, tenant_id, appealOpened, { appeal_id: id });
  await recordAudit(tx, call, {
    action: 'appeal.opened',
    objectKind: 'appeal',
    objectId: id,
    after: { subject: `${subject.kind} ${subject.id}`, reason: text },
  });
  return { id };
}

async function write(tx: Tx, call: SignedInCall, appeal: { id: string; owner_id: string }, { text, files }: Written) {
  const { principal, clock, tenant } = call;
  const at = clock.now();
  await addMessage(
    tx,
    {
      tenant_id: tenant.id,
      id: newId(at.getTime()),
      appeal_id: appeal.id,
      owner_id: appeal.owner_id,
      author_id: principal.userId,
      author_kind: principal.role,
      text,
      at,
    },
    readFiles(files),
  );
}

async function requireOpen(tx: Tx, side: Side, id: string) {
  const appeal = isId(id) ? await lockAppeal(tx, side, id) : undefined;
  if (!appeal) throw new Fault('not_found');
  if (appeal.state !== 'open') throw new Fault('conflict', 'This appeal is closed.');
  return appeal;
}

/** of one party in a row */
const MOST_UNANSWERED = 20;

export async function writeToAppeal(tx: Tx, call: SignedInCall, side: Side, id: string, written: Written) {
  const appeal = await requireOpen(tx, side, id);
  if ((await countMessages(tx, id)) >= MOST_MESSAGES) {
    throw new Fault('conflict', 'This thread is full. Please decide, or open another appeal.');
  }
  const { role } = call.principal;
  const last = await lastAuthors(tx, id, MOST_UNANSWERED);
  if (last.length === MOST_UNANSWERED && last.every((author) => author === role)) {
    throw new Fault('conflict', 'These are twenty messages without an answer. Please wait for one.');
  }
  await write(tx, call, appeal, written);
  const by_manager = call.principal.role === 'admin';
  await emit(tx, call.tenant.id, appealAnswered, { appeal_id: id, by_manager });
  await recordAudit(tx, call, {
    action: 'appeal.answered',
    objectKind: 'appeal',
    objectId: id,
    after: { files: written.files.length },
  });
  return { id };
}

export async function withdrawAppeal(tx: Tx, call: SignedInCall, side: Side, id: string) {
  await takeHead(tx, call.tenant.id);
  await requireOpen(tx, side, id);
  await settle(tx, call, id, 'withdrawn', null);
  return { id };
}

type State = (typeof appealStates)[number];
const states = { uphold: 'upheld', overturn: 'overturned', partly: 'partly' } as const;

async function settle(tx: Tx, call: SignedInCall, id: string, state: Exclude<State, 'open'>, decision: string | null) {
  const at = call.clock.now();
  await changeAppeal(tx, id, { state, decision, decided_by: call.principal.userId, decided_at: at });
  await emit(tx, call.tenant.id, appealDecided, { appeal_id: id, state });
  await recordAudit(tx, call, {
    action: `appeal.${state}`,
    objectKind: 'appeal',
    objectId: id,
    before: { state: 'open' },
    after: { state, decision },
  });
}

type Conversion = NonNullable<Awaited<ReturnType<typeof findConversion>>>;

/** the greatest payout that ever stood in the books for it: what was taken from it by hand is the difference to that */
async function greatestPayout(tx: Tx, { id, payout }: Conversion): Promise<bigint> {
  let [standing, greatest] = [0n, payout];
  for (const { leg, phase, amount } of await transfersOf(tx, { kind: 'conversion', id })) {
    if (leg !== 'payout' || phase === 'post') continue;
    standing += phase === 'void' ? -amount : amount;
    if (standing > greatest) greatest = standing;
  }
  return greatest;
}

const TOO_MUCH = 'A part is at most what this was about. Please enter a smaller amount.';
const TOO_LITTLE =
  'In part gives back some of what was taken: more than the payout is now. Please enter a larger amount.';

/** a dispute can bring what is charged down, an appeal what is paid up to what it was before a person lowered it */
async function boundsOf(tx: Tx, side: Side, conversion: Conversion): Promise<{ least: bigint; most: bigint }> {
  if (side === 'advertiser') return { least: 0n, most: conversion.revenue };
  const most = conversion.amounts_by_hand ? await greatestPayout(tx, conversion) : conversion.payout;
  return { least: conversion.status === 'rejected' ? 0n : conversion.payout, most };
}

/** what the amounts become; null: they stay as they are, and its status alone changes */
async function amountsOf(
  tx: Tx,
  side: Side,
  conversionId: string,
  { outcome, amount }: { outcome: 'overturn' | 'partly'; amount: bigint | null | undefined },
) {
  const conversion = await findConversion(tx, conversionId);
  if (!conversion) throw new Fault('not_found');
  const { least, most } = await boundsOf(tx, side, conversion);
  if (outcome === 'overturn') {
    return side === 'publisher' && most > conversion.payout ? { payout: most, revenue: null } : null;
  }
  if (amount === null || amount === undefined || amount < 0n) {
    throw new Fault('invalid_input', 'Please say what the amount is to be', { path: ['amount'] });
  }
  if (amount > most) throw new Fault('invalid_input', TOO_MUCH, { path: ['amount'] });
  if (amount < least) throw new Fault('invalid_input', TOO_LITTLE, { path: ['amount'] });
  return side === 'publisher' ? { payout: amount, revenue: null } : { revenue: amount, payout: null };
}

const CREDITABLE: readonly StoredDocument['state'][] = ['issued', 'approved'];

/** a document that was wrong is taken back whole; in part it stays, and the difference stands in the next one */
async function decideDocument(
  tx: Tx,
  call: SignedInCall,
  side: Side,
  id: string,
  { outcome, amount, reason }: { outcome: 'overturn' | 'partly'; amount: bigint | null | undefined; reason: string },
): Promise<void> {
  const document = await takeDocument(tx, call.tenant.id, side, id);
  if (document.state === 'credited') {
    throw new Fault('conflict', 'This document was taken back already: nothing is left to decide. Please uphold it.');
  }
  if (outcome === 'overturn') {
    if (!CREDITABLE.includes(document.state) || document.settled_micros !== '0') {
      throw new Fault(
        'conflict',
        'Something of this document is paid or being paid: it cannot be taken back. Please decide in part, with the amount.',
      );
    }
    const day = await todayOf(tx, call.tenant.id, call.clock.now());
    await creditDocument(tx, call, side, id, { reason, day });
    return;
  }
  const { owner_id: ownerId, currency } = document;
  if (amount === null || amount === undefined || amount <= 0n || amount > BigInt(document.net_micros)) {
    throw new Fault('invalid_input', 'Please say which amount, up to the net of the document', { path: ['amount'] });
  }
  // a publisher is given it, an advertiser is not charged it
  await adjust(tx, call, side, { ownerId, currency, amount: side === 'publisher' ? amount : -amount, reason });
}

export async function decideAppeal(
  tx: Tx,
  call: SignedInCall,
  side: Side,
  id: string,
  { outcome, text, version, amount, over_cap }: z.output<typeof AppealDecision>,
) {
  // before the appeal's own lock: whoever writes money takes it first
  await takeHead(tx, call.tenant.id);
  const appeal = await requireOpen(tx, side, id);
  if (appeal.version !== version) throw new Fault('conflict');
  const reason = `Appeal ${outcome === 'partly' ? 'partly upheld' : 'overturned'}: ${text}`.slice(0, 500);
  if (appeal.subject_kind === 'document' && outcome !== 'uphold') {
    await decideDocument(tx, call, side, appeal.subject_id, { outcome, amount, reason });
  }
  if (appeal.subject_kind === 'conversion' && outcome !== 'uphold') {
    const amounts = await amountsOf(tx, side, appeal.subject_id, { outcome, amount });
    if (amounts) await adjustOne(tx, call, appeal.subject_id, { ...amounts, reason, over_cap });
    const status = side === 'publisher' ? 'approved' : outcome === 'overturn' ? 'rejected' : null;
    if (status) await decideOne(tx, call, appeal.subject_id, { status, reason, over_cap });
  }
  const state = states[outcome];
  await write(tx, call, appeal, { text, files: [] });
  await settle(tx, call, id, state, text);
  return { id, state };
}
