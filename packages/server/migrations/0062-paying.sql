-- Paying: what was chosen and previewed for a batch, and files that are made lot by lot.

-- as the preview showed it; an approval that finds anything else is refused
create table batch_choices (
  tenant_id uuid not null,
  batch_id uuid not null,
  document_id uuid not null,
  owner_id uuid not null,
  -- 1 … n within the batch
  position integer not null,
  method_id uuid,
  currency text not null,
  gross_micros bigint not null,
  -- of what is left of the document, what is asked about: it is paid later
  waiting_micros bigint not null,
  withheld_micros bigint not null,
  fee_micros bigint not null,
  amount_micros bigint not null,
  pay_currency text not null,
  pay_micros bigint not null,
  rate_e12 bigint,
  -- `none`, or why it is left out
  blocked text not null,
  primary key (tenant_id, batch_id, document_id),
  foreign key (tenant_id, batch_id) references payment_batches (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create unique index choices_in_order on batch_choices (tenant_id, batch_id, position);
call protect_owned_table('batch_choices');
grant select, insert, update on batch_choices to tributary_app, tributary_worker;

-- the sum is not known where a rate is missing: then two people approve
alter table payment_batches alter column sum_micros drop not null;
alter table payment_batches
  add column needs_second boolean not null default false,
  -- of the files
  add column work_state text not null default 'idle' check (work_state in ('idle', 'waiting', 'running', 'stopped', 'failed')),
  add column work_error text,
  add column execute_on date;

-- planned first, with the payments that it will hold; ready when all of them are instructed and its content is written
alter table payment_files add column ready_at timestamptz;
alter table payment_files add column message_id text;
grant update, delete on payment_files to tributary_app, tributary_worker;
create unique index payment_file_by_message on payment_files (tenant_id, message_id) where message_id is not null;
create index payments_of_file on payments (tenant_id, file_id, id) where file_id is not null;
-- the place in its batch
alter table payments add column position integer not null default 0;
