-- What a workspace asks at sign-up, the terms its partners accept, and what it does with people's data (docs/decisions/0053).

-- As answered: the questions' own words stand with the answers, whatever becomes of the questions later.
alter table users add column signup_answers jsonb;
-- the newest version of its audience's terms that the account has accepted; 0: none
alter table users add column terms_accepted integer not null default 0;

create table terms_versions (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  audience text not null check (audience in ('publisher', 'advertiser')),
  -- given when it is published, growing by one for each audience; a draft has none
  number integer check (number > 0),
  -- language → rich text; English is always there
  texts jsonb not null,
  effective_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid,
  published_at timestamptz,
  published_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, audience, number),
  check ((number is null) = (published_at is null)),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, published_by) references users (tenant_id, id)
);
call protect_tenant_table('terms_versions');
grant select, insert, update, delete on terms_versions to tributary_app;
grant select, insert on terms_versions to tributary_worker;
grant select on terms_versions to tributary_readonly;
-- nobody can be said to have accepted other words than he read
create function keep_published_terms() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then
    raise exception 'published terms stay as they are';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger keep_published before update or delete on terms_versions
  for each row execute function keep_published_terms();

create table terms_acceptances (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  terms_id uuid not null,
  at timestamptz not null,
  -- null once the person's data was deleted
  ip text,
  -- in which it was read
  language text not null,
  place text not null check (place in ('signup', 'portal')),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, terms_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, terms_id) references terms_versions (tenant_id, id)
);
create index terms_acceptances_recent on terms_acceptances (tenant_id, at desc, id desc);
call protect_tenant_table('terms_acceptances');
call scope_to_actor('terms_acceptances', 'user_id');
call scope_people('terms_acceptances', 'user_id');
grant select, insert on terms_acceptances to tributary_app;
grant select, insert, update (ip) on terms_acceptances to tributary_worker;
grant select on terms_acceptances to tributary_readonly;

-- What was a column until now is a setting; the column stays behind, unread, until no older release can run beside this one.
insert into settings (tenant_id, section, version, value, changed_at)
  select id, 'tracking', 1, jsonb_build_object('fallback_url', fallback_url), now()
  from tenants where fallback_url is not null;
