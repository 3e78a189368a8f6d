// Offers: what is promoted, on which terms, by whom, and the links to it.
export { runningCampaigns, seesOffer } from './campaigns.repo.ts';
export { capsOf, type StoredCap, saveCaps } from './caps.repo.ts';
export { checkTerms } from './check-terms.repo.ts';
export { goalsOf } from './goals-and-pages.repo.ts';
export { type OfferJobParts, offerJobs } from './jobs.ts';
export { kpiTargetsOf, saveKpiTargets } from './kpi-targets.repo.ts';
export { addLink } from './links.repo.ts';
export { hasOffers } from './offers.repo.ts';
export type { OffersParts } from './parts.ts';
export { pauseOffer } from './pause-offer.ts';
export { payoutRulesOf, savePayoutRules } from './payout-rules.repo.ts';
export {
  choosePayoutRule,
  type PayoutQuestion,
  type PayoutRule,
  rankPayoutRules,
  ruleApplies,
} from './payout-rules.ts';
export { decide, grant, saveRequest } from './permissions.repo.ts';
export { type ReceiptTerms, receiptTerms } from './receipt-terms.repo.ts';
export { offerHandlers } from './routes.ts';
export { readLinksForSnapshot, readOffersForSnapshot } from './snapshot.repo.ts';
export { storeOffer } from './store-offer.ts';
export {
  type AdvertiserTurn,
  advertiserTurns,
  type ConversionTerms,
  campaignChoices,
  formerGoal,
  goalOf,
  hasPaidByEvent,
  type OfferChoice,
  offerChoices,
  type PaidVersion,
  type PricedTerms,
  termsAt,
  versionsPaidByEvent,
} from './terms.repo.ts';
export { pageOfTerms } from './terms-page.ts';
export { linkCreated, offerChanged } from './topics.ts';
export { servedUpload } from './upload.ts';
