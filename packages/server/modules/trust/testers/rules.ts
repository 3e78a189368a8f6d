// Link rules: made, changed, removed, and looked at now.
import type {
  LinkRule,
  LinkRuleBody,
  LinkRuleDetails,
  RuleAction,
  TargetState,
} from '@tributary/contract/trust/link-rules';
import { ruleLimits } from '@tributary/contract/trust/link-rules';
import type { TestResult } from '@tributary/contract/trust/tester-words';
import type { SignedInCall } from '../../../http/call.ts';
import { requireWhole } from '../../../http/permission.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  addRule,
  changeRule,
  countRules,
  type FoundRule,
  type FoundTarget,
  findRule,
  offersAmong,
  removeRule,
  takeDue,
  targetsOf,
} from './rules.repo.ts';
import { deviceOf } from './show-run.ts';
import { linkCheckDue } from './topics.ts';

/** the check constraints keep the words within their lists */
export const toRule = (row: FoundRule): LinkRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  url: row.url,
  offers: row.offers,
  every_hours: row.every_hours,
  max_hops: row.max_hops,
  allowed_codes: row.allowed_codes,
  expect_host: row.expect_host,
  expect_app_id: row.expect_app_id,
  country: row.country,
  device: deviceOf(row.device),
  fail_after: row.fail_after,
  recover_after: row.recover_after,
  action: row.action as RuleAction,
  state: row.state,
  failing: row.failing,
  checked_at: row.checked_at && unixSeconds(row.checked_at),
  created_at: unixSeconds(row.created_at),
});

const toTarget = (row: FoundTarget): LinkRuleDetails['targets'][number] => ({
  id: row.id,
  offer:
    row.offer_id === null ? null : { id: row.offer_id, number: row.offer_number ?? 0, name: row.offer_title ?? '' },
  state: row.state as TargetState,
  failures: row.failures,
  successes: row.successes,
  checked_at: row.checked_at && unixSeconds(row.checked_at),
  next_at: unixSeconds(row.next_at),
  result: row.result as TestResult | null,
  run_id: row.run_id,
});

/** who sees only some accounts sees no rule */
export async function requireRule(tx: Tx, id: string): Promise<FoundRule> {
  const rule = await findRule(tx, id);
  if (!rule) throw new Fault('not_found');
  return rule;
}

export async function ruleDetails(tx: Tx, id: string): Promise<LinkRuleDetails> {
  const rule = await requireRule(tx, id);
  return { ...toRule(rule), targets: (await targetsOf(tx, id)).map(toTarget) };
}

const trailOf = async (tx: Tx, id: string) => {
  const rule = await findRule(tx, id);
  if (!rule) return null;
  const { state: _state, failing: _failing, checked_at: _checked, offers: _offers, id: _id, ...fields } = toRule(rule);
  const offers = (await targetsOf(tx, id)).flatMap(({ offer_id }) => offer_id ?? []);
  return { ...fields, offer_ids: offers };
};

async function requireOffers(tx: Tx, { offer_ids: ids }: LinkRuleBody): Promise<void> {
  const known = await offersAmong(tx, ids);
  if (ids.some((id) => !known.has(id))) {
    throw new Fault('invalid_input', 'An offer was not found: please choose the offers anew.');
  }
}

async function requireTargets(tx: Tx): Promise<void> {
  if ((await countRules(tx)).targets > ruleLimits.targets) {
    throw new Fault('conflict', 'A workspace watches at most 500 links. Please take some out of a rule first.');
  }
}

export async function createRule(tx: Tx, call: SignedInCall, body: LinkRuleBody): Promise<{ id: string }> {
  requireWhole(call);
  await requireOffers(tx, body);
  if ((await countRules(tx)).rules >= ruleLimits.rules) {
    throw new Fault('conflict', 'A workspace has at most 50 link rules. Please remove one first.');
  }
  const at = call.clock.now();
  const id = newId(at.getTime());
  await addRule(tx, { tenantId: call.tenant.id, id, at }, body);
  await requireTargets(tx);
  await recordAudit(tx, call, {
    action: 'link-rule.created',
    objectKind: 'link-rule',
    objectId: id,
    after: await trailOf(tx, id),
  });
  return { id };
}

export async function editRule(tx: Tx, call: SignedInCall, id: string, body: LinkRuleBody): Promise<{ id: string }> {
  await requireRule(tx, id);
  await requireOffers(tx, body);
  const before = await trailOf(tx, id);
  await changeRule(tx, { tenantId: call.tenant.id, id, at: call.clock.now() }, body);
  await requireTargets(tx);
  await recordAudit(tx, call, {
    action: 'link-rule.changed',
    objectKind: 'link-rule',
    objectId: id,
    before,
    after: await trailOf(tx, id),
  });
  return { id };
}

export async function deleteRule(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  await requireRule(tx, id);
  const before = await trailOf(tx, id);
  await removeRule(tx, id);
  await recordAudit(tx, call, { action: 'link-rule.removed', objectKind: 'link-rule', objectId: id, before });
  return { id };
}

export async function checkNow(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  const rule = await requireRule(tx, id);
  if (!rule.enabled) throw new Fault('conflict', 'This rule is switched off. Please switch it on first.');
  for (const target of await takeDue(tx, call.clock.now(), ruleLimits.offers, id)) {
    await emit(tx, call.tenant.id, linkCheckDue, { target_id: target.id, host: target.host });
  }
  await recordAudit(tx, call, { action: 'link-rule.run', objectKind: 'link-rule', objectId: id });
  return { id };
}
