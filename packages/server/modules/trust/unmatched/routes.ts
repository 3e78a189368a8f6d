import {
  REPLAY_MOST,
  type UnmatchedDetails,
  unmatchedList,
  type unmatchedRoutes,
} from '@tributary/contract/trust/unmatched';
import { type Handlers, inTransaction, requireRecentPassword, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { mergeMapping } from '../../tracking/index.ts';
import { type DetailDeps, groupDetails, toGroup } from './details.ts';
import { groups, setReplayState, setState, startReplay } from './groups.repo.ts';
import { type Fix, previewReplay } from './preview.ts';
import { countLeft } from './receipts.repo.ts';
import { type DecideDeps, replayedSince } from './replay.ts';
import { requireGroup, requireLocked, requireOwner } from './require.ts';
import { groupToReplay } from './topics.ts';

export type UnmatchedDeps = DetailDeps & DecideDeps;

const trail = (id: string) => ({ objectKind: 'unmatched-group', objectId: id }) as const;

async function show(tx: Tx, { tenant }: SignedInCall, deps: DetailDeps, id: string): Promise<UnmatchedDetails> {
  return groupDetails(tx, tenant.id, deps, await requireGroup(tx, id));
}

const isMoving = (state: string | null): boolean => state === 'running' || state === 'stopping';

async function fix(tx: Tx, call: SignedInCall, id: string, { offer_id: offerId, ...parts }: Fix): Promise<void> {
  const group = await requireLocked(tx, id);
  const isEmpty = Object.keys({ ...parts.parameters, ...parts.goals }).length === 0 && parts.number_format === null;
  if (isEmpty)
    throw new Fault(
      'invalid_input',
      'Please say what is to be read otherwise: a parameter, a goal or the way amounts are written.',
    );
  await mergeMapping(tx, call, { advertiserId: requireOwner(group), offerId }, parts);
  await setState(tx, id, { state: 'fixed', at: call.clock.now(), reason: null });
  const change = { before: { state: group.state }, after: { state: 'fixed' } };
  await recordAudit(tx, call, { action: 'unmatched.fixed', ...trail(id), ...change });
}

async function replay(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { trust_sender: trusted, reason }: { trust_sender: boolean; reason: string },
): Promise<void> {
  // to vouch is to switch a check off
  if (trusted) requireRecentPassword(call.principal, call.clock.now());
  const group = await requireLocked(tx, id);
  if (isMoving(group.replay_state)) throw new Fault('conflict', 'This group is being replayed already.');
  if (group.cause === 'unfilled') {
    throw new Fault(
      'conflict',
      'These calls hold no values, so there is nothing to replay. The advertiser must send them anew.',
    );
  }
  const at = call.clock.now();
  const isStopped = group.replay_state === 'stopped' && group.replay_trusted === trusted;
  if (isStopped) await setReplayState(tx, id, 'running');
  else {
    const left = await countLeft(tx, { groupId: id, since: replayedSince(at), until: at });
    if (left === 0) throw new Fault('conflict', 'Nothing of the last 30 days is left to replay.');
    await startReplay(tx, id, { at, by: call.principal.userId, trusted, total: Math.min(left, REPLAY_MOST) });
  }
  await emit(tx, call.tenant.id, groupToReplay, { group_id: id });
  await recordAudit(tx, call, {
    action: 'unmatched.replay-started',
    ...trail(id),
    after: { trust_sender: trusted, reason },
  });
}

async function stop(tx: Tx, call: SignedInCall, id: string): Promise<void> {
  const group = await requireLocked(tx, id);
  if (group.replay_state !== 'running') throw new Fault('conflict', 'No replay of this group is under way.');
  await setReplayState(tx, id, 'stopping');
  await recordAudit(tx, call, { action: 'unmatched.replay-stopped', ...trail(id), after: { done: group.replay_done } });
}

async function ignore(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { ignored, reason }: { ignored: boolean; reason: string },
): Promise<void> {
  const group = await requireLocked(tx, id);
  const state = ignored ? 'ignored' : 'open';
  if (group.state === state) {
    throw new Fault('conflict', ignored ? 'This group is set aside already.' : 'This group is open already.');
  }
  await setState(tx, id, { state, at: call.clock.now(), reason });
  const action = ignored ? 'unmatched.ignored' : 'unmatched.reopened';
  await recordAudit(tx, call, { action, ...trail(id), before: { state: group.state }, after: { state, reason } });
}

export const unmatchedHandlers = (deps: UnmatchedDeps): Handlers<typeof unmatchedRoutes> => ({
  unmatched: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await groups.page(tx, query, undefined);
    return { rows: rows.map(toGroup), total };
  }),
  exportUnmatched: async ({ query }, call) =>
    exportList(
      call,
      { action: 'unmatched.exported', objectKind: 'unmatched-group', filter: query },
      unmatchedList,
      groups.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toGroup)),
    ),
  unmatchedGroup: inTransaction(({ params }, call, tx) => show(tx, call, deps, params.id)),
  fixUnmatched: inTransaction(async ({ params, body }, call, tx) => {
    await fix(tx, call, params.id, body);
    return show(tx, call, deps, params.id);
  }),
  previewUnmatched: ({ params, body }, call) => previewReplay(call, deps, params.id, body),
  replayUnmatched: inTransaction(async ({ params, body }, call, tx) => {
    await replay(tx, call, params.id, body);
    return show(tx, call, deps, params.id);
  }),
  stopUnmatched: inTransaction(async ({ params }, call, tx) => {
    await stop(tx, call, params.id);
    return show(tx, call, deps, params.id);
  }),
  ignoreUnmatched: inTransaction(async ({ params, body }, call, tx) => {
    await ignore(tx, call, params.id, body);
    return show(tx, call, deps, params.id);
  }),
});
