// Ninety days of history for the bench of reports, made inside the database: clicks in their daily partitions, the rollups
// added up from them as the intake would, and conversions. A few offers, publishers and countries bring most of it.
import pg from 'pg';
import type { Stack } from '../../test/faults/stack.ts';
import { makeOffers } from './many-offers.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
/** offers and people of the history are numbered from here */
export const FIRST_NUMBER = 1_001;
const OFFERS = 150;
/** an offer is run by so many publishers, in so many countries */
const PUBLISHERS_OF_OFFER = 5;
const COUNTRIES_OF_OFFER = 3;
const PUBLISHERS = 200;
/** every so-manieth event is an impression, the others are clicks */
const IMPRESSION_EVERY = 4;

export interface LoadedHistory {
  tenantId: string;
  seconds: number;
  rows: Record<string, number>;
}

/** as the owner, past row-level security */
async function connect(stack: Stack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query('set synchronous_commit = off');
  return client;
}

/** does nothing where a kept database has it already */
export async function loadHistory(stack: Stack, clicks: number, conversions: number): Promise<LoadedHistory> {
  const began = performance.now();
  const clients = [await connect(stack), await connect(stack)] as const;
  const [client] = clients;
  const { rows } = await client.query<{ id: string; loaded: boolean }>(
    `select t.id, exists (select from offers o where o.tenant_id = t.id and o.number = ${FIRST_NUMBER}) as loaded
     from tenants t where t.subdomain = 'demo'`,
  );
  const [tenant] = rows;
  if (!tenant) throw new Error('there is no demo tenant');
  if (!tenant.loaded) {
    // for the load alone: what a crash would cost is the load
    await configure(client, `alter system set fsync = off`, `alter system set max_wal_size = '16GB'`);
    const days = Array.from({ length: DAYS }, (_, back) => new Date(Date.now() - back * DAY_MS));
    // today is not over
    const eventsPerDay =
      (clicks * IMPRESSION_EVERY) / (IMPRESSION_EVERY - 1) / (DAYS - 1 + (Date.now() % DAY_MS) / DAY_MS);
    await Promise.all(
      clients.map(async (own) => {
        for (let day = days.pop(); day; day = days.pop()) {
          await makeDay(own, tenant.id, day.toISOString().slice(0, 10), Math.ceil(eventsPerDay));
        }
      }),
    );
    await makePeopleAndOffers(client, tenant.id);
    await makeConversions(client, tenant.id, conversions);
    await configure(client, 'alter system reset all');
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const counted: Record<string, number> = {};
  for (const table of [
    'events',
    `events where kind = 'click'`,
    'conversions',
    ...Object.keys(rollups),
    ...conversionRollups,
  ]) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`);
    counted[table] = Number(rows[0]?.n);
  }
  for (const one of clients) await one.end();
  return { tenantId: tenant.id, seconds: (performance.now() - began) / 1_000, rows: counted };
}

async function configure(client: pg.Client, ...statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
  await client.query('select pg_reload_conf()');
}

/** a report's clicks of the last thirty days, and every rollup, against the single rows */
export async function compareWithRecount(stack: Stack, tenantId: string, reported: number): Promise<string[]> {
  const client = await connect(stack);
  const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 29 * DAY_MS).toISOString();
  const sumOf = async (what: string, table: string, at: string): Promise<number> => {
    const { rows } = await client.query<{ n: string }>(
      `select ${what} as n from ${table} where tenant_id = $1 and ${at} >= $2::timestamptz`,
      [tenantId, since],
    );
    return Number(rows[0]?.n);
  };
  const clicks = await sumOf(`count(*) filter (where kind = 'click')`, 'events', 'at');
  const conversions = await sumOf('count(*)', 'conversions', 'at');
  const found: [name: string, found: number, truth: number][] = [['the report', reported, clicks]];
  for (const [rollup, { key }] of Object.entries(rollups)) {
    found.push([rollup, await sumOf('sum(clicks)', rollup, key), clicks]);
  }
  for (const rollup of conversionRollups) found.push([rollup, await sumOf('sum(counted)', rollup, 'day'), conversions]);
  await client.end();
  return found.flatMap(([name, sum, truth]) => (sum === truth ? [] : [`${name} says ${sum}, the rows ${truth}`]));
}

/** offers and publishers beside those of the demo tenant */
async function makePeopleAndOffers(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(
    `insert into users (tenant_id, type, user_sequence_id, first_name, last_name, email, status, admin_user_email)
     select $1, case when n <= ${PUBLISHERS} then 'publisher' else 'advertiser' end, 1000 + n, 'Person', n::text,
       'person' || n || '@bench.test', 'approved', 'admin@demo.test' from generate_series(1, ${PUBLISHERS + 20}) n`,
    [tenantId],
  );
  await makeOffers(client, tenantId, OFFERS);
}

const COUNTRIES = 'IN US GB DE BR FR ES MX ID AE JP CA IT NL SE PL TR TH VN PH NG KE EG SA ZA AR CL CO AU KR'.split(
  ' ',
);
const shapes = [
  ['mobile', 'android', 'chrome'],
  ['mobile', 'ios', 'safari'],
  ['desktop', 'windows', 'chrome'],
  ['desktop', 'macos', 'safari'],
];
const VERDICTS = [...Array<string>(22).fill('accepted'), 'bot', 'duplicate', 'target_country', 'cap_reached'];
const list = (values: readonly string[]): string => `array[${values.map((value) => `'${value}'`).join(', ')}]`;

const kinds = {
  impressions: `count(*) filter (where kind = 'impression')`,
  clicks: `count(*) filter (where kind = 'click')`,
  unique_clicks: `count(*) filter (where kind = 'click' and is_unique)`,
};
const withoutVerdict = {
  ...kinds,
  invalid_clicks: `count(*) filter (where kind = 'click' and verdict in ('duplicate', 'target_country', 'cap_reached'))`,
  billable_clicks: `count(*) filter (where kind = 'click' and verdict = 'accepted')`,
  billable_impressions: `count(*) filter (where kind = 'impression' and verdict = 'accepted')`,
};
const quarter = `date_bin('15 minutes', at, 'epoch')`;
const everything = ['offer', 'publisher', 'country', 'device_type', 'os', 'verdict'];
/** by name: the column of time and what it is made of, the other columns of the key, the sums */
const rollups: Record<string, { key: 'bucket' | 'day'; of: string; by: string[]; sums: object }> = {
  rollup_quarter: { key: 'bucket', of: quarter, by: everything, sums: kinds },
  rollup_time: { key: 'bucket', of: quarter, by: [], sums: withoutVerdict },
  rollup_day: { key: 'day', of: 'at::date', by: everything, sums: kinds },
  rollup_source: { key: 'day', of: 'at::date', by: ['offer', 'publisher', 'source'], sums: withoutVerdict },
  rollup_offer_publisher: { key: 'day', of: 'at::date', by: ['offer', 'publisher'], sums: withoutVerdict },
  rollup_offer: { key: 'day', of: 'at::date', by: ['offer'], sums: withoutVerdict },
  rollup_publisher: { key: 'day', of: 'at::date', by: ['publisher'], sums: withoutVerdict },
  rollup_country: { key: 'day', of: 'at::date', by: ['country'], sums: withoutVerdict },
};

/** the database keeps these itself */
const conversionRollups = ['offer_publisher', 'offer', 'publisher', 'country'].map((of) => `rollup_conversions_${of}`);

/** one UTC day of clicks and impressions in the order of time, until now at most, and what the rollups hold of it */
async function makeDay(client: pg.Client, tenantId: string, day: string, events: number): Promise<void> {
  const dayPassed = Math.min(1, (Date.now() - Date.parse(day)) / DAY_MS);
  await client.query('select ensure_event_partition($1, $2)', ['events', day]);
  await client.query(
    `insert into events (tenant_id, kind, event_id, at, offer, publisher, verdict, sent_to, is_unique, country, device_type,
       os, browser, source, user_agent, params)
     select $1, case when s.n % ${IMPRESSION_EVERY} = 0 then 'impression' else 'click' end, $2 || lpad(s.n::text, 30, '0'),
       $2::date + (s.n - r.at) / $4 * interval '1 day',
       r.offer, ${FIRST_NUMBER} + (r.offer * 7 + floor(${PUBLISHERS_OF_OFFER} * r.pub ^ 2)::int) % ${PUBLISHERS}, (${list(VERDICTS)})[1 + floor(r.verdict * ${VERDICTS.length})::int],
       'destination', r.verdict < 0.6, (${list(COUNTRIES)})[1 + (r.offer + floor(${COUNTRIES_OF_OFFER} * r.country ^ 3)::int) % ${COUNTRIES.length}],
       (${list(shapes.map(([device = '']) => device))})[r.shape], (${list(shapes.map(([, os = '']) => os))})[r.shape],
       (${list(shapes.map(([, , browser = '']) => browser))})[r.shape], 's' || floor(20 * r.pub ^ 2)::int,
       'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
       jsonb_build_object('p1', 'c' || s.n)
     from generate_series(1, $3::int) s (n)
     cross join lateral (select random() as at, ${FIRST_NUMBER} + floor(${OFFERS} * random() ^ 3)::int as offer,
       random() as pub, random() as verdict, random() as country, 1 + floor(4 * random() ^ 2)::int as shape, s.n as own) r`,
    [tenantId, day, Math.floor(events * dayPassed), events],
  );
  for (const [rollup, { of, by, sums }] of Object.entries(rollups)) {
    const places = ['tenant_id', of, ...by].map((_, at) => at + 1).join(', ');
    await client.query(
      `insert into ${rollup} select ${['tenant_id', of, ...by, ...Object.values(sums)].join(', ')} from events
       where tenant_id = $1 and at >= '${day}' and at < '${day}'::date + 1 group by ${places} order by ${places}`,
      [tenantId],
    );
  }
}

async function makeConversions(client: pg.Client, tenantId: string, count: number): Promise<void> {
  // materialised: a join that read it twice would draw other numbers
  await client.query(
    `with r as materialized (
       select n, now() - random() * interval '${DAYS - 1} days' as at, random() as wait, random() as status, random() as pub,
       random() as country, ${FIRST_NUMBER} + floor(${OFFERS} * random() ^ 3)::int as offer from generate_series(1, $2::int) n)
     insert into conversions (tenant_id, kind, offer_id, goal_id, publisher_id, advertiser_id, txn_id, click_at, at, recorded_at,
       status, currency, revenue_micros, payout_micros, home_currency, home_rate_e12, source, country, device_type, os,
       browser, user_agent, click_params, trace)
     select $1, 'postback', o.id, g.id, p.id, o.advertiser_id, 'txn-' || r.n, r.at - r.wait * interval '6 hours', r.at, r.at,
       (array['approved', 'approved', 'approved', 'pending', 'rejected'])[1 + floor(r.status * 5)::int], 'USD', 4500000, 3000000,
       'USD', 1000000000000, 's' || floor(20 * r.pub ^ 2)::int, (${list(COUNTRIES)})[1 + (r.offer + floor(${COUNTRIES_OF_OFFER} * r.country ^ 3)::int) % ${COUNTRIES.length}],
       'mobile', 'android', 'chrome', 'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
       jsonb_build_object('p1', 'c' || r.n),
       '[{"step":"Click","saw":"Accepted, IN, mobile","result":"found"},{"step":"Goal","saw":"","result":"Default"}]'
     from r
     join offers o on o.tenant_id = $1 and o.number = r.offer
     join offer_goals g on g.tenant_id = $1 and g.offer_id = o.id
     join users p on p.tenant_id = $1
       and p.user_sequence_id = ${FIRST_NUMBER} + (r.offer * 7 + floor(${PUBLISHERS_OF_OFFER} * r.pub ^ 2)::int) % ${PUBLISHERS}
     order by r.at`,
    [tenantId, count],
  );
}
