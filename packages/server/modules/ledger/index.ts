// Money: append-only double entry in micro-units, with a hash chain per tenant. Only `conversions` and `billing` write it.

export {
  type AccountEntry,
  type AskedStatement,
  accountEntries,
  type EntrySums,
  entrySums,
  type StatementAccount,
} from './account-entries.repo.ts';
export { chainOf, countOf, hashAt, hashesAfter, type OwnersPeriod, sumsOf } from './chain.repo.ts';
export { type ChainRow, contentOf } from './check-entry.ts';
export type { AccountKind, EarningLeg, Leg, OwnersAccount, Phase, Subject } from './plan.ts';
export { type NewTransfer, record } from './record.ts';
export {
  entriesOn,
  type JournalRow,
  journalRows,
  ledgerAccountRows,
  type OwnersEntry,
  resolutionOf,
} from './relations.repo.ts';
export { effectOf, type LedgerHead, takeHead } from './repo.ts';
export {
  balancesOf,
  bookedFor,
  headOf,
  type OwnerBalance,
  owedToPublishers,
  transfersOf,
  type WrittenTransfer,
} from './statement.repo.ts';
export { canonicalText, transferId } from './transfer.ts';
export { type LedgerFinding, type Statement, verifyLedger } from './verify.ts';
