// A database of the first release (migrations 1 to 20) with history, brought up to date: no value that it held has changed, its
// books agree with themselves, and reports and balances say to the micro-unit what they said. Rows are written as that
// release wrote them, the ledger in its first format, which today's goes on from.
import { type RouteSpec, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene } from './http/matrix/scene.ts';
import { verifyMoney } from './modules/conversions/index.ts';
import { headOf, record } from './modules/ledger/index.ts';
import { type FirstFormatTransfer, writeFirstFormat } from './modules/ledger/testing.ts';
import { insertAll } from './modules/reports/testing.ts';
import { FakeClock } from './platform/clock.ts';
import { systemActor } from './platform/db/database.ts';
import { migrate, readMigrations } from './platform/db/migrate.ts';
import { newId } from './platform/ids.ts';
import { createTestDatabase, quietLog, type TestDatabase, testSecret } from './platform/testing.ts';
import { createTestApp, type TestApp } from './testing.ts';

const FIRST_RELEASE = 20;
/** after the last of the history, so that days without lots are closed */
const now = new Date('2026-11-20T12:00:00Z');
const tenantId = newId();
const zone = 'Asia/Kolkata';
const people = { admin: newId(), ana: newId(), ben: newId(), shop: newId(), bank: newId(), new: newId() };
const offers = { sale: newId(), lead: newId(), click: newId(), view: newId() };
const goals = { sale: newId(), lead: newId(), extra: newId(), click: newId(), view: newId() };
const numbers = { sale: 11, lead: 12, click: 13, view: 14 };
const cap = newId();
let database: TestDatabase;
let t: TestApp;
let before: Map<string, string[]>;

const at = (day: number, hour = 6): Date => new Date(Date.UTC(2026, 10, day, hour));
interface Old {
  id: string;
  offer: keyof typeof offers;
  goal: keyof typeof goals;
  publisher: 'ana' | 'ben';
  day: number;
  status: 'approved' | 'pending' | 'rejected';
  revenue: number;
  payout: number;
  txn: string | null;
  click: string | null;
  reason?: string;
  hold?: Date;
  sale?: number;
  kind?: 'pixel' | 'manual';
  by?: 'admin' | 'advertiser';
  /** decided_by, ceiling and its owner, whether it has the order's key and the click's */
  becomes: [decided: string, ceiling: string | null, by: string | null, txnKey: string | null, hasClickKey: boolean];
}
let written = 0;
const momentOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
const old = (row: Partial<Old> & Pick<Old, 'becomes'>): Old => ({
  // ids are in the order of time, as they were made
  id: newId(at(row.day ?? 10).getTime() + ++written),
  offer: 'lead',
  goal: 'lead',
  publisher: 'ana',
  day: 10,
  status: 'approved',
  revenue: 10_000_000,
  payout: 4_000_000,
  txn: null,
  click: `click-${newId()}`,
  ...row,
});
const shared = `click-${newId()}`;
const conversions: Old[] = [
  old({ becomes: ['none', null, null, null, true] }),
  old({ txn: ' Order 1 ', becomes: ['none', null, null, 'order 1', true] }),
  old({ txn: 'ORDER\u200b 1', day: 11, becomes: ['none', null, null, null, true] }),
  old({ status: 'pending', day: 11, becomes: ['none', null, null, null, true] }),
  old({
    status: 'pending',
    reason: 'On hold for 60 minutes',
    hold: at(25),
    becomes: ['hold', 'pending', 'hold', null, true],
  }),
  old({
    status: 'rejected',
    reason: '3 s after the click; this offer asks for at least 10 s',
    becomes: ['too_fast', 'rejected', 'too_fast', null, true],
  }),
  old({
    status: 'rejected',
    reason: 'The click was refused: Duplicate click',
    becomes: ['fraud', 'rejected', 'fraud', null, true],
  }),
  old({ status: 'pending', reason: 'The click needs a look: Bot', becomes: ['fraud', 'pending', 'fraud', null, true] }),
  old({
    status: 'rejected',
    reason: 'Looked into it',
    by: 'admin',
    becomes: ['manager', 'rejected', 'manager', null, true],
  }),
  old({
    status: 'approved',
    reason: 'Seen',
    by: 'admin',
    publisher: 'ben',
    becomes: ['manager', null, null, null, true],
  }),
  old({
    status: 'rejected',
    reason: 'Rejected by the advertiser',
    by: 'advertiser',
    becomes: ['advertiser', null, null, null, true],
  }),
  old({
    status: 'rejected',
    reason: 'Over the day cap on conversions: 2 of 2 used',
    becomes: ['cap', null, null, null, true],
  }),
  old({ kind: 'manual', click: null, txn: 'by-hand', becomes: ['manager', null, null, 'by-hand', false] }),
  old({ kind: 'pixel', status: 'approved', day: 12, becomes: ['none', null, null, null, true] }),
  // one click: two orders of a sale, and two ids on a goal that counts clicks
  old({
    offer: 'sale',
    goal: 'sale',
    txn: 'S-1',
    click: shared,
    sale: 100,
    revenue: 20_000_000,
    payout: 7_777_777,
    becomes: ['none', null, null, 's-1', false],
  }),
  old({
    offer: 'sale',
    goal: 'sale',
    txn: 's-1',
    click: shared,
    day: 12,
    sale: 30,
    revenue: 6_000_000,
    payout: 3_000_000,
    becomes: ['none', null, null, null, false],
  }),
  old({ goal: 'extra', txn: 'x1', click: shared, becomes: ['none', null, null, 'x1', true] }),
  old({ goal: 'extra', txn: 'x2', click: shared, becomes: ['none', null, null, 'x2', false] }),
];
/** the day of 12 November: the offer was then the shop's, in dollars; it is the bank's, in euros, now */
const lots = [
  {
    id: newId(),
    offer: 'click',
    model: 'CPC',
    day: '2026-11-12',
    publisher: 'ana',
    events: 3,
    revenue: 1_500_000n,
    payout: 600_000n,
  },
  {
    id: newId(),
    offer: 'view',
    model: 'CPM',
    day: '2026-11-12',
    publisher: 'ben',
    events: 7,
    revenue: 2_331n,
    payout: 49n,
  },
] as const;

