-- Who is in charge of an account: people, not an address. A manager who changes his address keeps his advertisers, and an
-- account may have several.

create table account_managers (
  tenant_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant_id, account_id, user_id),
  foreign key (tenant_id, account_id) references users (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index accounts_of_manager on account_managers (tenant_id, user_id);
call protect_tenant_table('account_managers');
create policy actor_scope on account_managers as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert, delete on account_managers to tributary_app, tributary_worker;
grant select on account_managers to tributary_readonly;

-- The text named the manager by an address. Where an admin of the tenant has it, he is in charge; where nobody has, nobody is,
-- and the text stays to be read. The version before this one still writes it while both run on the same schema.
create function assign_named_manager() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into account_managers (tenant_id, account_id, user_id, assigned_at)
    select new.tenant_id, new.id, m.id, new.created_at from users m
    where m.tenant_id = new.tenant_id and m.type = 'admin' and m.deleted_at is null
      and lower(m.email) = lower(new.admin_user_email);
  return null;
end $$;
create trigger assign_named_manager after insert on users for each row
  when (new.admin_user_email is not null) execute function assign_named_manager();

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    insert into account_managers (tenant_id, account_id, user_id, assigned_at)
      select a.tenant_id, a.id, m.id, a.created_at from users a
      join users m on m.tenant_id = a.tenant_id and m.type = 'admin' and m.deleted_at is null
        and lower(m.email) = lower(a.admin_user_email)
      where a.tenant_id = tenant and a.admin_user_email is not null;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
