-- Settings of a workspace, by section: every save is a row, the newest version is in force (docs/decisions/0037). What a section
-- holds is declared in contract/settings.ts and parsed where it is read.
create table settings (
  tenant_id uuid not null references tenants,
  section text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  -- null: the system
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (tenant_id, section, version),
  foreign key (tenant_id, changed_by) references users (tenant_id, id)
);
call protect_tenant_table('settings');
-- nothing that was saved is ever altered
grant select, insert on settings to tributary_app, tributary_worker;
grant select on settings to tributary_readonly;

-- what was a column until now; the column stays behind until no older release can read it
insert into settings (tenant_id, section, version, value, changed_at)
  select id, 'reports', 1, jsonb_build_object('advertisers_see_publishers', true), now()
  from tenants where advertisers_see_publishers;
