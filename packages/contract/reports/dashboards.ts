// The three dashboards and Offers – Live (Today), as one call each and as a stream: an event of `live` carries the same
// reply as the call it stands for. The tables below the dashboards are ordinary reports (reports.ts).
import { z } from 'zod';
import type { Section } from '../accounts/sections.ts';
import { byName, type FieldClass, hide, hideBy } from '../hiding.ts';
import { route, session } from '../route.ts';
import { Amount, ReportCell, WithoutRate } from './reports.ts';

const seconds = z.number().int();
const plain = { wire: 'json', headers: ['subdomain'] } as const;
const admins = session(['admin'], { impersonated: 'denied', section: 'dashboard' });

/** the specification's time-range filter, in its order */
export const dashboardRanges = ['today', 'yesterday', 'last_7_days'] as const;
/** the specification's Status filter: offers by state, inactive being paused and pending */
export const dashboardStatuses = ['all', 'active', 'inactive'] as const;
/** the specification's six cards, in its order */
export const dashboardCards = ['conversions', 'impressions', 'clicks', 'revenue', 'payout', 'profit'] as const;

export const cardClasses = {
  conversions: null,
  impressions: null,
  clicks: null,
  revenue: 'revenue',
  payout: null,
  profit: 'profit',
} as const satisfies Record<(typeof dashboardCards)[number], FieldClass | null>;
/** of the metric that stands beside it */
const figure = <S extends z.ZodType>(schema: S): S => hideBy('metric', cardClasses, schema);

export const DashboardQuery = z.object({
  range: z.enum(dashboardRanges).default('today'),
  status: z.enum(dashboardStatuses).default('all'),
  tz: z.string().max(60).optional(),
  currency: z.string().max(3).optional(),
});

