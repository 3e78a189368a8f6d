// What a person types about an offer, field by field: how each kind of input is read, and the sentence where it cannot be.
import { z } from 'zod';
import { isCountryCode } from '../countries.ts';
import { parseMoney } from '../money.ts';
import { parseTemplate } from '../tracker/template.ts';
import * as terms from './offer-terms.ts';

/** a JSON number is read as its shortest decimal text; more than six decimals is refused */
export const money = (label: string) =>
  z.union([z.number(), z.string()], { error: terms.offerMessages.required(label) }).transform((value, context) => {
    const text = String(value).trim();
    const micros = parseMoney(text);
    if (text === '') context.addIssue({ code: 'custom', message: terms.offerMessages.required(label) });
    else if (micros === null || micros < 0n) {
      context.addIssue({
        code: 'custom',
        message: `${label} must be an amount such as 0.3, with at most six decimals.`,
      });
    }
    return micros ?? 0n;
  });
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((value) => value || null);
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
/** a whole number; nothing typed means the fallback */
export const wholeNumber = ({ min, max, tooMany }: { min: number; max: number; tooMany?: string }, fallback: number) =>
  z
    .number()
    .int()
    .min(min)
    .max(max, tooMany)
    .nullish()
    .transform((value) => value ?? fallback);
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values, fallback: Values[number]) =>
  z
    .union([z.enum(values), z.literal('')])
    .nullish()
    .transform((value): Values[number] => value || fallback);
/** one of the list, or null where the caller said nothing */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.enum(values), z.literal('')])
    .nullish()
    .transform((value): Values[number] | null => value || null);

/** http and https only; macros are looked at, and unknown ones named */
export const checkTemplate =
  (label: string, path?: string) => (value: string | null, context: Pick<z.RefinementCtx, 'addIssue'>) => {
    if (value === null) return;
    const { origin, unknown, faults } = parseTemplate(value);
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', message, ...(path ? { path: [path] } : {}) });
    if (origin === '') return refuse(`${label} must be a full address that begins with http:// or https://`);
    if (unknown.length > 0) {
      return refuse(`${label} uses unknown parameters: ${unknown.map((name) => `{${name}}`).join(', ')}`);
    }
    if (faults[0]) refuse(`${label} has a part that cannot be read: ${faults[0].text}`);
  };

export const requiredText = (label: string, max: number) =>
  z
    .string({ error: terms.offerMessages.required(label) })
    .trim()
    .min(1, { message: terms.offerMessages.required(label), abort: true })
    .max(max, `Please use at most ${max} characters`);
export const requiredUrl = (label: string) => requiredText(label, 4000).superRefine(checkTemplate(label));

/** of the sale, in percent with at most two decimals, in place of an amount */
export const salePercent = (label: string) =>
  z
    .number({ error: `${label} must be a number from 0 to 100, with at most two decimals.` })
    .min(0, `${label} must be a number from 0 to 100, with at most two decimals.`)
    .max(100, `${label} must be a number from 0 to 100, with at most two decimals.`)
    .multipleOf(0.01, `${label} must be a number from 0 to 100, with at most two decimals.`)
    .nullish()
    .transform((value) => value ?? null);

export const MAX_INT = 2_147_483_647;
/** the end of the year 9999 */
const MAX_SECONDS = 253_402_300_799;

export const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Times look like 09:30:00')
  .or(z.literal(''))
  .nullish()
  .transform((value) => (value ? (value.length === 5 ? `${value}:00` : value) : '00:00:00'));
export const hour = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
    z.literal(''),
  ])
  .nullish()
  .transform((value) => (value === '' || value === undefined || value === null ? 0 : value))
  .refine((value) => value >= 0 && value <= 23, 'Hours go from 0 to 23');
/** ISO text, the form's "2 October 2025 00:00", or unix seconds, as we send them; empty means the default */
export const moment = z
  .union([z.string().trim(), z.number().int().min(0).max(MAX_SECONDS)])
  .nullish()
  .transform((value, context) => {
    if (typeof value === 'number') return new Date(value * 1_000);
    if (!value) return null;
    const hasZone = /(Z|\d[+-]\d\d:?\d\d)$/.test(value);
    const at = Date.parse(hasZone ? value : /\dT\d/.test(value) ? `${value}Z` : `${value} UTC`);
    if (at >= 0 && at <= MAX_SECONDS * 1_000) return new Date(at);
    context.addIssue({ code: 'custom', message: `"${value.slice(0, 60)}" is not a date and time` });
    return null;
  });
/** JSON text, as the specification sends it, or a list */
export const days = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value, context) => {
    try {
      return z
        .array(z.enum(terms.offerDays))
        .parse(typeof value === 'string' ? JSON.parse(value || '[]') : (value ?? []));
    } catch {
      context.addIssue({ code: 'custom', message: 'selected_days must be a list of days from Monday to Sunday' });
      return [];
    }
  });
export const countries = z
  .string()
  .nullish()
  .transform((value) => (value ? value.split(',').map((code) => code.trim()) : ['ALL']))
  .superRefine((codes, context) => {
    if (codes.length === 1 && codes[0] === 'ALL') return;
    const unknown = codes.find((code) => !isCountryCode(code));
    if (unknown === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `geo_coverage names “${unknown.slice(0, 20)}”, which is no country code. It takes ALL, or two-letter codes in lower case such as in,us.`,
    });
  });
export const countryCode = z
  .string()
  .refine(isCountryCode, { error: 'Countries are two-letter codes in lower case, such as in' });
