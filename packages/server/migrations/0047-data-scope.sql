-- Data scope: an account manager whose role says `assigned` sees the publishers or advertisers he is in charge of, what names
-- them, and nothing else. It is a wall of the database's own, beside the tenant's and the actor's: `app.scope_publishers` and
-- `app.scope_advertisers` are empty for everyone who sees all, and any other word closes that side but for what the person in
-- `app.actor_id` is in charge of. Each policy asks the setting once per statement and goes no further where it is empty.
-- What a scoped person may see is a few small sets; each is read once per statement (a hashed subplan).

create function accounts_in_charge() returns setof uuid
  language sql stable parallel safe set search_path = public, pg_temp as $$
  select m.account_id from account_managers m
  where m.user_id = nullif(current_setting('app.actor_id', true), '')::uuid
$$;
-- the sets below are what the policies let through: asked without a scope, they are everything
create function people_in_scope() returns setof uuid
  language sql stable parallel safe set search_path = public, pg_temp as $$ select u.id from users u $$;
create function publisher_numbers_in_scope() returns setof integer
  language sql stable parallel safe set search_path = public, pg_temp as $$
  select u.user_sequence_id from users u where u.type = 'publisher'
$$;
create function offers_in_scope() returns setof uuid
  language sql stable parallel safe set search_path = public, pg_temp as $$ select o.id from offers o $$;
create function offer_numbers_in_scope() returns setof integer
  language sql stable parallel safe set search_path = public, pg_temp as $$ select o.number from offers o $$;
create function caps_in_scope() returns setof uuid
  language sql stable parallel safe set search_path = public, pg_temp as $$ select c.id from offer_caps c $$;

-- `publishers` and `advertisers` say, as SQL over the row, whether it is in scope on that side; null: the row does not name that
-- side. Tables to come call it as those below do; `walls` fails for one that does not.
create procedure scope_rows(target regclass, publishers text, advertisers text) language plpgsql as $$
declare
  sides text[];
begin
  if publishers is not null then
    sides := sides || format(
      '((select coalesce(current_setting(''app.scope_publishers'', true), '''') = '''') or %s)', publishers);
  end if;
  if advertisers is not null then
    sides := sides || format(
      '((select coalesce(current_setting(''app.scope_advertisers'', true), '''') = '''') or %s)', advertisers);
  end if;
  execute format('create policy data_scope on %s as restrictive using (%s)', target, array_to_string(sides, ' and '));
