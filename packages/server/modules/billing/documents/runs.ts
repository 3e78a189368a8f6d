// A run makes drafts, account by account, each in a transaction of its own: it can be stopped after any of them, and one that was
// killed goes on behind the last that was done.
import type { BillingRun } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import type { SignedInCall } from '../../../http/call.ts';
import { requireWhole } from '../../../http/permission.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { addDays } from '../../../platform/zone.ts';
import { recordAudit } from '../../audit/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { rateOn, ratesInTurn } from '../../rates/index.ts';
import { bookedDayAt, termsOfTenant } from '../../tenancy/index.ts';
import { accountsAfter, countAccounts } from './claims.repo.ts';
import { buildDraft, type Drafted, type DraftScene, draftScene } from './draft.ts';
import { issueDocument } from './issue.ts';
import {
  addItem,
  addRun,
  findRun,
  isRunUnderWay,
  lastItem,
  lockRun,
  lockRunState,
  type StoredRun,
  setRun,
} from './runs.repo.ts';
import { paymentSettings, requirePartner } from './terms.ts';
import { runAsked } from './topics.ts';

export const shownRun = (run: StoredRun): BillingRun => ({
  id: run.id,
  side: run.side,
  period_from: run.period_from,
  period_to: addDays(run.period_to, -1),
  cut: run.cut,
  state: run.state,
  total: run.total,
  done: run.done,
  drafts: run.drafts,
  carried: run.carried,
  error: run.error,
  created_at: unixSeconds(run.created_at),
  finished_at: run.finished_at && unixSeconds(run.finished_at),
});

const underWay = () => new Fault('conflict', 'A run is under way. Please wait for it, or stop it first.');

export async function requireRun(tx: Tx, side: Side, id: string): Promise<StoredRun> {
  const run = await findRun(tx, id);
  if (run?.side !== side) throw new Fault('not_found');
  return run;
}

/** `periodTo` is the period's last day */
export async function startRun(
  tx: Tx,
  call: SignedInCall,
  {
    side,
    periodFrom,
    periodTo,
    onlyOwner,
  }: { side: Side; periodFrom: string; periodTo: string; onlyOwner?: string | undefined },
): Promise<BillingRun> {
  requireWhole(call);
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  if (onlyOwner !== undefined) await requirePartner(tx, side, onlyOwner);
  const { cut } = await paymentSettings(tx, tenantId);
  const id = newId(at.getTime());
  const run = {
    tenantId,
    id,
    side,
    periodFrom,
    periodTo: addDays(periodTo, 1),
    cut,
    onlyOwner: onlyOwner ?? null,
    total: await countAccounts(tx, side, onlyOwner ?? null),
    by: call.principal.userId,
    at,
  };
  if (!(await addRun(tx, run))) throw underWay();
  await recordAudit(tx, call, {
    action: 'billing-run.started',
    objectKind: 'billing-run',
    objectId: id,
    after: { side, period_from: periodFrom, period_to: periodTo, cut },
  });
  await emit(tx, tenantId, runAsked, { run_id: id });
  return shownRun(await requireRun(tx, side, id));
}

export async function stopRun(tx: Tx, call: SignedInCall, side: Side, id: string): Promise<BillingRun> {
  requireWhole(call);
  const run = await lockRun(tx, id);
  if (run?.side !== side) throw new Fault('not_found');
  if (!['waiting', 'running'].includes(run.state)) throw new Fault('conflict', 'This run is not under way.');
  await setRun(tx, id, { state: 'stopped', finished_at: call.clock.now() });
  await recordAudit(tx, call, { action: 'billing-run.stopped', objectKind: 'billing-run', objectId: id });
  return shownRun(await requireRun(tx, side, id));
}

export async function resumeRun(tx: Tx, call: SignedInCall, side: Side, id: string): Promise<BillingRun> {
  requireWhole(call);
  const run = await lockRun(tx, id);
  if (run?.side !== side) throw new Fault('not_found');
  if (!['stopped', 'failed'].includes(run.state))
    throw new Fault('conflict', 'Only a run that stands still can go on.');
  if (await isRunUnderWay(tx, side)) throw underWay();
  await setRun(tx, id, { state: 'waiting', error: null, finished_at: null });
  await recordAudit(tx, call, { action: 'billing-run.resumed', objectKind: 'billing-run', objectId: id });
  await emit(tx, call.tenant.id, runAsked, { run_id: id });
  return shownRun(await requireRun(tx, side, id));
}

const ACCOUNTS_AT_ONCE = 200;

export interface RunDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
}

/** the job; taken up again after a kill, it finds what is done among the run's items */
export async function runBilling({ database, clock }: RunDeps, tenantId: string, runId: string): Promise<void> {
  const inTenant = <R>(work: (tx: Tx) => Promise<R>): Promise<R> => database.withTenant(tenantId, systemActor, work);
  const run = await inTenant(async (tx) => {
    const found = await lockRun(tx, runId);
    if (!found || !['waiting', 'running'].includes(found.state)) return null;
    await setRun(tx, runId, { state: 'running', error: null });
    return found;
  });
  if (!run) return;
  let last = await inTenant((tx) => lastItem(tx, runId));
  for (;;) {
    const accounts = await inTenant((tx) => accountsAfter(tx, run.side, last, run.only_owner, ACCOUNTS_AT_ONCE));
    if (accounts.length === 0) break;
    const scene = await inTenant((tx) => draftScene(tx, tenantId));
    for (const account of accounts) {
      const at = { now: clock.now(), scene };
      if (!(await inTenant((tx) => doAccount(tx, tenantId, run, account, at)))) return;
      last = account;
    }
  }
  await inTenant(async (tx) => {
    const found = await lockRun(tx, runId);
    if (found?.state !== 'running') return;
    await setRun(tx, runId, { state: 'done', total: found.done, finished_at: clock.now() });
  });
}

/** nothing is issued without a rate that leads to the workspace's currency */
export async function lacksRate(tx: Tx, tenantId: string, currency: string, now: Date): Promise<boolean> {
  const { currency: home, zones } = await termsOfTenant(tx, tenantId);
  return rateOn(await ratesInTurn(tx), currency, home, bookedDayAt(zones, now).day) === null;
}

/** false where somebody has stopped the run */
async function doAccount(
  tx: Tx,
  tenantId: string,
  run: StoredRun,
  { ownerId, currency }: { ownerId: string; currency: string },
  { now, scene }: { now: Date; scene: DraftScene },
): Promise<boolean> {
  // the head before the run's row, as everybody takes them
  await takeHead(tx, tenantId);
  if ((await lockRunState(tx, run.id)) !== 'running') return false;
  const { side, period_from: periodFrom, period_to: periodTo, cut, id: runId } = run;
  // an invoice waits for nobody: what is wrong with it a credit note takes back
  const issues = side === 'advertiser';
  const of = { tenantId, side, ownerId, currency, periodFrom, periodTo, cut, runId, now };
  const made: Drafted =
    issues && (await lacksRate(tx, tenantId, currency, now))
      ? { outcome: 'carried', reason: 'no-rate', amount: 0n }
      : await buildDraft(tx, of, scene);
  if (issues && made.outcome === 'draft') {
    // in the name of nobody: who has begun it stands in the trail
    const clock = { now: () => now };
    const call = { tenant: { id: tenantId }, clock, ip: '', requestId: runId, system: true } as const;
    await issueDocument(tx, call, side, made.documentId);
  }
  await addItem(tx, { tenantId, runId: run.id, ownerId, currency }, made, now);
  return true;
}
