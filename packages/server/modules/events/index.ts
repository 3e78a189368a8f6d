// Clicks, impressions and postback receipts: taken in from the trackers exactly once, kept raw and rolled up.
export { encodeFrame, frameAround, type SpoolRow } from './encode-frame.ts';
export { createIntake, DamagedFrame, type Intake, type ShippedChunk } from './intake.ts';
export { quarantinedFrames } from './quarantine.repo.ts';
export { events, readEventsFrom, upkeep } from './reading.ts';
export { finishRebuild, firstCounted, type RebuildDeps, rebuildClicks, rebuildClicksOfDay } from './rebuild.ts';
export { dequeue, enqueue, nextReceipts, type QueuedReceipt } from './receipt-queue.repo.ts';
export {
  blankReceipts,
  countReceipts,
  receiptsByIds,
  receiptsOfVisitor,
  removeSideRowsWith,
  type StoredReceipt,
  type VisitorReceipt,
} from './receipts.repo.ts';
export { positionRows, queuedRows, refusedRows, storedReceiptRows } from './relations.repo.ts';
export { removeOldRows } from './remove.ts';
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
  type RecountedPublisher,
  type Relation,
  type ScanCursor,
  type ScannedEvent,
  type ScanPage,
  type StoredClick,
  textsOf,
  type Visitor,
} from './store/reader.ts';
export type { EventStore, StoredCounts } from './store/store.ts';
export type { Rebuilt, RowsKept } from './store/upkeep.ts';
export { ofVisitor } from './store/visitor.ts';
export { removeTestEvents, type TestEvent, testEventsOf } from './tests.repo.ts';
export { receiptsStored, rollupsToRebuild } from './topics.ts';
