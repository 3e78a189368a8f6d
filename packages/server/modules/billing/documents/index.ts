// Documents: terms, taxes, runs, drafts, issue, approval, credit notes, adjustments. Invoices of advertisers are the same things
// on the other side: their room calls these verbs with it.

export { adjustments } from './adjustments.repo.ts';
export { adjust, reverse, shownAdjustment } from './adjustments.ts';
export { balancesAt } from './balances.ts';
export { claimable, claimedLegs, isHeld, isUnclaimed } from './claims.repo.ts';
export {
  changeDocument,
  documents,
  findDocument,
  lockDocument,
  type StoredDocument,
} from './documents.repo.ts';
export { type TaxContext, taxContext } from './draft.ts';
export { keepFile } from './files.ts';
export { approveDocument, creditDocument, discardDraft, issueDocument, takeDocument } from './issue.ts';
export { documentJobs } from './jobs.ts';
export { previewRun } from './preview.ts';
export { documentHandlers } from './routes.ts';
export { runHandlers } from './run-routes.ts';
export { runBilling, startRun } from './runs.ts';
export { pageOfLines, requireDocument, shownDetail, shownDocument } from './shown.ts';
export { paymentSettings, requirePartner, saveTerms, shownTerms, termsOfAccount } from './terms.ts';
export { documentApproved, documentAwaited, documentCredited, documentIssued } from './topics.ts';
export { checkDocuments, countDocuments } from './verify.repo.ts';
