// Status and clone.
import type { offerStatuses } from '@tributary/contract/offers/offer-terms';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { creativesOf, saveCreatives } from '../media/creatives.repo.ts';
import { changeOffer, saveTargets, targetsOf } from '../offers.repo.ts';
import { readFields, requireActiveAdvertiser, requireOffer } from '../require-offer.ts';
import { payoutRulesOf, savePayoutRules } from '../terms/payout-rules.repo.ts';
import { offerChanged } from '../topics.ts';
import { capsOf, saveCaps } from './caps.repo.ts';
import { goalsOf } from './goals-and-pages.repo.ts';
import { kpiTargetsOf, saveKpiTargets } from './kpi-targets.repo.ts';
import { textsOf } from './offer-fields.ts';
import { announce, storeOffer } from './store-offer.ts';

type Status = (typeof offerStatuses)[number];

/** doing it again changes nothing and tells nobody */
export async function setStatus(tx: Tx, call: SignedInCall, id: string, status: Status) {
  const offer = await requireOffer(tx, id, { lock: true });
  if (offer.status === status) return { id, status };
  if (offer.is_brief && status === 'active') {
    throw new Fault('invalid_input', 'This is an advertiser’s brief. Open it, complete it and save it first.');
  }
  if (status === 'active') await requireActiveAdvertiser(tx, offer.advertiser_id);
  await changeOffer(tx, id, { status, updated_at: call.clock.now() });
  await recordAudit(tx, call, {
    action: 'offer.status-changed',
    objectKind: 'offer',
    objectId: id,
    before: { status: offer.status },
    after: { status },
  });
  await emit(tx, call.tenant.id, offerChanged, { offer_id: id });
  if (offer.status === 'pending' && status === 'active' && textsOf(offer).alert_to_affiliates) {
    await announce(tx, call.tenant.id, id, 'new-offer');
  }
  return { id, status };
}

const copyTitle = (title: string): string => `${title.slice(0, 200 - ' (copy)'.length)} (copy)`;

/** everything but who may run it: the copy is pending until someone has looked at it */
export async function cloneOffer(tx: Tx, call: SignedInCall, id: string) {
  const offer = await requireOffer(tx, id);
  const at = call.clock.now();
  const fields = await readFields(tx, offer);
  const copy = await storeOffer(tx, {
    tenantId: call.tenant.id,
    advertiserId: offer.advertiser_id,
    createdBy: call.principal.userId,
    fields: { ...fields, offer_name: copyTitle(fields.offer_name), status: 'pending' },
    at,
  });
  const place = { tenantId: call.tenant.id, offerId: copy.id, at };
  await saveCaps(tx, place, (await capsOf(tx, [id])).get(id) ?? []);
  await saveCreatives(
    tx,
    place,
    ((await creativesOf(tx, [id])).get(id) ?? []).map((creative) => ({ ...creative, id: null })),
  );
  await copyRules(tx, place, id);
  await saveTargets(tx, copy.id, targetsOf(offer));
  await recordAudit(tx, call, {
    action: 'offer.created',
    objectKind: 'offer',
    objectId: copy.id,
    after: { camp_id: copy.camp_id, copy_of: offer.number },
  });
  return copy;
}

/** a rule or a target for a goal is one for the copy's goal with the same token */
async function copyRules(tx: Tx, place: { tenantId: string; offerId: string; at: Date }, from: string): Promise<void> {
  const goals = await goalsOf(tx, [from, place.offerId]);
  const newGoals = new Map((goals.get(place.offerId) ?? []).map(({ token, id }) => [token, id]));
  const tokens = new Map((goals.get(from) ?? []).map(({ id, token }) => [id, token]));
  const rules = ((await payoutRulesOf(tx, [from])).get(from) ?? []).flatMap(({ id: _id, number: _number, ...rule }) => {
    if (rule.goalId === null) return [rule];
    const goalId = newGoals.get(tokens.get(rule.goalId) ?? '-');
    return goalId ? [{ ...rule, goalId }] : [];
  });
  await savePayoutRules(tx, place, rules);
  const newGoal = (id: string) => newGoals.get(tokens.get(id) ?? '-');
  const targets = ((await kpiTargetsOf(tx, [from])).get(from) ?? []).flatMap((target) => {
    const [fromGoalId, toGoalId] = [target.fromGoalId && newGoal(target.fromGoalId), newGoal(target.toGoalId)];
    return toGoalId && fromGoalId !== undefined ? [{ ...target, fromGoalId, toGoalId }] : [];
  });
  await saveKpiTargets(tx, place, targets);
}
