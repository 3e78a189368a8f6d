-- Mail of a workspace (docs/decisions/0050): its own templates, and the keys of its sender.

-- what a mail was to say, as it was said: the text is made of it when the mail leaves, and both are emptied then
alter table mails add column content jsonb;

-- every save is a row, the newest version is in force
create table mail_templates (
  tenant_id uuid not null references tenants,
  event text not null,
  language text not null check (language in ('en', 'es', 'hi')),
  version integer not null check (version > 0),
  -- both null: the built-in text again
  subject text,
  body text,
  changed_by uuid,
  changed_at timestamptz not null,
  -- why it could not be used for a mail, once it happened
  fault text,
  primary key (tenant_id, event, language, version),
  foreign key (tenant_id, changed_by) references users (tenant_id, id),
  check ((subject is null) = (body is null))
);
call protect_tenant_table('mail_templates');
create policy actor_scope on mail_templates as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
-- nothing that was saved is ever altered; only the worker, which sends, notes a fault
grant select, insert on mail_templates to tributary_app, tributary_worker;
grant update (fault) on mail_templates to tributary_worker;
grant select on mail_templates to tributary_readonly;

-- a domain that a workspace sends from: its key, and what its records said when they were last looked at
create table mail_domains (
  tenant_id uuid not null references tenants,
  domain text not null,
  selector text not null,
  public_key text not null,
  -- sealed (docs/decisions/0035)
  private_key text not null,
  created_at timestamptz not null,
  checks jsonb,
  checked_at timestamptz,
  -- null: mail does not leave under this domain
  verified_at timestamptz,
  primary key (tenant_id, domain)
);
call protect_tenant_table('mail_domains');
create policy actor_scope on mail_domains as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert, update on mail_domains to tributary_app, tributary_worker;
