// Money: append-only double entry in micro-units, with a hash chain per tenant. Only `conversions` and `billing` write it.

export { type NewTransfer, record } from './record.ts';
export {
  balancesOf,
  headOf,
  type LedgerHead,
  type OwnerBalance,
  takeHead,
  transfersOf,
  type WrittenTransfer,
} from './repo.ts';
export { type AccountKind, type Leg, type Phase, type Subject, transferId } from './transfer.ts';
export { type LedgerFinding, type Statement, verifyLedger } from './verify.ts';
