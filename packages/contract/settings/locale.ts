// Time zone and home currency of a workspace: what is in force, what is to come, and what a change would touch.
import { z } from 'zod';
import { isTimeZone } from '../accounts/profile.ts';
import { route, session } from '../route.ts';
import { isCurrency } from '../tracker/receipt-rules.ts';
import { section } from './section.ts';

const timeZone = z
  .string()
  .trim()
  .max(64)
  .refine((zone) => isTimeZone(zone), 'Please choose a time zone from the list')
  .meta({ input: 'zone' });
const currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' });

export const localeSection = section(
  'locale',
  'Time zone and currency',
  { time_zone: timeZone, currency },
  { time_zone: 'UTC', currency: 'USD' },
);

/** a currency in which something was booked that no rate leads into the workspace's own: how many wait, and since when */
export const MissingRate = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  conversions: z.int(),
});

export const LocaleState = z
  .object({
    /** in force now */
    time_zone: z.string(),
    currency: z.string(),
    /** the zone that is to come, and when; it can be cancelled until then */
    pending: z.object({ time_zone: z.string(), at: z.int() }).nullable(),
    /** figures by day are being counted anew: days done, and in all */
    rebuild: z.object({ time_zone: z.string(), day: z.string(), done: z.int(), days: z.int() }).nullable(),
    /** figures by source of days before this one stand under the days of an earlier zone */
    sources_since: z.string().nullable(),
    /** something has been booked: the home currency stays */
    is_booked: z.boolean(),
    missing: z.array(MissingRate),
  })
  .meta({ id: 'LocaleState' });
export type LocaleState = z.infer<typeof LocaleState>;

export const LocalePreview = z
  .object({
    zone: z
      .object({
        from: z.string(),
        to: z.string(),
        /** when it would be in force */
        at: z.int(),
        /** nothing has been counted yet: it would be in force at once */
        at_once: z.boolean(),
        /** whose figures would be counted anew */
        days: z.int(),
      })
      .nullable(),
    currency: z
      .object({
        from: z.string(),
        to: z.string(),
        allowed: z.boolean(),
        /** why not */
        reason: z.string().nullable(),
        /** offers by the currency that they are priced in; `rate` is what one unit is worth today, null where nobody said */
        offers: z.array(z.object({ currency: z.string(), offers: z.int(), rate: z.string().nullable() })),
        /** owed to publishers, by currency: nothing of it would change */
        balances: z.array(z.object({ currency: z.string(), pending: z.string(), approved: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: 'LocalePreview' });
export type LocalePreview = z.infer<typeof LocalePreview>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });

export const localeRoutes = {
  localeState: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/locale/state',
    summary: 'Time zone and currency: what is in force, what is to come, how far figures have been counted anew',
    access,
    reply: LocaleState,
    errors: [],
  }),
  previewLocale: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/locale/preview',
    summary: 'What another time zone or currency would touch, and when it would be in force',
    access,
    query: z.object({ time_zone: timeZone.optional(), currency: currency.optional() }),
    reply: LocalePreview,
    errors: ['invalid_input'],
  }),
  cancelTimeZone: route({
    ...plain,
    method: 'POST',
    path: '/api/settings/locale/cancel',
    summary: 'Takes back a time zone that is to come; 409 where none is',
    access,
    body: z.object({}),
    reply: LocaleState,
    errors: ['conflict'],
    rates: ['admin-writes'],
  }),
};
