// Every day and month that a route of money takes, in its query or its body, is of our time.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { billingRoutes } from './billing/index.ts';
import { rateRoutes } from './conversions/rates.ts';
import type { RouteSpec } from './route.ts';

const dates = {
  day: ['2026-03-31', '0000-01-01', '1582-10-15', '9999-12-31'],
  month: ['2026-03', '0000-01', '0001-01', '9999-12'],
};

/** every field, by its path */
function* fieldsOf(schema: unknown, path: string): Generator<[string, z.ZodType]> {
  if (schema instanceof z.ZodObject) {
    for (const [name, part] of Object.entries(schema.shape)) yield* fieldsOf(part, `${path}.${name}`);
  } else if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element, `${path}[]`);
  else if (schema instanceof z.ZodPipe) yield* fieldsOf(schema.in, path);
  else if (schema instanceof z.ZodType) yield [path, schema];
}
const routes = Object.entries({ ...billingRoutes, ...rateRoutes } as Record<string, RouteSpec>);
const found = routes.flatMap(([name, { query, body }]) =>
  [...fieldsOf(query, `${name}?`), ...fieldsOf(body, name)].flatMap(([path, schema]) =>
    Object.values(dates).flatMap(([good, ...bad]) =>
      schema.safeParse(good).success && !schema.safeParse('a word').success ? [{ path, schema, bad }] : [],
    ),
  ),
);

test('there are many', () => {
  expect(found.length).toBeGreaterThan(20);
});
test.each(found)('$path refuses years in which nobody was paid, with a sentence', ({ schema, bad }) => {
  for (const date of bad) {
    expect(schema.safeParse(date).error?.issues[0]?.message, date).toBe('Please give a year between 1970 and 2100');
  }
});
