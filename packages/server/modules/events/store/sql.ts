// The statements of the intake: staging tables take COPY text as the trackers wrote it; what stays in PostgreSQL whatever
// keeps the clicks (receipts, what caps refused, what the plan counts, positions) is set-based from there on, per tenant, under
// that tenant's row-level security.
import { eventColumns, hookColumns, receiptColumns, testColumns } from '@tributary/contract/tracker/spool-record';
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';
import { addClicks, rollupZones } from '../../tenancy/index.ts';

const eventTypes: Partial<Record<(typeof eventColumns)[number], string>> = {
  tenant_id: 'uuid',
  at: 'timestamptz',
  offer: 'integer',
  publisher: 'integer',
  advertiser: 'integer',
  landing: 'integer',
  is_unique: 'boolean',
  snapshot_version: 'bigint',
  ip: 'inet',
  asn: 'bigint',
  is_hosting: 'boolean',
  params: 'jsonb',
  terms_version: 'integer',
  signals: 'integer',
};
const receiptTypes: Partial<Record<(typeof receiptColumns)[number], string>> = {
  tenant_id: 'uuid',
  receipt_id: 'uuid',
  at: 'timestamptz',
  click_at: 'timestamptz',
  offer: 'integer',
  publisher: 'integer',
  advertiser: 'integer',
  ip: 'inet',
  params: 'jsonb',
};

// nothing stands between these and their tables, so what the tables refuse must be refused here already
const hookTypes: Record<(typeof hookColumns)[number], string> = {
  tenant_id: 'uuid not null',
  hook_id: 'uuid not null',
  at: 'timestamptz not null',
  code: 'text not null',
  ip: 'inet',
  headers: 'jsonb not null',
  body: 'text not null',
};
const testTypes: Record<(typeof testColumns)[number], string> = {
  tenant_id: 'uuid not null',
  row_id: 'uuid not null',
  test_id: 'uuid not null',
  at: 'timestamptz not null',
  kind: 'text not null',
  row: 'jsonb not null',
};

const stage = (name: string, columns: readonly string[], types: Partial<Record<string, string>>): string =>
  `create temp table if not exists ${name} (${columns.map((column) => `${column} ${types[column] ?? 'text'}`).join(', ')}) on commit delete rows;`;

export const stageOf = {
  click: 'stage_click',
  impression: 'stage_impression',
  postback: 'stage_postback',
  pixel: 'stage_pixel',
  hook: 'stage_hook',
  test: 'stage_test',
} as const;

export const prepareStages = [
  stage(stageOf.click, eventColumns, eventTypes),
  stage(stageOf.impression, eventColumns, eventTypes),
  stage(stageOf.postback, receiptColumns, receiptTypes),
  stage(stageOf.pixel, receiptColumns, receiptTypes),
  stage(stageOf.hook, hookColumns, hookTypes),
  stage(stageOf.test, testColumns, testTypes),
].join('\n');

/**
 * Rows of a tenant are booked while nobody rebuilds its rollups, or takes another zone's days for them: its turn is asked for
 * before the zone is read.
 */
export const BOOKING_LOCK = 7_272_746;
export const takeTurns = (tables: readonly string[]): string =>
  `select pg_advisory_xact_lock_shared(${BOOKING_LOCK}, hashtext(s.tenant_id::text))
   from (${tables.map((table) => `select tenant_id from ${table}`).join(' union ')} order by 1) s`;

/** tenants that have rows in a staging table, always in the same order: two intakes must not lock across each other */
export const stagedTenants = (tables: readonly string[]): string =>
  `select distinct s.tenant_id, t.id is not null as known, t.rollup_zone as time_zone
   from (${tables.map((table) => `select tenant_id from ${table}`).join(' union ')}) s
   left join (${rollupZones}) t on t.id = s.tenant_id order by s.tenant_id`;

export const stagedDays = (table: string): string =>
  `select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from ${table}`;

/** what is dated after $1, taken out of a staging table */
export const takeEarly = (table: string): string =>
  `with early as (delete from ${table} where at > $1 returning *)
   select count(*)::int as many, jsonb_agg(to_jsonb(early))::text as rows from early`;

export const insertReceipts = (table: string, kind: 'postback' | 'pixel'): string =>
  `insert into receipts (kind, ${receiptColumns.join(', ')}) select '${kind}', ${receiptColumns.join(', ')} from ${table}
   where tenant_id = $1 on conflict do nothing`;

const keepAs = (target: string, kind: 'hook' | 'test', columns: readonly string[]): string =>
  `insert into ${target} (${columns.join(', ')}) select ${columns.join(', ')} from ${stageOf[kind]}
   where tenant_id = $1 on conflict do nothing`;
export const insertHooks = keepAs('received_hooks', 'hook', hookColumns);
export const insertTests = keepAs('test_events', 'test', testColumns);

/** those that may become a conversion wait to be decided about, in the transaction that stores them */
export const queueReceipts = (table: string): string =>
  `insert into receipt_queue (tenant_id, receipt_id, at) select tenant_id, receipt_id, at from ${table}
   where tenant_id = $1 and outcome = 'recorded' on conflict do nothing`;

const isBillable = `verdict in (${verdictsThatAre('billable')
  .map((name) => `'${name}'`)
  .join(', ')})`;

/** a refused click's row names the cap that refused it; a tracker's word is looked at before it is taken for an id */
export const countRefusals = `insert into rollup_cap (tenant_id, cap_id, bucket, clicks)
   select tenant_id, cap_lots::uuid, date_bin('15 minutes', at, 'epoch'), count(*) from ${stageOf.click}
   where tenant_id = $1 and verdict = 'cap_reached' and cap_lots ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (tenant_id, cap_id, bucket) do update set clicks = rollup_cap.clicks + excluded.clicks`;

/** what the plan counts: billable clicks, by calendar month, UTC */
export const countUsage = addClicks(`
   select tenant_id, date_trunc('month', at at time zone 'UTC')::date, count(*) from ${stageOf.click}
   where tenant_id = $1 and ${isBillable} group by 1, 2 order by 1, 2`);

/** `for update` makes a second call for the same segment wait for the first */
export const lockPosition = `insert into intake_positions (tracker, segment, accepted) values ($1, $2, 0)
   on conflict (tracker, segment) do update set updated_at = now() returning accepted, pending_to, pending_at`;
export interface LockedPosition {
  accepted: string;
  /** a piece that is on its way to a store of its own: where it ends, and when it was first tried */
  pending_to: string | null;
  pending_at: Date | null;
}
export const announcePiece =
  'update intake_positions set pending_to = $3, pending_at = $4 where tracker = $1 and segment = $2';
export const movePosition = `update intake_positions set accepted = $3, pending_to = null, pending_at = null, updated_at = now()
   where tracker = $1 and segment = $2`;
export const keepFrame =
  'insert into intake_quarantine (tracker, segment, position, reason, frame) values ($1, $2, $3, $4, $5)';
export const rowsAsJson = (table: string): string =>
  `select jsonb_agg(to_jsonb(s))::text as rows from ${table} s where tenant_id = $1`;
