// Every list of the API, found by its query: each sort, both ways, and each filter makes a statement that the database takes.
import { type RouteSpec, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing.ts';
import { createScene } from './matrix/scene.ts';

const all: [name: string, route: RouteSpec][] = Object.entries(routes);
const shapeOf = ({ query }: RouteSpec): Record<string, z.ZodType> => (query instanceof z.ZodObject ? query.shape : {});
const lists = all.filter(([, route]) => {
  const names = Object.keys(shapeOf(route));
  return !route.params && route.wire !== 'table' && (names.includes('page') || names.includes('after'));
});
const files = all.filter(([, { wire, params }]) => wire === 'table' && !params);

/** the schema says itself which columns it sorts by */
function sortsOf({ sort }: Record<string, z.ZodType>): string[] {
  const said = sort?.safeParse('no_such_column').error?.issues[0]?.message ?? '';
  return said.replace('sort must be one of: ', '').split(', ').filter(Boolean);
}

/** one value that the filter takes */
function valueFor(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const words = inner instanceof z.ZodEnum ? inner.options.map(String) : [];
  const value = [...words, '1', 'x', '2026-01-31', '2026-01', ''].find((text) => schema.safeParse(text).success);
  if (value === undefined) throw new Error('a filter takes none of the values tried');
  return value;
}

let t: TestApp;
let tokens: Map<string, string>;
let operator: string;
beforeAll(async () => {
  t = await createTestApp();
  const scene = await createScene(t);
  const roles = ['admin', 'publisher', 'advertiser'] as const;
  tokens = new Map(
    await Promise.all(
      roles.map(async (role) => [role, (await scene.openSession(await scene.addPerson('demo', role))).token] as const),
    ),
  );
  operator = await scene.operatorCookie();
});
afterAll(() => t.close());

async function ask(route: RouteSpec, query: Record<string, string>) {
  const { access } = route;
  const token = access.who === 'session' ? tokens.get(access.roles[0]) : undefined;
  return t.call(route, {
    query,
    ...(token === undefined ? {} : { token }),
    ...(access.who === 'operator' ? { cookies: { '__Host-operator': operator } } : {}),
  });
}

test('the lists are found', () => expect(lists.length).toBeGreaterThanOrEqual(20));

describe.each(lists)('%s', (_name, route) => {
  const shape = shapeOf(route);
  test('takes every sort that it names, both ways, and no other', async () => {
    for (const sort of sortsOf(shape).flatMap((name) => [name, `-${name}`])) {
      const reply = await ask(route, { sort });
      expect(reply.status, `${sort}: ${reply.raw}`).toBe(200);
    }
    if (shape.sort) expect((await ask(route, { sort: 'no_such_column' })).status).toBe(400);
  });
  test('takes every filter that it names', async () => {
    // a report's own filters have words that its schema does not tell
    const isReport = 'period' in shape;
    const filters = Object.keys(shape).filter((name) => name !== 'sort' && !isReport);
    for (const name of filters) {
      const query = { [name]: valueFor(shape[name] ?? z.never()) };
      const reply = await ask(route, query);
      expect(reply.status, `${JSON.stringify(query)}: ${reply.raw}`).toBe(200);
    }
  });
});

describe.each(files)('%s', (_name, route) => {
  test('is CSV where no format is named, and begins with its headings', async () => {
    const reply = await ask(route, {});
    expect(reply.status, reply.raw).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [headings = ''] = reply.raw.split('\r\n');
    expect(headings).toMatch(/^"[^"]+"(,"[^"]+")+$/);
  });
  test('is a workbook where that is asked for, and nothing else', async () => {
    const reply = await ask(route, { format: 'xlsx' });
    expect(reply.status, reply.raw).toBe(200);
    expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(reply.raw).toMatch(/^PK/);
    expect((await ask(route, { format: 'exe' })).status).toBe(400);
  });
});