const asOwner = (text: string, values: unknown[] = []) => database.asOwner(text, values);

/** an offer as the first release wrote it: every column that its table had, and no other */
const offerRow = (tenant: string, id: string, number: number, advertiser: string, admin: string, at: Date) => ({
  tenant_id: tenant,
  id,
  number,
  title: `Offer ${number}`,
  advertiser_id: advertiser,
  objective: 'Conversions',
  offer_type: 'CPR',
  status: number === 13 ? 'paused' : 'active',
  visibility: 'Public',
  currency: 'USD',
  revenue_micros: 0,
  payout_micros: 0,
  hide_payout: false,
  default_campaign_url: 'https://shop.example/?c={click_id}',
  starts_at: at,
  ends_at: new Date(at.getTime() + 1e11),
  countries: ['ALL'],
  tags: [],
  require_terms: false,
  deep_links: false,
  deep_link_hosts: [],
  redirect_type: '302',
  conversion_tracking: 'Server Postback',
  unique_click_hours: 168,
  duplicate_click_action: 'count',
  hold_minutes: 0,
  status_after_hold: 'approved',
  click_life_days: 30,
  min_ctit_seconds: 0,
  daily_start_stop: false,
  daily_start_time: '00:00:00',
  daily_end_time: '00:00:00',
  enable_time_targeting: false,
  enable_inactive_hours: false,
  timezone: 'UTC',
  start_hour: 0,
  end_hour: 0,
  selected_days: [],
  devices: 'ALL',
  operating_system: 'all',
  texts: '{}',
  created_by: admin,
  created_at: at,
  updated_at: at,
});

