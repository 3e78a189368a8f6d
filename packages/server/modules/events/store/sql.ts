// The statements of the PostgreSQL event store. Staging tables take COPY text as the trackers wrote it; everything from
// there on is set-based, per tenant, under that tenant's row-level security.
import { eventColumns, receiptColumns } from '@tributary/contract/spool-record';
import { verdictsThatAre } from '@tributary/contract/verdicts';

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

/** what is dated after $1, taken out of a staging table */
export const takeEarly = (table: string): string =>
  `with early as (delete from ${table} where at > $1 returning *)
   select count(*)::int as many, jsonb_agg(to_jsonb(early))::text as rows from early`;

/** clicks and impressions of tenant $1, with their quarter of an hour and their day in its zone, $2 */
const staged = `(${(['click', 'impression'] as const)
  .map(
    (
      kind,
    ) => `select '${kind}' as kind, date_bin('15 minutes', at, 'epoch') as bucket, (at at time zone $2)::date as day,
      ${eventColumns.join(', ')} from ${stageOf[kind]} where tenant_id = $1`,
  )
  .join(' union all ')})`;

/** the primary key has the last word against a row that came twice by another way */
export const insertEvents = `insert into events (kind, ${eventColumns.join(', ')})
   select kind, ${eventColumns.join(', ')} from ${staged} on conflict do nothing`;
export const insertReceipts = (table: string, kind: 'postback' | 'pixel'): string =>
  `insert into receipts (kind, ${receiptColumns.join(', ')}) select '${kind}', ${receiptColumns.join(', ')} from ${table}
   where tenant_id = $1 on conflict do nothing`;

/** those that may become a conversion wait to be decided about, in the transaction that stores them */
export const queueReceipts = (table: string): string =>
  `insert into receipt_queue (tenant_id, receipt_id, at) select tenant_id, receipt_id, at from ${table}
   where tenant_id = $1 and outcome = 'recorded' on conflict do nothing`;
export const announceReceipts = 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3)';

const namesOf = (want: 'billable' | 'invalid'): string =>
  verdictsThatAre(want)
    .map((name) => `'${name}'`)
    .join(', ');
const clicksThat = (condition: string): string => `count(*) filter (where kind = 'click' and ${condition})`;
const isBillable = `verdict in (${namesOf('billable')})`;
const counts = {
  impressions: `count(*) filter (where kind = 'impression')`,
  clicks: `count(*) filter (where kind = 'click')`,
  unique_clicks: clicksThat('is_unique'),
};
/** where a rollup keeps no verdict, what was refused and what is billable stand in columns of their own */
const briefCounts = {
  ...counts,
  invalid_clicks: clicksThat(`verdict in (${namesOf('invalid')})`),
  billable_clicks: clicksThat(isBillable),
  billable_impressions: `count(*) filter (where kind = 'impression' and ${isBillable})`,
};

/**
 * Clicks and impressions go into a rollup by one statement, in the order of its key: two transactions that meet there wait
 * for each other instead of deadlocking.
 */
function rollInto(rollup: string, keys: Record<string, string>, sums: Record<string, string>): string {
  const columns = ['tenant_id', ...Object.keys(keys)];
  const places = columns.map((_, at) => at + 1).join(', ');
  const added = Object.keys(sums).map((name) => `${name} = ${rollup}.${name} + excluded.${name}`);
  return `insert into ${rollup} (${[...columns, ...Object.keys(sums)].join(', ')})
   select tenant_id, ${[...Object.values(keys), ...Object.values(sums)].join(', ')} from ${staged}
   group by ${places} order by ${places}
   on conflict (${columns.join(', ')}) do update set ${added.join(', ')}`;
}

const offer = { offer: 'coalesce(offer, 0)' };
const publisher = { publisher: 'coalesce(publisher, 0)' };
const country = { country: `coalesce(country, '')` };
const all = {
  ...offer,
  ...publisher,
  ...country,
  device: `coalesce(device_type, '')`,
  os: `coalesce(os, '')`,
  verdict: 'verdict',
};
const [bucket, day] = [{ bucket: 'bucket' }, { day: 'day' }];

/** the rows that most transactions meet in come last, so that they are held for the shortest time */
export const rollups = [
  rollInto('rollup_quarter', { ...bucket, ...all }, counts),
  rollInto('rollup_day', { ...day, ...all }, counts),
  rollInto('rollup_source', { ...day, ...offer, ...publisher, source: `coalesce(source, '')` }, briefCounts),
  rollInto('rollup_offer_publisher', { ...day, ...offer, ...publisher }, briefCounts),
  rollInto('rollup_publisher', { ...day, ...publisher }, briefCounts),
  rollInto('rollup_offer', { ...day, ...offer }, briefCounts),
  rollInto('rollup_country', { ...day, ...country }, briefCounts),
  rollInto('rollup_time', bucket, briefCounts),
];

/** a refused click's row names the cap that refused it; a tracker's word is looked at before it is taken for an id */
export const countRefusals = `insert into rollup_cap (tenant_id, cap_id, bucket, clicks)
   select tenant_id, cap_lots::uuid, date_bin('15 minutes', at, 'epoch'), count(*) from ${stageOf.click}
   where tenant_id = $1 and verdict = 'cap_reached' and cap_lots ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (tenant_id, cap_id, bucket) do update set clicks = rollup_cap.clicks + excluded.clicks`;

/** what the plan counts: billable clicks, by calendar month, UTC */
export const countUsage = `insert into tenant_usage (tenant_id, month, clicks)
   select tenant_id, date_trunc('month', at at time zone 'UTC')::date, count(*) from ${stageOf.click}
   where tenant_id = $1 and ${isBillable} group by 1, 2 order by 1, 2
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
