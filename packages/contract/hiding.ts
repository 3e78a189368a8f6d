// Which class a field of a reply is of. It stands in the schema (`hide('revenue', z.string())`), and everything that leaves by
// that schema is blanked for a role that hides the class: replies, files, streams. What has open names, such as a trail, is
// blanked by the names' own words (`byName`).
import { z } from 'zod';
import { type AccountSide, type FieldClass, type Hideable, meaningOf, withImplied } from './accounts/hidden.ts';

export { type AccountSide, type FieldClass, meaningOf, withImplied } from './accounts/hidden.ts';

export interface HideBy {
  /** the field beside it */
  field: string;
  /** by the words that stand there; one that is not among them is of any class, unless `*` says otherwise */
  classes: Readonly<Record<string, FieldClass | null>>;
}
export interface HidingMeta {
  /** blanked where any of these is hidden */
  hide?: FieldClass | readonly FieldClass[];
  /** whose class a field beside it tells */
  hideBy?: HideBy;
  /** words that were kept with a booking: what they tell of a hidden class is left out of them */
  tells?: true;
  /** open names: each key is blanked where the word that it is says its class */
  byName?: true;
  of?: AccountSide;
  /** rows of both kinds: the field that says which one this is */
  sideIn?: string;
}

declare module 'zod' {
  interface GlobalMeta extends HidingMeta {
    /** of a list's `sort`: the classes of the columns that it names */
    sorts?: Readonly<Record<string, readonly FieldClass[]>>;
  }
}

export const hidingOf = (schema: z.ZodType): Omit<HidingMeta, 'hide'> & { hide: readonly FieldClass[] } => {
  const { hide = [], ...rest } = z.globalRegistry.get(schema) ?? {};
  return { ...rest, hide: typeof hide === 'string' ? [hide] : hide };
};
const marked = <S extends z.ZodType>(schema: S, more: HidingMeta): S => {
  const { id: _id, ...known } = schema.meta() ?? {};
  return schema.meta({ ...known, ...more });
};
export const hide = <S extends z.ZodType>(of: FieldClass | readonly FieldClass[], schema: S): S =>
  marked(schema, { hide: of });
/** an amount whose class is told by a field beside it: `hideBy('leg', { revenue: 'revenue', payout: null }, z.string())` */
export const hideBy = <S extends z.ZodType>(field: string, classes: HideBy['classes'], schema: S): S =>
  marked(schema, { hideBy: { field, classes } });
export const tells = <S extends z.ZodType>(schema: S): S => marked(schema, { tells: true });
export const byName = <S extends z.ZodType>(schema: S): S => marked(schema, { byName: true });
/** says whose account a schema is about */
export const ofSide = <S extends z.ZodType>(of: AccountSide, schema: S): S => marked(schema, { of });

/** a list of publishers and advertisers: `field` says of each row which it is */
export const sideIn = <S extends z.ZodType>(field: string, schema: S): S => marked(schema, { sideIn: field });

const words: readonly [RegExp, FieldClass][] = [
  [/revenue|(^|_)spen[dt]|(^|_)budget|^sale(_amount)?$|^(roas|rpc|cpa|ecpm|advertiser_roi)$/, 'revenue'],
  [/profit|margin|^roi$/, 'profit'],
  [/^advertiser(_name)?$/, 'advertiser_name'],
  [
    /^(e?mail|phone|mobile|messenger|skype|telegram|whatsapp|microsoft_?teams|website|tax_id|address|billing_email)$/,
    'account_contact',
  ],
  [/^(first_name|last_name|company|legal_name|billing_name)$/, 'account_name'],
  [/(^|_)ips?$|^ip_/, 'ip'],
  [/device_id|idf[av]|gaid|android_id|user_agent|fingerprint/, 'device_ids'],
  [/^p\d+$|^sub\d+$|^sub_source$|^utm|^(click_)?params$/, 'sub_values'],
];
/** the class that a field's name tells of; null: none */
export const classOfName = (name: string): FieldClass | null => words.find(([word]) => word.test(name))?.[1] ?? null;

/** what a full cap once said of itself in the reasons of bookings, which are sealed: today it names no amounts of money */
const CAP_ON_REVENUE = /( cap on revenue): -?[\d.]+ of -?[\d.]+ used/g;
export const withoutRevenue = (text: string): string => text.replaceAll(CAP_ON_REVENUE, '$1');

/** in open names an amount may be called by what it does; of what it is is then told beside it */
const amounts = /^(amount|limit|value)$/;
const tellers = ['metric', 'leg'] as const;
/** the class of one entry of a record with open names */
export const classOfEntry = (name: string, record: object): FieldClass | null =>
  classOfName(name) ?? (amounts.test(name) ? classToldIn(record) : null);
const classToldIn = (record: object): FieldClass | null => {
  const words = Object.entries(record).flatMap(([name, word]) =>
    tellers.some((teller) => teller === name) && typeof word === 'string' ? [word] : [],
  );
  return words.map(classOfName).find((one) => one !== null) ?? null;
};

interface Asking {
  body?: z.ZodType | undefined;
  names?: unknown;
  keeps?: Readonly<Record<string, unknown>> | undefined;
  asks?: Hideable | undefined;
}
/**
 * The class that keeps somebody from saving a record: its form asks for what he is not shown, and what he sent back would be the
 * blanks that he saw. Null where there is none, and of what makes something new.
 */
export function unseenIn({ body, names, keeps = {}, asks }: Asking, hidden: readonly Hideable[]): Hideable | null {
  if (hidden.length === 0) return null;
  if (asks !== undefined && withImplied(hidden).includes(asks)) return asks;
  if (typeof names !== 'string') return null;
  const of = names === 'advertiser' ? 'advertiser' : 'publisher';
  return askedIn(body, (name) => {
    const named = Object.hasOwn(keeps, name) ? null : classOfName(name);
    return (named && withImplied(hidden).find((one) => one === meaningOf(named, of))) ?? null;
  });
}

/** what may be left out is left out */
function askedIn(schema: unknown, classOf: (name: string) => Hideable | null): Hideable | null {
  if (schema instanceof z.ZodPipe) return askedIn(schema.in, classOf);
  if (!(schema instanceof z.ZodObject)) return null;
  for (const [name, part] of Object.entries(schema.shape)) {
    if (part instanceof z.ZodType && part.safeParse(undefined).success) continue;
    const found = classOf(name) ?? askedIn(part, classOf);
    if (found) return found;
  }
  return null;
}

/** the body with what stands for the hidden inputs of a route that keeps them, where its schema has them */
export function withStandIns(schema: unknown, value: unknown, standIns: Readonly<Record<string, unknown>>): unknown {
  if (schema instanceof z.ZodPipe) return withStandIns(schema.in, value, standIns);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withStandIns(schema.unwrap(), value, standIns);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map((one: unknown) => withStandIns(schema.element, one, standIns)) : value;
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  const sent = Object.entries(value).map(([name, part]) => [name, withStandIns(schema.shape[name], part, standIns)]);
  const missing = Object.entries(standIns).filter(([name]) => name in schema.shape);
  return { ...Object.fromEntries(sent), ...Object.fromEntries(missing) };
}