async function fill(): Promise<void> {
  await asOwner(
    `insert into tenants (id, subdomain, plan, time_zone, currency) values ($1, 'oldest', 'premium', $2, 'USD')`,
    [tenantId, zone],
  );
  const typeOf = {
    admin: 'admin',
    ana: 'publisher',
    ben: 'publisher',
    shop: 'advertiser',
    bank: 'advertiser',
    new: 'publisher',
  };
  await insertAll(
    database,
    'users',
    Object.entries(people).map(([name, id], n) => ({
      tenant_id: tenantId,
      id,
      type: typeOf[name as keyof typeof people],
      is_owner: name === 'admin',
      user_sequence_id: n + 1,
      first_name: name,
      last_name: 'Old',
      email: `${name}@oldest.test`,
      status: name === 'new' ? 'pending' : 'approved',
      admin_user_email: name === 'shop' || name === 'bank' ? 'admin@oldest.test' : null,
      must_change_password: false,
      created_at: at(1),
    })),
  );
  await asOwner(
    `insert into api_keys (tenant_id, user_id, name, scope, key_hash, hint, created_at) values ($1, $2, 'Books', 'reports:read', '\\x01', 'abcd', $3)`,
    [tenantId, people.admin, at(2)],
  );
  for (const [name, type, advertiser, currency] of [
    ['sale', 'CPS', 'shop', 'USD'],
    ['lead', 'CPL', 'shop', 'USD'],
    ['click', 'CPC', 'bank', 'EUR'],
    ['view', 'CPM', 'shop', 'USD'],
  ] as const) {
    const row = {
      ...offerRow(tenantId, offers[name], numbers[name], people[advertiser], people.admin, at(1)),
      offer_type: type,
      currency,
    };
    const columns = Object.keys(row);
    await asOwner(`insert into offers (${columns}) values (${columns.map((_, n) => `$${n + 1}`)})`, Object.values(row));
  }
  await insertAll(
    database,
    'offer_goals',
    (
      [
        ['sale', 'sale', '', 1],
        ['lead', 'lead', '', 1],
        ['extra', 'lead', 'extra', 2],
        ['click', 'click', '', 1],
        ['view', 'view', '', 1],
      ] as const
    ).map(([goal, offer, token, number]) => ({
      tenant_id: tenantId,
      id: goals[goal],
      offer_id: offers[offer],
      number,
      name: goal,
      token,
      revenue_micros: 500_000,
      payout_micros: 200_000,
    })),
  );
  await asOwner(
    `insert into offer_payout_rules (tenant_id, offer_id, number, publisher_id, countries, from_conversions, payout_basis_points) values
       ($1, $2, 1, $3, '{}', 0, 1000), ($1, $2, 2, null, '{in}', 3, null)`,
    [tenantId, offers.sale, people.ana],
  );
  await asOwner(
    `insert into offer_caps (tenant_id, id, offer_id, metric, period, limit_value, action) values ($1, $2, $3, 'conversions', 'day', 2, 'reject')`,
    [tenantId, cap, offers.lead],
  );
  await asOwner(
    `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2026-01-01', 1100000)`,
    [tenantId],
  );
  await asOwner(`insert into recurring_tasks (name, due_at) values ('conversions.days', $1)`, [at(21)]);
  await convertAll();
  await countClicks();
}

