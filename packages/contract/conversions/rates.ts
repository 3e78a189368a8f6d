// Dated exchange rates of the workspace: what reports turn amounts of other currencies by. Account managers alone enter and
// correct them; every change is in the trail.
import { z } from 'zod';
import { day } from '../days.ts';
import { hide } from '../hiding.ts';
import { fileOf, list } from '../lists.ts';
import { parseMoney } from '../money.ts';
import { route, session } from '../route.ts';
import { isCurrency } from '../tracker/receipt-rules.ts';

export const ExchangeRate = z
  .object({
    /** base, quote and day: what a rate is known by */
    id: z.string(),
    /** one unit of base is worth `rate` of quote, from that day (UTC) on, until a later one */
    base: z.string(),
    quote: z.string(),
    rate: z.string(),
    from: z.string(),
    /** every workspace begins with it; a rate of one's own from some day on takes its place */
    is_first: z.boolean(),
  })
  .meta({ id: 'ExchangeRate' });
export type ExchangeRate = z.infer<typeof ExchangeRate>;

export const RateChange = z.object({
  id: z.string(),
  at: z.number().int(),
  actor: z.string(),
  from: z.string(),
  /** null where it was taken back */
  rate: z.string().nullable(),
  /** what it was; null where it was new */
  before: z.string().nullable(),
  reason: z.string().nullable(),
});

const currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' });
const rate = z
  .union([z.string(), z.number()], { error: 'Rate is an amount such as 1.0842' })
  .transform((value, context) => {
    const micros = parseMoney(String(value));
    if (micros !== null && micros > 0n) return micros;
    if (micros === null) {
      context.addIssue({
        code: 'custom',
        message:
          'A rate is a number with a point and at most six decimals, such as 1.0842. For a smaller one, give it the other way round.',
      });
      return z.NEVER;
    }
    context.addIssue({
      code: 'custom',
      message:
        'The rate must be more than zero, with at most six decimals. For a smaller one, give it the other way round.',
    });
    return z.NEVER;
  });

/** what a rate is known by */
const Known = z.object({ base: currency, quote: currency, from: day });

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const admins = session(['admin'], { impersonated: 'denied', section: 'billing' });

export const rateList = list({
  row: ExchangeRate,
  filters: {},
  columns: {
    base: { kind: 'text', value: (row) => row.base, sort: true, file: 'From' },
    quote: { kind: 'text', value: (row) => row.quote, sort: true, file: 'To' },
    rate: { kind: 'text', value: (row) => row.rate, file: 'Rate' },
    from: { kind: 'text', value: (row) => row.from, sort: true, file: 'From day (UTC)' },
  },
});

/** as somebody enters it */
const Entered = Known.extend({ rate });
const differ = [
  ({ base, quote }: { base: string; quote: string }) => base !== quote,
  'The two currencies must differ',
] as const;
/** one line of a file: From, To, Rate, From day (UTC), as the exported one has them */
export const RateLine = Entered.refine(...differ);
export const MAX_RATE_LINES = 5_000;

export const rateRoutes = {
  previewExchangeRate: route({
    ...plain,
    method: 'GET',
    path: '/api/rates/preview',
    summary: 'What a rate would touch, before it is saved',
    access: admins,
    query: RateLine,
    reply: z.object({
      /** what holds on that day now, given the same way round; null: none */
      before: z.string().nullable(),
      /** until when it would hold; null: until a later one is entered */
      until: z.string().nullable(),
      /** that carry no rate and would come to carry this one, with their revenue and payout by currency */
      waiting: z.array(
        z.object({
          currency: z.string(),
          conversions: z.int(),
          revenue: hide('revenue', z.string()),
          payout: z.string(),
        }),
      ),
      /** that are shown by another rate now and would be by this one; what was booked stays */
      conversions: z.int(),
    }),
    errors: ['invalid_input'],
  }),
  importExchangeRates: route({
    ...plain,
    method: 'POST',
    path: '/api/rates/import',
    summary: 'Rates from a file: looked at first, then saved all together or not at all',
    access: admins,
    rates: ['admin-writes'],
    body: z.object({
      csv: z.string().min(1, 'Please choose a file').max(500_000, 'The file is too large: at most 500,000 characters'),
      /** false: only look */
      save: z.boolean(),
    }),
    reply: z.object({
      saved: z.boolean(),
      rows: z.array(
        z.object({
          line: z.int(),
          base: z.string(),
          quote: z.string(),
          rate: z.string(),
          from: z.string(),
          /** what stood there; null where it is new */
          before: z.string().nullable(),
        }),
      ),
      faults: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
    errors: ['invalid_input', 'conflict'],
  }),
  exchangeRates: route({
    ...plain,
    method: 'GET',
    path: '/api/rates',
    summary: 'The workspace’s dated exchange rates, newest first, and which currencies have none',
    access: admins,
    query: rateList.query,
    reply: rateList.reply.extend({
      home_currency: z.string(),
      /** conversions are in these currencies, and no rate leads to the workspace's own */
      missing: z.array(z.string()),
      /** the first and the last day (UTC) of each for which there is none */
      missing_days: z.array(z.object({ currency: z.string(), from: z.string(), to: z.string(), conversions: z.int() })),
    }),
    errors: [],
  }),
  exportExchangeRates: route({
    ...fileOf(rateList),
    path: '/api/rates/export',
    summary: 'The filtered exchange rates as a file',
    access: admins,
  }),
  exchangeRateHistory: route({
    ...plain,
    method: 'GET',
    path: '/api/rates/history',
    summary: 'Who entered and corrected the rates of two currencies, newest first',
    access: admins,
    query: z.object({ base: currency, quote: currency }),
    reply: z.object({ rows: z.array(RateChange) }),
    errors: ['invalid_input'],
  }),
  exchangeRateUse: route({
    ...plain,
    method: 'GET',
    path: '/api/rates/use',
    summary: 'What taking a rate back would touch',
    access: admins,
    query: Known,
    reply: z.object({
      /** shown by it: they would follow the rate before it */
      conversions: z.number().int(),
      /** of the days for which it holds, with a sale that was turned by a rate of the pair: these stay as they were booked */
      sales: z.number().int(),
      /** what would hold instead, given the same way round; null: none */
      instead: z.string().nullable(),
    }),
    errors: ['invalid_input', 'not_found'],
  }),
  takeBackExchangeRate: route({
    ...plain,
    method: 'POST',
    path: '/api/rates/take-back',
    summary: 'Takes back a rate that was entered; reports follow the one before it, what was booked stays',
    access: admins,
    rates: ['admin-writes'],
    body: Known.extend({ reason: z.string().trim().max(500).nullish() }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  setExchangeRate: route({
    ...plain,
    method: 'PUT',
    path: '/api/rates',
    summary: 'Enters a rate from a day on, or corrects it; reports follow, what was booked stays',
    access: admins,
    rates: ['admin-writes'],
    body: z
      .object({
        base: currency,
        quote: currency,
        rate,
        from: day,
        reason: z.string().trim().max(500).nullish(),
      })
      .refine(({ base, quote }) => base !== quote, 'The two currencies must differ'),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'conflict'],
  }),
};
