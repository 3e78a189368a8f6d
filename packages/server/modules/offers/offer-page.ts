// The offer's own page: all of it in one reply.
import type { ReplyOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { advertiserKey, type offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { historyOf } from '../accounts/index.ts';
import { permissionsOf } from './campaigns/permissions.repo.ts';
import { type OffersDeps, uploadUrl } from './deps.ts';
import { creativesOf, type StoredCreative } from './media/creatives.repo.ts';
import { cleanCreative } from './media/rich-text.ts';
import { targetsOf } from './offers.repo.ts';
import { advertisersNumbered, namesOf, type PersonName } from './people.repo.ts';
import { requireOffer } from './require-offer.ts';
import { capsOf } from './saving/caps.repo.ts';
import { goalNamesOf, goalsOf, landingPagesOf } from './saving/goals-and-pages.repo.ts';
import { kpiTargetsOf } from './saving/kpi-targets.repo.ts';
import { fieldsOf, percentOf, wireFields } from './saving/offer-fields.ts';
import { capLimitText } from './saving/set-caps.ts';
import { showTarget } from './saving/set-kpi-targets.ts';
import { payoutRulesOf } from './terms/payout-rules.repo.ts';
import { rankPayoutRules } from './terms/payout-rules.ts';
import { showRule } from './terms/show-rule.ts';

const HISTORY_SHOWN = 200;
type Page = ReplyOf<(typeof offerRoutes)['offer']>;

export async function offerPage(tx: Tx, call: SignedInCall, deps: OffersDeps, id: string): Promise<Page> {
  const offer = await requireOffer(tx, id);
  const goals = (await goalsOf(tx, [id])).get(id) ?? [];
  const pages = (await landingPagesOf(tx, [id])).get(id) ?? [];
  const caps = (await capsOf(tx, [id])).get(id) ?? [];
  const rules = (await payoutRulesOf(tx, [id])).get(id) ?? [];
  const permissions = await permissionsOf(tx, [id]);
  const names = await namesOf(tx, [
    offer.advertiser_id,
    ...[...caps, ...rules, ...permissions].flatMap(({ publisherId }) => publisherId ?? []),
  ]);
  const picture = (uploadId: string | null) => uploadUrl(deps.uploadsOrigin, call.tenant.subdomain, uploadId);
  const publisher = (publisherId: string | null) => ({
    publisher_id: publisherId,
    publisher_name: nameIn(names, publisherId),
  });
  const advertiser = names.get(offer.advertiser_id);
  const history = await historyOf(tx, 'offer', id, HISTORY_SHOWN);
  return {
    id,
    camp_id: offer.number,
    version: offer.version,
    fields: wireFields(fieldsOf(offer, advertiser?.number ?? 0, goals, pages)),
    advertiser_name: advertiser?.name ?? '',
    thumbnail_url: picture(offer.thumbnail_id),
    goals: goals.map((goal) => ({
      id: goal.id,
      number: goal.number,
      name: goal.name,
      token: goal.token,
      revenue: formatMoney(goal.revenueMicros),
      revenue_percent: percentOf(goal.revenueBasisPoints),
      payout: formatMoney(goal.payoutMicros),
      payout_percent: percentOf(goal.payoutBasisPoints),
    })),
    landing_pages: pages,
    creatives: ((await creativesOf(tx, [id])).get(id) ?? []).map((creative) => showCreative(creative, picture)),
    caps: caps.map((cap) => ({
      id: cap.id,
      ...publisher(cap.publisherId),
      metric: cap.metric,
      period: cap.period,
      limit: capLimitText(cap),
      action: cap.action,
    })),
    payout_rules: rankPayoutRules(rules).map((rule, index) => ({
      id: rule.id,
      priority: index + 1,
      ...publisher(rule.publisherId),
      goal_id: rule.goalId,
      ...showRule(rule),
    })),
    targets: targetsOf(offer),
    kpi_targets: ((await kpiTargetsOf(tx, [id])).get(id) ?? []).map(showTarget),
    permissions: permissions.map((permission) => ({
      publisher_id: permission.publisherId,
      publisher_number: names.get(permission.publisherId)?.number ?? 0,
      publisher_name: nameIn(names, permission.publisherId) ?? '',
      state: permission.state,
      reason: permission.reason,
      decided_at: permission.decidedAt && unixSeconds(permission.decidedAt),
    })),
    named: await namedIn(tx, id, history),
    history,
  };
}

/** every person that the entries name, an advertiser by its number, and every goal the offer ever had */
async function namedIn(tx: Tx, id: string, history: Page['history']): Promise<Record<string, string>> {
  const ids = new Set<string>();
  const numbers = new Set<number>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && isId(value)) ids.add(value);
    else if (typeof value === 'object' && value !== null) {
      if ('advertiser_id' in value && Number.isSafeInteger(value.advertiser_id))
        numbers.add(Number(value.advertiser_id));
      Object.values(value).forEach(collect);
    }
  };
  for (const { before, after } of history) collect([before, after]);
  const people = await namesOf(tx, [...ids]);
  const named = [
    ...(await goalNamesOf(tx, id)),
    ...(await advertisersNumbered(tx, [...numbers])).map(({ number, name }) => [advertiserKey(number), name]),
    ...[...people].map(([person, { name }]) => [person, name]),
  ];
  // who is not shown a name reads the number
  return Object.fromEntries(named.filter(([, name]) => name !== ''));
}

const nameIn = (names: ReadonlyMap<string, PersonName>, id: string | null): string | null =>
  id === null ? null : (names.get(id)?.name ?? null);
export const showCreative = (
  { uploadId, content, ...creative }: StoredCreative,
  picture: (uploadId: string | null) => string | null,
) => ({
  ...creative,
  image_url: picture(uploadId),
  content: content !== null && creative.kind === 'html' ? cleanCreative(content) : content,
});
