// Offers: what is promoted, on which terms, by whom, and the links to it.
export { type OfferJobParts, offerJobs } from './jobs.ts';
export type { OffersParts } from './parts.ts';
export { payoutRulesOf } from './payout-rules.repo.ts';
export { choosePayoutRule, type PayoutQuestion, type PayoutRule, rankPayoutRules } from './payout-rules.ts';
export { offerHandlers } from './routes.ts';
export { readLinksForSnapshot, readOffersForSnapshot } from './snapshot.repo.ts';
export { linkCreated, offerChanged } from './topics.ts';
export { servedUpload } from './upload.ts';
