-- Clicks, impressions and postback receipts as they come from the trackers, their rollups, and what trackers are told.

-- how far each tracker's spool has been taken in; moved in the transaction that stores the rows
create table intake_positions (
  tracker text not null check (tracker ~ '^[0-9a-f]{16}$'),
  segment bigint not null,
  accepted bigint not null,
  updated_at timestamptz not null default now(),
  primary key (tracker, segment)
);
grant select, insert, update on intake_positions to tributary_intake;
grant select on intake_positions to tributary_worker;

-- frames that could not be stored (a row the tables refuse, a tenant that does not exist): kept as they came
create table intake_quarantine (
  id uuid primary key default uuidv7(),
  tracker text not null,
  segment bigint not null,
  position bigint not null,
  reason text not null,
  frame bytea not null,
  at timestamptz not null default now()
);
grant select, insert on intake_quarantine to tributary_intake;
grant select on intake_quarantine to tributary_worker;

create table events (
  tenant_id uuid not null,
  kind text not null check (kind in ('click', 'impression')),
  event_id text not null,
  at timestamptz not null,
  offer integer,
  publisher integer,
  advertiser integer,
  landing integer,
  link_code text,
  verdict text not null,
  sent_to text not null,
  is_unique boolean,
  cap_lots text,
  snapshot_version bigint,
  tracking_host text,
  ip inet,
  country text,
  region text,
  city text,
  zip text,
  isp text,
  asn bigint,
  is_hosting boolean,
  device_type text,
  device_brand text,
  device_model text,
  os text,
  os_version text,
  browser text,
  browser_version text,
  user_agent text,
  language text,
  referer text,
  source text,
  sub_source text,
  params jsonb,
  primary key (tenant_id, event_id, at)
) partition by range (at);
create index events_by_time on events (tenant_id, at desc);
call protect_tenant_table('events');
grant select, insert on events to tributary_intake;
grant select on events to tributary_app, tributary_worker, tributary_readonly;

create table receipts (
  tenant_id uuid not null,
  kind text not null check (kind in ('postback', 'pixel')),
  receipt_id uuid not null,
  at timestamptz not null,
  outcome text not null,
  click_id text,
  click_at timestamptz,
  offer integer,
  publisher integer,
  advertiser integer,
  txn_id text,
  goal text,
  status text,
  sale_amount text,
  currency text,
  ip inet,
  country text,
  user_agent text,
  referer text,
  method text,
  query text,
  params jsonb,
  primary key (tenant_id, receipt_id, at)
) partition by range (at);
create index receipts_by_time on receipts (tenant_id, at desc);
call protect_tenant_table('receipts');
grant select, insert on receipts to tributary_intake;
grant select on receipts to tributary_app, tributary_worker, tributary_readonly;

-- Partitions are days, UTC. Whoever stores rows of a new day asks for it; the function owns nothing but the making of
-- empty tables, and puts each behind the same wall as its parent.
create function ensure_event_partition(parent text, day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := format('%s_p%s', parent, to_char(day, 'YYYYMMDD'));
begin
  if parent not in ('events', 'receipts') then
    raise exception 'no such partitioned table: %', parent;
  end if;
  if to_regclass(part) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(7272743);
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  call protect_tenant_table(part::regclass);
  -- attaching takes a lighter lock than creating in place: reads and writes of other days go on
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
    day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;
revoke execute on function ensure_event_partition(text, date) from public;
grant execute on function ensure_event_partition(text, date) to tributary_intake, tributary_worker;

-- Rollups. Absent values are 0 or '': a key cannot be null. Days are the tenant's own.
create table rollup_quarter (
  tenant_id uuid not null,
  bucket timestamptz not null,
  offer integer not null,
  publisher integer not null,
  country text not null,
  device text not null,
  os text not null,
  verdict text not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  primary key (tenant_id, bucket, offer, publisher, country, device, os, verdict)
);
call protect_tenant_table('rollup_quarter');
create table rollup_day (
  tenant_id uuid not null,
  day date not null,
  offer integer not null,
  publisher integer not null,
  country text not null,
  device text not null,
  os text not null,
  verdict text not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  primary key (tenant_id, day, offer, publisher, country, device, os, verdict)
);
call protect_tenant_table('rollup_day');
create table rollup_source (
  tenant_id uuid not null,
  day date not null,
  offer integer not null,
  publisher integer not null,
  source text not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  invalid_clicks bigint not null,
  primary key (tenant_id, day, offer, publisher, source)
);
call protect_tenant_table('rollup_source');
grant select, insert, update on rollup_quarter, rollup_day, rollup_source to tributary_intake;
grant select on rollup_quarter, rollup_day, rollup_source to tributary_app, tributary_worker, tributary_readonly;

-- What trackers know: the newest value of each entity and the version that brought it; a null value is a removal.
create table snapshot_entities (
  tenant_id uuid not null references tenants,
  entity text not null check (entity in ('tenant', 'offer', 'publisher', 'advertiser', 'link', 'shield')),
  entity_key text not null,
  version bigint not null,
  value jsonb,
  primary key (tenant_id, entity, entity_key)
);
create index snapshot_by_version on snapshot_entities (version);
call protect_tenant_table('snapshot_entities');
create policy publishing on snapshot_entities to tributary_worker using (true) with check (true);
grant select, insert, update on snapshot_entities to tributary_worker;
create table snapshot_state (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);
insert into snapshot_state (version) values (0);
grant select, update on snapshot_state to tributary_worker;

-- the trackers that have reported, and what they said last
create table trackers (
  id text primary key,
  boot text not null,
  label text not null,
  snapshot_version bigint not null,
  reported_at timestamptz not null,
  report jsonb not null
);
grant select, insert, update, delete on trackers to tributary_worker;

-- Click caps: spent plus what is out in lots never exceeds the limit. One row per cap and window, locked while lots change.
create table cap_windows (
  tenant_id uuid not null,
  cap_id uuid not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  -- reported or assumed spent, and granted but not settled
  spent bigint not null default 0,
  outstanding bigint not null default 0,
  primary key (tenant_id, cap_id, window_start),
  foreign key (tenant_id, cap_id) references offer_caps (tenant_id, id)
);
call protect_tenant_table('cap_windows');
create policy leasing on cap_windows to tributary_worker using (true) with check (true);
grant select, insert, update on cap_windows to tributary_worker;
grant select on cap_windows to tributary_app;
create table cap_lots (
  tenant_id uuid not null,
  lot text not null,
  cap_id uuid not null,
  window_start timestamptz not null,
  tracker text not null,
  boot text not null,
  granted bigint not null,
  spent bigint not null default 0,
  expires_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, lot),
  foreign key (tenant_id, cap_id, window_start) references cap_windows (tenant_id, cap_id, window_start)
);
create unique index lots_by_name on cap_lots (lot);
create index lots_open on cap_lots (tracker, boot) where settled_at is null;
call protect_tenant_table('cap_lots');
create policy leasing on cap_lots to tributary_worker using (true) with check (true);
grant select, insert, update on cap_lots to tributary_worker;
