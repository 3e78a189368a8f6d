// What an offer demands of traffic, and the warning to a publisher whose traffic does not meet it.
import type { InputOf } from '@tributary/contract';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { addresseeOf, publishersAmong } from '../people.repo.ts';
import { requireOffer } from '../require-offer.ts';
import { goalsOf } from './goals-and-pages.repo.ts';
import { type KpiTarget, kpiTargetsOf, saveKpiTargets } from './kpi-targets.repo.ts';
import { finish, type ListChange, rowFault } from './set-list.ts';

type Routes = typeof offerRoutes;

export const showTarget = (target: KpiTarget) => ({
  from_goal_id: target.fromGoalId,
  to_goal_id: target.toGoalId,
  op: target.op,
  percent: target.rateBasisPoints / 100,
  min_sample: target.minSample,
});

type TargetInput = InputOf<Routes['setKpiTargets']>['body']['targets'][number];

export async function putKpiTargets(tx: Tx, call: SignedInCall, id: string, given: TargetInput[]): Promise<ListChange> {
  const goals = new Set(((await goalsOf(tx, [id])).get(id) ?? []).map((goal) => goal.id));
  const targets = given.map(({ from_goal_id: fromGoalId, to_goal_id: toGoalId, op, percent, min_sample }, row) => {
    const unknown = !goals.has(toGoalId)
      ? 'to_goal_id'
      : fromGoalId !== null && !goals.has(fromGoalId)
        ? 'from_goal_id'
        : null;
    if (unknown) throw rowFault(row, unknown, 'One of the goals is not a goal of this offer.');
    if (fromGoalId === toGoalId) throw rowFault(row, 'to_goal_id', 'A target leads from one goal to another.');
    return { fromGoalId, toGoalId, op, rateBasisPoints: Math.round(percent * 100), minSample: min_sample };
  });
  const keys = targets.map(({ fromGoalId, toGoalId, op }) => [fromGoalId, toGoalId, op].join('|'));
  const twice = keys.findIndex((key, row) => keys.indexOf(key) !== row);
  if (twice >= 0) {
    throw rowFault(twice, 'to_goal_id', 'Two targets are about the same goals. Please keep one of them.');
  }
  const shown = async () => ((await kpiTargetsOf(tx, [id])).get(id) ?? []).map(showTarget);
  const before = await shown();
  await saveKpiTargets(tx, { tenantId: call.tenant.id, offerId: id }, targets);
  return { before, after: await shown() };
}

export async function setKpiTargets(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setKpiTargets']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, id, 'offer.kpi-targets-changed', await putKpiTargets(tx, call, id, body.targets));
}

/** the mail and its audit row stand and fall together; it changes nothing else */
export async function warnPublisher(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['warnPublisher']>) {
  const offer = await requireOffer(tx, params.id);
  const { publisher_id: publisherId, message } = body;
  const known = isId(publisherId) && (await publishersAmong(tx, [publisherId])).has(publisherId);
  const publisher = known ? await addresseeOf(tx, publisherId) : null;
  if (!publisher) throw new Fault('invalid_input', 'This publisher does not exist.');
  await queueMail(tx, {
    tenantId: call.tenant.id,
    to: publisher.email,
    language: publisher.language,
    name: 'traffic-warning',
    values: {
      brand: call.tenant.displayName,
      firstName: publisher.firstName,
      lines: [
        sentence('line.campaign', { offer: offer.title, number: offer.number }),
        { verbatim: sentence('line.manager-writes', { message }) },
      ],
      action: { label: sentence('action.open-figures'), url: `${call.origin}/publisher/reports/performance` },
    },
    at: call.clock.now(),
  });
  await recordAudit(tx, call, {
    action: 'offer.publisher-warned',
    objectKind: 'offer',
    objectId: offer.id,
    after: { publisher_id: publisherId, message },
  });
  return { id: offer.id };
}