async function convertAll(): Promise<void> {
  await insertAll(
    database,
    'conversions',
    conversions.map((one) => ({
      tenant_id: tenantId,
      id: one.id,
      kind: one.kind ?? 'postback',
      offer_id: offers[one.offer],
      goal_id: goals[one.goal],
      publisher_id: people[one.publisher],
      advertiser_id: people.shop,
      txn_id: one.txn,
      click_id: one.click,
      click_at: one.click && at(one.day, 5),
      at: momentOf(one.id),
      recorded_at: at(one.day),
      status: one.status,
      reason: one.reason ?? null,
      hold_until: one.hold ?? null,
      status_after_hold: one.hold ? 'approved' : null,
      currency: 'USD',
      revenue_micros: one.revenue,
      payout_micros: one.payout,
      sale_micros: one.sale ? one.sale * 1e6 : null,
      sale_currency: one.sale ? 'USD' : null,
      sale_rate_e12: one.sale ? 10 ** 12 : null,
      home_currency: 'USD',
      home_rate_e12: 10 ** 12,
      country: 'IN',
      booked: { approved: 'posted', pending: 'pending', rejected: 'none' }[one.status],
      booked_revenue_micros: one.status === 'rejected' ? 0 : one.revenue,
      booked_payout_micros: one.status === 'rejected' ? 0 : one.payout,
      revision: 1,
      amounts_by_hand: one.kind === 'manual',
      click_seen: true,
      click_params: {},
      params: {},
      trace: [],
      created_by: one.kind === 'manual' ? people.admin : null,
    })),
  );
  await insertAll(
    database,
    'audit_log',
    conversions.flatMap(({ id, kind, by = kind === 'manual' ? 'admin' : undefined, status, day }) =>
      by
        ? [
            {
              tenant_id: tenantId,
              id: newId(),
              at: at(day),
              actor_kind: by,
              action: `conversion.${kind === 'manual' ? 'added' : status}`,
              object_kind: 'conversion',
              object_id: id,
            },
          ]
        : [],
    ),
  );
  const timers = conversions.flatMap(({ id, hold }) =>
    hold ? [{ tenant_id: tenantId, conversion_id: id, what: 'hold', due_at: hold, tries: 0 }] : [],
  );
  await insertAll(database, 'conversion_timers', timers);
  const counted = conversions.filter(({ goal, day, status }) => goal === 'lead' && day === 12 && status === 'approved');
  const window = '2026-11-11T18:30:00Z';
  await asOwner(
    `insert into cap_windows (tenant_id, cap_id, window_start, window_end, spent) values ($1, $2, $3, $4, $5)`,
    [tenantId, cap, window, '2026-11-12T18:30:00Z', counted.length],
  );
  await insertAll(
    database,
    'conversion_caps',
    counted.map(({ id }) => ({ tenant_id: tenantId, conversion_id: id, cap_id: cap, window_start: window, amount: 1 })),
  );
}

/** clicks and impressions with their rollups, the lots of a day, and the ledger of all */
async function countClicks(): Promise<void> {
  await asOwner(`select ensure_event_partition('events', '2026-11-12')`);
  const event = (kind: string, offer: number, publisher: number, verdict: string, n: number) => ({
    tenant_id: tenantId,
    kind,
    event_id: `${kind}-${offer}-${verdict}-${n}`,
    at: at(12, 7),
    offer,
    publisher,
    verdict,
    sent_to: 'destination',
    is_unique: verdict === 'accepted',
    country: 'IN',
    device_type: 'mobile',
    os: 'ios',
    source: 'news',
  });
  const many = (count: number, kind: string, offer: number, publisher: number, verdict: string) =>
    Array.from({ length: count }, (_, n) => event(kind, offer, publisher, verdict, n));
  await insertAll(database, 'events', [
    ...many(3, 'click', numbers.click, 2, 'accepted'),
    ...many(2, 'click', numbers.click, 2, 'bot'),
    ...many(7, 'impression', numbers.view, 3, 'accepted'),
    ...many(4, 'impression', numbers.view, 3, 'bot'),
  ]);
  const [quarter, day] = [`date_bin('15 minutes', at, 'epoch')`, `(at at time zone '${zone}')::date`];
  const counts = `count(*) filter (where kind = 'impression'), count(*) filter (where kind = 'click'), count(*) filter (where kind = 'click' and is_unique)`;
  const brief = `${counts}, 0, count(*) filter (where kind = 'click' and verdict = 'accepted')`;
  const all = 'offer, publisher, country, device_type, os, verdict';
  for (const [rollup, keys, sums] of [
    ['rollup_quarter', `${quarter}, ${all}`, counts],
    ['rollup_day', `${day}, ${all}`, counts],
    ['rollup_source', `${day}, offer, publisher, source`, brief],
    ['rollup_offer_publisher', `${day}, offer, publisher`, brief],
    ['rollup_offer', `${day}, offer`, brief],
    ['rollup_publisher', `${day}, publisher`, brief],
    ['rollup_country', `${day}, country`, brief],
    ['rollup_time', quarter, brief],
  ]) {
    await asOwner(`insert into ${rollup} select tenant_id, ${keys}, ${sums} from events group by tenant_id, ${keys}`);
  }
  await insertAll(
    database,
    'earning_lots',
    lots.map((lot) => ({
      tenant_id: tenantId,
      id: lot.id,
      day: lot.day,
      offer_id: offers[lot.offer],
      publisher_id: people[lot.publisher],
      model: lot.model,
      currency: 'USD',
      events: lot.events,
      revenue_micros: String(lot.revenue),
      payout_micros: String(lot.payout),
      revision: 1,
      updated_at: at(13),
    })),
  );
  const legs = (
    subject: FirstFormatTransfer['subject'],
    phase: FirstFormatTransfer['phase'],
    publisher: 'ana' | 'ben',
    revenue: bigint,
    payout: bigint,
  ): FirstFormatTransfer[] => {
    const base = { subject, phase, currency: 'USD', reason: 'Booked then' };
    return [
      { ...base, leg: 'revenue', ownerId: people.shop, amount: revenue },
      { ...base, leg: 'payout', ownerId: people[publisher], amount: payout },
    ];
  };
  const transfers = [
    ...conversions.flatMap((one) =>
      one.status === 'rejected'
        ? []
        : legs(
            { kind: 'conversion', id: one.id },
            one.status === 'pending' ? 'pending' : 'direct',
            one.publisher,
            BigInt(one.revenue),
            BigInt(one.payout),
          ),
    ),
    ...lots.flatMap((lot) => legs({ kind: 'lot', id: lot.id }, 'direct', lot.publisher, lot.revenue, lot.payout)),
  ];
  await writeFirstFormat(database, tenantId, transfers, at(13));
}