export const Card = z.object({
  metric: z.enum(dashboardCards),
  /** counts are numbers, money is decimal text */
  value: figure(ReportCell),
  /** the same hours of the day (or days) before */
  previous: figure(ReportCell),
  /** percent, "12.5" or "-3"; null where there was nothing before, or where a part of either has no rate */
  change: figure(z.string().nullable()),
  month_to_date: figure(ReportCell),
  /** what `value` leaves out because its currency has no rate; likewise `previous` and `month_to_date` */
  without_rate: figure(z.array(Amount)),
  previous_without_rate: figure(z.array(Amount)),
  month_without_rate: figure(z.array(Amount)),
});
export const SeriesPoint = z.object({
  /** start of the hour or day */
  at: seconds,
  clicks: z.number().int(),
  conversions: z.number().int(),
  previous_clicks: z.number().int(),
  previous_conversions: z.number().int(),
});
export const CountryFigures = z.object({
  /** lower-case ISO code; null where it is not known */
  country: z.string().nullable(),
  clicks: z.number().int(),
  conversions: z.number().int(),
  revenue: hide('revenue', z.string()),
  without_rate: hide('revenue', z.array(Amount)),
});
/** a queue is counted for those alone whose role opens the list that settles it */
export const Queues = z.object({
  pending_publishers: z.number().int(),
  pending_advertisers: z.number().int(),
  offer_requests: z.number().int(),
  pending_offers: z.number().int(),
  /** those that a person must decide; the others wait for the end of their hold */
  pending_conversions: z.number().int(),
  /** what was said against a higher decision and is not answered yet */
  conversion_requests: z.number().int(),
  /** paid clicks and impressions that came too late to be booked by themselves */
  late_lots: z.number().int(),
  /** publishers' postbacks switched off after failures, or failing now */
  failing_postbacks: z.number().int(),
  /** caps used to 80% or more in their present window */
  full_caps: z.number().int(),
  /** payments that failed or came back, and nobody has paid since */
  failed_payments: z.number().int(),
  /** of publishers, that nobody has decided */
  open_appeals: z.number().int(),
  /** of advertisers, that should have been decided by now */
  overdue_disputes: z.number().int(),
  overdue_invoices: z.number().int(),
});
export type Queue = keyof z.infer<typeof Queues>;
/** whose list each of them is */
export const queueSections: Record<Queue, Section> = {
  pending_publishers: 'affiliates',
  pending_advertisers: 'advertisers',
  offer_requests: 'requests',
  pending_offers: 'offers',
  pending_conversions: 'conversions',
  conversion_requests: 'conversions',
  late_lots: 'conversions',
  failing_postbacks: 'affiliates',
  full_caps: 'logs',
  failed_payments: 'payouts',
  open_appeals: 'payouts',
  overdue_disputes: 'billing',
  overdue_invoices: 'billing',
};
export const Dashboard = z
  .object({
    fresh_at: seconds.nullable(),
    tz: z.string(),
    currency: z.string(),
    starts_at: seconds,
    ends_at: seconds,
    cards: z.array(Card),
    /** most clicks first, at most 250 */
    countries: z.array(CountryFigures),
    series: z.object({ unit: z.enum(['hour', 'day']), points: z.array(SeriesPoint) }),
    queues: Queues.partial(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

/** an estimate with the band that held four of five past days */
export const Projection = z.object({ value: ReportCell, low: ReportCell, high: ReportCell });
export const Forecast = z
  .object({
    fresh_at: seconds.nullable(),
    tz: z.string(),
    currency: z.string(),
    /** days of history it rests on; below 7 there is no projection */
    history_days: z.number().int(),
    /** one sentence on how it was made */
    method: z.string(),
    rows: z.array(
      z.object({
        metric: z.enum(dashboardCards),
        today: figure(ReportCell),
        month: figure(ReportCell),
        /** what today and month leave out because its currency has no rate; the projections leave it out, too */
        today_without_rate: figure(z.array(Amount)),
        month_without_rate: figure(z.array(Amount)),
        end_of_day: figure(Projection.nullable()),
        end_of_month: figure(Projection.nullable()),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Forecast' });
export type Forecast = z.infer<typeof Forecast>;

const Named = z.object({ id: z.string(), number: z.number().int(), name: z.string() });
const NamedAdvertiser = Named.extend({ name: hide('advertiser_name', z.string()) });
export const LiveOffer = z.object({
  offer: Named,
  advertiser: NamedAdvertiser,
  status: z.string(),
  impressions: z.number().int(),
  clicks: z.number().int(),
  unique_clicks: z.number().int(),
  invalid_clicks: z.number().int(),
  conversions: z.number().int(),
  cr: z.string().nullable(),
  revenue: hide('revenue', z.string()),
  payout: z.string(),
  profit: hide('profit', z.string()),
  epc: z.string().nullable(),
  /** what revenue, payout and profit leave out because its currency has no rate */
  without_rate: byName(WithoutRate),
  /** of the fullest cap in its present window; null where the offer has none */
  cap_percent: z.number().nullable(),
  last_conversion_at: seconds.nullable(),
});
export const LiveOffers = z
  .object({
    fresh_at: seconds.nullable(),
    tz: z.string(),
    currency: z.string(),
    /** offers with traffic today, most clicks first, at most 500 */
    rows: z.array(LiveOffer),
    totals: byName(z.record(z.string(), ReportCell)),
    totals_without_rate: byName(WithoutRate),
    notes: z.array(z.string()),
  })
  .meta({ id: 'LiveOffers' });
export type LiveOffers = z.infer<typeof LiveOffers>;

/** the specification's items: id, type, campaign, amount, time; an advertiser's spend is negative */
export const Activity = z.object({
  id: z.string(),
  type: z.enum(['conversion', 'click', 'impression']),
  campaign: Named.omit({ id: true }),
  /** null where nothing is paid (clicks and impressions are counted by the hour) or the payout is hidden */
  amount: hide('account_amount', z.string().nullable()),
  currency: z.string(),
  /** of a conversion */
  status: z.enum(['pending', 'approved', 'rejected']).nullable(),
  /** how many clicks or impressions; 1 for a conversion */
  count: z.number().int(),
  /** clicks and impressions came between this moment and `at`; null for a conversion, which has one moment */
  from: seconds.nullable(),
  at: seconds,
});
const portal = {
  fresh_at: seconds.nullable(),
  tz: z.string(),
  currency: z.string(),
  first_name: hide('account_name', z.string()),
  /** approved, as the greeting shows it */
  status: z.string(),
  recent: z.array(Activity),
  /** the first day that the totals are of; the last is that of `days` */
  since: z.string(),
  /** the last 30 days, oldest first, for a small chart */
  days: z.array(
    z.object({
      day: z.string(),
      clicks: z.number().int(),
      conversions: z.number().int(),
      amount: hide('account_amount', z.string()),
      without_rate: hide('account_amount', z.array(Amount)),
    }),
  ),
  /** what the total and today leave out because its currency has no rate */
  without_rate: z.object({
    total: hide('account_amount', z.array(Amount)),
    today: hide('account_amount', z.array(Amount)),
  }),
  /** for a publisher: what is owed for offers whose payout is hidden; the total contains it, days and today do not */
  hidden: hide('account_amount', z.array(Amount)),
  notes: z.array(z.string()),
};
export const PublisherDashboard = z
  .object({
    ...portal,
    /** of all that is kept: about two years */
    total_clicks: z.number().int(),
    total_conversions: z.number().int(),
    /** earnings, approved and pending */
    total_revenue: z.string(),
    /** those it may run now and has a link, a permission or traffic of the last 31 days for: campaigns?show=running */
    active_campaigns: z.number().int(),
    today: z.object({ clicks: z.number().int(), conversions: z.number().int(), revenue: z.string() }),
  })
  .meta({ id: 'PublisherDashboard' });
export const AdvertiserDashboard = z
  .object({
    ...portal,
    total_campaigns: z.number().int(),
    /** of all that is kept: about two years */
    total_impressions: z.number().int(),
    total_conversions: z.number().int(),
    total_spent: hide('revenue', z.string()),
    today: z.object({
      impressions: z.number().int(),
      clicks: z.number().int(),
      conversions: z.number().int(),
      spent: hide('revenue', z.string()),
    }),
  })
  .meta({ id: 'AdvertiserDashboard' });

const Money = z.object({ tz: z.string().max(60).optional(), currency: z.string().max(3).optional() });

/** what `live` can show; each event's data is the reply of the call of that name */
export const liveViews = ['dashboard', 'live-offers', 'publisher', 'advertiser'] as const;
export type LiveView = (typeof liveViews)[number];

export const dashboardRoutes = {
  dashboard: route({
    ...plain,
    method: 'GET',
    path: '/api/dashboard',
    heavy: true,
    summary: 'Cards, countries, chart and queues of the account manager’s dashboard',
    access: admins,
    query: DashboardQuery,
    reply: Dashboard,
    errors: ['invalid_input'],
  }),
  forecast: route({
    ...plain,
    method: 'GET',
    path: '/api/dashboard/forecast',
    heavy: true,
    summary: 'Where today and this month will end, with the uncertainty',
    access: admins,
    query: DashboardQuery.pick({ status: true, tz: true, currency: true }),
    reply: Forecast,
    errors: ['invalid_input'],
  }),
  liveOffers: route({
    ...plain,
    method: 'GET',
    path: '/api/live-offers',
    heavy: true,
    summary: 'Offers with traffic today',
    access: admins,
    query: Money,
    reply: LiveOffers,
    errors: ['invalid_input'],
  }),
  publisherDashboard: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/dashboard',
    heavy: true,
    summary: 'A publisher’s own figures and recent activity',
    access: session(['publisher'], { impersonated: 'allowed' }),
    query: Money,
    reply: PublisherDashboard,
    errors: ['invalid_input'],
  }),
  advertiserDashboard: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/dashboard',
    heavy: true,
    summary: 'An advertiser’s own figures and recent activity',
    access: session(['advertiser'], { impersonated: 'allowed' }),
    query: Money,
    reply: AdvertiserDashboard,
    errors: ['invalid_input'],
  }),
  /**
   * Server-sent events, read with fetch (an EventSource cannot send the bearer token): `event: figures`, `data:` the
   * reply as JSON, at once and then whenever the figures move, at most every 2 seconds. A comment line every 15 seconds
   * keeps the connection. The server ends it after `seconds`; the client then opens it anew.
   */
  live: route({
    ...plain,
    wire: 'stream',
    method: 'GET',
    path: '/api/live',
    summary: 'Pushes a dashboard’s figures while traffic flows, as server-sent events',
    access: session(['admin', 'publisher', 'advertiser'], { impersonated: 'allowed', section: 'dashboard' }),
    query: DashboardQuery.extend({
      /** the role's own dashboard unless it says otherwise */
      view: z.enum(liveViews).optional(),
      seconds: z.coerce.number().int().min(0).max(600).default(300),
    }),
    reply: z.custom<AsyncIterable<string>>(),
    errors: ['invalid_input', 'forbidden', 'busy'],
  }),
};
