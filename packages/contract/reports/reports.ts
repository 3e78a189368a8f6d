// Reports on the wire: one query shape for screens, saved reports, schedules, exports and API keys alike. The names it
// takes are report-catalogue.ts; a name that does not exist, or that the caller may not see, is a 400 with a sentence.
import { z } from 'zod';
import { everyRole } from '../accounts/sessions.ts';
import { route, session } from '../route.ts';
import { dimensionIds, MAX_ROWS, periodIds } from './report-catalogue.ts';

const word = z.string().max(2000);
/** repeated parameters arrive as a list; `filter[offer]=12,13` is the same as two of them */
const filterValue = z.union([z.string().max(2000), z.array(z.string().max(500)).max(200)]).optional();
const filters = Object.fromEntries(dimensionIds.map((id) => [`filter[${id}]`, filterValue]));

/**
 * Days are inclusive and of the zone `tz`. `from` and `to` may also name quarters of an hour (2026-11-02T10:15, the end
 * exclusive), which is how a figure of one hour opens. Lists are comma-separated.
 */
export const ReportQuery = z
  .object({
    dimensions: word.optional(),
    metrics: word.optional(),
    from: z.string().max(16).optional(),
    to: z.string().max(16).optional(),
    /** instead of from and to; what saved reports use */
    period: z.enum(periodIds).optional(),
    /** the viewer's own zone unless it says otherwise */
    tz: z.string().max(60).optional(),
    /** the workspace's own unless it says otherwise */
    currency: z.string().max(3).optional(),
    /** `-revenue` sorts descending; any dimension or metric of the report */
    sort: z.string().max(60).optional(),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
    /**
     * `previous` adds the same figures of the period of the same length just before; `publisher:34` those of another one:
     * the report as it would be with filter[publisher]=34 in place of its own
     */
    compare: z.string().max(300).optional(),
    /** leaves out rows without conversions */
    with_conversions: z.enum(['1']).optional(),
    ...filters,
  })
  .catchall(z.unknown())
  .superRefine((query, context) => {
    const unknown = Object.keys(query).find((name) => !(name in ReportQuery.shape));
    if (unknown === undefined) return;
    const [, dimension] = /^filter\[(.*)\]$/.exec(unknown) ?? [];
    const message =
      dimension === undefined
        ? `There is no parameter called ${unknown}.`
        : `There is no dimension called ${dimension}.`;
    context.addIssue({ code: 'custom', message });
  });
export type ReportQuery = z.output<typeof ReportQuery>;

export const ReportCell = z.union([z.string(), z.number(), z.null()]);
/** dimension values and metric values by their ids; null stands for "not known" and for a division by nothing */
export const ReportRow = z.record(z.string(), ReportCell);
export type ReportRow = z.infer<typeof ReportRow>;

/** an amount in its own currency: where there is no rate into another, it is shown as it is, and marked */
export const Amount = z.object({ currency: z.string(), amount: z.string() });
export type Amount = z.infer<typeof Amount>;
/** by metric, the amounts that are not in its figure because their currency has no rate; a ratio of two amounts is null for want
 * of one, and its list empty */
export const WithoutRate = z.record(z.string(), z.array(Amount));
export type WithoutRate = z.infer<typeof WithoutRate>;

