-- The mail server of a workspace's own (docs/decisions/0050): how it is reached, and how it goes.
create table mail_servers (
  tenant_id uuid primary key references tenants,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls')),
  username text,
  -- sealed (docs/decisions/0035)
  password text,
  version integer not null check (version > 0),
  changed_by uuid,
  changed_at timestamptz not null,
  last_ok_at timestamptz,
  -- since when it cannot be used; null: it can, as far as is known
  failing_since timestamptz,
  tried_at timestamptz,
  last_error text,
  -- the owners heard of this failing, and last of a mail that it refused
  told_at timestamptz,
  refusal_told_at timestamptz,
  foreign key (tenant_id, changed_by) references users (tenant_id, id),
  check ((username is null) = (password is null))
);
call protect_tenant_table('mail_servers');
create policy actor_scope on mail_servers as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert, update, delete on mail_servers to tributary_app;
grant select on mail_servers to tributary_worker;
grant update (last_ok_at, failing_since, tried_at, last_error, told_at, refusal_told_at) on mail_servers to tributary_worker;
