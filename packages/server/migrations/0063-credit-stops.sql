-- Advertisers whose credit is used up: their offers take no traffic, and what was clicked before waits for a person. Billing says
-- who; the trackers are told through the snapshot.
create table credit_stops (
  tenant_id uuid not null,
  advertiser_id uuid not null,
  stopped_at timestamptz not null,
  primary key (tenant_id, advertiser_id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id)
);
call protect_tenant_table('credit_stops');
call scope_to_actor('credit_stops', 'advertiser_id');
call scope_rows('credit_stops', null, 'advertiser_id in (select accounts_in_charge())');
grant select, insert, delete on credit_stops to tributary_app, tributary_worker;

-- a limit is taken back whole: without a row there is none
grant delete on credit_limits to tributary_app, tributary_worker;

-- of what is settled, the part that nobody will pay
alter table documents add column written_off_micros bigint not null default 0 check (written_off_micros >= 0);

-- who was reminded of which invoice, and when
create table document_reminders (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  document_id uuid not null,
  owner_id uuid not null,
  -- how many days it was overdue when the job wrote; null: a person did
  stage integer,
  sent_by uuid,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  check (stage is null or sent_by is null)
);
create unique index reminded_once on document_reminders (tenant_id, document_id, stage) where stage is not null;
create index reminders_of_document on document_reminders (tenant_id, document_id, at desc);
call protect_owned_table('document_reminders');
grant select, insert on document_reminders to tributary_app, tributary_worker;
