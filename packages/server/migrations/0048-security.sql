-- Signing in with a second factor, and API keys that are for more than reports, come to an end and are followed by others.

create table totp_factors (
  tenant_id uuid not null,
  user_id uuid not null,
  -- in the vault's form, bound to the workspace and the person
  sealed text not null,
  created_at timestamptz not null,
  -- null: shown, and not yet answered with a code
  confirmed_at timestamptz,
  -- the latest half minute whose code was taken: none is taken twice
  last_step bigint,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('totp_factors');
call scope_to_actor('totp_factors', 'user_id');
call scope_people('totp_factors', 'user_id');
grant select, insert, update, delete on totp_factors to tributary_app;
grant select on totp_factors to tributary_worker;

create table recovery_codes (
  tenant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('recovery_codes');
call scope_to_actor('recovery_codes', 'user_id');
call scope_people('recovery_codes', 'user_id');
grant select, insert, update, delete on recovery_codes to tributary_app;

create table passkeys (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  user_id uuid not null,
  name text not null,
  -- as the browser names it, and the host that it was made on: nowhere else does a browser offer it
  credential_id text not null,
  rp_id text not null,
  public_key bytea not null,
  -- uses, as the device counts them; one that goes back is a copy
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index passkeys_of_user on passkeys (tenant_id, user_id);
call protect_tenant_table('passkeys');
call scope_to_actor('passkeys', 'user_id');
call scope_people('passkeys', 'user_id');
grant select, insert, update, delete on passkeys to tributary_app;
grant select on passkeys to tributary_worker;

-- what a passkey is to sign: given out, answered once, forgotten after some minutes
create table passkey_challenges (
  tenant_id uuid not null,
  user_id uuid not null,
  challenge text not null,
  purpose text not null check (purpose in ('register', 'prove')),
  expires_at timestamptz not null,
  primary key (tenant_id, user_id, challenge),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('passkey_challenges');
call scope_to_actor('passkey_challenges', 'user_id');
call scope_people('passkey_challenges', 'user_id');
grant select, insert, delete on passkey_challenges to tributary_app, tributary_worker;

-- API keys. Their scopes are a list; the text stays for one release, and whichever of the two is written, the other follows.
alter table api_keys add column scopes text[];
alter table api_keys add column expires_at timestamptz;
-- the key that took its place; until it expires both open the same
alter table api_keys add column rolled_into uuid;
alter table api_keys add column reminded_at timestamptz;
create function keep_scopes_in_step() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.scopes is null or (tg_op = 'UPDATE' and new.scope is distinct from old.scope and new.scopes is not distinct from old.scopes) then
    new.scopes := string_to_array(new.scope, ' ');
  else
    new.scope := array_to_string(new.scopes, ' ');
  end if;
  return new;
end $$;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    update api_keys set scopes = string_to_array(scope, ' ') where scopes is null;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
create trigger keep_scopes_in_step before insert or update on api_keys for each row execute function keep_scopes_in_step();
alter table api_keys alter column scopes set not null;
alter table api_keys alter column scope drop not null;
create index api_keys_ending on api_keys (tenant_id, expires_at) where revoked_at is null and reminded_at is null;
create index api_keys_list on api_keys (tenant_id, id desc);
grant select, update on api_keys to tributary_worker;

-- how often a key was used, by the hour; the sum of a day is shown
create table api_key_hours (
  tenant_id uuid not null,
  key_id uuid not null,
  user_id uuid not null,
  hour timestamptz not null,
  calls bigint not null,
  primary key (tenant_id, key_id, hour),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('api_key_hours');
call scope_to_actor('api_key_hours', 'user_id');
call scope_people('api_key_hours', 'user_id');
grant select, insert, update on api_key_hours to tributary_app;
grant select, delete on api_key_hours to tributary_worker;

-- How long a password must be is one of the workspace's rules from here on. The column stays for one release, which writes both.
do $$
declare
  tenant record;
begin
  for tenant in select id, password_min_length from tenants where password_min_length > 6 loop
    perform set_config('app.tenant_id', tenant.id::text, true), set_config('app.actor_kind', 'system', true);
    insert into settings (tenant_id, section, version, value, changed_at)
      values (tenant.id, 'security', 1, jsonb_build_object('password_min_length', tenant.password_min_length), now());
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
