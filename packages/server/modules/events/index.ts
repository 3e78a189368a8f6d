// Clicks, impressions and postback receipts: taken in from the trackers exactly once, kept raw and rolled up.
export { createIntake, DamagedFrame, type Intake, type ShippedChunk } from './intake.ts';
export { postgresStore } from './store/postgres.ts';
export type { EventStore, StoredCounts } from './store/store.ts';
