// What a role hides is blanked where replies leave, by the classes that stand in their schemas: a handler cannot forget it. For
// each schema and set of classes the places are found once; who has nothing hidden pays nothing.
import type { Hideable } from '@tributary/contract';
import {
  type AccountSide,
  classOfEntry,
  type HideBy,
  hidingOf,
  meaningOf,
  withImplied,
  withoutRevenue,
} from '@tributary/contract/hiding';
import { z } from 'zod';
import { hiddenFrom, type Principal } from './call.ts';

export { hiddenFrom };

/** undefined: nothing below is of a hidden class */
type Blank = ((value: unknown) => unknown) | undefined;
interface Context {
  hidden: readonly Hideable[];
  of: AccountSide;
}

const known = new WeakMap<z.ZodType, Map<string, Blank>>();

/** `of`: whose account a schema is about that does not say it: the caller's own */
export function blankerOf(schema: z.ZodType, hidden: readonly Hideable[], of: AccountSide = 'team'): Blank {
  if (hidden.length === 0) return undefined;
  const classes = [...withImplied(hidden)].sort();
  const key = [of, ...classes].join(' ');
  const found = known.get(schema) ?? new Map<string, Blank>();
  known.set(schema, found);
  if (!found.has(key)) found.set(key, compile(schema, { hidden: classes, of }));
  return found.get(key);
}

export const blanked = (schema: z.ZodType, value: unknown, hidden: readonly Hideable[], of?: AccountSide): unknown =>
  blankerOf(schema, hidden, of)?.(value) ?? value;

/** what leaves for this caller, by its schema; signed in as somebody, it is that account that it is about */
export const blankedFor = (principal: Principal | null, schema: z.ZodType, value: unknown): unknown =>
  blanked(schema, value, hiddenFrom(principal), sideOf(principal));
const sideOf = (principal: Principal | null): AccountSide =>
  principal === null || principal.role === 'admin' ? 'team' : principal.role;

/** null where that may stand there, else the empty value of its kind */
const EMPTY: readonly unknown[] = [null, undefined, '', '0', 0, false, [], {}];
const emptyOf = (schema: z.ZodType): unknown => {
  const fitting = EMPTY.find((value) => schema.safeParse(value).success);
  // what takes none of them has a shape: its own parts are blanked one by one
  return fitting === undefined && !schema.safeParse(undefined).success ? NONE : fitting;
};
const NONE = Symbol('no empty value');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compile(schema: z.ZodType, context: Context): Blank {
  const { hide, hideBy, tells, byName, of = context.of, sideIn: side } = hidingOf(schema);
  const here = { ...context, of };
  const classes = [...hide, ...Object.values(hideBy?.classes ?? {}).filter((one) => one !== null)];
  if (classes.some((name) => isHidden(name, here))) {
    const empty = emptyOf(schema);
    if (empty !== NONE) return () => empty;
  }
  if (tells && isHidden('revenue', here)) return (value) => (typeof value === 'string' ? withoutRevenue(value) : value);
  if (byName) return (value) => withoutNames(value, here);
  if (side !== undefined) return ofEither(schema, side, here);
  return within(schema, here);
}

const isHidden = (name: Parameters<typeof meaningOf>[0], { hidden, of }: Context): boolean =>
  hidden.some((one) => one === meaningOf(name, of));

function withoutNames(value: unknown, context: Context): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, context));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const of = classOfEntry(name, value);
      // a trail does not say of whom it is: then both meanings hide
      const sides = context.of === 'team' ? (['publisher', 'advertiser'] as const) : [context.of];
      return of && sides.some((side) => isHidden(of, { ...context, of: side }))
        ? []
        : [[name, withoutNames(one, context)]];
    }),
  );
}

function ofEither(schema: z.ZodType, side: string, context: Context): Blank {
  const of: Record<string, Blank> = {
    publisher: within(schema, { ...context, of: 'publisher' }),
    advertiser: within(schema, { ...context, of: 'advertiser' }),
    admin: within(schema, { ...context, of: 'team' }),
  };
  return (value) => {
    if (!isRecord(value)) return value;
    // a word that is none of these may be of either: both meanings hide
    const blanks = Object.hasOwn(of, String(value[side])) ? [of[String(value[side])]] : [of.publisher, of.advertiser];
    return blanks.reduce<unknown>((left, blank) => (blank ? blank(left) : left), value);
  };
}

/** a schema that holds others: each part by its own */
function within(schema: z.ZodType, context: Context): Blank {
  if (schema instanceof z.ZodObject) return ofObject(schema, context);
  if (schema instanceof z.ZodArray) return ofEach(compile(asType(schema.element), context));
  if (schema instanceof z.ZodRecord) return ofValues(compile(asType(schema.valueType), context));
  if (schema instanceof z.ZodUnion) return ofAny(schema.options.map(asType), context);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const inner = compile(asType(schema.unwrap()), context);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  if (schema instanceof z.ZodPipe) return compile(asType(schema.in), context);
  return undefined;
}
/** zod's own types name the core of a schema where a schema stands */
const asType = (schema: unknown): z.ZodType => {
  if (schema instanceof z.ZodType) return schema;
  throw new Error('a part of a reply is no schema');
};

/** whether what stands beside a field says that it is of a hidden class; a word that is not known may say so */
const toldBy =
  ({ field, classes }: HideBy, context: Context) =>
  (record: Record<string, unknown>): boolean => {
    const word = String(record[field]);
    const key = [word, '*'].find((one) => Object.hasOwn(classes, one));
    const of = key === undefined ? undefined : classes[key];
    return of === undefined || (of !== null && isHidden(of, context));
  };

function ofObject(schema: z.ZodObject, context: Context): Blank {
  const parts = Object.entries(schema.shape).flatMap(([name, part]) => {
    const blank = compile(asType(part), context);
    const { hideBy } = hidingOf(asType(part));
    return blank ? [{ name, blank, isHere: hideBy ? toldBy(hideBy, context) : () => true }] : [];
  });
  if (parts.length === 0) return undefined;
  return (value) => {
    if (!isRecord(value)) return value;
    const copy = { ...value };
    for (const { name, blank, isHere } of parts) if (name in copy && isHere(value)) copy[name] = blank(copy[name]);
    return copy;
  };
}

const ofEach = (blank: Blank): Blank => blank && ((value) => (Array.isArray(value) ? value.map(blank) : value));
const ofValues = (blank: Blank): Blank =>
  blank &&
  ((value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, blank(one)])) : value);

/** each of the shapes that it may have: what one of them hides is hidden, whichever it is */
function ofAny(options: readonly z.ZodType[], context: Context): Blank {
  const blanks = options.flatMap((option) => compile(option, context) ?? []);
  if (blanks.length === 0) return undefined;
  return (value) =>
    isRecord(value) || Array.isArray(value) ? blanks.reduce<unknown>((left, blank) => blank(left), value) : value;
}
