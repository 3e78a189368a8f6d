// Applying and taking back: batch by batch under the ledger's head, each in a transaction of its own with what became of its rows. One
// that was killed or stopped goes on with the rows that have no outcome yet; the same row is never applied twice.
import { type RejectCode, rejectReasons } from '@tributary/contract/trust/reconciliations';
import { unixSeconds } from '../../../platform/clock.ts';
import { atomically } from '../../../platform/db/atomically.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { AuditedCall } from '../../audit/index.ts';
import {
  type AddDeps,
  addConversion,
  type Conversion,
  findConversion,
  reconcileConversion,
  stoodText,
  takeBack,
  takeBackAdded,
  type Verdict,
} from '../../conversions/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { convert, type QuotedRate, RATE_SCALE, rateOn, ratesInTurn } from '../../rates/index.ts';
import type { MatchDeps } from './match.ts';
import { currencyOfOffer } from './ours.repo.ts';
import { addDone, lockReconciliation, type StoredReconciliation, setReconciliation } from './reconciliations.repo.ts';
import { nextToApply, nextToUndo, type RowToApply, setOutcome } from './rows.repo.ts';
import { reconciliationApplied } from './topics.ts';

export interface ApplyDeps extends MatchDeps, Pick<AddDeps, 'refuseClosed'> {}

/** held no longer than this many at a time: others' conversions wait for the same turn */
const AT_ONCE = 50;

type Batch = (tx: Tx, stored: StoredReconciliation) => Promise<number>;

/** false where there is nothing left, or somebody has stopped it */
async function oneBatch(
  { database }: ApplyDeps,
  tenantId: string,
  id: string,
  state: 'applying' | 'undoing',
  batch: Batch,
): Promise<boolean> {
  return database.withTenant(tenantId, systemActor, async (tx) => {
    // the head before the row, as everybody takes them
    await takeHead(tx, tenantId);
    const stored = await lockReconciliation(tx, id);
    if (stored?.state !== state || stored.halted) return false;
    const many = await batch(tx, stored);
    await addDone(tx, id, many);
    return many > 0;
  });
}

export async function applyRows(deps: ApplyDeps, tenantId: string, id: string): Promise<void> {
  const batch: Batch = async (tx, stored) => {
    const call = callOf(deps, tenantId, id, stored.applied_by ?? stored.created_by);
    const rows = await nextToApply(tx, id, AT_ONCE);
    const rates = await ratesInTurn(tx);
    for (const row of rows) await applyRow(tx, deps, call, { stored, rates }, row);
    if (rows.length === 0) {
      await setReconciliation(tx, id, { state: 'applied', error: null });
      await emit(tx, tenantId, reconciliationApplied, { reconciliation_id: id });
    }
    return rows.length;
  };
  while (await oneBatch(deps, tenantId, id, 'applying', batch));
}

export async function undoRows(deps: ApplyDeps, tenantId: string, id: string): Promise<void> {
  const batch: Batch = async (tx, stored) => {
    const call = callOf(deps, tenantId, id, stored.undone_by ?? stored.created_by);
    const rows = await nextToUndo(tx, id, AT_ONCE);
    const reason = stored.undo_reason ?? '';
    for (const { position, conversion_id: conversionId, before, after } of rows) {
      if (conversionId === null) continue;
      const outcome =
        before === null
          ? await takeBackAdded(tx, call, conversionId, reason)
          : await takeBack(tx, call, conversionId, { before, after }, reason);
      await setOutcome(tx, id, position, { outcome, note: outcome === 'kept' ? CHANGED_SINCE : null });
    }
    if (rows.length === 0) await setReconciliation(tx, id, { state: 'undone', error: null });
    return rows.length;
  };
  while (await oneBatch(deps, tenantId, id, 'undoing', batch));
}

export const CHANGED_SINCE = 'It was changed since by somebody else, and stays as it is.';

/** a file, in the name of the manager who has applied it, or takes it back */
const callOf = ({ clock }: ApplyDeps, tenantId: string, id: string, userId: string): AuditedCall => ({
  tenant: { id: tenantId },
  inNameOf: userId,
  clock,
  ip: '',
  requestId: id,
  source: 'import',
});

interface Work {
  stored: StoredReconciliation;
  rates: readonly QuotedRate[];
}

