// A group's calls are decided about again: a hundred at a time under the ledger's turn, so that new ones go on between them. How far
// it is stands with the group, in the transaction that decides: after a kill it goes on from there.
import type { ReceiptOutcome } from '@tributary/contract/conversions/conversions';
import { REPLAY_DAYS, REPLAY_MOST } from '@tributary/contract/trust/unmatched';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import { bySystem, type Decisions, decideTogether, type ReceiptDeps, saveDecisions } from '../../conversions/index.ts';
import { takeHead } from '../../ledger/index.ts';
import {
  advanceReplay,
  lockGroup,
  type Place,
  recountGroup,
  type StoredGroup,
  setReplayState,
  setState,
} from './groups.repo.ts';
import { markMatched, nextLeft, settledAmong } from './receipts.repo.ts';

export type DecideDeps = Omit<ReceiptDeps, 'database'>;
export interface ReplayDeps extends DecideDeps {
  database: Database;
}

const AT_ONCE = 100;

const made: readonly ReceiptOutcome[] = ['recorded', 'updated', 'after_hold', 'requested', 'refund_waits'];
const twice: readonly ReceiptOutcome[] = ['duplicate', 'click_converted'];

export interface Tally {
  recorded: number;
  duplicate: number;
  refused: number;
}
export const kindOf = (outcome: ReceiptOutcome): keyof Tally =>
  made.includes(outcome) ? 'recorded' : twice.includes(outcome) ? 'duplicate' : 'refused';

/** calls that are older are left alone */
export const replayedSince = (at: Date): Date => new Date(at.getTime() - REPLAY_DAYS * DAY_MS);

/** what became of each that was decided about; those that wait already, or have become something, are left alone */
export async function decideAgain(
  tx: Tx,
  deps: DecideDeps,
  by: AuditedCall,
  places: readonly Place[],
  trusted: boolean,
): Promise<{ decisions: Decisions; matched: string[] }> {
  await takeHead(tx, by.tenant.id);
  const settled = await settledAmong(
    tx,
    places.map(({ id }) => id),
  );
  const open = places.filter(({ id }) => !settled.waiting.has(id) && !settled.matched.has(id));
  const decisions = await decideTogether(
    tx,
    deps,
    by,
    open.map((place) => ({ ...place, trusted })),
  );
  const good = [...decisions.decided].flatMap(([id, { outcome, conversionId }]) =>
    conversionId !== null || kindOf(outcome) !== 'refused' ? [id] : [],
  );
  return { decisions, matched: [...settled.matched, ...good] };
}

export async function replayGroup(deps: ReplayDeps, tenantId: string, groupId: string): Promise<void> {
  while (await deps.database.withTenant(tenantId, systemActor, (tx) => replaySome(tx, deps, tenantId, groupId)));
}

/** false: there is nothing more to do */
async function replaySome(tx: Tx, deps: ReplayDeps, tenantId: string, groupId: string): Promise<boolean> {
  const group = await lockGroup(tx, groupId);
  if (group?.replay_state === 'stopping') await setReplayState(tx, groupId, 'stopped');
  if (group?.replay_state !== 'running' || !group.replay_until || !group.replay_at) return false;
  const after = group.replay_after_at && group.replay_after_id;
  const place = after && group.replay_after_at ? { at: group.replay_after_at, id: after } : null;
  const room = Math.min(AT_ONCE, REPLAY_MOST - group.replay_done);
  const span = { groupId, since: replayedSince(group.replay_at), until: group.replay_until };
  const places = room > 0 ? await nextLeft(tx, span, place, room) : [];
  const last = places.at(-1);
  const by = bySystem(tenantId, deps.clock);
  if (!last) {
    await finish(tx, by, group);
    return false;
  }
  const { decisions, matched } = await decideAgain(tx, deps, by, places, group.replay_trusted);
  await saveDecisions(tx, tenantId, decisions);
  const tally: Tally = { recorded: 0, duplicate: 0, refused: 0 };
  for (const { outcome } of decisions.decided.values()) tally[kindOf(outcome)]++;
  await markMatched(tx, matched, deps.clock.now());
  await advanceReplay(tx, groupId, { done: places.length, ...tally, after: last });
  await recountGroup(tx, groupId);
  return true;
}

async function finish(tx: Tx, by: AuditedCall, { id, state }: StoredGroup): Promise<void> {
  await setReplayState(tx, id, 'done');
  await recountGroup(tx, id);
  const group = await lockGroup(tx, id);
  if (!group) return;
  const at = by.clock.now();
  if (state === 'open' && group.matched === group.calls) await setState(tx, id, { state: 'fixed', at, reason: null });
  await recordAudit(tx, by, {
    action: 'unmatched.replayed',
    objectKind: 'unmatched-group',
    objectId: id,
    after: { recorded: group.replay_recorded, duplicate: group.replay_duplicate, refused: group.replay_refused },
  });
}
