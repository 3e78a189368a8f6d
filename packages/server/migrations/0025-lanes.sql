-- Lanes: a job's row says in which lane it runs and with what outside it has to do, so that whose turn it is can be read from
-- an index alone. `ready` now means due: what must wait for its time is `waiting` and stands in an index of its own.

alter table jobs add column lane text not null default 'prompt';
-- a host for a delivery, a kind of mail for a mail; '' where it makes no difference
alter table jobs add column place text not null default '';
alter table jobs drop constraint jobs_state_check;
alter table jobs add constraint jobs_state_check check (state in ('waiting', 'ready', 'running', 'done', 'dead'));

update jobs set lane = case handler
    when 'mail.deliver' then 'mail'
    when 'postbacks.send' then 'deliveries'
    when 'reports.export' then 'exports'
    when 'reports.mail' then 'exports'
    when 'conversions.process-receipts' then 'receipts'
    when 'conversions.run-timers' then 'receipts'
    when 'conversions.book-day' then 'bulk'
    when 'postbacks.plan' then 'bulk'
    when 'offers.tell-publishers' then 'bulk'
    else 'prompt' end,
  state = case when state = 'ready' and run_at > now() then 'waiting' else state end
where state in ('ready', 'running');

drop index jobs_due;
create index jobs_ready on jobs (lane, tenant_id, place, run_at, id) where state = 'ready';
create index jobs_running on jobs (lane, tenant_id, place) where state = 'running';
create index jobs_waiting on jobs (run_at) where state = 'waiting';

-- tenants take turns in the relay too
drop index outbox_waiting;
create index outbox_waiting on outbox (tenant_id, id) where relayed_at is null;

-- queues change all the time: their dead rows are taken away before the indexes fill up with them
alter table jobs set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table receipt_queue set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
