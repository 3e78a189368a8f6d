// What the routes of this room have in common: names, amounts, reasons, and who calls them.
import { z } from 'zod';
import { hide, hideBy } from '../hiding.ts';
import { parseMoney } from '../money.ts';
import { session } from '../route.ts';

export const seconds = z.number().int();
export const nullable = z.string().nullable();
export const decimal = z.string().nullable();

export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((value) => value || null);

export const reason = z
  .string({ error: 'Please give a reason' })
  .trim()
  .min(1, 'Please give a reason')
  .max(500, 'Please use at most 500 characters');

export const amount = (label: string) =>
  z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value, context) => {
      if (value === null || value === undefined || value === '') return null;
      const micros = parseMoney(String(value));
      if (micros !== null && micros >= 0n) return micros;
      context.addIssue({
        code: 'custom',
        message: `${label} must be an amount such as 0.3, with at most six decimals.`,
      });
      return null;
    });

export const Named = z.object({ id: z.string(), number: z.number().int(), name: z.string() });
/** an advertiser as others name it */
export const NamedAdvertiser = Named.extend({ name: hide('advertiser_name', z.string()) });

/** one rule that was looked at, what it saw and what it said: the lines of the explain drawer, in order */
export const TraceStep = z.object({
  step: z.string(),
  saw: hide(['revenue', 'profit', 'ip', 'device_ids', 'sub_values', 'advertiser_name'], z.string()),
  /** of the step that prices it, the amounts */
  result: hideBy('step', { Amounts: 'revenue', '*': null }, z.string()),
});
export type TraceStep = z.infer<typeof TraceStep>;
export const TraceSteps = z.array(TraceStep);

export const BulkResult = z.object({
  changed: z.number().int(),
  /** had that status already */
  unchanged: z.number().int(),
  /** wait for an account manager, or for the end of a hold */
  requested: z.number().int(),
  /** stand before a full cap; left as they were, unless its action says otherwise */
  over_cap: z.array(z.string()),
  /** unknown ids */
  missing: z.array(z.string()),
});

/** goes over a full cap: only a person may, with a reason */
export const overCap = z.boolean().default(false);
export const ids = z.array(z.string().max(40)).min(1, 'Nothing is selected').max(1000, 'At most 1,000 at a time');
export const admins = session(['admin'], { impersonated: 'denied', section: 'conversions' });
export const logs = session(['admin'], { impersonated: 'denied', section: 'logs' });
export const advertisers = session(['advertiser'], { impersonated: 'allowed' });
export const plain = { wire: 'json', headers: ['subdomain'] } as const;
export const byId = z.object({ id: z.string().max(100) });
export const write = { ...plain, access: admins, rates: ['admin-writes'] } as const;
