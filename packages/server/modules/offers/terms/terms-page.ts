// The versions of an offer's terms as a person reads them: what was in force, and from when until when.
import type { ReplyOf } from '@tributary/contract';
import type { lotRoutes } from '@tributary/contract/conversions/lots';
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { namesOf } from '../people.repo.ts';
import { requireOffer } from '../require-offer.ts';
import { goalNamesOf } from '../saving/goals-and-pages.repo.ts';
import { percentOf, type StoredGoal } from '../saving/offer-fields.ts';
import { capLimitText } from '../saving/set-caps.ts';
import { rankPayoutRules } from './payout-rules.ts';
import { showRule } from './show-rule.ts';
import { readVersion, termsVersions } from './terms.repo.ts';

const showGoal = (goal: StoredGoal) => ({
  name: goal.name,
  revenue: formatMoney(goal.revenueMicros),
  revenue_percent: percentOf(goal.revenueBasisPoints),
  payout: formatMoney(goal.payoutMicros),
  payout_percent: percentOf(goal.payoutBasisPoints),
});

export async function pageOfTerms(
  tx: Tx,
  offerId: string,
  query: { after?: string | undefined; limit?: number | undefined },
): Promise<ReplyOf<(typeof lotRoutes)['offerTermsVersions']>> {
  const { id } = await requireOffer(tx, offerId);
  const page = await termsVersions.page(tx, query, { offerId: id });
  const versions = page.rows.map(readVersion);
  const names = await namesOf(tx, [
    ...new Set(
      versions.flatMap(({ advertiserId, rules, caps }) => [
        advertiserId,
        ...[...rules, ...caps].flatMap(({ publisherId }) => publisherId ?? []),
      ]),
    ),
  ]);
  const goalNames = await goalNamesOf(tx, id);
  const nameOf = (person: string | null) => (person === null ? null : (names.get(person)?.name ?? null));
  return {
    rows: versions.map((version) => ({
      version: version.version,
      in_force_from: version.inForceFrom.getTime() === 0 ? null : unixSeconds(version.inForceFrom),
      in_force_until: version.inForceUntil && unixSeconds(version.inForceUntil),
      offer_type: version.type,
      currency: version.currency,
      advertiser: {
        id: version.advertiserId,
        number: names.get(version.advertiserId)?.number ?? 0,
        name: names.get(version.advertiserId)?.name ?? '',
      },
      goals: version.goals.map(showGoal),
      payout_rules: version.rules.length,
      rules: rankPayoutRules(version.rules).map((rule) => ({
        publisher_name: nameOf(rule.publisherId),
        // as this version called it; a goal that has gone since has kept its name
        goal_name:
          version.goals.find((goal) => goal.id === rule.goalId)?.name ?? goalNames.get(rule.goalId ?? '') ?? null,
        ...showRule(rule),
      })),
      caps: version.caps.map((cap) => ({
        publisher_name: nameOf(cap.publisherId),
        metric: cap.metric,
        period: cap.period,
        limit: capLimitText(cap),
        action: cap.action,
      })),
    })),
    next: page.next,
  };
}
