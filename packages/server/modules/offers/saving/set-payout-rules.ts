import { isDeepStrictEqual } from 'node:util';
import { hiddenChangeRefusal, type InputOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { PayoutRule as ShownRule } from '@tributary/contract/offers/offer-lists';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import { blanked, hiddenFrom } from '../../../http/blank.ts';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { requireOffer } from '../require-offer.ts';
import { type NewPayoutRule, payoutRulesOf, savePayoutRules } from '../terms/payout-rules.repo.ts';
import { showRule } from '../terms/show-rule.ts';
import { goalNamesOf, goalsOf } from './goals-and-pages.repo.ts';
import { basisPointsOf, percentOf } from './offer-fields.ts';
import { reconcile } from './reconcile.ts';
import { finish, type ListChange, placeOf, requirePublishers, rowFault, unseenAmong } from './set-list.ts';

type Routes = typeof offerRoutes;

type RuleInput = InputOf<Routes['setPayoutRules']>['body']['rules'][number];

function toRule(input: RuleInput, row: number): NewPayoutRule {
  const { payout, payout_percent: share, revenue, revenue_percent: revenueShare } = input;
  const { starts_at: startsAt, ends_at: endsAt } = input;
  const twice =
    payout !== null && share !== null ? 'payout' : revenue !== null && revenueShare !== null ? 'revenue' : null;
  if (twice) throw rowFault(row, twice, 'A payout rule has an amount or a percentage, not both.');
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

function requireWorth(rule: NewPayoutRule, row: number): void {
  const { payoutMicros, payoutBasisPoints, revenueMicros, revenueBasisPoints } = rule;
  if ([payoutMicros, payoutBasisPoints, revenueMicros, revenueBasisPoints].some((one) => one !== null)) return;
  throw rowFault(row, 'payout', 'A payout rule needs a payout, a percentage or a revenue.');
}

const shown = (rule: NewPayoutRule) => ({ publisher_id: rule.publisherId, goal_id: rule.goalId, ...showRule(rule) });

/** a rule of which the caller does not see all comes back as it is: whatever else he would make of it changes what is hidden */
function withUnseen(call: SignedInCall, before: readonly NewPayoutRule[], given: NewPayoutRule[]): NewPayoutRule[] {
  const hidden = hiddenFrom(call.principal);
  const unseen = unseenAmong(call, ShownRule, before, shown);
  const seenOf = (rule: NewPayoutRule) => blanked(ShownRule, shown(rule), hidden);
  const { kept, left } = reconcile(unseen, given, [(row, want) => isDeepStrictEqual(seenOf(row), seenOf(want))]);
  if (left.length > 0) throw new Fault('forbidden', hiddenChangeRefusal('revenue'));
  const stored = new Map(kept.map(([row, want]) => [want, row]));
  return given.map((rule) => stored.get(rule) ?? rule);
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
  const before = (await payoutRulesOf(tx, [id])).get(id) ?? [];
  const rules = withUnseen(call, before, given.map(toRule));
  rules.forEach(requireWorth);
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
  await savePayoutRules(tx, placeOf(call, id), rules, returning);
  const after = (await payoutRulesOf(tx, [id])).get(id) ?? [];
  return { before: showRules(before), after: showRules(after) };
}

export async function setPayoutRules(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setPayoutRules']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, id, 'offer.payout-rules-changed', await putPayoutRules(tx, call, id, body.rules));
}
