-- Two intakes that ask for the same new day at once: whoever waits for the other must look again with fresh eyes.
-- to_regclass() answered from the session's own cache, which waiting for an advisory lock does not renew, so that the
-- second sometimes failed on a table that stood there already. A look into pg_class sees what has been committed.
create or replace function ensure_event_partition(parent text, day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := format('%s_p%s', parent, to_char(day, 'YYYYMMDD'));
begin
  if parent not in ('events', 'receipts') then
    raise exception 'no such partitioned table: %', parent;
  end if;
  if to_regclass(part) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(7272743);
  if exists (select from pg_class where relname = part and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  call protect_tenant_table(part::regclass);
  -- attaching takes a lighter lock than creating in place: reads and writes of other days go on
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
    day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;
