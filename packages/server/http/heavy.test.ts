// Reports take long; signing in must not wait for them. The whole server, with reports of one publisher that hang: sixty at
// once, as an open loop of somebody's script would send them.
import { routes } from '@tributary/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '../platform/clock.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { heavyTurns } from './turns.ts';

const HELD_DAY = '2026-11-03';
const heavy = (day: string) => ({ dimensions: 'p1,city', metrics: 'clicks', from: day, to: day, tz: 'UTC' });
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(new Date('2026-11-02T10:00:00Z')) });
  t.clock.advance(4 * 24 * 3_600_000);
});
afterAll(() => t.close());

/** whoever reads that day's clicks waits until it is let go */
async function holdDay(day: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table events_p${day.replaceAll('-', '')} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}
const WAITING_FOR_IT = `from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
const held = async (): Promise<number> =>
  (await t.database.asOwner<{ n: number }>(`select count(*)::int as n ${WAITING_FOR_IT}`))[0]?.n ?? 0;
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('sixty reports of one publisher that hang: he holds his share; everybody else signs in, sees dashboards and reports', async () => {
  const { token } = await t.signIn('publisher@demo.test');
  const letGo = await holdDay(HELD_DAY);
  const answers: number[] = [];
  const asked = Array.from({ length: 60 }, async () => {
    const reply = await t.call(routes.reports, { token, query: heavy(HELD_DAY) });
    answers.push(reply.status);
    return reply;
  });
  const refusedAtOnce = 60 - heavyTurns.perPerson - heavyTurns.waitingPerPerson;
  await until(async () => answers.length >= refusedAtOnce && (await held()) >= heavyTurns.perPerson);
  expect(await held()).toBe(heavyTurns.perPerson);

  const acme = { subdomain: 'acme' };
  const other = { ...acme, ...(await t.signIn('admin@acme.test', acme)) };
  const beside = [
    await t.call(routes.dashboard, other),
    await t.call(routes.reports, { ...other, query: heavy('2026-11-04') }),
    await t.call(routes.dashboard, await t.signIn('admin@demo.test')),
  ];
  expect(beside.map(({ status }) => status)).toEqual([200, 200, 200]);
  // his own light calls are answered, too
  expect((await t.call(routes.profile, { token })).status).toBe(200);
  // not one of those that hang was answered meanwhile
  expect(answers).not.toContain(200);

  await letGo();
  const all = await Promise.all(asked);
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(heavyTurns.perPerson);
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(refusedAtOnce);
  for (const { status, headers, body } of refused) {
    expect([status, body.error.code]).toEqual([429, 'busy']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.error.message).toMatch(/try again|ask again/);
  }
});

describe('a heavy route', () => {
  test('is each one that reads figures, logs or lists without an end', () => {
    const names = Object.entries(routes).flatMap(([name, route]) => ('heavy' in route ? [name] : []));
    const files = Object.entries(routes).flatMap(([name, { wire }]) => (wire === 'table' ? [name] : []));
    expect(names).toEqual(expect.arrayContaining(files));
    expect(names).toEqual(
      expect.arrayContaining([
        'reports',
        'kpiReport',
        'dashboard',
        'forecast',
        'liveOffers',
        'conversions',
        'receipts',
      ]),
    );
  });

  test('leaves connections that only light calls have', () => {
    expect(heavyTurns.slots).toBeLessThanOrEqual(6);
    expect(heavyTurns.perTenant).toBeLessThan(heavyTurns.slots);
    expect(heavyTurns.perPerson).toBeLessThan(heavyTurns.perTenant);
  });

  test('that takes too long is stopped with a sentence that says what to do', async () => {
    const { token } = await t.signIn('publisher@demo.test');
    const letGo = await holdDay(HELD_DAY);
    const asked = t.call(routes.reports, { token, query: heavy(HELD_DAY) });
    await until(async () => (await held()) === 1);
    // as the server itself does when its time is over
    await t.database.asOwner(`select pg_cancel_backend(pid) ${WAITING_FOR_IT}`);
    const { status, body } = await asked;
    await letGo();
    expect([status, body.error]).toEqual([
      413,
      {
        code: 'too_large',
        message: 'This took too long and was stopped. Please ask for fewer days or columns, or for an export.',
      },
    ]);
  });
});
