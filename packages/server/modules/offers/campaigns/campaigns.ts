// Campaigns as a publisher sees them: no revenue, no advertiser, no private notes, and no payout where it is hidden.
import type { InputOf, ReplyOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { type OffersDeps, uploadUrl } from '../deps.ts';
import { creativesOf } from '../media/creatives.repo.ts';
import { showCreative } from '../offer-page.ts';
import { standingOf } from '../offer-standing.ts';
import { goalsOf, landingPagesOf } from '../saving/goals-and-pages.repo.ts';
import { percentOf, type StoredGoal, type StoredOffer, textsOf } from '../saving/offer-fields.ts';
import { payoutRulesOf } from '../terms/payout-rules.repo.ts';
import { choosePayoutRule, type PayoutRule } from '../terms/payout-rules.ts';
import { findCampaign, pageOfCampaigns } from './campaigns.repo.ts';
import { permissionsOf, type StoredPermission } from './permissions.repo.ts';
import { campaignState } from './visibility.ts';

type Route = (typeof offerRoutes)['campaigns'];
type Campaign = ReplyOf<Route>['rows'][number];

export async function listCampaigns(
  tx: Tx,
  call: SignedInCall,
  deps: OffersDeps,
  { query }: InputOf<Route>,
): Promise<ReplyOf<Route>> {
  const { rows, total } = await pageOfCampaigns(
    tx,
    { tenantId: call.tenant.id, id: call.principal.userId },
    call.clock.now(),
    query,
  );
  return { rows: await showCampaigns(tx, call, deps, rows), total };
}

export async function oneCampaign(tx: Tx, call: SignedInCall, deps: OffersDeps, id: string): Promise<Campaign> {
  const offer = await findCampaign(tx, call.principal.userId, call.clock.now(), id);
  const [campaign] = offer ? await showCampaigns(tx, call, deps, [offer]) : [];
  if (!campaign) throw new Fault('not_found', 'This campaign is not open to you.');
  return campaign;
}

async function showCampaigns(
  tx: Tx,
  call: SignedInCall,
  deps: OffersDeps,
  offers: readonly StoredOffer[],
): Promise<Campaign[]> {
  const publisherId = call.principal.userId;
  const at = call.clock.now();
  const ids = offers.map(({ id }) => id);
  const [goals, pages, creatives, rules] = [
    await goalsOf(tx, ids),
    await landingPagesOf(tx, ids),
    await creativesOf(tx, ids),
    await payoutRulesOf(tx, ids),
  ];
  const permissions = new Map((await permissionsOf(tx, ids)).map((permission) => [permission.offerId, permission]));
  const picture = (id: string | null) => uploadUrl(deps.uploadsOrigin, call.tenant.subdomain, id);
  return offers.flatMap((offer): Campaign[] => {
    const permission = permissions.get(offer.id) ?? null;
    const state = campaignState(standingOf(offer), permission, at);
    if (!state) return [];
    const pay = payer(offer, rules.get(offer.id) ?? [], publisherId, at);
    return [
      {
        ...shownFields(offer, goals.get(offer.id) ?? [], pay),
        state,
        reason: reasonOf(permission),
        thumbnail_url: picture(offer.thumbnail_id),
        landing_pages: (pages.get(offer.id) ?? []).map(({ number, name }) => ({ number, name })),
        creatives: (creatives.get(offer.id) ?? []).map((creative) => showCreative(creative, picture)),
      },
    ];
  });
}

const reasonOf = (permission: StoredPermission | null): string | null =>
  permission?.state === 'refused' ? permission.reason : null;

type Pay = Pick<Campaign, 'payout' | 'payout_percent'>;
const hidden: Pay = { payout: null, payout_percent: null };

/** what this publisher is paid for a goal: his own rule where one holds for all his traffic, else the goal's amount */
function payer(offer: StoredOffer, rules: readonly PayoutRule[], publisher: string, at: Date) {
  const forAll = rules.filter(({ countries, source }) => countries.length === 0 && source === null);
  return (goal: StoredGoal): Pay => {
    if (offer.hide_payout) return hidden;
    const rule = choosePayoutRule(forAll, {
      publisher,
      goal: goal.id,
      country: null,
      source: null,
      at,
      conversionsThisMonth: 0,
    });
    const own = rule && (rule.payoutMicros !== null || rule.payoutBasisPoints !== null) ? rule : goal;
    return own.payoutBasisPoints === null
      ? { payout: formatMoney(own.payoutMicros ?? 0n), payout_percent: null }
      : { payout: null, payout_percent: percentOf(own.payoutBasisPoints) };
  };
}

function shownFields(offer: StoredOffer, goals: readonly StoredGoal[], pay: (goal: StoredGoal) => Pay) {
  const texts = textsOf(offer);
  const standard = goals.find(({ token }) => token === '');
  return {
    id: offer.id,
    camp_id: offer.number,
    title: offer.title,
    category: offer.category,
    // the check constraints keep these two within their lists
    offer_type: offer.offer_type as Campaign['offer_type'],
    visibility: offer.visibility as Campaign['visibility'],
    currency: offer.currency,
    ...(standard ? pay(standard) : hidden),
    geo_coverage: offer.countries,
    description: texts.description,
    kpi: texts.kpi,
    note: texts.note,
    terms: [texts.terms_and_conditions, texts.offer_terms].filter(Boolean).join('<hr />') || null,
    terms_version: offer.terms_version,
    require_terms: offer.require_terms,
    preview_url: texts.preview_url ?? texts.offer_preview_url,
    deep_links: offer.deep_links,
    goals: goals.map((goal) => ({ name: goal.name, ...pay(goal) })),
    end_date: unixSeconds(offer.ends_at),
  };
}
