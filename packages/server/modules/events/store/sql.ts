// The statements of the PostgreSQL event store. Staging tables take COPY text as the trackers wrote it; everything from
// there on is set-based, per tenant, under that tenant's row-level security.
import { eventColumns, receiptColumns } from '@tributary/contract/spool-record';
import { verdicts } from '@tributary/contract/verdicts';

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

const stage = (name: string, columns: readonly string[], types: Partial<Record<string, string>>): string =>
  `create temp table if not exists ${name} (${columns.map((column) => `${column} ${types[column] ?? 'text'}`).join(', ')}) on commit delete rows;`;

export const stageOf = {
  click: 'stage_click',
  impression: 'stage_impression',
  postback: 'stage_postback',
  pixel: 'stage_pixel',
} as const;

export const prepareStages = [
  stage(stageOf.click, eventColumns, eventTypes),
  stage(stageOf.impression, eventColumns, eventTypes),
  stage(stageOf.postback, receiptColumns, receiptTypes),
  stage(stageOf.pixel, receiptColumns, receiptTypes),
].join('\n');

/** tenants that have rows in a staging table, always in the same order: two intakes must not lock across each other */
export const stagedTenants = (tables: readonly string[]): string =>
  `select distinct s.tenant_id, t.id is not null as known, t.time_zone
   from (${tables.map((table) => `select tenant_id from ${table}`).join(' union ')}) s
   left join tenants t on t.id = s.tenant_id order by s.tenant_id`;

export const stagedDays = (table: string): string =>
  `select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from ${table}`;

/** the primary key has the last word against a row that came twice by another way */
export const insertEvents = (table: string, kind: 'click' | 'impression'): string =>
  `insert into events (kind, ${eventColumns.join(', ')}) select '${kind}', ${eventColumns.join(', ')} from ${table}
   where tenant_id = $1 on conflict do nothing`;
export const insertReceipts = (table: string, kind: 'postback' | 'pixel'): string =>
  `insert into receipts (kind, ${receiptColumns.join(', ')}) select '${kind}', ${receiptColumns.join(', ')} from ${table}
   where tenant_id = $1 on conflict do nothing`;

/** those that may become a conversion wait to be decided about, in the transaction that stores them */
export const queueReceipts = (table: string): string =>
  `insert into receipt_queue (tenant_id, receipt_id, at) select tenant_id, receipt_id, at from ${table}
   where tenant_id = $1 and outcome = 'recorded' on conflict do nothing`;
export const announceReceipts = 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3)';

const keys = `coalesce(offer, 0), coalesce(publisher, 0), coalesce(country, ''), coalesce(device_type, ''), coalesce(os, ''), verdict`;
const counts = (kind: 'click' | 'impression'): string =>
  kind === 'click' ? '0, count(*), count(*) filter (where is_unique)' : 'count(*), 0, 0';
const add = (table: string): string =>
  `impressions = ${table}.impressions + excluded.impressions, clicks = ${table}.clicks + excluded.clicks,
   unique_clicks = ${table}.unique_clicks + excluded.unique_clicks`;

/** rows are added in key order, so that two transactions that meet wait for each other instead of deadlocking */
export const rollQuarter = (table: string, kind: 'click' | 'impression'): string =>
  `insert into rollup_quarter select tenant_id, date_bin('15 minutes', at, 'epoch'), ${keys}, ${counts(kind)}
   from ${table} where tenant_id = $1 group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
   on conflict (tenant_id, bucket, offer, publisher, country, device, os, verdict) do update set ${add('rollup_quarter')}`;
export const rollDay = (table: string, kind: 'click' | 'impression'): string =>
  `insert into rollup_day select tenant_id, (at at time zone $2)::date, ${keys}, ${counts(kind)}
   from ${table} where tenant_id = $1 group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
   on conflict (tenant_id, day, offer, publisher, country, device, os, verdict) do update set ${add('rollup_day')}`;

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const invalid = list(
  Object.entries(verdicts)
    .filter(([, verdict]) => verdict.invalid)
    .map(([name]) => name),
);
const billable = list(
  Object.entries(verdicts)
    .filter(([, verdict]) => verdict.billable)
    .map(([name]) => name),
);

const countOf = (kind: 'click' | 'impression', names: string): string =>
  kind === 'click' ? `count(*) filter (where verdict in (${names}))` : '0';

/** the rollups that keep no verdict: refused and billable clicks stand in columns of their own */
const brief = (rollup: string, keys: Record<string, string>) => {
  const columns = ['tenant_id', ...Object.keys(keys)];
  const places = columns.map((_, at) => at + 1).join(', ');
  return (table: string, kind: 'click' | 'impression'): string =>
    `insert into ${rollup} select tenant_id, ${Object.values(keys).join(', ')}, ${counts(kind)},
       ${countOf(kind, invalid)}, ${countOf(kind, billable)}
     from ${table} where tenant_id = $1 group by ${places} order by ${places}
     on conflict (${columns.join(', ')}) do update set ${add(rollup)},
       invalid_clicks = ${rollup}.invalid_clicks + excluded.invalid_clicks,
       billable_clicks = ${rollup}.billable_clicks + excluded.billable_clicks`;
};
const day = '(at at time zone $2)::date';
const offerKeys = { day, offer: 'coalesce(offer, 0)', publisher: 'coalesce(publisher, 0)' };

export const rollSource = brief('rollup_source', { ...offerKeys, source: `coalesce(source, '')` });
export const rollOffer = brief('rollup_offer', offerKeys);
export const rollCountry = brief('rollup_country', { day, country: `coalesce(country, '')` });
/** the whole workspace, quarter by quarter; knows no zone */
export const rollTime = brief('rollup_time', { bucket: `date_bin('15 minutes', at, 'epoch')` });

/** what the plan counts: billable clicks, by calendar month, UTC */
export const countUsage = `insert into tenant_usage (tenant_id, month, clicks)
   select tenant_id, date_trunc('month', at at time zone 'UTC')::date, count(*) from ${stageOf.click}
   where tenant_id = $1 and verdict in (${billable}) group by 1, 2 order by 1, 2
   on conflict (tenant_id, month) do update set clicks = tenant_usage.clicks + excluded.clicks`;

/** `for update` makes a second call for the same segment wait for the first */
export const lockPosition = `insert into intake_positions (tracker, segment, accepted) values ($1, $2, 0)
   on conflict (tracker, segment) do update set updated_at = now() returning accepted`;
export const movePosition =
  'update intake_positions set accepted = $3, updated_at = now() where tracker = $1 and segment = $2';
export const keepFrame =
  'insert into intake_quarantine (tracker, segment, position, reason, frame) values ($1, $2, $3, $4, $5)';
export const rowsAsJson = (table: string): string =>
  `select jsonb_agg(to_jsonb(s))::text as rows from ${table} s where tenant_id = $1`;
