-- Whose word counts about a conversion, what one order is, refunds, and what waits for an account manager (docs/decisions/0020).

alter table offers
  -- what the advertiser's word may lift besides its own
  add column advertiser_may_overrule text not null default 'none'
    check (advertiser_may_overrule in ('none', 'hold', 'checks', 'all')),
  -- anyone can fire a pixel: it waits, unless the offer says otherwise
  add column pixel_status text not null default 'pending' check (pixel_status in ('pending', 'rules')),
  -- A-1 and a-1 are two orders
  add column txn_case_matters boolean not null default false;
-- one conversion per click, or per transaction id; null: by the offer's type
alter table offer_goals add column counted_by text check (counted_by in ('click', 'order'));

alter table conversions
  add column decided_by text not null default 'none' check (decided_by in
    ('none', 'cap', 'advertiser', 'refund', 'hold', 'review', 'too_fast', 'fraud', 'manager')),
  add column decided_at timestamptz,
  -- a status above which only who set it, or a higher one, lifts it
  add column ceiling text check (ceiling in ('pending', 'rejected')),
  add column ceiling_by text check (ceiling_by in ('refund', 'hold', 'review', 'too_fast', 'fraud', 'manager')),
  -- the advertiser takes back what a manager approved: not payable until somebody has answered
  add column disputed boolean not null default false,
  add column refund text check (refund in ('partial', 'whole')),
  -- of the sale, in total, in the offer's currency
  add column refunded_micros bigint not null default 0 check (refunded_micros >= 0),
  -- contract/receipt-rules.ts: one order's id in its normal form; where case matters, the variant is the id itself
  add column txn_key text,
  add column txn_variant text not null default '',
  -- the click, where this conversion is the one that it may have on the goal
  add column click_key text,
  -- who fired the pixel: an address, of IPv6 the /64
  add column pixel_network inet,
  add check ((ceiling is null) = (ceiling_by is null));

-- What there is already, each tenant in its own name, since row-level security binds the owner too. Of orders that turn out to
-- be one, the first has the key; the others stay as they were booked.
do $$
declare
  tenant uuid;
  invisible constant text :=
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]';
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    update conversions c set
      txn_key = case when k.nth_order = 1 then nullif(k.key, '') end,
      click_key = case when k.nth_click = 1 and (c.txn_id is null or not k.by_order) then c.click_id end,
      decided_at = c.recorded_at,
      decided_by = k.decided_by,
      ceiling = case
        when k.decided_by in ('manager', 'fraud', 'too_fast', 'review') and c.status <> 'approved' then c.status
        when k.decided_by = 'hold' then 'pending' end,
      ceiling_by = case
        when k.decided_by in ('manager', 'fraud', 'too_fast', 'review') and c.status <> 'approved' then k.decided_by
        when k.decided_by = 'hold' then 'hold' end
    from (
      select d.*, row_number() over (partition by d.offer_id, d.goal_id, d.key order by d.id) as nth_order,
        row_number() over (partition by d.goal_id, d.click_id, d.by_order and d.txn_id is not null order by d.id) as nth_click
      from (
        select n.id, n.offer_id, n.goal_id, n.click_id, n.txn_id, o.offer_type = 'CPS' as by_order,
          lower(btrim(regexp_replace(regexp_replace(normalize(n.txn_id, nfkc), invisible, '', 'g'), '\s+', ' ', 'g'))) as key,
          case
            when n.created_by is not null or a.actor_kind = 'admin' then 'manager'
            when n.status = 'pending' and n.hold_until is not null then 'hold'
            when n.reason like '% s after the click; this offer asks for at least %' then 'too_fast'
            when n.reason like 'The click was refused: %' or n.reason like 'The click needs a look: %' then 'fraud'
            when n.reason = 'The publisher is not active' or n.reason like 'The payout is more than the revenue%' then 'review'
            when n.reason like 'Over the % cap on %' then 'cap'
            when n.reason like 'Approved by the advertiser%' or n.reason like 'Rejected by the advertiser%'
              or n.reason like 'The advertiser’s postback says%' or a.actor_kind = 'advertiser' then 'advertiser'
            else 'none' end as decided_by
        from conversions n
        join offers o on o.tenant_id = n.tenant_id and o.id = n.offer_id
        left join lateral (
          select l.actor_kind from audit_log l
          where l.tenant_id = n.tenant_id and l.object_kind = 'conversion' and l.object_id = n.id::text
            and l.action in ('conversion.approved', 'conversion.rejected', 'conversion.pending')
          order by l.id desc limit 1) a on true
        where n.tenant_id = tenant) d) k
    where c.tenant_id = tenant and c.id = k.id;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;

-- these two decide what is a duplicate
drop index conversions_by_txn;
drop index conversions_by_click;
create unique index conversions_by_txn on conversions (tenant_id, offer_id, goal_id, txn_key, txn_variant)
  where txn_key is not null;
create unique index conversions_by_click on conversions (tenant_id, click_key, goal_id) where click_key is not null;
create index conversions_by_pixel on conversions (tenant_id, offer_id, pixel_network, at) where kind = 'pixel';
create index conversions_disputed on conversions (tenant_id, id) where disputed;

-- words that only an account manager may make true: at most one open per conversion
create table conversion_requests (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  conversion_id uuid not null,
  receipt_id uuid,
  -- advertiser: its postback or portal; checks: ours
  asked_by text not null check (asked_by in ('advertiser', 'checks')),
  asked_user uuid,
  word text not null check (word in ('approved', 'pending', 'rejected', 'refund', 'amount')),
  -- of an amount: what it would be then
  revenue_micros bigint,
  payout_micros bigint,
  sale_micros bigint,
  sale_currency text,
  sale_rate_e12 bigint,
  -- of a refund: of the sale, in total, in the offer's currency; null is the whole
  refunded_micros bigint,
  lowers boolean not null,
  reason text not null,
  at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'replaced')),
  decided_at timestamptz,
  decided_by uuid,
  decision_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversion_id) references conversions (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((state = 'open') = (decided_at is null))
);
create unique index requests_open on conversion_requests (tenant_id, conversion_id) where state = 'open';
create index requests_listed on conversion_requests (tenant_id, state, id desc);
call protect_tenant_table('conversion_requests');
create policy managers_only on conversion_requests as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, update on conversion_requests to tributary_app, tributary_worker;
grant select on conversion_requests to tributary_readonly;

-- refunds of orders that have not come yet
create table refunds_waiting (
  tenant_id uuid not null,
  receipt_id uuid not null,
  offer_id uuid not null,
  goal_id uuid not null,
  click_id text not null,
  txn_key text,
  txn_variant text not null default '',
  at timestamptz not null,
  -- null: the whole
  amount_micros bigint,
  currency text,
  primary key (tenant_id, receipt_id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, goal_id) references offer_goals (tenant_id, id)
);
create index refunds_by_order on refunds_waiting (tenant_id, offer_id, goal_id, txn_key);
create index refunds_by_click on refunds_waiting (tenant_id, click_id, goal_id);
call protect_tenant_table('refunds_waiting');
create policy managers_only on refunds_waiting as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, delete on refunds_waiting to tributary_app, tributary_worker;
grant select on refunds_waiting to tributary_readonly;
-- "Check a postback" goes the whole way of a receipt, and then undoes it
grant update on receipt_outcomes to tributary_app;
