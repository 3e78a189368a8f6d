// The lists at 5,000 offers: right in filter, search, sort, paging and export. The times are printed, not judged: the
// machine that runs the tests is not the one that serves.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { readOffersForSnapshot } from './index.ts';
import { type Office, openOffice } from './testing.ts';

const COUNT = 5_000;
let t: TestApp;
let office: Office;
const times: string[] = [];

beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
  const { id } = await office.create({ offer_name: 'Offer 0', status: 'paused', tags: ['rare'], category: 'health' });
  const [columns] = await t.database.asOwner<{ list: string }>(
    `select string_agg(quote_ident(column_name), ',') as list from information_schema.columns
     where table_name = 'offers' and column_name not in ('id', 'number', 'title', 'revenue_micros', 'status', 'tags', 'search_text')`,
  );
  await t.database.asOwner(
    `insert into offers (id, number, title, revenue_micros, status, tags, ${columns?.list})
     select uuidv7(), 10 + n, 'Offer ' || n, n::bigint * 1000000, (array['active','paused','pending'])[1 + n % 3], array['bulk'], ${columns?.list}
     from offers, generate_series(1, ${COUNT}) n where id = $1`,
    [id],
  );
  await t.database.asOwner(
    `insert into offer_goals (tenant_id, offer_id, number, name, token, revenue_micros, payout_micros)
     select tenant_id, id, 1, 'Default', '', revenue_micros, payout_micros from offers where number > 10`,
  );
  await t.database.asOwner('analyze');
});
afterAll(async () => {
  process.stdout.write(`\nLists at ${COUNT} offers:\n${times.join('\n')}\n`);
  await t.close();
});

async function timed<R>(what: string, run: () => Promise<R>): Promise<R> {
  const from = performance.now();
  const result = await run();
  times.push(`  ${what.padEnd(44)} ${(performance.now() - from).toFixed(0).padStart(6)} ms`);
  return result;
}
const list = async (query: Record<string, string>) =>
  (
    await timed(`GET /api/offers ${new URLSearchParams(query)}`, () =>
      t.call(routes.offers, { token: office.admin.token, query }),
    )
  ).body;
const titles = (reply: { rows: { offer_name: string }[] }) => reply.rows.map((row) => row.offer_name);

describe('the list of offers', () => {
  test('pages through all of them, each once', async () => {
    const seen = new Set<number>();
    for (let page = 1; page <= 26; page++) {
      const { rows, total } = await list({ page: String(page), page_size: '200' });
      expect(total).toBe(COUNT + 1);
      for (const row of rows) seen.add(row.camp_id);
    }
    expect(seen.size).toBe(COUNT + 1);
  });
  test('sorts by amount as numbers, both ways', async () => {
    expect(titles(await list({ sort: '-revenue', page_size: '2' }))).toEqual(['Offer 5000', 'Offer 4999']);
    expect(titles(await list({ sort: 'revenue', page_size: '2' }))).toEqual(['Offer 1', 'Offer 2']);
    for (const sort of [
      'offer_name',
      'advertiser',
      'offer_type',
      'payout',
      'status',
      'created_at',
      'end_date',
      'camp_id',
    ]) {
      expect((await list({ sort, page_size: '25' })).rows).toHaveLength(25);
    }
  });
  test('finds by title, number, advertiser, status, tag, category and visibility', async () => {
    expect(titles(await list({ q: 'offer 4321' }))).toEqual(['Offer 4321']);
    // the number of the one, the title of the other
    expect(titles(await list({ q: '4331' }))).toEqual(['Offer 4331', 'Offer 4321']);
    expect((await list({ q: 'novak' })).total).toBe(COUNT + 1);
    expect((await list({ q: '%' })).total).toBe(0);
    for (const tag of ['rare', 'RAR', ' are ']) expect(titles(await list({ tag }))).toEqual(['Offer 0']);
    expect((await list({ tag: 'r_re' })).total).toBe(0);
    expect((await list({ status: 'paused' })).total + (await list({ status: 'active,pending' })).total).toBe(COUNT + 1);
    expect((await list({ advertiser_id: office.advertiser.userId })).total).toBe(COUNT + 1);
    expect((await list({ advertiser_id: String(office.advertiser.number) })).total).toBe(COUNT + 1);
    expect((await list({ advertiser_id: 'nobody' })).total).toBe(0);
    expect((await list({ category: 'health', visibility: 'Private' })).total).toBe(0);
  });
  test('is exported whole, as filtered', async () => {
    const { raw } = await timed('GET /api/offers/export', () =>
      t.call(routes.exportOffers, { token: office.admin.token }),
    );
    expect(raw.trimEnd().split('\r\n')).toHaveLength(COUNT + 2);
    const filtered = await t.call(routes.exportOffers, { token: office.admin.token, query: { tag: 'rare' } });
    expect(filtered.raw.trimEnd().split('\r\n')).toHaveLength(2);
  });
});

test('pickers, the publisher’s list and the whole snapshot', async () => {
  for (const kind of ['offer', 'publisher', 'advertiser', 'own-advertiser']) {
    const reply = await timed(`picker ${kind}`, () =>
      t.call(routes.offerChoices, { token: office.admin.token, query: { kind } }),
    );
    expect(reply.body.rows.length).toBeGreaterThan(0);
    expect(reply.body.rows.length).toBeLessThanOrEqual(50);
  }
  const found = await timed('picker offer, searched', () =>
    t.call(routes.offerChoices, { token: office.admin.token, query: { kind: 'offer', q: 'offer 77' } }),
  );
  expect(found.body.rows.every(({ name }: { name: string }) => name.includes('77'))).toBe(true);
  const { total } = await timed('GET /api/publisher/campaigns', () =>
    office.campaigns({ sort: '-payout', page_size: '100' }),
  );
  expect(total).toBe(Math.floor(COUNT / 3));
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const all = await timed('readOffersForSnapshot', () =>
    t.app.database.withTenant(tenant?.id ?? '', systemActor, (tx) => readOffersForSnapshot(tx, 1, null)),
  );
  expect(all).toHaveLength(COUNT + 1);
});
