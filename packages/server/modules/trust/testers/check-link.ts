// One look at a watched link: followed, compared with what its rule expects, kept as a run, and the offer paused or resumed where
// the rule says so. Only what the rule itself has paused does it resume.
import type { TestResult } from '@tributary/contract/trust/tester-words';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { destinationOf, pauseOffer, resumeOffer } from '../../offers/index.ts';
import { trackedTenant } from '../../tenancy/index.ts';
import { type AskedLink, nothingFound, userAgentOf } from './asked.ts';
import { judgeEnd } from './follow-link.ts';
import { judgeTarget } from './judge-target.ts';
import { type FoundRule, findRule, lastStatusEntry, lockTarget, saveTarget, type TargetChange } from './rules.repo.ts';
import { addRun, type Ended, endRun } from './runs.repo.ts';
import { deviceOf } from './show-run.ts';
import { findingsOf, followChain, type TesterDeps } from './start-test.ts';
import { linkFailed } from './topics.ts';

export interface CheckDeps extends TesterDeps {
  clock: Clock;
}

type Run = JobRun<{ target_id: string; host: string }>;

async function prepare(tx: Tx, { payload, tenantId }: Run, runId: string, at: Date) {
  const target = await lockTarget(tx, payload.target_id);
  const rule = target && (await findRule(tx, target.rule_id));
  // removed or switched off since it was due
  if (!target || !rule?.enabled) return null;
  const offer = target.offer_id === null ? null : await destinationOf(tx, target.offer_id);
  const url = offer ? filled(offer.url) : rule.url;
  if (url === null) return null;
  const asked: AskedLink = {
    kind: 'link',
    url,
    max_hops: rule.max_hops,
    country: rule.country,
    device: deviceOf(rule.device),
    user_agent: null,
  };
  await addRun(tx, {
    tenantId,
    id: runId,
    at,
    kind: 'rule',
    by: null,
    ruleId: rule.id,
    target: url,
    offerId: target.offer_id,
    publisherId: null,
    asked,
    userAgent: userAgentOf(asked),
    findings: nothingFound(),
  });
  return {
    rule,
    asked,
    tracked: await trackedTenant(tx, tenantId),
    name: offer ? `${offer.title} (${offer.number})` : url,
  };
}

/** the macros of a destination with values that can be told from real ones */
const filled = (template: string): string =>
  template.replaceAll(/\{([a-z_]\w*)[^{}]*\}/gi, (_macro, name: string) => `test_${name.toLowerCase()}`);

export async function checkLink(deps: CheckDeps, run: Run): Promise<void> {
  const began = performance.now();
  const at = deps.clock.now();
  const runId = newId(at.getTime());
  const ready = await run.transaction((tx) => prepare(tx, run, runId, at));
  if (!ready) return;
  const { rule, asked, tracked, name } = ready;
  const followed = await followChain(deps, { tracked, run: runId }, asked);
  const result = judgeEnd(followed, {
    allowedCodes: rule.allowed_codes,
    host: rule.expect_host,
    appId: rule.expect_app_id,
  });
  const findings = findingsOf(followed);
  const isExpected = result === 'ok';
  if (followed.result !== 'ok') findings.steps.push({ step: 'expect', result: 'skipped', why: null });
  else findings.steps.push({ step: 'expect', result: isExpected ? 'ok' : 'failed', why: isExpected ? null : result });
  const ended: Ended = { result, findings, tookMs: Math.round(performance.now() - began) };
  await run.transaction(async (tx) => {
    if (await endRun(tx, runId, ended)) await apply(tx, deps, run, { rule, runId, name, result });
  });
}

interface Looked {
  rule: FoundRule;
  runId: string;
  name: string;
  result: TestResult;
}

async function apply(tx: Tx, { clock }: CheckDeps, run: Run, { rule, runId, name, result }: Looked): Promise<void> {
  const { tenantId, payload } = run;
  const target = await lockTarget(tx, payload.target_id);
  if (!target) return;
  // the check constraints keep the words within their lists
  const standing = { ...target, state: target.state as TargetChange['state'] };
  const judged = judgeTarget(
    standing,
    { ...rule, action: rule.action === 'pause' ? 'pause' : 'warn' },
    result === 'ok',
  );
  const change: TargetChange = { ...judged, pauseEntry: target.pause_entry };
  let what: 'failing' | 'paused' | 'recovered' | 'resumed' | null = null;
  const place = { tenantId, offerId: target.offer_id ?? '', clock };
  if (judged.news === 'pause' && target.offer_id !== null) {
    const isPaused = await pauseOffer(tx, { ...place, reason: `The link rule “${rule.name}” found its link broken.` });
    what = isPaused ? 'paused' : 'failing';
    change.state = isPaused ? 'paused' : 'failing';
    change.pauseEntry = isPaused ? await lastStatusEntry(tx, target.offer_id) : null;
  } else if (judged.news === 'failing') what = 'failing';
  else if (judged.news === 'recovered') {
    const isOurs = target.offer_id !== null && target.pause_entry !== null;
    const untouched = isOurs && (await lastStatusEntry(tx, place.offerId)) === target.pause_entry;
    const reason = `The link rule “${rule.name}” found its link well again.`;
    what = untouched && (await resumeOffer(tx, { ...place, reason })) ? 'resumed' : 'recovered';
    change.pauseEntry = null;
  }
  await saveTarget(tx, target.id, { ...change, checkedAt: clock.now(), result, runId });
  if (what)
    await emit(tx, tenantId, linkFailed, { rule_id: rule.id, run_id: runId, rule: rule.name, target: name, what });
}
