-- A second lock behind the code's own: what names a publisher shows itself to that publisher and to nobody else's; what
-- publishers are paid is not an advertiser's business at all.

create policy actor_scope on offer_payout_rules as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')
  or (current_setting('app.actor_kind', true) = 'publisher'
    and (publisher_id is null or publisher_id = nullif(current_setting('app.actor_id', true), '')::uuid)));

create policy actor_scope on offer_caps as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')
  or current_user = 'tributary_worker'
  or (current_setting('app.actor_kind', true) = 'publisher'
    and (publisher_id is null or publisher_id = nullif(current_setting('app.actor_id', true), '')::uuid)));

create policy actor_scope on shield_entries as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
