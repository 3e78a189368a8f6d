-- What late rows, replays, refunds and corrections are priced by cannot be rewritten unseen: each version of an offer's terms is
-- sealed, together with the seal of the one before it, and `npm run ledger:verify` computes the seals again.
alter table offer_terms add column seal bytea;

create function terms_seal(t offer_terms, previous bytea) returns bytea
  language sql immutable set search_path = public, pg_temp as $$
  select sha256(coalesce(previous, '') || convert_to(jsonb_build_array(t.tenant_id, t.offer_id, t.version,
    extract(epoch from t.in_force_from) * 1000000, t.offer_type, t.currency, t.advertiser_id, t.goals, t.payout_rules,
    t.caps)::text, 'UTF8'))
$$;

create function seal_terms() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.seal := terms_seal(new, (select t.seal from offer_terms t
    where t.tenant_id = new.tenant_id and t.offer_id = new.offer_id and t.version = new.version - 1));
  return new;
end $$;
create trigger terms_sealed before insert on offer_terms for each row execute function seal_terms();

-- what there is already, oldest first: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
  terms offer_terms;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    for terms in select * from offer_terms where tenant_id = tenant order by offer_id, version loop
      update offer_terms o set seal = terms_seal(terms, (select t.seal from offer_terms t
          where t.tenant_id = tenant and t.offer_id = terms.offer_id and t.version = terms.version - 1))
        where o.tenant_id = tenant and o.offer_id = terms.offer_id and o.version = terms.version;
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
alter table offer_terms alter column seal set not null;