const seconds = z.number().int();
export const ReportReply = z
  .object({
    rows: z.array(ReportRow),
    totals: ReportRow,
    /** everything up to this moment is counted; null while nothing was ever taken in */
    fresh_at: seconds.nullable(),
    /** how many rows there are beyond limit and offset */
    total_rows: z.number().int(),
    /** names for the values of offer, publisher, advertiser, manager: labels.offer["12"] */
    labels: z.record(z.string(), z.record(z.string(), z.string())),
    period: z.object({
      /** as the query says it, in `tz` */
      from: z.string(),
      to: z.string(),
      starts_at: seconds,
      ends_at: seconds,
      tz: z.string(),
      currency: z.string(),
    }),
    /** with compare: for each row, in the same order, the figures beside it; rows that only this side has stand there too */
    previous: z
      .object({
        rows: z.array(ReportRow),
        totals: ReportRow,
        /** as the report's own */
        without_rate: z.object({ rows: z.array(WithoutRate.nullable()), totals: WithoutRate }).nullable(),
        starts_at: seconds,
        ends_at: seconds,
      })
      .nullable(),
    /** null where everything has a rate; else for each row, in the same order, what its figures leave out, and likewise in all */
    without_rate: z
      .object({ rows: z.array(WithoutRate.nullable()), totals: WithoutRate, currencies: z.array(z.string()) })
      .nullable(),
    /**
     * For a publisher: what is owed for offers whose payout is hidden, one line per currency. The totals contain it, no row
     * does. Empty where a filter or a part of a day could tell one offer or conversion from the others.
     */
    hidden: z.array(Amount),
    /** sentences that a reader of the figures must know */
    notes: z.array(z.string()),
    /** where the clicks come from: rollups answer at once, raw rows take a moment */
    read_from: z.enum(['day', 'quarter', 'source', 'raw']),
  })
  .meta({ id: 'Report' });
export type ReportReply = z.infer<typeof ReportReply>;

/** a query as it stands in an address: what is saved, scheduled and exported */
export const StoredQuery = z.record(
  z.string().max(60),
  z.union([z.string().max(2000), z.array(z.string().max(500)).max(200)]),
);
export type StoredQuery = z.infer<typeof StoredQuery>;

export const reportScreens = ['reports', 'kpi', 'comparison', 'dashboard'] as const;
export const exportFormats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const Schedule = z.object({
  every: z.enum(['day', 'week', 'month']),
  /** the hour, in the report's time zone */
  hour: z.number().int().min(0).max(23),
  /** 1 is Monday; only for every week */
  weekday: z.number().int().min(1).max(7).nullish(),
  /** addresses of account managers of the workspace; a publisher or advertiser can only name himself */
  recipients: z.array(z.email('Please enter valid email addresses')).min(1, 'Please name a recipient').max(10),
});
export type Schedule = z.infer<typeof Schedule>;

export const SavedReportBody = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(100, 'Please use at most 100 characters'),
  screen: z.enum(reportScreens).default('reports'),
  query: StoredQuery,
  /** seen by every account manager of the workspace; only account managers share */
  shared: z.boolean().default(false),
  schedule: Schedule.nullish(),
});
export const SavedReport = z
  .object({
    id: z.string(),
    name: z.string(),
    screen: z.enum(reportScreens),
    query: StoredQuery,
    shared: z.boolean(),
    own: z.boolean(),
    owner: z.string(),
    schedule: Schedule.nullable(),
    next_run_at: seconds.nullable(),
    last_run_at: seconds.nullable(),
    last_error: z.string().nullable(),
    updated_at: seconds,
  })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof SavedReport>;

export const ReportExport = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(exportFormats),
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
    /** 0 to 100 */
    progress: z.number().int(),
    rows: z.number().int(),
    bytes: z.number().int().nullable(),
    error: z.string().nullable(),
    created_at: seconds,
    /** the file is deleted then */
    expires_at: seconds,
  })
  .meta({ id: 'ReportExport' });
export type ReportExport = z.infer<typeof ReportExport>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const byId = z.object({ id: z.string().max(100) });
const people = session(everyRole, { impersonated: 'allowed', section: 'reports', needs: 'read' });
const readers = session(everyRole, { impersonated: 'allowed', section: 'reports' });

