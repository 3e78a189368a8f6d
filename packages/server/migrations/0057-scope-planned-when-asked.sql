-- A policy's subquery is planned with every statement on its table, also for those who are never asked. Over a table with a
-- partition for each day that took longer than the statement itself: twenty to forty milliseconds for every postback that was
-- worked off. Inside a function it is planned where a scope is set, and nowhere else.

-- an id says when it was made, which is when the call came in: its days are asked, not all
create function receipt_in_scope(tenant uuid, receipt uuid) returns boolean
  language plpgsql stable parallel safe set search_path = public, pg_temp as $$
declare
  came timestamptz := uuid_extract_timestamp(receipt);
begin
  return exists (
    select from receipts r
    where r.tenant_id = tenant and r.receipt_id = receipt
      and r.at >= came - interval '1 day' and r.at <= came + interval '1 day');
end $$;
create function conversion_in_scope(conversion uuid) returns boolean
  language plpgsql stable parallel safe set search_path = public, pg_temp as $$
begin
  return exists (select from conversions c where c.id = conversion);
end $$;
create function delivery_in_scope(delivery uuid) returns boolean
  language plpgsql stable parallel safe set search_path = public, pg_temp as $$
begin
  return exists (select from deliveries d where d.id = delivery);
end $$;

drop policy data_scope on receipt_outcomes;
drop policy data_scope on receipt_queue;
drop policy data_scope on conversion_caps;
drop policy data_scope on conversion_requests;
drop policy data_scope on conversion_timers;
drop policy data_scope on delivery_attempts;
call scope_rows('receipt_outcomes', 'receipt_in_scope(tenant_id, receipt_id)', 'receipt_in_scope(tenant_id, receipt_id)');
call scope_rows('receipt_queue', 'receipt_in_scope(tenant_id, receipt_id)', 'receipt_in_scope(tenant_id, receipt_id)');
call scope_rows('conversion_caps', 'conversion_in_scope(conversion_id)', 'conversion_in_scope(conversion_id)');
call scope_rows('conversion_requests', 'conversion_in_scope(conversion_id)', 'conversion_in_scope(conversion_id)');
call scope_rows('conversion_timers', 'conversion_in_scope(conversion_id)', 'conversion_in_scope(conversion_id)');
call scope_rows('delivery_attempts', 'delivery_in_scope(delivery_id)', 'delivery_in_scope(delivery_id)');
