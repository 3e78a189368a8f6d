// Clicks, impressions and postback receipts: taken in from the trackers exactly once, kept raw and rolled up.
export { encodeFrame, frameAround, type SpoolRow } from './encode-frame.ts';
export { createIntake, DamagedFrame, type Intake, type ShippedChunk } from './intake.ts';
export { quarantinedFrames } from './quarantine.repo.ts';
export { events, readEventsFrom } from './reading.ts';
export { finishRebuild, firstCounted, type RebuildDeps, rebuildClicks } from './rebuild.ts';
export { dequeue, enqueue, nextReceipts, type QueuedReceipt } from './receipt-queue.repo.ts';
export { receiptsByIds, type StoredReceipt } from './receipts.repo.ts';
export { positionRows, queuedRows, refusedRows, storedReceiptRows } from './relations.repo.ts';
export { postgresStore } from './store/postgres/store.ts';
export {
  type ClickBase,
  type ClickCondition,
  type ClickFact,
  type ClickGrain,
  type ClickSpan,
  clickFacts,
  type EventReader,
  isClickFact,
  type PaidStretch,
  type Relation,
  type StoredClick,
  textsOf,
} from './store/reader.ts';
export type { EventStore, StoredCounts } from './store/store.ts';
export type { Rebuilt } from './store/upkeep.ts';
export { receiptsStored, rollupsToRebuild } from './topics.ts';
