// An offer as a conversion needs it: by the number that a click id carries, with its goals and what decides about status.
import type { conversionTrackings, OfferType } from '@tributary/contract/offer-terms';
import type { Tx } from '../../platform/db/database.ts';
import { pageOfCampaigns } from './campaigns.repo.ts';
import { goalsOf } from './goals-and-pages.repo.ts';
import type { StoredGoal } from './offer-fields.ts';

export interface ConversionTerms {
  id: string;
  number: number;
  title: string;
  type: OfferType;
  status: 'active' | 'paused' | 'pending';
  category: string | null;
  externalId: string | null;
  appId: string | null;
  currency: string;
  advertiserId: string;
  hidePayout: boolean;
  tracking: (typeof conversionTrackings)[number];
  holdMinutes: number;
  statusAfterHold: 'approved' | 'pending' | 'rejected';
  clickLifeDays: number;
  minCtitSeconds: number;
  goals: StoredGoal[];
}

const columns = [
  'id',
  'number',
  'title',
  'offer_type',
  'status',
  'category',
  'external_offer_id',
  'app_id',
  'currency',
  'advertiser_id',
  'hide_payout',
  'conversion_tracking',
  'hold_minutes',
  'status_after_hold',
  'click_life_days',
  'min_ctit_seconds',
] as const;

export async function conversionTerms(
  tx: Tx,
  by: { number: number } | { id: string },
): Promise<ConversionTerms | null> {
  const query = tx.selectFrom('offers').select(columns);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('number', '=', by.number)
  ).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    // the check constraints, and the form for the tracking, keep these within their lists
    type: row.offer_type as OfferType,
    status: row.status as ConversionTerms['status'],
    tracking: row.conversion_tracking as ConversionTerms['tracking'],
    statusAfterHold: row.status_after_hold as ConversionTerms['statusAfterHold'],
    category: row.category,
    externalId: row.external_offer_id,
    appId: row.app_id,
    currency: row.currency,
    advertiserId: row.advertiser_id,
    hidePayout: row.hide_payout,
    holdMinutes: row.hold_minutes,
    clickLifeDays: row.click_life_days,
    minCtitSeconds: row.min_ctit_seconds,
    goals: (await goalsOf(tx, [row.id])).get(row.id) ?? [],
  };
}

/** offers that are paid by click or impression */
export async function offersPaidByEvent(tx: Tx): Promise<{ id: string; number: number; type: 'CPC' | 'CPM' }[]> {
  const rows = await tx
    .selectFrom('offers')
    .select(['id', 'number', 'offer_type'])
    .where('offer_type', 'in', ['CPC', 'CPM'])
    .where('status', '<>', 'pending')
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ id: row.id, number: row.number, type: row.offer_type === 'CPC' ? 'CPC' : 'CPM' }));
}

export interface OfferChoice {
  id: string;
  number: number;
  name: string;
  tracking: ConversionTerms['tracking'];
  goals: StoredGoal[];
}

/** newest first; an advertiser's own, or all */
export async function offerChoices(tx: Tx, advertiserId: string | null, limit: number): Promise<OfferChoice[]> {
  let query = tx.selectFrom('offers').select(['id', 'number', 'title', 'conversion_tracking']);
  if (advertiserId) query = query.where('advertiser_id', '=', advertiserId);
  return withGoals(tx, await query.orderBy('number', 'desc').limit(limit).execute());
}

/** those that this publisher sees */
export async function campaignChoices(tx: Tx, publisherId: string, at: Date, limit: number): Promise<OfferChoice[]> {
  const { offers } = await pageOfCampaigns(tx, publisherId, at, { page_size: limit });
  return withGoals(tx, offers);
}

type Chosen = { id: string; number: number; title: string; conversion_tracking: string };
async function withGoals(tx: Tx, rows: readonly Chosen[]): Promise<OfferChoice[]> {
  const goals = await goalsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.title,
    tracking: row.conversion_tracking as ConversionTerms['tracking'],
    goals: goals.get(row.id) ?? [],
  }));
}
