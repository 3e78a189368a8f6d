-- What leaves: publishers' postbacks, webhooks, and every attempt to deliver them.

create table publisher_postbacks (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  publisher_id uuid not null,
  -- null: for every offer, for every goal
  offer_id uuid,
  goal_id uuid,
  url text not null,
  method text not null check (method in ('GET', 'POST')),
  statuses text[] not null,
  enabled boolean not null default true,
  disabled_reason text,
  -- deliveries given up in a row, without one success between them
  failures integer not null default 0,
  last_status integer,
  last_error text,
  last_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, goal_id) references offer_goals (tenant_id, id),
  check (goal_id is null or offer_id is not null)
);
create index postbacks_of_publisher on publisher_postbacks (tenant_id, publisher_id) where removed_at is null;
call protect_tenant_table('publisher_postbacks');
call scope_to_actor('publisher_postbacks', 'publisher_id');
grant select, insert, update on publisher_postbacks to tributary_app, tributary_worker;

create table webhooks (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  url text not null,
  events text[] not null,
  enabled boolean not null default true,
  disabled_reason text,
  -- the signing secret is derived from the installation's own and this version; the one before signs until then
  secret_version integer not null default 1,
  previous_until timestamptz,
  failures integer not null default 0,
  last_status integer,
  last_error text,
  last_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
call protect_tenant_table('webhooks');
create policy managers_only on webhooks as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert, update on webhooks to tributary_app, tributary_worker;

-- one call that must arrive
create table deliveries (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  kind text not null check (kind in ('postback', 'webhook')),
  -- the publisher's postback or the webhook that asked for it
  target_id uuid not null,
  -- of the conversion; its own log shows it where it is a postback
  publisher_id uuid not null,
  conversion_id uuid not null,
  event text not null,
  -- what made it due: a repeated run finds it and sends nothing twice
  cause text not null,
  url text not null,
  method text not null check (method in ('GET', 'POST')),
  request_body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  latency_ms integer,
  next_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, conversion_id) references conversions (tenant_id, id),
  unique (tenant_id, target_id, conversion_id, cause)
);
create index deliveries_of_conversion on deliveries (tenant_id, conversion_id, id desc);
create index deliveries_of_publisher on deliveries (tenant_id, publisher_id, id desc);
call protect_tenant_table('deliveries');
create policy actor_scope on deliveries as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')
  or (publisher_id = nullif(current_setting('app.actor_id', true), '')::uuid and kind = 'postback'));
grant select, insert, update on deliveries to tributary_app, tributary_worker;

create table delivery_attempts (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  delivery_id uuid not null,
  attempt integer not null,
  at timestamptz not null,
  url text not null,
  method text not null,
  status integer,
  body text,
  error text,
  latency_ms integer,
  next_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references deliveries (tenant_id, id)
);
create index attempts_of_delivery on delivery_attempts (tenant_id, delivery_id, id);
call protect_tenant_table('delivery_attempts');
grant select, insert on delivery_attempts to tributary_app, tributary_worker;
