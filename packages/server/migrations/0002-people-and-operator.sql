-- What account managers know about people (answers, notes, tags, notifications), profiles and companies, free trials,
-- and the operator who runs the platform.

alter table users
  add column phone text,
  add column time_zone text not null default 'UTC',
  add column language text not null default 'en' check (language in ('en', 'hi', 'es')),
  add column tags text[] not null default '{}',
  -- the answers of the publisher's registration form, and the one-day secret with which they may be given
  add column registration jsonb,
  add column registration_hash bytea,
  add column registration_until timestamptz,
  add column notifications_read_at timestamptz,
  -- one text for the lists' search; the line feed keeps a name from running into the address
  add column search_text text generated always as (lower(first_name || ' ' || last_name || chr(10) || email)) stored;
create index users_by_sequence on users (tenant_id, type, user_sequence_id) where deleted_at is null;
create index users_by_tag on users using gin (tags);
create unique index users_registration on users (registration_hash) where registration_hash is not null;

create table account_notes (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, author_id) references users (tenant_id, id)
);
create index notes_of_account on account_notes (tenant_id, user_id, id desc);
call protect_tenant_table('account_notes');
-- notes are the managers' own: the people they are about never see them
create policy managers_only on account_notes as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert on account_notes to tributary_app, tributary_worker;

create table company_details (
  tenant_id uuid not null,
  user_id uuid not null,
  legal_name text,
  tax_id text,
  address text,
  country text,
  billing_name text,
  billing_email text,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('company_details');
call scope_to_actor('company_details', 'user_id');
grant select, insert, update on company_details to tributary_app, tributary_worker;

-- for all account managers of the tenant; each has read up to a moment of his own
create table notifications (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  kind text not null,
  text text not null,
  path text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index notifications_recent on notifications (tenant_id, at desc);
call protect_tenant_table('notifications');
create policy managers_only on notifications as restrictive for select using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert on notifications to tributary_app, tributary_worker;
grant delete on notifications to tributary_worker;

-- one trial for an address; the unique index, not a look before, keeps a repeat from making a second tenant
create table trial_requests (
  tenant_id uuid primary key references tenants,
  email text not null,
  name text not null,
  company text not null,
  business_type text not null,
  usage_types text[] not null,
  country text,
  mobile text,
  microsoft_teams text,
  created_at timestamptz not null
);
create unique index trial_by_email on trial_requests (lower(email));
call protect_tenant_table('trial_requests');
-- a repeated request is answered by a job, which must find whose trial it was
create policy answer_repeats on trial_requests for select to tributary_worker using (true);
grant select, insert on trial_requests to tributary_app, tributary_worker;

-- what a plan counts, per calendar month (UTC)
create table tenant_usage (
  tenant_id uuid not null references tenants,
  month date not null,
  clicks bigint not null default 0,
  conversions bigint not null default 0,
  primary key (tenant_id, month)
);
call protect_tenant_table('tenant_usage');
create policy operated on tenant_usage for select to tributary_operator using (true);
grant select on tenant_usage to tributary_app, tributary_operator, tributary_readonly;
grant select, insert, update on tenant_usage to tributary_intake, tributary_worker;

-- messages to whoever runs the platform; they belong to no tenant
create table contact_messages (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null,
  company text,
  message text not null,
  ip text not null,
  created_at timestamptz not null,
  handled_at timestamptz
);
grant insert on contact_messages to tributary_app;
grant select, update on contact_messages to tributary_operator;

create table operators (
  id uuid primary key default uuidv7(),
  email text not null,
  password_hash text not null,
  created_at timestamptz not null
);
create unique index operators_email on operators (lower(email));
create table operator_sessions (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references operators,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  ended_at timestamptz
);
grant select, insert, update on operators, operator_sessions to tributary_operator;

-- the operator sees which mails failed, never what stood in them
create policy failures on mails for select to tributary_operator using (status = 'failed');
grant select (tenant_id, id, template, recipient, subject, status, error, created_at) on mails to tributary_operator;
create index mails_failed on mails (created_at desc) where status = 'failed';