async function applyRow(tx: Tx, deps: ApplyDeps, call: AuditedCall, work: Work, row: RowToApply): Promise<void> {
  const { id } = work.stored;
  try {
    await atomically(tx, async () => {
      if (row.choice === 'add') {
        const added = await addRow(tx, deps, call, work, row);
        return setOutcome(tx, id, row.position, { outcome: 'changed', conversion_id: added });
      }
      const conversion = row.conversion_id === null ? null : await findConversion(tx, row.conversion_id);
      if (!conversion) throw new Fault('not_found');
      refuseChanged(work, row, conversion);
      const became = await reconcileConversion(tx, call, conversion.id, verdictOf(work, row, conversion));
      return setOutcome(
        tx,
        id,
        row.position,
        became.outcome === 'same'
          ? { outcome: 'same' }
          : { outcome: 'changed', before: stoodText(became.before), after: stoodText(became.after) },
      );
    });
  } catch (error) {
    // what cannot be so is said at its row; what is broken ends the batch
    if (!(error instanceof Fault)) throw error;
    await setOutcome(tx, id, row.position, { outcome: 'refused', note: error.message });
  }
}

const theirsOf = ({ amount_micros: micros, currency }: RowToApply): { micros: bigint; currency: string } | null =>
  micros === null || currency === null ? null : { micros: BigInt(micros), currency };

/** what was looked at is what is changed: who has decided since then is not overruled by a choice made before */
function refuseChanged({ stored }: Work, row: RowToApply, conversion: Conversion): void {
  const isSale = stored.amount_is === 'sale';
  if (row.ours_status !== conversion.status) throw new Fault('conflict', COMPARED_BEFORE);
  if (row.choice !== 'adjust') return;
  const compared = isSale ? conversion.sale : conversion.revenue;
  if (row.ours_micros !== null && BigInt(row.ours_micros) !== compared) throw new Fault('conflict', COMPARED_BEFORE);
  if (isSale && conversion.amounts_by_hand) throw new Fault('conflict', SET_BY_HAND);
}
export const COMPARED_BEFORE = 'It was changed after it was compared. Please compare again.';
export const SET_BY_HAND = 'Its amounts were set by hand, and a sale does not change them.';

function verdictOf({ stored, rates }: Work, row: RowToApply, conversion: Conversion): Verdict {
  const by = stored.applied_by ?? stored.created_by;
  if (row.choice === 'reject') {
    // the table's check keeps it within its list; what only we have is not found
    const code = (row.code ?? 'not_found') as RejectCode;
    return { status: 'rejected', reason: rejectReasons[code], amount: null, by };
  }
  const reason = stored.reason ?? '';
  const theirs = row.choice === 'adjust' ? theirsOf(row) : null;
  if (!theirs || row.ours_at === null) return { status: 'approved', reason, amount: null, by };
  if (stored.amount_is === 'revenue') {
    return { status: 'approved', reason, amount: { revenue: BigInt(row.turned_micros ?? 0) }, by };
  }
  const rate = rateInto(rates, theirs.currency, conversion.currency, conversion.at);
  return { status: 'approved', reason, amount: { sale: { ...theirs, rate } }, by };
}

function rateInto(rates: readonly QuotedRate[], from: string, to: string, at: Date): bigint {
  const day = at.toISOString().slice(0, 10);
  const rate = from === to ? RATE_SCALE : rateOn(rates, from, to, day);
  if (rate !== null) return rate;
  throw new Fault('invalid_input', `No exchange rate leads from ${from} to ${to} on ${day}.`);
}

/** by its click, which says the offer and the publisher; the price follows from the offer's terms */
async function addRow(
  tx: Tx,
  deps: ApplyDeps,
  call: AuditedCall,
  { stored, rates }: Work,
  row: RowToApply,
): Promise<string> {
  const at = row.at ?? call.clock.now();
  const theirs = theirsOf(row);
  const offer = row.offer_id === null ? null : await currencyOfOffer(tx, row.offer_id);
  if (row.click_id === null || offer === null) throw new Fault('not_found');
  const turned = theirs && convert(theirs.micros, rateInto(rates, theirs.currency, offer, at));
  const isSale = stored.amount_is === 'sale';
  const body = {
    click_id: row.click_id,
    offer_id: null,
    publisher_id: null,
    goal_id: null,
    txn_id: row.txn_id,
    at: unixSeconds(at),
    sale_amount: isSale ? turned : null,
    revenue: isSale ? null : turned,
    payout: null,
    status: 'approved' as const,
    reason: stored.reason ?? '',
    over_cap: false,
  };
  return (await addConversion(tx, call, deps, body, stored.applied_by ?? stored.created_by)).id;
}
