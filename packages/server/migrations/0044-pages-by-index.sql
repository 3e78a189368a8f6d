-- Pages that read a whole table, found by http/list-plans.test.ts: the booked days in their order, and the capping log, which looks
-- for the reset before each of its rows.
create index earning_lots_listed on earning_lots (tenant_id, day desc, id desc);
create index caps_reached_resets on caps_reached (tenant_id, cap_id, window_start, reset_at) where reset_at is not null;

-- Who is looking is asked once per statement (as in 0020): asked per row, the planner guessed a hundredth of the rows and sorted all.
alter policy actor_scope on earning_lots using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
alter policy actor_scope on publisher_postbacks using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
