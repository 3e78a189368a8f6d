// The page of every list over tables that are full: its first page, and the one after it, find their rows by an index. The
// statements are those that the calls send; each is given to EXPLAIN as the same reader.
import { type RouteSpec, routes } from '@tributary/contract';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../platform/db/database.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { addOffer, makeTarget } from './matrix/examples.ts';
import { createScene, type Scene } from './matrix/scene.ts';

const ROWS = 10_000;
/** one row of each is copied so often; what must differ between two is said here */
const copies: Record<string, Record<string, string>> = {
  users: { id: 'uuidv7()', user_sequence_id: '1000000 + n', email: "'copy-' || n || '@full.test'" },
  offers: { id: 'uuidv7()', number: '1000000 + n' },
  conversions: { id: 'uuidv7()' },
  conversion_requests: { id: 'uuidv7()', state: "'declined'", decided_at: 'at' },
  receipts: { receipt_id: 'uuidv7()', at: "at - n * interval '1 millisecond'" },
  deliveries: { id: 'uuidv7()', target_id: 'uuidv7()' },
  links: { code: "'copy' || n" },
  cap_windows: { window_start: "window_start - n * interval '1 hour'" },
  caps_reached: { id: 'uuidv7()', window_start: "window_start - n * interval '1 hour'" },
  earning_lots: { id: 'uuidv7()', day: 'day - n' },
  late_lots: { id: 'uuidv7()', day: 'day - n' },
  publisher_postbacks: { id: 'uuidv7()' },
};

interface Reader {
  token: string;
  actor: Actor;
}
let t: TestApp;
let scene: Scene;
const readers = new Map<string, Reader>();
/** the tables, and partitions of tables, that hold as many rows */
const full = new Set<string>();

async function copyRows(table: string, changed: Record<string, string>): Promise<void> {
  const columns = await t.database.asOwner<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const kept = columns.map(({ name }) => name).filter((name) => !(name in changed));
  const names = [...Object.keys(changed), ...kept];
  // what follows from a row is not looked at here
  await t.database.asOwner(`alter table ${table} disable trigger user`);
  await t.database.asOwner(
    `insert into ${table} (${names.join()})
     select ${[...Object.values(changed), ...kept].join()} from
       (select * from ${table} where tenant_id = $1 order by ctid desc limit 1) as last, generate_series(1, ${ROWS}) n`,
    [scene.tenantIdOf('demo')],
  );
}

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  for (const role of ['admin', 'advertiser', 'publisher'] as const) {
    const { person, token } = await scene.openSession(await scene.addPerson('demo', role));
    readers.set(role, { token, actor: { kind: role, id: person.id } });
  }
  const publisher_id = readers.get('publisher')?.actor.id;
  const row = { tenant_id: scene.tenantIdOf('demo'), created_at: t.clock.now() };
  await scene.insert('links', {
    ...row,
    code: 'first',
    offer_id: await addOffer(scene, 'demo'),
    publisher_id,
    params: '{}',
  });
  for (const route of [
    routes.delivery,
    routes.conversionRequest,
    routes.receipt,
    routes.resetCap,
    routes.lot,
    routes.decideLateLot,
    routes.editPublisherPostback,
  ]) {
    await makeTarget(scene, route, 'demo', null);
  }
  await scene.addPerson('demo', 'publisher');
  for (const [table, changed] of Object.entries(copies)) await copyRows(table, changed);
  await t.database.asOwner('analyze');
  const filled = await t.database.asOwner<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= ${ROWS}`,
  );
  for (const { name } of filled) full.add(name);
});
afterAll(() => t.close());

/** the pages that a call reads: statements with an end */
async function pagesOf(ask: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await ask();
  const sent = spy.mock.calls.map((call): unknown[] => [...call]);
  spy.mockRestore();
  return sent.flatMap(([text, values]) =>
    typeof text === 'string' && Array.isArray(values) && /^select .* limit \$\d+( offset \$\d+)?$/s.test(text)
      ? [{ text, values }]
      : [],
  );
}

const Node = z.looseObject({ 'Node Type': z.string(), 'Relation Name': z.string().optional() });
const Plans = z.object({ Plans: z.array(z.unknown()).default([]) });
/** the full tables that a plan reads from end to end */
function readWhole(node: unknown): string[] {
  const { 'Node Type': type, 'Relation Name': table = '' } = Node.parse(node);
  const below = Plans.parse(node).Plans.flatMap(readWhole);
  return type === 'Seq Scan' && full.has(table) ? [table, ...below] : below;
}

async function scansOf(actor: Actor, { text, values }: { text: string; values: unknown[] }): Promise<string[]> {
  const { rows } = await t.app.database.withTenant(scene.tenantIdOf('demo'), actor, (tx) =>
    tx.executeQuery<{ 'QUERY PLAN': { Plan: unknown }[] }>(CompiledQuery.raw(`explain (format json) ${text}`, values)),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readWhole(Plan)));
}

const all: [name: string, route: RouteSpec][] = Object.entries(routes);
const shapeOf = ({ query }: RouteSpec): Record<string, z.ZodType> => (query instanceof z.ZodObject ? query.shape : {});
const lists = all.filter(([, route]) => {
  const names = Object.keys(shapeOf(route));
  const isList = route.wire !== 'table' && (names.includes('page') || names.includes('after'));
  return isList && !route.params && route.access.who === 'session' && !names.includes('period');
});

test('the tables are full', () => expect(full.size).toBe(Object.keys(copies).length));

describe.each(lists)('%s', (_name, route) => {
  test('reads no full table from end to end', async () => {
    const reader = readers.get(route.access.who === 'session' ? route.access.roles[0] : '');
    if (!reader) throw new Error('nobody reads it');
    const ask = (query: Record<string, string>) => t.call(route, { token: reader.token, query });
    const newest: Record<string, string>[] =
      'page' in shapeOf(route) ? [{ page_size: '25' }, { page: '2', sort: '-created_at' }] : [{ limit: '25' }];
    for (const query of newest) {
      let reply = await ask(query);
      if (reply.status === 400) continue; // not sorted by its time
      const pages = await pagesOf(async () => {
        reply = await ask(query);
      });
      expect(reply.status, reply.raw).toBe(200);
      const after: unknown = reply.body?.next;
      if (typeof after === 'string') pages.push(...(await pagesOf(() => ask({ ...query, after }))));
      expect(pages.length, 'a statement that reads a page').toBeGreaterThan(0);
      for (const page of pages) expect(await scansOf(reader.actor, page), page.text).toEqual([]);
    }
  });
});
