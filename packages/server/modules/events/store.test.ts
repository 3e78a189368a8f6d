// What any event store must hold to. Every driver is tried here; what it stored is looked at through its `inspect`.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing.ts';
import { createIntake, DamagedFrame, type EventStore, encodeFrame, frameAround, type Intake } from './index.ts';
import { type Inspect, stores } from './testing.ts';

describe.each(stores)('the event store on $name', ({ open, reader, inspect: look }) => {
  let database: TestDatabase;
  let app: Database;
  let store: EventStore;
  let intake: Intake;
  let inspect: Inspect;
  const kathmandu = newId();
  const newYork = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    app = database.open('app');
    await database.asOwner(
      `insert into tenants (id, subdomain, plan, time_zone) values
    ($1, 'kathmandu', 'basic', 'Asia/Kathmandu'), ($2, 'newyork', 'basic', 'America/New_York')`,
      [kathmandu, newYork],
    );
    store = await open(database);
    intake = createIntake(store);
    inspect = look(database);
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
  const count = async (query: string, values: unknown[] = []): Promise<number> =>
    Number((await database.asOwner<{ n: string }>(`select (${query}) as n`, values))[0]?.n ?? 0);
  const eventsOf = (tenant: string) => inspect.rowsOf(tenant);

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
    expect(await inspect.clicksInQuarter(kathmandu, '2026-03-01T10:00:00Z')).toBe(3);
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

  test('an answer that gets lost after the rows were stored: the piece comes again, longer, and each row counts once', async () => {
    let lost = 0;
    const losing = await open(database, () => ++lost % 2 === 1);
    const shipTo = async (body: Buffer, segment: number, offset: number) => {
      const chunk = { tracker, segment, offset, body };
      // as a tracker does: what was not answered is sent again, with what has come meanwhile
      return createIntake(losing)
        .accept(chunk)
        .catch(() => null);
    };
    const before = await eventsOf(newYork);
    const pieces = [0, 1, 2].map((minute) => encodeFrame('click', [click(newYork, `2026-03-09T00:0${minute}:00Z`)]));
    const segment = ++segments;
    let accepted = 0;
    for (let known = 1; accepted < Buffer.concat(pieces).length; known = Math.min(known + 1, pieces.length)) {
      const body = Buffer.concat(pieces.slice(0, known));
      const reply = await shipTo(body.subarray(accepted), segment, accepted);
      accepted = reply?.accepted ?? accepted;
    }
    await losing.close();
    expect((await eventsOf(newYork)) - before).toBe(3);
    expect(await inspect.clicksInQuarter(newYork, '2026-03-09T00:00:00Z')).toBe(3);
    expect(await inspect.wrongRollups()).toEqual([]);
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
    const others = await Promise.all(Array.from({ length: 4 }, () => open(database)));
    for (let day = 1; day <= 9; day++) {
      await Promise.all(others.map((other) => other.prepareDays([`2025-07-0${day}`])));
    }
    await Promise.all(others.map((other) => other.close()));
    const rows = Array.from({ length: 9 }, (_, n) => click(newYork, `2025-07-0${n + 1}T12:00:00Z`));
    expect((await ship(encodeFrame('click', rows))).rows).toBe(9);
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
      const asideDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(ahead(86_400));
      expect(await inspect.clicksOfDay(kathmandu, asideDay)).toBe(0);
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
    expect(await inspect.wrongRollups()).toEqual([]);
    expect(await inspect.dayRows()).toBeGreaterThan(3);
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
    expect(await inspect.tenantsSeen(newYork)).toEqual([newYork]);
  });

  describe('is read', () => {
    const ask = <R>(tenant: string, read: (tx: Parameters<typeof reader.pulse>[0]) => Promise<R>): Promise<R> =>
      app.withTenant(tenant, systemActor, read);
    const rowsOf = <Row>(tenant: string, relation: Parameters<typeof sql.join>[0][number]) =>
      ask(tenant, async (tx) => (await sql<Row>`select * from (${relation}) r`.execute(tx)).rows);
    // New York's 1 November 2025 has 24 hours, the 2nd has 25; Kathmandu is 5:45 ahead of UTC
    const at = (minutes: number) => new Date(Date.parse('2025-11-01T23:50:00Z') + minutes * 60_000);
    const range = { start: at(0), end: at(2_000) };
    const placed = new Map<string, { id: string; at: string; offer: number; verdict: string }[]>();

    beforeAll(async () => {
      for (const tenant of [kathmandu, newYork]) {
        const rows = Array.from({ length: 60 }, (_, n) =>
          click(tenant, at(n * 30).toISOString(), {
            offer: String(701 + (n % 3)),
            publisher: String(801 + (n % 2)),
            verdict: n % 5 === 0 ? 'bot' : 'accepted',
            cap_lots: n % 4 === 0 ? `lot-a,lot-${tenant}` : '',
            params: `{"p1":"${n}"}`,
          }),
        );
        placed.set(
          tenant,
          rows.map((row) => ({
            id: row.event_id ?? '',
            at: row.at ?? '',
            offer: Number(row.offer),
            verdict: row.verdict ?? '',
          })),
        );
        // late, out of order, and in two pieces
        await ship(encodeFrame('click', rows.slice(30)));
        await ship(encodeFrame('click', rows.slice(0, 30).toReversed()));
      }
    });

    test('row by row, in pages that meet nowhere and leave nothing out', async () => {
      for (const tenant of [kathmandu, newYork]) {
        for (const filter of [{}, { offer: 702 }, { verdict: 'bot', kind: 'click' as const }, { publisher: 801 }]) {
          const seen: string[] = [];
          let cursor: Parameters<typeof reader.scan>[4] = null;
          do {
            const page: Awaited<ReturnType<typeof reader.scan>> = await ask(tenant, (tx) =>
              reader.scan(tx, tenant, range, filter, cursor, 7),
            );
            seen.push(...page.rows.map((row) => row.event_id));
            cursor = page.next;
          } while (cursor);
          const wanted = (placed.get(tenant) ?? []).filter(
            (row, n) =>
              (!('offer' in filter) || row.offer === filter.offer) &&
              (!('verdict' in filter) || row.verdict === filter.verdict) &&
              (!('publisher' in filter) || n % 2 === 0),
          );
          expect(seen).toEqual(wanted.map(({ id }) => id));
        }
      }
    });

    test('click by click, lot by lot, and never another tenant’s', async () => {
      const [first] = placed.get(kathmandu) ?? [];
      const find = (tenant: string, id = first?.id ?? '', when = new Date(first?.at ?? 0)) =>
        ask(tenant, (tx) => reader.clickById(tx, tenant, id, when));
      expect(await find(kathmandu)).toMatchObject({ verdict: 'bot', country: 'NP', params: { p1: '0' } });
      expect(await find(newYork)).toBeNull();
      expect(await find(kathmandu, 'click-none')).toBeNull();
      const whole = (tenant: string, id = first?.id ?? '', when = new Date(first?.at ?? 0)) =>
        ask(tenant, (tx) => reader.eventById(tx, tenant, id, when));
      expect(await whole(kathmandu)).toMatchObject({ kind: 'click', event_id: first?.id, params: { p1: '0' } });
      expect(Object.keys((await whole(kathmandu)) ?? {})).not.toContain('tenant_id');
      expect([await whole(newYork), await whole(kathmandu, 'click-none')]).toEqual([null, null]);
      const lots = (tenant: string) =>
        ask(tenant, (tx) => reader.clicksOfLots(tx, tenant, ['lot-a', `lot-${kathmandu}`, 'lot-none'], range));
      expect(Object.fromEntries(await lots(kathmandu))).toEqual({ 'lot-a': 15, [`lot-${kathmandu}`]: 15 });
      expect(Object.fromEntries(await lots(newYork))).toEqual({ 'lot-a': 15 });
    });

    test.each([
      [kathmandu, 'Asia/Kathmandu', '2025-11-02'],
      [newYork, 'America/New_York', '2025-11-02'],
    ])(
      'by days of the tenant’s zone and by quarters of an hour, also where a day has 25 hours (%#)',
      async (tenant, timeZone, day) => {
        const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
        const rows = (placed.get(tenant) ?? []).map((row, n) => ({
          ...row,
          publisher: 801 + (n % 2),
          when: new Date(row.at),
        }));
        const count = (some: (row: (typeof rows)[number]) => boolean) =>
          BigInt(rows.filter((row) => row.verdict === 'accepted' && row.offer === 701 && some(row)).length);
        const [start, end] = [at(10), at(610)];
        const isIn = (when: Date) => when >= start && when < end;
        const counts = await ask(tenant, (tx) =>
          reader.dailyCounts(tx, tenant, [
            { offer: 701, publisher: null, span: { from: day, until: '2025-11-03' } },
            { offer: 701, publisher: 801, span: { from: day, until: '2025-11-03' } },
            { offer: 701, publisher: null, span: { start, end } },
            { offer: 701, publisher: 802, span: { start, end } },
            { offer: 999, publisher: null, span: { start, end } },
          ]),
        );
        expect(counts).toEqual([
          count(({ when }) => dayOf.format(when) === day),
          count(({ when, publisher }) => dayOf.format(when) === day && publisher === 801),
          count(({ when }) => isIn(when)),
          count(({ when, publisher }) => isIn(when) && publisher === 802),
          0n,
        ]);
        // stretches that begin and end between two quarters
        const stretch = { offer: 701, kind: 'click' as const, from: at(7), until: at(601) };
        const paid = await ask(tenant, async (tx) => {
          const relation = await reader.paidCounts(tx, tenant, [stretch, { ...stretch, offer: 999 }], 801);
          return (await sql<{ n: string }>`select coalesce(sum(events), 0) as n from (${relation}) r`.execute(tx)).rows;
        });
        expect(BigInt(paid[0]?.n ?? -1)).toBe(
          count(({ when, publisher }) => when >= stretch.from && when < stretch.until && publisher === 801),
        );
      },
    );

    test('in groups, from every grain that knows what is asked: the same figures', async () => {
      const question = {
        start: new Date('2025-11-01T18:15:00Z'),
        end: new Date('2025-11-02T18:15:00Z'),
        tz: 'Asia/Kathmandu',
        shiftDays: 0,
        facts: ['gross_clicks', 'clicks', 'unique_clicks', 'invalid_clicks'] as const,
        except: [702],
        turns: null,
        by: ['offer'] as const,
        where: [],
      };
      const days = { from: '2025-11-02', until: '2025-11-03' };
      const inside = (placed.get(kathmandu) ?? []).filter(
        ({ at: when, offer }) => offer !== 702 && new Date(when) < question.end,
      );
      const expected = [701, 703].map((offer) => {
        const own = inside.filter((row) => row.offer === offer);
        const accepted = own.filter(({ verdict }) => verdict === 'accepted').length;
        return { offer, gross_clicks: own.length, clicks: accepted, unique_clicks: own.length, invalid_clicks: 0 };
      });
      for (const grain of ['raw', 'quarter', 'day', 'source', 'offer_publisher', 'offer'] as const) {
        const isByDay = grain !== 'raw' && grain !== 'quarter';
        const relation = await ask(kathmandu, (tx) =>
          reader.clickGroups(tx, kathmandu, { ...question, grain, days: isByDay ? days : null }),
        );
        const found = await rowsOf<Record<string, string | number | null>>(kathmandu, relation);
        const numbers = found.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
        );
        expect({ grain, rows: numbers.sort((a, b) => (a.offer ?? 0) - (b.offer ?? 0)) }).toEqual({
          grain,
          rows: expected,
        });
      }
    });

    test('for who sent what, what came in the last hours, and whether anything moves', async () => {
      const pairs = async (tenant: string, filter: Parameters<typeof reader.offersWithTraffic>[2]) => {
        const relation = await ask(tenant, (tx) => reader.offersWithTraffic(tx, tenant, filter));
        const rows = await rowsOf<{ offer: number; publisher: number }>(tenant, relation);
        return [...new Set(rows.map(({ offer, publisher }) => `${offer}/${publisher}`))].sort();
      };
      const own = { offers: [701, 702, 703], billable: true };
      expect(await pairs(kathmandu, { ...own, publishers: [801] })).toEqual(['701/801', '702/801', '703/801']);
      expect(await pairs(kathmandu, { ...own, publishers: [999] })).toEqual([]);
      expect(await pairs(kathmandu, { ...own, since: at(100_000) })).toEqual([]);
      const hours = await ask(newYork, (tx) => reader.recentHours(tx, newYork, { offers: [701, 702, 703] }, at(60)));
      const recent = await rowsOf<{ clicks: string }>(newYork, hours);
      expect(recent.reduce((sum, row) => sum + Number(row.clicks), 0)).toBeGreaterThan(0);
      const pulse = () => ask(newYork, (tx) => reader.pulse(tx, newYork, at(30)));
      const before = await pulse();
      await ship(encodeFrame('click', [click(newYork, at(20).toISOString())]));
      expect(await pulse()).not.toBe(before);
    });

    test('and checks itself: rollups equal their rows, late ones too', async () => {
      for (const [tenant, zone] of [
        [kathmandu, 'Asia/Kathmandu'],
        [newYork, 'America/New_York'],
      ] as const) {
        expect(await ask(tenant, (tx) => reader.checkRollups(tx, tenant, zone))).toEqual([]);
        for (const { day, clicks, impressions } of await inspect.days(tenant)) {
          expect(await ask(tenant, (tx) => reader.checkRollups(tx, tenant, zone, day))).toEqual([]);
          const counted = await ask(tenant, (tx) => reader.recountPublishers(tx, tenant, zone, day));
          expect(counted.some(({ differs }) => differs)).toBe(false);
          const sum = (of: 'clicks' | 'impressions') => counted.reduce((all, one) => all + one[of], 0);
          expect([sum('clicks'), sum('impressions')]).toEqual([clicks, impressions]);
        }
      }
      expect(await inspect.wrongRollups()).toEqual([]);
    });
  });
});
