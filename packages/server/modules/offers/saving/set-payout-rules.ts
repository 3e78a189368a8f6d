import type { InputOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { requireOffer } from '../require-offer.ts';
import { type NewPayoutRule, payoutRulesOf, savePayoutRules } from '../terms/payout-rules.repo.ts';
import { goalNamesOf, goalsOf } from './goals-and-pages.repo.ts';
import { basisPointsOf, percentOf } from './offer-fields.ts';
import { finish, type ListChange, placeOf, requirePublishers, rowFault } from './set-list.ts';

type Routes = typeof offerRoutes;

type RuleInput = InputOf<Routes['setPayoutRules']>['body']['rules'][number];

function toRule(input: RuleInput, row: number): NewPayoutRule {
  const { payout, payout_percent: share, revenue, revenue_percent: revenueShare } = input;
  const { starts_at: startsAt, ends_at: endsAt } = input;
  const twice =
    payout !== null && share !== null ? 'payout' : revenue !== null && revenueShare !== null ? 'revenue' : null;
  if (twice) throw rowFault(row, twice, 'A payout rule has an amount or a percentage, not both.');
  if (payout === null && share === null && revenue === null && revenueShare === null) {
    throw rowFault(row, 'payout', 'A payout rule needs a payout, a percentage or a revenue.');
  }
  if (startsAt && endsAt && endsAt <= startsAt) {
    throw rowFault(row, 'ends_at', 'A payout rule must end after it begins.');
  }
  return {
    publisherId: input.publisher_id,
    goalId: input.goal_id,
    countries: [...new Set(input.countries)],
    source: input.source,
    fromConversions: input.from_conversions,
    startsAt,
    endsAt,
    payoutMicros: payout,
    payoutBasisPoints: basisPointsOf(share),
    revenueMicros: revenue,
    revenueBasisPoints: basisPointsOf(revenueShare),
  };
}

export const showRules = (list: readonly NewPayoutRule[]) =>
  list.map(({ payoutMicros, revenueMicros, payoutBasisPoints, revenueBasisPoints, ...rule }) => ({
    ...rule,
    payout: payoutMicros === null ? null : formatMoney(payoutMicros),
    percent: percentOf(payoutBasisPoints),
    revenue: revenueMicros === null ? null : formatMoney(revenueMicros),
    revenue_percent: percentOf(revenueBasisPoints),
  }));

export async function putPayoutRules(
  tx: Tx,
  call: SignedInCall,
  id: string,
  given: RuleInput[],
  returning?: ReadonlySet<string>,
): Promise<ListChange> {
  const rules = given.map(toRule);
  await requirePublishers(
    tx,
    rules.map(({ publisherId }) => publisherId),
  );
  // a rule that comes back may be for a goal that was removed, as it was
  const goals = returning
    ? new Set((await goalNamesOf(tx, id)).keys())
    : new Set(((await goalsOf(tx, [id])).get(id) ?? []).map((goal) => goal.id));
  const unknown = rules.findIndex(({ goalId }) => goalId !== null && !goals.has(goalId));
  if (unknown >= 0) throw rowFault(unknown, 'goal_id', 'One of the rules names a goal that this offer does not have.');
  const before = (await payoutRulesOf(tx, [id])).get(id) ?? [];
  await savePayoutRules(tx, placeOf(call, id), rules, returning);
  const after = (await payoutRulesOf(tx, [id])).get(id) ?? [];
  return { before: showRules(before), after: showRules(after) };
}

export async function setPayoutRules(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setPayoutRules']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, id, 'offer.payout-rules-changed', await putPayoutRules(tx, call, id, body.rules));
}
