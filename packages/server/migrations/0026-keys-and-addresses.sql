-- API keys end with access, and addresses are confirmed by whoever reads their mail.

alter table api_keys add column suspended_at timestamptz;
alter table api_keys add column suspended_for text
  check (suspended_for in ('password-reset', 'password-changed', 'signed-out', 'rejected'));
alter table api_keys add constraint suspended_for_a_reason check ((suspended_at is null) = (suspended_for is null));

-- a public sign-up until its owner has shown that the address is his
alter table users add column email_unconfirmed boolean not null default false;
update users set email_unconfirmed = true where status = 'pending' and type <> 'admin' and deleted_at is null;

-- a link that shows that whoever opens it reads the address: the account's own, or the one it is to have
create table email_links (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  email text not null,
  link_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index email_links_open on email_links (tenant_id, user_id) where used_at is null;
call protect_tenant_table('email_links');
call scope_to_actor('email_links', 'user_id');
grant select, insert, update on email_links to tributary_app, tributary_worker;
grant delete on email_links to tributary_worker;
