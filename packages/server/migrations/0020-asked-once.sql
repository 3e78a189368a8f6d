-- Who is looking is asked once per statement, not once per row, in the tables whose lists grow long (as in 0018): asked per
-- row it took longer than reading the rows, and the planner guessed a hundredth of them.
alter policy actor_scope on users using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
alter policy actor_scope on offers using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin', 'publisher'))
  or advertiser_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
alter policy actor_scope on offer_permissions using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
alter policy actor_scope on links using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
alter policy actor_scope on deliveries using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or (publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid) and kind = 'postback'));

-- A search must pass every person of the tenant, and the wall with it.
alter policy tenant_wall on users
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

-- the lists' own order, newest first
create index users_newest on users (tenant_id, type, created_at, user_sequence_id) where deleted_at is null;

-- tables to come ask once, too
create or replace procedure scope_to_actor(target regclass, owner_column name) language plpgsql as $$
begin
  execute format(
    'create policy actor_scope on %s as restrictive using (
       (select coalesce(current_setting(''app.actor_kind'', true), '''') in (''system'', ''admin''))
       or %I = (select nullif(current_setting(''app.actor_id'', true), '''')::uuid))', target, owner_column);
end $$;
