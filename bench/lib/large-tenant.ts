// The demo tenant grown large, inside the database: publishers of every status, advertisers, offers of every visibility,
// publishers who may run them and publishers who ask.
import type pg from 'pg';
import { makeOffers } from './many-offers.ts';

const ADVERTISERS = 500;
const ALLOWED_PER_OFFER = 4;

export async function growTenant(client: pg.Client, publishers: number, offers: number): Promise<void> {
  const { rows } = await client.query(`select id from tenants where subdomain = 'demo'`);
  const tenantId: string = rows[0].id;
  await client.query(
    `insert into users (tenant_id, type, user_sequence_id, first_name, last_name, email, status, company, tags, created_at)
     select $1, case when n <= $2 then 'publisher' else 'advertiser' end, 1000 + n, 'Person' || n,
       'Number' || (n * 7919 % 99991), 'person' || n || '@example.test',
       (array['approved', 'approved', 'pending', 'rejected'])[1 + n % 4], 'Company ' || n % 500,
       array['tag ' || n % 40], now() - n * interval '1 minute'
     from generate_series(1, $2::int + $3::int) n`,
    [tenantId, publishers, ADVERTISERS],
  );
  await makeOffers(client, tenantId, offers);
  await client.query(
    `update offers set title = 'Campaign ' || number || ' for ' || (array['shoes', 'loans', 'games', 'travel'])[1 + number % 4],
       visibility = (array['Public', 'Public', 'Ask to Permission', 'Private'])[1 + number % 4],
       status = case when number % 10 = 0 then 'paused' else 'active' end, tags = array['tag ' || number % 40],
       created_at = now() - number * interval '1 minute'
     where tenant_id = $1 and number > 1000`,
    [tenantId],
  );
  await client.query(
    `insert into offer_permissions (tenant_id, offer_id, publisher_id, state, requested_at, traffic, decided_at, decided_by)
     select $1, o.id, p.id, case when o.number % 4 = 2 and n = 1 then 'requested' else 'allowed' end, now(), 'Search',
       case when o.number % 4 = 2 and n = 1 then null else now() end,
       case when o.number % 4 = 2 and n = 1 then null else a.id end
     from offers o cross join generate_series(1, ${ALLOWED_PER_OFFER}) n
     join users p on p.tenant_id = $1 and p.user_sequence_id = 1001 + (o.number * 7 + n * 13) % $2
     join users a on a.tenant_id = $1 and a.email = 'admin@demo.test'
     where o.tenant_id = $1 and o.number > 1000 and p.type = 'publisher'`,
    [tenantId, publishers],
  );
  await client.query('analyze');
}
