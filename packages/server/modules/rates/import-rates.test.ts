// Rates from a file: looked at before anything is saved, saved together or not at all, each in the trail.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
  admin = (await t.signIn('admin@acme.test', { subdomain: 'acme' })).token;
});
afterAll(() => t.close());

const send = (lines: string[], save: boolean) =>
  t.call(routes.importExchangeRates, { subdomain: 'acme', token: admin, body: { csv: lines.join('\n'), save } });
const count = async (sql: string): Promise<number> =>
  Number((await t.database.asOwner<{ count: string }>(sql))[0]?.count ?? 0);
const stored = () =>
  count(`select count(*) from exchange_rates r join tenants t on t.id = r.tenant_id where subdomain = 'acme'`);
const trail = () => count(`select count(*) from audit_log where action like 'exchange-rate.%'`);

test('every wrong line is named, also what only the table knows; nothing is saved unless all are good', async () => {
  expect((await send(['CHF,USD,1.1,2026-01-01'], true)).status).toBe(200);
  const before = await stored();
  const lines = [
    'From,To,Rate,From day (UTC)',
    'EUR,USD,1.08,2026-01-01',
    'EUR,USD,one,2026-01-02',
    'USD,CHF,0.9,2026-01-01',
  ];
  const looked = await send(lines, false);
  expect(looked.body).toMatchObject({ saved: false, rows: [{ line: 2, base: 'EUR', before: null }] });
  expect(looked.body.faults.map(({ line }: { line: number }) => line)).toEqual([3, 4]);
  expect(looked.body.faults[1].message).toMatch(/other way round, from CHF to USD/);
  const refused = await send(lines, true);
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^Line 3 of the file/)]);
  expect(await stored()).toBe(before);
});

test('all are saved, what stands already is no change, and the exported file comes back whole', async () => {
  const days = Array.from({ length: 700 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10));
  const lines = days.map((day, n) => `GBP,USD,${(1.2 + n / 10_000).toFixed(4)},${day}`);
  const before = [await stored(), await trail()];
  const saved = await send(lines, true);
  expect([saved.status, saved.body.rows.length]).toEqual([200, 700]);
  expect([await stored(), await trail()]).toEqual(before.map((one) => one + 700));
  const again = await send([...lines.slice(1), `GBP,USD,2,${days[0]}`], true);
  expect(again.body.rows.at(-1)).toMatchObject({ before: '1.2', rate: '2' });
  expect([await stored(), await trail()]).toEqual([Number(before[0]) + 700, Number(before[1]) + 701]);

  const file = await t.call(routes.exportExchangeRates, { subdomain: 'acme', token: admin, query: { format: 'csv' } });
  const back = await send(file.raw.split(/\r?\n/), false);
  expect(back.body.faults).toEqual([]);
  expect(back.body.rows.filter(({ rate, before: was }: { rate: string; before: string }) => rate !== was)).toEqual([]);
});
