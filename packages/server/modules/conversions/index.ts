// Conversions: from a postback or pixel to a status, an amount and the ledger's transfers.
export { type AddDeps, addConversion } from './add-conversion.ts';
export { balanceHandlers, openBalances, owedByCurrency } from './balances.ts';
export { type Conversion, findConversion } from './conversions.repo.ts';
export { waitingForCredit } from './credit-waiting.repo.ts';
export { adjustOne, decideOne } from './decide.ts';
export { conversionDetails } from './details.ts';
export { missingRates } from './follow-rate.ts';
export { type ConversionJobDeps, conversionJobs, conversionTasks } from './jobs.ts';
export {
  type KnownOffer,
  knownOffers,
  type NameReader,
  numberedOffer,
  offerNames,
  publisherNames,
  withKnownNames,
} from './known-names.repo.ts';
export { conversions, type LoggedConversion } from './log.repo.ts';
export { cutsBefore } from './lots/cuts.ts';
export { stretchesOf } from './lots/event-prices.ts';
export { lotHandlers } from './lots/lot-routes.ts';
export { firstBookable } from './lots/lots.ts';
export { cutAt, type LinePiece, linesOf, paidCells } from './lots/paid-cells.repo.ts';
export { amountsOf } from './pricing/amounts.ts';
export { priceOf } from './pricing/price-conversion.ts';
export { conversionPulse } from './pulse.repo.ts';
export { hasBooked, usedBy, waitingFor } from './rate-use.repo.ts';
export { rebuildDay, rebuildRollups } from './rebuild-rollups.ts';
export { isUnasked, proofFault } from './receipts/check-sender.ts';
export { ownReceiptHandlers } from './receipts/own-receipts.ts';
export {
  bySystem,
  type Decisions,
  decideTogether,
  type ReceiptDeps,
  saveDecisions,
} from './receipts/process-receipt.ts';
export { type LoggedReceipt, receiptById, receiptsThatName } from './receipts/receipt-log.repo.ts';
export { forgetOutcomes } from './receipts/receipts.repo.ts';
export { reconcileConversion, stoodText, takeBack, takeBackAdded, type Verdict } from './reconcile.ts';
export {
  conversionRollupRows,
  conversionRows,
  lateLotRows,
  lotRows,
  outcomeRows,
  requestRows,
} from './relations.repo.ts';
export { type ConversionDeps, conversionHandlers } from './routes.ts';
export { statementHandlers } from './statements.ts';
export { conversionChanged, dayToBook, lateLotsToFind, receiptsRefused } from './topics.ts';
export { checkBookings } from './verify/bookings.repo.ts';
export { checkLotsBetween } from './verify/check-lots.ts';
export { checkReceipts } from './verify/check-receipts.repo.ts';
export {
  checkConversionDays,
  checkConversionRollups,
  type RecountedConversions,
  recountConversions,
} from './verify/check-rollups.repo.ts';
export { checkBooks, NotAStatement, verifyMoney } from './verify/verify-money.ts';
export { toPublisherView, toReceiptDetails } from './views.ts';
export { blankConversions, blankOutcomes, conversionsOfVisitor, type VisitorConversion } from './visitor.repo.ts';
