// Caps that were reached, and how full the present windows are.
import { z } from 'zod';
import { idFilter, log, momentFilter, oneOf, wholeList } from '../lists.ts';
import { capAmount } from '../offers/offer-lists.ts';
import * as terms from '../offers/offer-terms.ts';
import { route, session } from '../route.ts';
import { byId, logs, Named, plain, reason, seconds, write } from './shared.ts';

export const CapReached = z
  .object({
    id: z.string(),
    at: seconds,
    offer: Named,
    publisher: Named.nullable(),
    cap_id: z.string(),
    metric: z.enum(terms.capMetrics),
    period: z.enum(terms.capPeriods),
    action: z.enum(terms.capActionNames),
    /** counts, or amounts in the offer's currency */
    value: capAmount,
    limit: capAmount,
    currency: z.string(),
    window_start: seconds,
    window_end: seconds,
    /** what met the cap after it was reached, in what it counts: clicks it refused, or conversions it changed */
    affected: z.number().int(),
    /** clicks it refused, whatever it counts */
    refused_clicks: z.number().int(),
    status: z.enum(['active', 'ended', 'reset']),
  })
  .meta({ id: 'CapReached' });

export const cappingLog = log({
  row: CapReached,
  filters: {
    offer_id: idFilter,
    publisher_id: idFilter,
    metric: oneOf(terms.capMetrics),
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    refused_clicks: { kind: 'number', value: (row) => row.refused_clicks },
    affected: { kind: 'number', value: (row) => row.affected },
    status: { kind: 'status', value: (row) => row.status },
  },
});

export const CapUsage = z.object({
  /** the cap's: a row of a list has an id */
  id: z.string(),
  cap_id: z.string(),
  offer: Named,
  publisher: Named.nullable(),
  metric: z.enum(terms.capMetrics),
  period: z.enum(terms.capPeriods),
  action: z.enum(terms.capActionNames),
  value: capAmount,
  limit: capAmount,
  currency: z.string(),
  percent: z.number(),
  window_start: seconds,
  window_end: seconds.nullable(),
  /** when the limit is reached at the present pace; null where it is not within the window */
  reached_at: seconds.nullable(),
});

export const capUsageList = wholeList({
  row: CapUsage,
  filters: {
    offer_id: idFilter,
    /** only caps of which so many percent are used */
    at_least: z.coerce.number().int().min(0).max(100).optional(),
  },
  columns: {
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    metric: { kind: 'text', value: (row) => row.metric },
    period: { kind: 'text', value: (row) => row.period },
    action: { kind: 'text', value: (row) => row.action },
    reached_at: { kind: 'time', value: (row) => row.reached_at },
    window_end: { kind: 'time', value: (row) => row.window_end },
  },
});

export const capRoutes = {
  capsReached: route({
    ...plain,
    method: 'GET',
    path: '/api/capping-log',
    heavy: true,
    summary: 'Caps that were reached, newest first',
    access: logs,
    query: cappingLog.query,
    reply: cappingLog.reply,
    errors: ['invalid_input'],
  }),
  resetCap: route({
    ...write,
    method: 'POST',
    path: '/api/capping-log/{id}/reset',
    summary: 'Starts a reached cap anew within its window',
    access: session(['admin'], { impersonated: 'denied', section: 'offers' }),
    params: byId,
    names: 'cap-reached',
    body: z.object({ reason }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  capUsage: route({
    ...plain,
    method: 'GET',
    path: '/api/cap-usage',
    heavy: true,
    summary: 'How much of each cap is used in its present window, fullest first',
    access: logs,
    query: capUsageList.query,
    reply: capUsageList.reply,
    errors: [],
  }),
};
