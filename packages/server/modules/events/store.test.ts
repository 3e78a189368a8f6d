// What any event store must hold to; PostgreSQL's driver is tried here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roleUrl } from '../../platform/db/roles.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, quietLog, type TestDatabase, testSecret } from '../../platform/testing.ts';
import {
  createIntake,
  DamagedFrame,
  type EventStore,
  encodeFrame,
  frameAround,
  type Intake,
  postgresStore,
} from './index.ts';

let database: TestDatabase;
let store: EventStore;
let intake: Intake;
const kathmandu = newId();
const newYork = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(
    `insert into tenants (id, subdomain, plan, time_zone) values
    ($1, 'kathmandu', 'basic', 'Asia/Kathmandu'), ($2, 'newyork', 'basic', 'America/New_York')`,
    [kathmandu, newYork],
  );
  store = postgresStore(roleUrl(database.ownerUrl, 'intake', testSecret), quietLog);
  intake = createIntake(store);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

type Row = Record<string, string>;
let serial = 0;
const click = (tenant: string, at: string, more: Row = {}): Row => ({
  tenant_id: tenant,
  event_id: `click-${++serial}`,
  at,
  offer: '1',
  publisher: '2',
  verdict: 'accepted',
  sent_to: 'destination',
  is_unique: 't',
  country: 'NP',
  device_type: 'mobile',
  os: 'android',
  params: '{}',
  ...more,
});

let segments = 0;
const tracker = '0123456789abcdef';
const ship = (body: Buffer, segment = ++segments, offset = 0) => intake.accept({ tracker, segment, offset, body });
const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number((await database.asOwner<{ n: string }>(`select (${sql}) as n`, values))[0]?.n ?? 0);
const eventsOf = (tenant: string) => count('select count(*) from events where tenant_id = $1', [tenant]);

