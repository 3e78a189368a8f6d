// Clicks, impressions and postback receipts: taken in from the trackers exactly once, kept raw and rolled up.
export { acceptedClicksOfDays, acceptedClicksOfQuarters } from './accepted-clicks.repo.ts';
export { checkRollups } from './check-rollups.repo.ts';
export { clickById, type StoredClick, textsOf } from './clicks.repo.ts';
export { encodeFrame, frameAround, type SpoolRow } from './encode-frame.ts';
export { hasTraffic } from './has-traffic.repo.ts';
export { createIntake, DamagedFrame, type Intake, type ShippedChunk } from './intake.ts';
export { type PaidStretch, paidEvents } from './paid-events.repo.ts';
export { receiptsByIds, type StoredReceipt } from './receipts.repo.ts';
export { postgresStore } from './store/postgres.ts';
export type { EventStore, StoredCounts } from './store/store.ts';
export { receiptsStored } from './topics.ts';
