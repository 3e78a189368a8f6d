-- People come to the team by invitation, and roles of the workspace's own come and go.

-- when the last mail with the link went out; null for who was never invited
alter table users add column invited_at timestamptz;
grant delete on roles to tributary_app;

-- Who owns the workspace is said by his role and nothing else: `is_owner` follows it, whoever writes the row. The version before
-- this one says `is_owner` of a new owner and no role; give_role, which comes before by its name, has then found the owner's.
create function owner_follows_role() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_owner := exists (select from roles r
    where r.tenant_id = new.tenant_id and r.id = new.role_id and r.preset = 'owner');
  return new;
end $$;
create trigger owner_follows_role before insert or update of role_id, is_owner on users for each row
  when (new.type = 'admin') execute function owner_follows_role();

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    update users u set is_owner = r.preset is not distinct from 'owner' from roles r
      where u.tenant_id = tenant and u.type = 'admin' and r.tenant_id = tenant and r.id = u.role_id
        and u.is_owner <> (r.preset is not distinct from 'owner');
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
