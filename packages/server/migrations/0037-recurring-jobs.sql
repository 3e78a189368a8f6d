-- A recurring task is a job: its row waits for its next time instead of ending, so it has a lane, a lease and tries like any
-- other. It comes from no event. When each is due next goes with it; the worker writes lane and period.
insert into jobs (tenant_id, outbox_id, handler, place, payload, state, run_at)
  select '00000000-0000-7000-8000-000000000000', '00000000-0000-0000-0000-000000000000', name, name, '{}', 'waiting', due_at
  from recurring_tasks;
drop table recurring_tasks;
