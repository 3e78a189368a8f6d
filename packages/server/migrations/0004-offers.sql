-- Offers and all that hangs on them. Money is bigint micro-units with its currency on the offer.

create table uploads (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  width integer not null,
  height integer not null,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references users (tenant_id, id)
);
call protect_tenant_table('uploads');
grant select, insert on uploads to tributary_app, tributary_worker;

create table offers (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  -- camp_id
  number integer not null,
  -- grows with every change: an edit based on an older one is refused
  version integer not null default 1,
  title text not null,
  advertiser_id uuid not null,
  objective text not null,
  offer_type text not null check (offer_type in ('CPR', 'CPS', 'CPI', 'CPL', 'CPM', 'CPC')),
  status text not null check (status in ('active', 'paused', 'pending')),
  visibility text not null check (visibility in ('Public', 'Private', 'Ask to Permission')),
  currency text not null,
  revenue_micros bigint not null check (revenue_micros >= 0),
  payout_micros bigint not null check (payout_micros >= 0),
  hide_payout boolean not null,
  default_campaign_url text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  countries text[] not null,
  category text,
  tags text[] not null,
  thumbnail_id uuid,
  -- what the publisher must accept; a change of the text is a new version
  terms_version integer not null default 1,
  require_terms boolean not null,
  deep_links boolean not null,
  deep_link_hosts text[] not null,
  redirect_type text not null check (redirect_type in ('301', '302', 'javascript')),
  conversion_tracking text not null,
  unique_click_hours integer not null,
  duplicate_click_action text not null check (duplicate_click_action in ('count', 'refuse')),
  hold_minutes integer not null,
  status_after_hold text not null check (status_after_hold in ('approved', 'pending', 'rejected')),
  click_life_days integer not null,
  min_ctit_seconds integer not null,
  fallback_url text,
  external_offer_id text,
  app_id text,
  -- the schedule: daily start and stop times, and the hours and days of time targeting
  daily_start_stop boolean not null,
  daily_start_time time not null,
  daily_end_time time not null,
  enable_time_targeting boolean not null,
  enable_inactive_hours boolean not null,
  timezone text not null,
  start_hour integer not null check (start_hour between 0 and 23),
  end_hour integer not null check (end_hour between 0 and 23),
  selected_days text[] not null,
  devices text not null,
  operating_system text not null,
  -- further targeting rules, as contract/offers.ts TargetInput
  targets jsonb not null default '[]',
  -- what nobody decides by: texts, previews, flows; names as in contract/offers.ts
  texts jsonb not null,
  -- an advertiser's brief, until an account manager has completed it
  is_brief boolean not null default false,
  budget_micros bigint,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text generated always as (lower(title || chr(10) || coalesce(external_offer_id, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, thumbnail_id) references uploads (tenant_id, id)
);
create index offers_list on offers (tenant_id, status, number desc);
create index offers_of_advertiser on offers (tenant_id, advertiser_id);
call protect_tenant_table('offers');
-- an advertiser sees its own; publishers see what visibility lets them (modules/offers decides; texts never leave whole)
create policy actor_scope on offers as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin', 'publisher')
  or advertiser_id = nullif(current_setting('app.actor_id', true), '')::uuid);
grant select, insert, update on offers to tributary_app, tributary_worker;
grant select on offers to tributary_intake;

create table offer_goals (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  number integer not null,
  name text not null,
  -- what the advertiser sends as `goal`; '' is the default goal
  token text not null,
  revenue_micros bigint not null check (revenue_micros >= 0),
  payout_micros bigint not null check (payout_micros >= 0),
  -- kept when removed from the form: conversions name it
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, offer_id, number),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id)
);
create unique index goals_by_token on offer_goals (tenant_id, offer_id, token) where removed_at is null;
call protect_tenant_table('offer_goals');
grant select, insert, update on offer_goals to tributary_app, tributary_worker;
grant select on offer_goals to tributary_intake;

create table offer_landing_pages (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  number integer not null,
  name text not null,
  url text not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, offer_id, number),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id)
);
call protect_tenant_table('offer_landing_pages');
grant select, insert, update on offer_landing_pages to tributary_app, tributary_worker;

create table offer_creatives (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  number integer not null,
  name text not null,
  kind text not null check (kind in ('image', 'html', 'text')),
  upload_id uuid,
  content text,
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, offer_id, number),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, upload_id) references uploads (tenant_id, id)
);
call protect_tenant_table('offer_creatives');
grant select, insert, update on offer_creatives to tributary_app, tributary_worker;

create table offer_caps (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  publisher_id uuid,
  metric text not null check (metric in ('clicks', 'conversions', 'revenue', 'payout')),
  period text not null check (period in ('hour', 'day', 'week', 'month', 'total')),
  -- counts, or micro-units for revenue and payout
  limit_value bigint not null check (limit_value >= 0),
  action text not null check (action in ('fallback', 'pause_offer', 'notify', 'reject', 'hold', 'zero_payout')),
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id)
);
create index caps_of_offer on offer_caps (tenant_id, offer_id) where removed_at is null;
call protect_tenant_table('offer_caps');
grant select, insert, update on offer_caps to tributary_app, tributary_worker;
grant select on offer_caps to tributary_intake;

create table offer_payout_rules (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  -- the published priority order breaks ties by age: a number per offer, oldest first
  number integer not null,
  publisher_id uuid,
  goal_id uuid,
  countries text[] not null,
  source text,
  from_conversions integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  payout_micros bigint check (payout_micros >= 0),
  -- hundredths of a percent of the sale amount
  payout_basis_points integer check (payout_basis_points between 0 and 10000),
  revenue_micros bigint check (revenue_micros >= 0),
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, goal_id) references offer_goals (tenant_id, id)
);
create index rules_of_offer on offer_payout_rules (tenant_id, offer_id) where removed_at is null;
call protect_tenant_table('offer_payout_rules');
grant select, insert, update on offer_payout_rules to tributary_app, tributary_worker;
grant select on offer_payout_rules to tributary_intake;

-- who may run an offer, who asked, and what they accepted
create table offer_permissions (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  publisher_id uuid not null,
  state text not null check (state in ('allowed', 'requested', 'refused', 'blocked')),
  traffic text,
  terms_version integer,
  terms_accepted_at timestamptz,
  requested_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  reason text,
  primary key (tenant_id, id),
  unique (tenant_id, offer_id, publisher_id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id)
);
create index permission_queue on offer_permissions (tenant_id, requested_at desc) where state = 'requested';
create index permissions_of_publisher on offer_permissions (tenant_id, publisher_id);
call protect_tenant_table('offer_permissions');
call scope_to_actor('offer_permissions', 'publisher_id');
grant select, insert, update on offer_permissions to tributary_app, tributary_worker;
grant delete on offer_permissions to tributary_app;

-- saved tracking links: /c/{code}
create table links (
  tenant_id uuid not null,
  code text not null check (code ~ '^[0-9A-Za-z_-]{1,64}$'),
  offer_id uuid not null,
  publisher_id uuid not null,
  landing_page integer,
  deep_link text,
  params jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, code),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id)
);
create index links_of_publisher on links (tenant_id, publisher_id, created_at desc);
call protect_tenant_table('links');
call scope_to_actor('links', 'publisher_id');
grant select, insert on links to tributary_app, tributary_worker;