export const reportRoutes = {
  reports: route({
    ...plain,
    method: 'GET',
    path: '/api/reports',
    heavy: true,
    summary: 'Figures grouped by up to five dimensions, with totals; also with an API key',
    access: readers,
    query: ReportQuery,
    reply: ReportReply,
    errors: ['invalid_input'],
    rates: ['reports'],
  }),
  reportCatalogue: route({
    ...plain,
    method: 'GET',
    path: '/api/report-catalogue',
    summary: 'The dimensions and metrics that the caller may ask for',
    access: readers,
    reply: z.object({
      dimensions: z.array(z.object({ id: z.string(), label: z.string(), type: z.string(), kept: z.string() })),
      metrics: z.array(z.object({ id: z.string(), label: z.string(), format: z.string(), description: z.string() })),
      currencies: z.array(z.string()),
      currency: z.string(),
      time_zone: z.string(),
    }),
    errors: [],
    rates: ['reports'],
  }),
  savedReports: route({
    ...plain,
    method: 'GET',
    path: '/api/saved-reports',
    summary: 'Own saved reports, and those shared inside the workspace',
    access: people,
    reply: z.object({ rows: z.array(SavedReport), total: z.number().int() }),
    errors: [],
  }),
  saveReport: route({
    ...plain,
    method: 'POST',
    path: '/api/saved-reports',
    summary: 'Saves a report, with a schedule if one is given',
    access: people,
    body: SavedReportBody,
    reply: SavedReport,
    status: 201,
    errors: ['invalid_input', 'forbidden'],
  }),
  changeSavedReport: route({
    ...plain,
    method: 'PUT',
    path: '/api/saved-reports/{id}',
    summary: 'Changes an own saved report',
    access: people,
    params: byId,
    names: 'saved-report',
    body: SavedReportBody,
    reply: SavedReport,
    errors: ['invalid_input', 'forbidden', 'not_found'],
  }),
  deleteSavedReport: route({
    ...plain,
    method: 'DELETE',
    path: '/api/saved-reports/{id}',
    summary: 'Deletes an own saved report and its schedule',
    access: people,
    params: byId,
    names: 'saved-report',
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  reportExports: route({
    ...plain,
    method: 'GET',
    path: '/api/report-exports',
    summary: 'Own exports, newest first',
    access: people,
    reply: z.object({ rows: z.array(ReportExport), total: z.number().int() }),
    errors: [],
  }),
  startExport: route({
    ...plain,
    method: 'POST',
    path: '/api/report-exports',
    summary: 'Starts an export of a whole report; its progress is read with the id',
    access: session(everyRole, { impersonated: 'allowed', section: 'reports', needs: 'read', whenReadOnly: 'allowed' }),
    body: z.object({
      name: z.string().trim().max(100).default('Report'),
      format: z.enum(exportFormats),
      query: StoredQuery,
    }),
    reply: ReportExport,
    status: 201,
    errors: ['invalid_input', 'busy'],
    rates: ['report-exports'],
  }),
  reportExport: route({
    ...plain,
    method: 'GET',
    path: '/api/report-exports/{id}',
    summary: 'State and progress of an export',
    access: people,
    params: byId,
    names: 'report-export',
    reply: ReportExport,
    errors: ['not_found'],
  }),
  exportFile: route({
    ...plain,
    wire: 'file',
    method: 'GET',
    path: '/api/report-exports/{id}/file',
    summary: 'The file of an export that is ready',
    access: people,
    params: byId,
    names: 'report-export',
    reply: z.custom<FileReply>(),
    errors: ['not_found'],
  }),
  reportSettings: route({
    ...plain,
    method: 'GET',
    path: '/api/report-settings',
    summary: 'What advertisers may see in their reports',
    access: session(['admin'], { impersonated: 'denied', section: 'settings' }),
    reply: z.object({ advertisers_see_publishers: z.boolean() }),
    errors: [],
  }),
  setReportSettings: route({
    ...plain,
    method: 'PUT',
    path: '/api/report-settings',
    summary: 'Sets whether advertisers see the names of publishers',
    access: session(['admin'], { impersonated: 'denied', section: 'settings' }),
    body: z.object({ advertisers_see_publishers: z.boolean() }),
    reply: z.object({ advertisers_see_publishers: z.boolean() }),
    errors: [],
    rates: ['admin-writes'],
  }),
};

/** the reply of a `file` route; a browser gets the bytes */
export interface FileReply {
  name: string;
  type: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}