/** every row of every table, by the columns that the first release knew */
const known = new Map<string, string>();
async function everyRow(): Promise<Map<string, string[]>> {
  if (known.size === 0) {
    const columns = await database.asOwner<{ table_name: string; names: string }>(
      `select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('schema_migrations', 'recurring_tasks')
         and (table_name, column_name) not in (('deliveries', 'conversion_id'), ('users', 'notifications_read_at')) group by 1`,
    );
    for (const { table_name, names } of columns) known.set(table_name, names);
  }
  const rows = new Map<string, string[]>();
  for (const [table, names] of known) {
    const found = await database.asOwner<{ row: string }>(
      `select r::text as row from (select ${names} from ${table}) r order by 1`,
    );
    rows.set(
      table,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

beforeAll(async () => {
  database = await createTestDatabase(FIRST_RELEASE);
  await fill();
  before = await everyRow();
  expect(await migrate(database.ownerUrl, testSecret, quietLog)).toBe(readMigrations().length - FIRST_RELEASE);
});
afterAll(() => t?.close() ?? database.drop());

test('no value that any table held has changed, and when a recurring task is due next has gone to its job', async () => {
  const due = await database.asOwner(
    `delete from jobs where handler = 'conversions.days' returning state, run_at, tenant_id::text like '00000000%' as is_ours`,
  );
  expect(due).toEqual([{ state: 'waiting', run_at: at(21), is_ours: true }]);
  const after = await everyRow();
  const held = [...before].filter(([, rows]) => rows.length > 0).map(([table]) => table);
  expect(held.length).toBeGreaterThan(25);
  for (const [table, rows] of before) expect({ table, rows: after.get(table) }).toEqual({ table, rows });
});

test('the verifier finds nothing', async () => {
  const lines: string[] = [];
  expect(await verifyMoney(database.open('worker'), [], (line) => lines.push(line)), lines.join('\n')).toBe(true);
  const entries = 2 * (conversions.filter(({ status }) => status !== 'rejected').length + lots.length);
  expect(lines).toEqual([`oldest: ${entries} transfers, all agree`]);
});

test('whose word each conversion stands by is read from what was written then, and one of two spellings is the order', async () => {
  const rows = await database.asOwner<Record<string, string | boolean | null>>(
    'select id, decided_by, ceiling, ceiling_by, txn_key, click_key is not null as has_click from conversions',
  );
  const found = new Map(
    rows.map((row) => [row.id, [row.decided_by, row.ceiling, row.ceiling_by, row.txn_key, row.has_click]]),
  );
  for (const [n, { id, becomes }] of conversions.entries()) expect([n, found.get(id)]).toEqual([n, becomes]);
});

test('lots are whose their entries say, whatever became of the offer, and closed', async () => {
  const rows = await database.asOwner('select advertiser_id, terms_version, lines, currency from earning_lots');
  const lot = { advertiser_id: people.shop, terms_version: 1, lines: null, currency: 'USD' };
  expect(rows).toEqual([lot, lot]);
});

test('offers have one version of their terms, that was always in force; a sign-up that waits has to show its address', async () => {
  const versions = await database.asOwner<{ version: number; from: number }>(
    'select version, extract(epoch from in_force_from)::int as from from offer_terms',
  );
  expect(versions).toEqual(Array.from({ length: 4 }, () => ({ version: 1, from: 0 })));
  const waiting = await database.asOwner('select id from users where email_unconfirmed');
  expect(waiting).toEqual([{ id: people.new }]);
});

describe('in the new release', () => {
  let token: string;
  beforeAll(async () => {
    t = await createTestApp({ database, clock: new FakeClock(now) });
    const scene = await createScene(t);
    const person = { id: people.admin, email: '', subdomain: 'oldest' };
    token = (await scene.openSession(person, { expires_at: new Date(now.getTime() + 86_400_000) })).token;
  });
  const call = (route: RouteSpec, options: object = {}) => t.call(route, { subdomain: 'oldest', token, ...options });
  const money = (micros: bigint) => String(Number(micros) / 1e6);
  const sum = (status: string, what: 'revenue' | 'payout', of: (one: Old) => boolean = () => true) =>
    conversions.filter((one) => one.status === status && of(one)).reduce((all, one) => all + BigInt(one[what]), 0n);
  const lotted = (what: 'revenue' | 'payout', of: (lot: (typeof lots)[number]) => boolean = () => true) =>
    lots.filter(of).reduce((all, lot) => all + lot[what], 0n);

  test.each(['', 'offer', 'publisher', 'country', 'day', 'device', 'source', 'hour', 'browser'])(
    'reports by "%s" add up to what was booked',
    async (dimensions) => {
      const query = {
        dimensions,
        metrics:
          'approved_revenue,pending_revenue,approved_payout,pending_payout,rejected_payout,clicks,gross_clicks,impressions,gross_impressions,approved_conversions,rejected_conversions',
        from: '2026-11-09',
        to: '2026-11-15',
        tz: zone,
      };
      const { status, body } = await call(routes.reports, { query });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.totals).toEqual({
        approved_revenue: money(sum('approved', 'revenue') + lotted('revenue')),
        pending_revenue: money(sum('pending', 'revenue')),
        approved_payout: money(sum('approved', 'payout') + lotted('payout')),
        pending_payout: money(sum('pending', 'payout')),
        rejected_payout: money(sum('rejected', 'payout')),
        clicks: 3,
        gross_clicks: 5,
        impressions: 7,
        gross_impressions: 11,
        approved_conversions: conversions.filter(({ status: is }) => is === 'approved').length,
        rejected_conversions: conversions.filter(({ status: is }) => is === 'rejected').length,
      });
    },
  );

  test('every offer and conversion of then opens: what was stored then is read whole', async () => {
    const pages = await Promise.all(Object.values(offers).map((id) => call(routes.offer, { params: { id } })));
    expect(pages.map(({ body }) => [body.fields.default_landing_page_name, body.fields.advertiser_currency])).toEqual(
      pages.map(() => ['Default', 'USD']),
    );
    const opened = await Promise.all(conversions.map(({ id }) => call(routes.conversion, { params: { id } })));
    expect(opened.map(({ status }) => status)).toEqual(conversions.map(() => 200));
  });

  test.each(['ana', 'ben'] as const)('%s is owed what it was owed', async (name) => {
    const { body } = await call(routes.publisherBalance, { params: { id: people[name] } });
    const own = (one: { publisher: string }) => one.publisher === name;
    const [pending, approved] = [sum('pending', 'payout', own), sum('approved', 'payout', own) + lotted('payout', own)];
    expect(body.rows).toMatchObject([{ currency: 'USD', pending: money(pending), approved: money(approved) }]);
  });

  test('a day that was booked then is not booked again, and the books still agree', async () => {
    for (const day of ['2026-11-12', '2026-11-19']) {
      await database.asOwner(
        `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', $2)`,
        [tenantId, JSON.stringify({ day })],
      );
    }
    await t.app.worker?.drain();
    const rows = await database.asOwner(
      'select count(*)::int as lots, sum(revenue_micros)::text as revenue from earning_lots where tenant_id = $1',
      [tenantId],
    );
    expect(rows).toEqual([{ lots: lots.length, revenue: String(lotted('revenue')) }]);
    expect(await verifyMoney(database.open('worker'), [], () => undefined)).toBe(true);
  });

  test('its ledger goes on in the new format where the old one ends, covers its head, and alters nothing', async () => {
    const worker = database.open('worker');
    const ofFormat = (format: number) =>
      database.asOwner<{ entry: string }>(
        'select t::text as entry from ledger_transfers t where tenant_id = $1 and format = $2 order by sequence',
        [tenantId, format],
      );
    const old = await ofFormat(1);
    const head = await worker.withTenant(tenantId, systemActor, headOf);
    const kept = `oldest:${head?.sequence}:${head?.hash.toString('hex')}`;
    const waiting = conversions.find(({ status, hold }) => status === 'pending' && !hold);
    const decided = await call(routes.decideConversion, {
      params: { id: waiting?.id ?? '' },
      body: { status: 'approved', reason: 'Seen by the new release' },
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    const bonus = {
      phase: 'direct',
      revision: 1,
      ownerId: people.ana,
      currency: 'USD',
      amount: 9n,
      reason: 'Best of all',
    } as const;
    await worker.withTenant(tenantId, systemActor, (tx) =>
      record(tx, tenantId, [{ ...bonus, leg: 'bonus', subject: { kind: 'adjustment', id: newId() } }], now),
    );
    const lines: string[] = [];
    expect(await verifyMoney(worker, [kept], (line) => lines.push(line)), lines.join('\n')).toBe(true);
    expect(lines).toContain(
      `oldest: ${old.length + 3} transfers (${old.length} of format 1, 3 of format 2), all agree`,
    );
    expect(await ofFormat(1)).toEqual(old);
    const [first] = await database.asOwner(
      `select t.previous_hash = o.hash as hangs from ledger_transfers t join ledger_transfers o
         on o.tenant_id = t.tenant_id and o.sequence = t.sequence - 1
       where t.tenant_id = $1 and t.format = 2 and o.format = 1`,
      [tenantId],
    );
    expect(first).toEqual({ hangs: true });
  });

  test.each([
    [
      'an old entry, altered',
      `update ledger_transfers set amount_micros = amount_micros + 1 where sequence = 2`,
      'entry 2 was changed',
    ],
    [
      'the last of the old ones, altered',
      `update ledger_transfers set reason = 'Never' where sequence = (select max(sequence) from ledger_transfers where format = 1)`,
      'was changed',
    ],
    [
      'an entry of the old format after the new one',
      `update ledger_transfers set format = 1, revision = null where sequence = (select max(sequence) from ledger_transfers)`,
      'after entries of 2',
    ],
  ])('%s is found', async (_what, statement, finding) => {
    const lines: string[] = [];
    const rows = await database.asOwner('select * from ledger_transfers order by sequence');
    await database.asOwner(statement);
    expect(await verifyMoney(database.open('worker'), [], (line) => lines.push(line))).toBe(false);
    expect(lines.join('\n')).toContain(finding);
    for (const { sequence, amount_micros, reason, format, revision } of rows) {
      await database.asOwner(
        'update ledger_transfers set amount_micros = $2, reason = $3, format = $4, revision = $5 where sequence = $1',
        [sequence, amount_micros, reason, format, revision],
      );
    }
  });

  test('a server of the version before, still running, is refused and does not mix the formats', async () => {
    const copied = `tenant_id, gen_random_uuid(), sequence + 1000, at, phase, leg, owner_id, debit_account_id, credit_account_id,
      amount_micros, currency, reason, subject_kind, subject_id, previous_hash, hash`;
    const tried = database.asOwner(
      `insert into ledger_transfers (tenant_id, id, sequence, at, phase, leg, owner_id, debit_account_id, credit_account_id,
         amount_micros, currency, reason, subject_kind, subject_id, previous_hash, hash)
       select ${copied} from ledger_transfers where sequence = 1`,
    );
    await expect(tried).rejects.toThrow(/"format".*not-null/);
  });
});
