// What an offer says about the words of its postbacks and pixels: whom the advertiser may overrule, whether pixels wait, what
// one order is. As it is now: these decide about words, not about prices.
import { offerFields } from '@tributary/contract/offers/offer-fields';
import type { GoalCount, MayOverrule, pixelStatuses } from '@tributary/contract/offers/offer-terms';
import type { Tx } from '../../../platform/db/database.ts';

const { advertiser_may_overrule, pixel_status } = offerFields;

export interface ReceiptTerms {
  mayOverrule: MayOverrule;
  pixelStatus: (typeof pixelStatuses)[number];
  txnCaseMatters: boolean;
  /** by goal's id; null leaves it to the offer's type */
  countedBy: ReadonlyMap<string, GoalCount | null>;
}

export async function receiptTerms(tx: Tx, offerId: string): Promise<ReceiptTerms> {
  const offer = await tx
    .selectFrom('offers')
    .select(['advertiser_may_overrule', 'pixel_status', 'txn_case_matters'])
    .where('id', '=', offerId)
    .executeTakeFirst();
  const goals = await tx
    .selectFrom('offer_goals')
    .select(['id', 'counted_by'])
    .where('offer_id', '=', offerId)
    .execute();
  return {
    mayOverrule: advertiser_may_overrule.value.parse(offer?.advertiser_may_overrule ?? advertiser_may_overrule.blank),
    pixelStatus: pixel_status.value.parse(offer?.pixel_status ?? pixel_status.blank),
    txnCaseMatters: offer?.txn_case_matters ?? false,
    countedBy: new Map(goals.map(({ id, counted_by }) => [id, counted_by as GoalCount | null])),
  };
}
