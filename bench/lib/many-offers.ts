// Many offers for a bench, made inside the database, shared out among the tenant's advertisers.
import type pg from 'pg';

/** numbered from 1001 on */
export async function makeOffers(client: pg.Client, tenantId: string, offers: number): Promise<void> {
  await client.query(
    `insert into offers (tenant_id, number, title, advertiser_id, objective, offer_type, status, visibility, currency,
       revenue_micros, payout_micros, hide_payout, default_campaign_url, starts_at, ends_at, countries, tags, require_terms,
       deep_links, deep_link_hosts, redirect_type, conversion_tracking, unique_click_hours, duplicate_click_action,
       hold_minutes, status_after_hold, click_life_days, min_ctit_seconds, daily_start_stop, daily_start_time,
       daily_end_time, enable_time_targeting, enable_inactive_hours, timezone, start_hour, end_hour, selected_days, devices,
       operating_system, texts, created_by, created_at, updated_at)
     select $1, 1000 + n, 'Offer ' || n, a.ids[1 + n % cardinality(a.ids)], 'Conversions', 'CPR', 'active', 'Public', 'USD',
       4500000, 3000000, false, 'https://shop.example/?c={click_id}', now() - interval '1 year', now() + interval '1 year',
       '{ALL}', '{}', false, false, '{}', '302', 'Server Postback', 168, 'count', 0, 'approved', 30, 0, false, '0:00', '0:00',
       false, false, 'UTC', 0, 0, '{}', 'ALL', 'all', '{}', a.ids[1], now(), now()
     from generate_series(1, $2::int) n
     cross join (select array_agg(id order by user_sequence_id) as ids from users
       where tenant_id = $1 and type = 'advertiser') a`,
    [tenantId, offers],
  );
  await client.query(
    `insert into offer_goals (tenant_id, offer_id, number, name, token, revenue_micros, payout_micros)
     select tenant_id, id, 1, 'Default', '', 4500000, 3000000 from offers where tenant_id = $1 and number > 1000`,
    [tenantId],
  );
}