describe('the event store', () => {
  test('stores each row once, however often and in whatever pieces a chunk is shipped', async () => {
    const before = await eventsOf(kathmandu);
    const first = encodeFrame('click', [
      click(kathmandu, '2026-03-01T10:00:00Z'),
      click(kathmandu, '2026-03-01T10:01:00Z'),
    ]);
    const second = encodeFrame('click', [click(kathmandu, '2026-03-01T10:02:00Z')]);
    const segment = ++segments;
    expect(await ship(first, segment, 0)).toEqual({ accepted: first.length, rows: 2 });
    expect(await ship(first, segment, 0)).toEqual({ accepted: first.length, rows: 0 });
    expect(await ship(Buffer.concat([first, second]), segment, 0)).toEqual({ accepted: first.length, rows: 0 });
    expect(await ship(second, segment, first.length)).toEqual({ accepted: first.length + second.length, rows: 1 });
    expect((await eventsOf(kathmandu)) - before).toBe(3);
    expect(
      await count(`select sum(clicks) from rollup_quarter where tenant_id = $1 and bucket = '2026-03-01T10:00:00Z'`, [
        kathmandu,
      ]),
    ).toBe(3);
  });

  test('what a tracker had to pass over leaves a gap; whatever comes from before its end is answered where to go on, and stored nowhere', async () => {
    const before = await eventsOf(kathmandu);
    const [first, damaged, later] = [0, 1, 2].map((minute) =>
      encodeFrame('click', [click(kathmandu, `2026-03-01T12:0${minute}:00Z`)]),
    ) as [Buffer, Buffer, Buffer];
    const segment = ++segments;
    await ship(first, segment, 0);
    const from = first.length + damaged.length;
    const accepted = from + later.length;
    expect(await ship(later, segment, from)).toEqual({ accepted, rows: 1 });
    expect(await ship(damaged, segment, first.length)).toEqual({ accepted, rows: 0 });
    expect(await ship(Buffer.concat([first, damaged, later]), segment, 0)).toEqual({ accepted, rows: 0 });
    expect((await eventsOf(kathmandu)) - before).toBe(2);
  });

  test('twenty copies of one chunk at once count once', async () => {
    const before = await eventsOf(kathmandu);
    const body = encodeFrame(
      'click',
      Array.from({ length: 50 }, () => click(kathmandu, '2026-03-02T00:00:00Z')),
    );
    const segment = ++segments;
    const replies = await Promise.all(Array.from({ length: 20 }, () => ship(body, segment, 0)));
    expect(replies.filter((reply) => reply.rows === 50)).toHaveLength(1);
    expect((await eventsOf(kathmandu)) - before).toBe(50);
  });

  test('a day that many ask for at once is made once', async () => {
    const others = Array.from({ length: 4 }, () =>
      postgresStore(roleUrl(database.ownerUrl, 'intake', testSecret), quietLog),
    );
    for (let day = 1; day <= 9; day++) {
      await Promise.all(others.map((other) => other.prepareDays([`2025-07-0${day}`])));
    }
    await Promise.all(others.map((other) => other.close()));
    expect(await count(`select count(*) from pg_class where relname like 'events_p2025070_'`)).toBe(9);
  });

  test('trackers that ship one tenant’s clicks and impressions at once never deadlock', async () => {
    const at = '2026-03-02T12:00:00Z';
    const before = await eventsOf(kathmandu);
    const shipments = Array.from({ length: 40 }, (_, n) => {
      const rows = (offer: number) => Array.from({ length: 40 }, () => click(kathmandu, at, { offer: String(offer) }));
      return Buffer.concat([encodeFrame('click', rows(n % 2)), encodeFrame('impression', rows((n + 1) % 2))]);
    });
    await Promise.all(shipments.map((body) => ship(body, ++segments)));
    expect((await eventsOf(kathmandu)) - before).toBe(40 * 80);
  });

  test('a damaged frame stores nothing and says so', async () => {
    const body = encodeFrame('click', [click(kathmandu, '2026-03-03T00:00:00Z')]);
    body[body.length - 3] = (body[body.length - 3] ?? 0) ^ 1;
    const before = await eventsOf(kathmandu);
    await expect(async () => ship(body)).rejects.toThrow(DamagedFrame);
    expect(await eventsOf(kathmandu)).toBe(before);
  });

  test('a row that the tables refuse is set aside with its frame, and the rest goes on', async () => {
    const good = encodeFrame('click', [click(kathmandu, '2026-03-04T00:00:00Z')]);
    const bad = frameAround('click', Buffer.from('not\ta\trow\n'), 1);
    const before = await eventsOf(kathmandu);
    const reply = await ship(
      Buffer.concat([good, bad, encodeFrame('click', [click(kathmandu, '2026-03-04T00:00:01Z')])]),
    );
    expect(reply.rows).toBe(2);
    expect((await eventsOf(kathmandu)) - before).toBe(2);
    const [kept] = await database.asOwner<{ frame: Buffer }>(
      'select frame from intake_quarantine order by id desc limit 1',
    );
    expect(kept?.frame.toString()).toBe('not\ta\trow\n');
  });

  test('rows of an unknown tenant are kept aside, those of others are stored', async () => {
    const stranger = newId();
    const before = await eventsOf(kathmandu);
    await ship(
      encodeFrame('click', [click(stranger, '2026-03-05T00:00:00Z'), click(kathmandu, '2026-03-05T00:00:00Z')]),
    );
    expect((await eventsOf(kathmandu)) - before).toBe(1);
    expect(await eventsOf(stranger)).toBe(0);
    expect(
      await count(`select count(*) from intake_quarantine where convert_from(frame, 'UTF8') like '%' || $1 || '%'`, [
        stranger,
      ]),
    ).toBe(1);
  });

  describe('dates of the future', () => {
    const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    const aside = () => count('select count(*) from intake_quarantine');
    const lastReason = async () =>
      (await database.asOwner<{ reason: string }>('select reason from intake_quarantine order by id desc limit 1'))[0]
        ?.reason;

    test('a frame committed more than a minute ahead is set aside whole, and the rest goes on', async () => {
      const [before, asideBefore] = [await eventsOf(kathmandu), await aside()];
      const late = encodeFrame('click', [click(kathmandu, ahead(3_600).toISOString())], ahead(3_600));
      const soon = encodeFrame('click', [click(kathmandu, ahead(30).toISOString())], ahead(30));
      const body = Buffer.concat([late, soon]);
      expect(await ship(body)).toEqual({ accepted: body.length, rows: 1 });
      expect([(await eventsOf(kathmandu)) - before, (await aside()) - asideBefore]).toEqual([1, 1]);
      expect(await lastReason()).toMatch(/^dated 3(599|600) s ahead of the server$/);
    });

    test('a row dated ahead in a frame of today is set aside alone: no event, no rollup, no receipt to judge', async () => {
      const [before, asideBefore] = [await eventsOf(kathmandu), await aside()];
      const receipt = (at: Date) => ({
        tenant_id: kathmandu,
        receipt_id: newId(),
        at: at.toISOString(),
        outcome: 'recorded',
        method: 'GET',
        query: '',
        params: '{}',
      });
      const queued = () => count('select count(*) from receipt_queue where tenant_id = $1', [kathmandu]);
      const queuedBefore = await queued();
      const body = Buffer.concat([
        encodeFrame('click', [click(kathmandu, ahead(86_400).toISOString()), click(kathmandu, ahead(0).toISOString())]),
        encodeFrame('postback', [receipt(ahead(86_400)), receipt(ahead(0))]),
      ]);
      await ship(body);
      expect([(await eventsOf(kathmandu)) - before, (await queued()) - queuedBefore]).toEqual([1, 1]);
      expect((await aside()) - asideBefore).toBe(2);
      expect(await lastReason()).toBe('postback rows dated more than a minute ahead of the server');
      expect(
        await count(`select count(*) from rollup_day where tenant_id = $1 and day > now() + interval '20 h'`, [
          kathmandu,
        ]),
      ).toBe(0);
    });
  });

  test('rollups equal a recount of the raw rows: quarters in UTC, days in the tenant’s own zone, across a DST change', async () => {
    const rows: Row[] = [];
    const start = Date.parse('2026-03-07T00:00:00Z');
    for (let n = 0; n < 400; n++) {
      const at = new Date(start + n * 613_000).toISOString();
      const more: Row = {
        verdict: n % 7 === 0 ? 'cap_reached' : 'accepted',
        is_unique: n % 3 === 0 ? 't' : 'f',
        source: n % 2 ? 'news' : '',
        country: n % 5 ? 'US' : '',
      };
      rows.push(click(n % 2 ? newYork : kathmandu, at, more));
    }
    await ship(
      Buffer.concat([
        encodeFrame('click', rows),
        encodeFrame(
          'impression',
          rows.map((row) => ({ ...row, event_id: `i-${row.event_id}` })),
        ),
      ]),
    );
    const mismatch = `
      select count(*) from (
        select tenant_id, bucket::text as k, verdict, sum(impressions) i, sum(clicks) c, sum(unique_clicks) u from rollup_quarter group by 1, 2, 3
        except select tenant_id, date_bin('15 minutes', at, 'epoch')::text, verdict, count(*) filter (where kind = 'impression'),
          count(*) filter (where kind = 'click'), count(*) filter (where kind = 'click' and is_unique) from events group by 1, 2, 3) x`;
    expect(await count(mismatch)).toBe(0);
    const days = `
      select count(*) from (
        select tenant_id, day, sum(impressions) i, sum(clicks) c, sum(unique_clicks) u from rollup_day group by 1, 2
        except select e.tenant_id, (e.at at time zone t.time_zone)::date, count(*) filter (where kind = 'impression'),
          count(*) filter (where kind = 'click'), count(*) filter (where kind = 'click' and is_unique)
        from events e join tenants t on t.id = e.tenant_id group by 1, 2) x`;
    expect(await count(days)).toBe(0);
    const sources = `
      select count(*) from (
        select tenant_id, day, source, sum(clicks), sum(invalid_clicks), sum(billable_impressions) from rollup_source group by 1, 2, 3
        except select e.tenant_id, (e.at at time zone t.time_zone)::date, coalesce(source, ''), count(*) filter (where kind = 'click'),
          count(*) filter (where kind = 'click' and verdict = 'cap_reached'),
          count(*) filter (where kind = 'impression' and verdict = 'accepted')
        from events e join tenants t on t.id = e.tenant_id group by 1, 2, 3) x`;
    expect(await count(sources)).toBe(0);
    const day = '(e.at at time zone t.time_zone)::date';
    const briefs = {
      rollup_offer_publisher: [day, 'coalesce(offer, 0)', 'coalesce(publisher, 0)'],
      rollup_offer: [day, 'coalesce(offer, 0)'],
      rollup_publisher: [day, 'coalesce(publisher, 0)'],
      rollup_country: [day, `coalesce(country, '')`],
      rollup_time: [`date_bin('15 minutes', e.at, 'epoch')`],
    };
    for (const [rollup, keys] of Object.entries(briefs)) {
      const recounted = `select e.tenant_id, ${keys.join(', ')}, count(*) filter (where kind = 'impression'),
          count(*) filter (where kind = 'click'), count(*) filter (where kind = 'click' and is_unique),
          count(*) filter (where kind = 'click' and verdict = 'cap_reached'),
          count(*) filter (where kind = 'click' and verdict = 'accepted'),
          count(*) filter (where kind = 'impression' and verdict = 'accepted')
        from events e join tenants t on t.id = e.tenant_id group by e.tenant_id, ${keys.join(', ')}`;
      const differing = `select count(*) from ((select * from ${rollup} except ${recounted}) union all (${recounted} except select * from ${rollup})) x`;
      expect({ rollup, differing: await count(differing) }).toEqual({ rollup, differing: 0 });
    }
    expect(await count('select count(*) from rollup_day')).toBeGreaterThan(3);
  });

  test('the plan’s count holds billable clicks only, by month', async () => {
    await ship(
      encodeFrame('click', [
        click(newYork, '2026-05-31T23:59:59Z'),
        click(newYork, '2026-06-01T00:00:00Z'),
        click(newYork, '2026-06-01T00:00:01Z', { verdict: 'bot' }),
      ]),
    );
    const usage = (month: string) =>
      count('select coalesce(sum(clicks), 0) from tenant_usage where tenant_id = $1 and month = $2', [newYork, month]);
    expect([await usage('2026-05-01'), await usage('2026-06-01')]).toEqual([1, 1]);
  });

  test('postback receipts are stored, good and bad', async () => {
    const receipt = (outcome: string): Row => ({
      tenant_id: newYork,
      receipt_id: newId(),
      at: '2026-03-09T00:00:00Z',
      outcome,
      method: 'GET',
      query: 'a=1\tb',
      params: '{"sub1":"x"}',
    });
    await ship(
      Buffer.concat([
        encodeFrame('postback', [receipt('recorded'), receipt('token_mismatch')]),
        encodeFrame('pixel', [receipt('recorded')]),
      ]),
    );
    expect(await count('select count(*) from receipts where tenant_id = $1', [newYork])).toBe(3);
  });

  test('one tenant’s rows stay behind its wall', async () => {
    const app = database.open('app');
    const seen = await app.withTenant(newYork, { kind: 'system', id: null }, (tx) =>
      tx.selectFrom('events').select('tenant_id').distinct().execute(),
    );
    expect(seen).toEqual([{ tenant_id: newYork }]);
  });
});
