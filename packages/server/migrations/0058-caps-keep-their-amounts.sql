-- What a full cap on money said of itself named its amounts, in words that everybody reads who sees the conversion: the publisher
-- those of the revenue, the advertiser those of the payout, and roles that hide it. It says them no longer; neither do the words that
-- were kept. A booking's are sealed by its hash: there the reader's eyes decide (contract/hiding.ts).
do $$
declare
  tenant uuid;
  amounts constant text := '( cap on (?:revenue|payout)): -?[0-9.]+ of -?[0-9.]+ used';
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    update conversions set reason = regexp_replace(reason, amounts, '\1', 'g') where tenant_id = tenant and reason ~ amounts;
    update conversion_requests set reason = regexp_replace(reason, amounts, '\1', 'g')
      where tenant_id = tenant and reason ~ amounts;
    update audit_log set
      before = regexp_replace(before::text, amounts, '\1', 'g')::jsonb,
      after = regexp_replace(after::text, amounts, '\1', 'g')::jsonb
    where tenant_id = tenant and object_kind = 'conversion' and (before::text ~ amounts or after::text ~ amounts);
    -- of what its figures are, without which nobody can tell who may see them
    update audit_log a set before = a.before || jsonb_build_object('metric', c.metric)
    from offer_caps c
    where a.tenant_id = tenant and a.action = 'cap.reset' and not a.before ? 'metric'
      and c.tenant_id = tenant and c.id::text = a.after ->> 'cap';
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
