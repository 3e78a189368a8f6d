-- How long raw rows are kept, and what is known of one person: handed over, and deleted (docs/decisions/0055).

-- Single clicks, impressions and receipts before this moment were removed by the workspace's retention; null: none was. It is
-- moved before the first of them goes, so that whoever misses one is told why.
alter table tenants add column rows_since timestamptz;
grant delete on events, receipts, receipt_outcomes, received_hooks, test_events to tributary_worker;

-- What is deleted of a person is blanked where the row itself must stay: by the worker alone, and in these columns alone.
grant update (ip, user_agent, referer, params, sub_source, city, zip, isp) on events to tributary_worker;
grant update (ip, user_agent, referer, params, query) on receipts to tributary_worker;
grant update (url, body, error) on delivery_attempts to tributary_worker;
grant delete on account_notes, passkeys, passkey_challenges, recovery_codes, totp_factors to tributary_worker;
-- whose they are, so that those alone are found
grant select (tenant_id, user_id) on passkey_challenges, recovery_codes to tributary_worker;
grant update (email, ip, country, user_agent, detail) on access_log to tributary_worker;
-- of the trail, too: what was done stays, what it said of the person goes, and cannot come back by an undo
alter table audit_log add column erased_at timestamptz;
grant update (before, after, ip, erased_at) on audit_log to tributary_worker;
-- the account goes on as a number: its money and history name it
alter table users add column erased_at timestamptz;

create table person_requests (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('export', 'erasure')),
  -- an account of the workspace, or a visitor by what he is known by
  subject text not null check (subject in ('account', 'click_id', 'ip', 'device_id', 'email')),
  user_id uuid,
  -- of a visitor; forgotten when the request has ended
  sought text,
  -- of an erasure: first what there is is counted (found), then somebody confirms it
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'found', 'ready', 'done', 'failed', 'withdrawn')),
  progress integer not null default 0 check (progress between 0 and 100),
  -- kind of row → how many were found
  counts jsonb not null default '{}',
  bytes bigint,
  error text,
  asked_by uuid not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  finished_at timestamptz,
  -- until when its file is there, or the counts wait for a word
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, asked_by) references users (tenant_id, id)
);
call protect_tenant_table('person_requests');
create policy managers_only on person_requests as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_people('person_requests', 'user_id');
grant select, insert, update on person_requests to tributary_app;
grant select, update on person_requests to tributary_worker;
