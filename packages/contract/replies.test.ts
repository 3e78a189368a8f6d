// No reply of a route may say "something": a caller can read its shape, and a test can hold it against what is sent.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RouteSpec, routes } from './index.ts';

/** the places where a JSON schema lets anything through */
function openPlaces(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return schema === true ? [path] : [];
  if (Array.isArray(schema)) return schema.flatMap((one, at) => openPlaces(one, `${path}[${at}]`));
  const says = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not'].some((word) => word in schema);
  const inside = Object.entries(schema).flatMap(([word, value]): string[] => {
    if (word === 'properties' || word === '$defs') {
      return Object.entries(value).flatMap(([name, one]) => openPlaces(one, `${path}.${name}`));
    }
    return ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].includes(word) ? openPlaces(value, path) : [];
  });
  return says ? inside : [path, ...inside];
}

const withSchema = Object.entries<RouteSpec>(routes).filter(
  ([, { wire }]) => wire !== 'table' && wire !== 'file' && wire !== 'stream',
);
const opens = (schema: z.ZodType): string[] => openPlaces(z.toJSONSchema(schema, { io: 'input' }), '');

test.each(withSchema)('the reply of %s has a shape', (_, { reply }) => {
  expect(opens(reply)).toEqual([]);
});

test.each([
  [z.object({ a: z.unknown() }), ['.a']],
  [z.object({ rows: z.array(z.object({ b: z.any() })) }), ['.rows.b']],
  [z.record(z.string(), z.unknown()), ['']],
  [z.looseObject({ c: z.string() }), ['']],
  [z.object({ d: z.record(z.string(), z.json()), e: z.string().nullable() }), []],
])('what has none is found (%#)', (schema, places) => {
  expect(opens(schema)).toEqual(places);
});