end $$;
-- whose the row is, publisher, advertiser or one of the team, is said by one column
create procedure scope_people(target regclass, person name) language plpgsql as $$
begin
  execute format(
    'create policy data_scope on %s as restrictive using (
       (select coalesce(current_setting(''app.scope_publishers'', true), '''') = ''''
          and coalesce(current_setting(''app.scope_advertisers'', true), '''') = '''')
       or %I in (select people_in_scope()))', target, person);
end $$;

-- the same for what everyone writes and only some read
create procedure scope_log(target regclass, person name) language plpgsql as $$
begin
  execute format(
    'create policy data_scope on %s as restrictive for select using (
       (select coalesce(current_setting(''app.scope_publishers'', true), '''') = ''''
          and coalesce(current_setting(''app.scope_advertisers'', true), '''') = '''')
       or %I in (select people_in_scope()))', target, person);
end $$;

-- people
create policy data_scope on users as restrictive using (
  (type = 'admin')
  or (type = 'publisher' and ((select coalesce(current_setting('app.scope_publishers', true), '') = '')
    or id in (select accounts_in_charge())))
  or (type = 'advertiser' and ((select coalesce(current_setting('app.scope_advertisers', true), '') = '')
    or id in (select accounts_in_charge()))));
-- one's own assignments; nobody who is scoped makes or ends any, his own least of all
create policy data_scope on account_managers as restrictive using (
  (select coalesce(current_setting('app.scope_publishers', true), '') = ''
     and coalesce(current_setting('app.scope_advertisers', true), '') = '')
  or user_id = (select nullif(current_setting('app.actor_id', true), '')::uuid))
  with check (
    (select coalesce(current_setting('app.scope_publishers', true), '') = ''
       and coalesce(current_setting('app.scope_advertisers', true), '') = ''));
create policy data_scope_ends on account_managers as restrictive for delete using (
  (select coalesce(current_setting('app.scope_publishers', true), '') = ''
     and coalesce(current_setting('app.scope_advertisers', true), '') = ''));
call scope_people('account_notes', 'user_id');
call scope_people('company_details', 'user_id');
call scope_people('api_keys', 'user_id');
call scope_people('sessions', 'user_id');
call scope_people('known_devices', 'user_id');
call scope_people('password_links', 'user_id');
call scope_people('email_links', 'user_id');
call scope_people('notifications', 'user_id');
call scope_people('saved_reports', 'user_id');
call scope_people('report_exports', 'user_id');

-- offers and what belongs to one
call scope_rows('offers', null, 'advertiser_id in (select accounts_in_charge())');
call scope_rows('offer_terms', null, 'offer_id in (select offers_in_scope())');
call scope_rows('offer_goals', null, 'offer_id in (select offers_in_scope())');
call scope_rows('offer_landing_pages', null, 'offer_id in (select offers_in_scope())');
call scope_rows('offer_creatives', null, 'offer_id in (select offers_in_scope())');
call scope_rows('offer_kpi_targets', null, 'offer_id in (select offers_in_scope())');
call scope_rows('offer_caps', '(publisher_id is null or publisher_id in (select accounts_in_charge()))',
  'offer_id in (select offers_in_scope())');
call scope_rows('offer_payout_rules', '(publisher_id is null or publisher_id in (select accounts_in_charge()))',
  'offer_id in (select offers_in_scope())');
call scope_rows('offer_permissions', 'publisher_id in (select accounts_in_charge())',
  'offer_id in (select offers_in_scope())');
call scope_rows('links', 'publisher_id in (select accounts_in_charge())', 'offer_id in (select offers_in_scope())');
call scope_rows('shield_entries', '(publisher_id is null or publisher_id in (select accounts_in_charge()))',
  '(offer_id is null or offer_id in (select offers_in_scope()))');
call scope_rows('cap_windows', 'cap_id in (select caps_in_scope())', 'cap_id in (select caps_in_scope())');
call scope_rows('cap_lots', 'cap_id in (select caps_in_scope())', 'cap_id in (select caps_in_scope())');
call scope_rows('caps_reached', 'cap_id in (select caps_in_scope())', 'cap_id in (select caps_in_scope())');
call scope_rows('rollup_cap', 'cap_id in (select caps_in_scope())', 'cap_id in (select caps_in_scope())');

-- conversions, lots and money
call scope_rows('conversions', 'publisher_id in (select accounts_in_charge())',
  'advertiser_id in (select accounts_in_charge())');
call scope_rows('earning_lots', 'publisher_id in (select accounts_in_charge())',
  'advertiser_id in (select accounts_in_charge())');
call scope_rows('late_lots', 'publisher_id in (select accounts_in_charge())',
  'advertiser_id in (select accounts_in_charge())');
call scope_rows('conversion_caps',
  'exists (select from conversions c where c.id = conversion_id)',
  'exists (select from conversions c where c.id = conversion_id)');
call scope_rows('conversion_requests',
  'exists (select from conversions c where c.id = conversion_id)',
  'exists (select from conversions c where c.id = conversion_id)');
call scope_rows('conversion_timers',
  'exists (select from conversions c where c.id = conversion_id)',
  'exists (select from conversions c where c.id = conversion_id)');
-- it waits for a conversion of this offer; whose click it names is known when that comes
call scope_rows('refunds_waiting', null, 'offer_id in (select offers_in_scope())');
call scope_people('ledger_accounts', 'owner_id');
call scope_people('ledger_transfers', 'owner_id');

-- what came in and went out; a call that names nobody whom we know is nobody's
call scope_rows('events', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('receipts', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('receipt_outcomes',
  'exists (select from receipts r where r.tenant_id = receipt_outcomes.tenant_id and r.receipt_id = receipt_outcomes.receipt_id)',
  'exists (select from receipts r where r.tenant_id = receipt_outcomes.tenant_id and r.receipt_id = receipt_outcomes.receipt_id)');
call scope_rows('receipt_queue',
  'exists (select from receipts r where r.tenant_id = receipt_queue.tenant_id and r.receipt_id = receipt_queue.receipt_id)',
  'exists (select from receipts r where r.tenant_id = receipt_queue.tenant_id and r.receipt_id = receipt_queue.receipt_id)');
call scope_rows('publisher_postbacks', 'publisher_id in (select accounts_in_charge())',
  '(offer_id is null or offer_id in (select offers_in_scope()))');
call scope_rows('postback_auth', null, 'advertiser_id in (select accounts_in_charge())');
-- of anything but a conversion nobody scoped sees the call: its body may name anyone
call scope_rows('deliveries', '(subject_kind = ''conversion'' and exists (select from conversions c where c.id = subject_id))',
  '(subject_kind = ''conversion'' and exists (select from conversions c where c.id = subject_id))');
call scope_rows('delivery_attempts', 'exists (select from deliveries d where d.id = delivery_id)',
  'exists (select from deliveries d where d.id = delivery_id)');

-- sums: where one row adds up several publishers or advertisers there is nothing in it for who may see only some of them
call scope_rows('rollup_quarter', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('rollup_day', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('rollup_source', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('rollup_offer_publisher', 'publisher in (select publisher_numbers_in_scope())',
  'offer in (select offer_numbers_in_scope())');
call scope_rows('rollup_offer', 'false', 'offer in (select offer_numbers_in_scope())');
call scope_rows('rollup_publisher', 'publisher in (select publisher_numbers_in_scope())', 'false');
call scope_rows('rollup_country', 'false', 'false');
call scope_rows('rollup_time', 'false', 'false');
call scope_rows('rollup_conversions_offer_publisher', 'publisher_id in (select accounts_in_charge())',
  'advertiser_id in (select accounts_in_charge())');
call scope_rows('rollup_conversions_offer', 'false', 'advertiser_id in (select accounts_in_charge())');
call scope_rows('rollup_conversions_publisher', 'publisher_id in (select accounts_in_charge())', 'false');
call scope_rows('rollup_conversions_country', 'false', 'false');

-- a decision about a conversion in scope moves the sums of all: they are written beyond the scope, and the scope stands again after
create or replace function roll_changed_conversion() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  publishers constant text := coalesce(current_setting('app.scope_publishers', true), '');
  advertisers constant text := coalesce(current_setting('app.scope_advertisers', true), '');
  scoped constant boolean := publishers <> '' or advertisers <> '';
begin
  if scoped then
    perform set_config('app.scope_publishers', '', true), set_config('app.scope_advertisers', '', true);
  end if;
  perform pg_advisory_xact_lock(7272744, hashtext(coalesce(new.tenant_id, old.tenant_id)::text));
  if tg_op <> 'INSERT' then
    perform roll_conversion(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform roll_conversion(new, 1);
  end if;
  if scoped then
    perform set_config('app.scope_publishers', publishers, true), set_config('app.scope_advertisers', advertisers, true);
  end if;
  return null;
end $$;

-- The trail is written by everyone; of what others did a scoped person reads what is about his accounts, their offers and
-- conversions. An entry about an offer that names a publisher is read by those who see all publishers.
create policy data_scope on audit_log as restrictive for select using (
  (select coalesce(current_setting('app.scope_publishers', true), '') = ''
     and coalesce(current_setting('app.scope_advertisers', true), '') = '')
  or actor_id = (select nullif(current_setting('app.actor_id', true), '')::uuid)
  or (object_kind = 'user' and object_id in (select people_in_scope()::text))
  or (object_kind = 'offer' and object_id in (select offers_in_scope()::text)
    and ((select coalesce(current_setting('app.scope_publishers', true), '') = '')
      or concat(before, after) !~ '"publisher'))
  or (object_kind = 'conversion' and exists (select from conversions c
    where c.id = case when object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then object_id::uuid end)));
