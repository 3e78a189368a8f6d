// A figure whose name does not tell what it is of: each such field of a reply has its class in the schema, or stands in the list of
// open ones with the reason why everybody may see it. A new one that is neither fails here.
import { isOpenTo, type RouteSpec, routes } from '@tributary/contract';
import { hide, hideBy, hidingOf } from '@tributary/contract/hiding';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openFields } from './matrix/open-fields.ts';

/** what amounts are called, and parts and sums of them */
const amountLike =
  /(^|_)(micros?|amounts?|totals?|balances?|opening|closing|waiting|pending|approved|posted|owed|owes|paid|unpaid|debit|credit|value|limit|usage|spent|spend|budget|payouts?|price|cost|fee|earned|earnings?|revenue|profit|refunded|refunds?|sale|sum|worth|percent|share|rate|previous|today|month|low|high|epc|cpa|average|change|deposit|money|charge|figures?)(_|$)/;
/** moments, names and the like, of whatever they are */
const noFigure = /_(at|by|for|from|currency|id|ip)$/;

const isNamed = (name: string): boolean => amountLike.test(name) && !noFigure.test(name);

/** a schema's own, or that of what it wraps */
function innerOf(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  const inner = isWrapped ? schema.unwrap() : schema;
  return inner !== schema && inner instanceof z.ZodType ? innerOf(inner) : schema;
}
const isClassed = (schema: z.ZodType): boolean => {
  const { hide, hideBy, byName } = hidingOf(schema);
  return hide.length > 0 || hideBy !== undefined || byName === true;
};
const isFigure = (schema: z.ZodType): boolean => {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodUnion) return inner.options.some((one) => one instanceof z.ZodType && isFigure(one));
  return inner instanceof z.ZodNumber || inner instanceof z.ZodString || inner instanceof z.ZodBigInt;
};

const isCell = ({ valueType }: z.ZodRecord): boolean =>
  valueType instanceof z.ZodUnion || valueType instanceof z.ZodNumber;

/** every figure of a reply that has no class, by its path; `named`: it or something around it is called like an amount */
function* unclassed(schema: unknown, path: string, named: boolean, above: readonly unknown[] = []): Generator<string> {
  if (!(schema instanceof z.ZodType) || above.includes(schema)) return;
  if (isClassed(schema)) return;
  const inner = innerOf(schema);
  if (inner !== schema && isClassed(inner)) return;
  const deeper = [...above, inner];
  if (inner instanceof z.ZodObject) {
    for (const [name, part] of Object.entries(inner.shape)) {
      // how many rows a list has
      if (name === 'total' && 'rows' in inner.shape) continue;
      yield* unclassed(part, `${path}.${name}`, isNamed(name), deeper);
    }
  } else if (inner instanceof z.ZodArray) yield* unclassed(inner.element, `${path}[]`, named, deeper);
  // its names are open: a figure in it may be anything's
  else if (inner instanceof z.ZodRecord) yield* unclassed(inner.valueType, `${path}{}`, named || isCell(inner), deeper);
  else if (inner instanceof z.ZodUnion && !isFigure(inner))
    for (const one of inner.options) yield* unclassed(one, path, named, deeper);
  else if (named && isFigure(inner)) yield path;
}

const isSeenByManagers = ({ access }: RouteSpec): boolean =>
  access.who === 'admin-cookie' ||
  (access.who === 'session' && (isOpenTo(access, 'admin') || access.impersonated === 'allowed'));

const found = (replies: readonly (readonly [string, z.ZodType])[]): string[] => [
  ...new Set(replies.flatMap(([name, reply]) => [...unclassed(reply, name, false)])),
];

test('a figure that is called like an amount has its class, or is known to be open and why', () => {
  const replies = (Object.entries(routes) as [string, RouteSpec][])
    .filter(([, route]) => isSeenByManagers(route))
    .map(([name, { reply }]) => [name, reply] as const);
  expect(found(replies).sort()).toEqual(Object.values(openFields).flat().sort());
});

test('a new one that is neither is found, wherever it stands', () => {
  const amount = z.string();
  const row = z.object({ id: z.string(), metric: z.enum(['clicks', 'revenue']), limit: amount });
  const classed = { revenue: 'revenue', clicks: null } as const;
  const reply = z.object({
    rows: z.array(row.extend({ usage: hideBy('metric', classed, amount), usage_after: amount.nullable() })),
    total: z.number(),
    closing: hide('revenue', amount),
    ends: z.object({ closing: amount, at: z.number() }).optional(),
    cells: z.record(z.string(), z.union([z.string(), z.number()])),
    account_balance: z.number(),
  });
  expect(found([['new', reply]])).toEqual([
    'new.rows[].limit',
    'new.rows[].usage_after',
    'new.ends.closing',
    'new.cells{}',
    'new.account_balance',
  ]);
});

test('every reason is given once, for fields that are listed once', () => {
  const all = Object.values(openFields).flat();
  expect(all.filter((path, at) => all.indexOf(path) !== at)).toEqual([]);
});
