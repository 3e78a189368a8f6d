// The advertiser's side: a brief becomes a pending offer that an account manager completes; the list never shows payout.
import type { InputOf, ReplyOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { offerTypeOf } from '@tributary/contract/offers/offer-terms';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { ownCampaigns } from '../offer-list.repo.ts';
import { blankOffer } from '../saving/offer-fields.ts';
import { storeOffer } from '../saving/store-offer.ts';
import { briefSubmitted } from '../topics.ts';

type Routes = typeof offerRoutes;
type Listed = ReplyOf<Routes['advertiserCampaigns']>['rows'][number];

export async function listOwnCampaigns(
  tx: Tx,
  call: SignedInCall,
  { query }: InputOf<Routes['advertiserCampaigns']>,
): Promise<ReplyOf<Routes['advertiserCampaigns']>> {
  const { rows, total } = await ownCampaigns.page(tx, query, { advertiserId: call.principal.userId });
  return {
    rows: rows.map((row) => ({
      id: row.id,
      camp_id: row.number,
      title: row.title,
      // the check constraints keep these two within their lists
      offer_type: row.offer_type as Listed['offer_type'],
      status: row.status as Listed['status'],
      currency: row.currency,
      revenue: formatMoney(BigInt(row.revenue_micros)),
      geo_coverage: row.countries,
      brief: row.is_brief,
      created_at: unixSeconds(row.created_at),
    })),
    total,
  };
}

type Submit = Routes['submitBrief'];
export async function submitBrief(tx: Tx, call: SignedInCall, { body }: InputOf<Submit>): Promise<ReplyOf<Submit>> {
  const [firstGoal, ...furtherGoals] = body.goals;
  const created = await storeOffer(tx, {
    tenantId: call.tenant.id,
    advertiserId: call.principal.userId,
    createdBy: call.principal.userId,
    isBrief: true,
    budgetMicros: body.budget,
    at: call.clock.now(),
    fields: {
      ...blankOffer(),
      offer_name: body.title,
      default_campaign_url: body.url,
      objective: body.objective,
      offer_type: offerTypeOf[body.objective],
      currency: body.currency,
      revenue: body.revenue,
      geo_coverage: body.geo_coverage,
      description: body.description,
      default_goal_name: firstGoal ?? null,
      goals: furtherGoals.map((name, index) => ({
        name,
        token: `goal${index + 2}`,
        revenue: 0n,
        revenue_percent: null,
        payout: 0n,
        payout_percent: null,
        counted_by: null,
      })),
      status: 'pending',
    },
  });
  await recordAudit(tx, call, {
    action: 'offer.brief-submitted',
    objectKind: 'offer',
    objectId: created.id,
    after: { title: body.title, budget: body.budget === null ? null : formatMoney(body.budget) },
  });
  await emit(tx, call.tenant.id, briefSubmitted, { offer_id: created.id });
  return created;
}
