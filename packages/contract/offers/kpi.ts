// KPIs on the wire: what an offer demands of the traffic that is sent to it, and how each source of each publisher does.
import { z } from 'zod';
import { fileOf, list, oneOf, wordFilter } from '../lists.ts';
import { dimensionIds, periodIds } from '../reports/report-catalogue.ts';
import { route, session } from '../route.ts';

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

const stateWords = { breached: 'In breach', few: 'Too few yet', met: 'Met', none: 'No target' } as const;
const opWords = { at_least: '≥', at_most: '≤' } as const;
const targetText = ({ from, to, op: wanted, percent, actual }: KpiRow['targets'][number]): string =>
  `${from ?? 'Clicks'} → ${to}: ${actual ?? '–'}% (${opWords[wanted]} ${percent}%)`;

/** a list of a report's rows: it takes the report's period and filters besides */
export const kpiList = list({
  row: KpiRow,
  filters: {
    from: wordFilter(16),
    to: wordFilter(16),
    period: oneOf(periodIds),
    tz: wordFilter(60),
    state: oneOf(kpiStates),
    ...Object.fromEntries(dimensionIds.map((id) => [`filter[${id}]`, filterValue])),
  },
  columns: {
    offer: { kind: 'named', value: (row) => row.offer, sort: true, file: ['Offer ID', 'Offer'] },
    publisher: { kind: 'named', value: (row) => row.publisher, sort: true, file: ['Publisher ID', 'Publisher'] },
    source: { kind: 'text', value: (row) => row.source, sort: true, file: 'Source' },
    clicks: { kind: 'number', value: (row) => row.clicks, sort: true, file: 'Clicks' },
    conversions: { kind: 'number', value: (row) => row.conversions, sort: true, file: 'Conversions' },
    state: { kind: 'text', value: (row) => stateWords[row.state], sort: true, file: 'State' },
    targets: { kind: 'text', value: (row) => row.targets.map(targetText).join('; '), file: 'Targets' },
  },
});

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
    query: kpiList.query,
    reply: kpiList.reply.extend({
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
    ...fileOf(kpiList),
    path: '/api/reports/kpi/export',
    summary: 'The filtered KPI report as a file',
    access: managers,
  }),
};
