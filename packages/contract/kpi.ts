// KPIs on the wire: what an offer demands of the traffic that is sent to it, and how each source of each publisher does.
import { z } from 'zod';
import { csvStream, listQuery } from './lists.ts';
import { dimensionIds, periodIds } from './report-catalogue.ts';
import { route, session } from './route.ts';

export const kpiOps = { at_least: 'at least', at_most: 'at most' } as const;
export type KpiOp = keyof typeof kpiOps;
const op = z.enum(Object.keys(kpiOps) as [KpiOp, ...KpiOp[]]);
const goalId = z.string().max(40);

/** of every hundred clicks or conversions of one goal, so many must (or may) reach another goal */
export const KpiTargetInput = z.object({
  /** null: of clicks */
  from_goal_id: goalId.nullish().transform((value) => value || null),
  to_goal_id: goalId.min(1, 'Please choose the goal that is to be reached'),
  op,
  percent: z
    .number({ error: 'The rate must be a percentage such as 5.' })
    .min(0, 'The rate must be a percentage such as 5.')
    .max(1_000, 'The rate can be at most 1000%')
    .multipleOf(0.01, 'The rate can have at most two decimals'),
  /** as long as fewer have come, nothing is judged */
  min_sample: z
    .number({ error: 'The sample must be a whole number such as 100.' })
    .int('The sample must be a whole number such as 100.')
    .min(1, 'The sample must be at least 1')
    .max(1_000_000_000),
});
export const KpiTarget = z.object({
  from_goal_id: z.string().nullable(),
  to_goal_id: z.string(),
  op,
  percent: z.number(),
  min_sample: z.number().int(),
});

export const kpiStates = ['breached', 'few', 'met', 'none'] as const;
export type KpiState = (typeof kpiStates)[number];

const filterValue = z.union([z.string().max(2000), z.array(z.string().max(500)).max(200)]).optional();

export const kpiSort = ['state', 'offer', 'publisher', 'source', 'clicks', 'conversions'] as const;
export const KpiQuery = listQuery(kpiSort).extend({
  from: z.string().max(16).optional(),
  to: z.string().max(16).optional(),
  period: z.enum(periodIds).optional(),
  tz: z.string().max(60).optional(),
  state: z.enum(kpiStates).optional(),
  ...Object.fromEntries(dimensionIds.map((id) => [`filter[${id}]`, filterValue])),
});

const count = z.number().int();
const Named = z.object({ id: z.string(), number: count, name: z.string() });
export const KpiRow = z
  .object({
    id: z.string(),
    /** null where a click named none that exists */
    offer: Named.nullable(),
    publisher: Named.nullable(),
    /** the publisher may not run the offer now */
    blocked: z.boolean(),
    source: z.string().nullable(),
    clicks: count,
    conversions: count,
    /** in the offer's order; `rate` is per cent of the step before, clicks at first, and null of nothing */
    goals: z.array(z.object({ name: z.string(), count, rate: z.string().nullable() })),
    targets: z.array(
      z.object({
        /** null: clicks */
        from: z.string().nullable(),
        to: z.string(),
        op,
        percent: z.number(),
        sample: count,
        min_sample: count,
        actual: z.string().nullable(),
        state: z.enum(['breached', 'few', 'met']),
      }),
    ),
    /** the worst of its targets; none where the offer has none */
    state: z.enum(kpiStates),
  })
  .meta({ id: 'KpiRow' });
export type KpiRow = z.infer<typeof KpiRow>;

const seconds = z.number().int();
const managers = session(['admin'], { impersonated: 'denied', section: 'reports' });

export const kpiRoutes = {
  kpiReport: route({
    wire: 'json',
    headers: ['subdomain'],
    method: 'GET',
    path: '/api/reports/kpi',
    heavy: true,
    summary: 'Offers by publisher and source with their goals, and whether they reach the offers’ targets',
    access: managers,
    query: KpiQuery,
    reply: z.object({
      rows: z.array(KpiRow),
      total: count,
      /** how many of them are in breach */
      breached: count,
      /** the goals of all these offers, for columns */
      goals: z.array(z.string()),
      fresh_at: seconds.nullable(),
      period: z.object({ from: z.string(), to: z.string(), tz: z.string() }),
    }),
    errors: ['invalid_input'],
    rates: ['reports'],
  }),
  exportKpi: route({
    wire: 'csv',
    heavy: true,
    headers: ['subdomain'],
    method: 'GET',
    path: '/api/reports/kpi/export',
    summary: 'The filtered KPI report as CSV',
    access: managers,
    query: KpiQuery,
    reply: csvStream,
    errors: ['invalid_input'],
  }),
};
