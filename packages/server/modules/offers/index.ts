// Offers: what is promoted, on which terms, by whom, and the links to it.
export { runningCampaigns, seesOffer } from './campaigns/campaigns.repo.ts';
export { decide, grant, saveRequest } from './campaigns/permissions.repo.ts';
export type { OffersDeps } from './deps.ts';
export { type OfferJobDeps, offerJobs } from './jobs.ts';
export { addLink, linkByCode } from './links/links.repo.ts';
export { mailObjects } from './mail-objects.ts';
export { servedUpload } from './media/upload.ts';
export { destinationOf, hasOffers, longestClickLife } from './offers.repo.ts';
export { peopleToChoose } from './people-choices.ts';
export {
  capRows,
  goalRows,
  kpiTargetRows,
  linkRows,
  offerRows,
  permissionRows,
  termsRows,
} from './relations.repo.ts';
export { offerHandlers } from './routes.ts';
export { capsOf, type StoredCap, saveCaps } from './saving/caps.repo.ts';
export { goalsOf } from './saving/goals-and-pages.repo.ts';
export { kpiTargetsOf, saveKpiTargets } from './saving/kpi-targets.repo.ts';
export { blankOffer, columnsOf } from './saving/offer-fields.ts';
export { pauseOffer, resumeOffer } from './saving/pause-offer.ts';
export { storeOffer } from './saving/store-offer.ts';
export { readLinksForSnapshot, readOffersForSnapshot } from './snapshot/snapshot.repo.ts';
export { checkTerms } from './terms/check-terms.repo.ts';
export { payoutRulesOf, savePayoutRules } from './terms/payout-rules.repo.ts';
export {
  choosePayoutRule,
  type PayoutQuestion,
  type PayoutRule,
  rankPayoutRules,
  ruleApplies,
} from './terms/payout-rules.ts';
export { type ReceiptTerms, receiptTerms } from './terms/receipt-terms.repo.ts';
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
} from './terms/terms.repo.ts';
export { pageOfTerms } from './terms/terms-page.ts';
export { linkCreated, offerChanged } from './topics.ts';
export { offerInverses } from './undo.ts';
