// The log of what left: every call to a publisher or a webhook, with a row for each attempt, and what is sent again.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { fileOf, idFilter, log, momentFilter, oneOf, searched } from '../lists.ts';
import { route, session } from '../route.ts';
import { done, postbackMethods, publishers, write } from './outbound.ts';
import { byId, ids, logs, Named, nullable, plain, seconds } from './shared.ts';

/** seconds after the first attempt failed, the second, …; the first goes out at once */
export const retryAfterSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

/**
 * waiting: an attempt is due; delivered: answered 2xx; failed: all tries used up; cancelled: switched off meanwhile;
 * superseded: the conversion changed before it arrived, so it is not sent any more
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled', 'superseded'] as const;
export const deliverySubjects = ['conversion', 'offer', 'account', 'cap', 'document', 'payment'] as const;
export type DeliverySubject = (typeof deliverySubjects)[number];

/** a call carries whatever its address was written to carry */
export const inCalls = ['revenue', 'profit', 'ip', 'device_ids', 'sub_values', 'advertiser_name'] as const;

export const Delivery = z
  .object({
    id: z.string(),
    kind: z.enum(['postback', 'webhook']),
    at: seconds,
    /** what it tells of; a publisher's call is about a conversion */
    subject: z.object({ kind: z.enum(deliverySubjects), id: z.string() }),
    /** null where it is about something else */
    conversion_id: nullable,
    offer: Named.nullable(),
    publisher: Named.nullable(),
    goal_name: nullable,
    /** the conversion's status, or the webhook's event */
    event: z.string(),
    /** of the conversion: what {sequence} says; a higher number is newer */
    sequence: z.number().int(),
    url: hide(inCalls, z.string()),
    method: z.enum(postbackMethods),
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    last_status: z.number().int().nullable(),
    last_error: nullable,
    latency_ms: z.number().int().nullable(),
    next_at: seconds.nullable(),
  })
  .meta({ id: 'Delivery' });

type DeliveryRow = z.infer<typeof Delivery>;

export const DeliveryAttempt = z.object({
  attempt: z.number().int(),
  at: seconds,
  url: hide(inCalls, z.string()),
  method: z.enum(postbackMethods),
  /** null where no answer came; `error` says why */
  status: z.number().int().nullable(),
  /** at most 4 KB of the answer */
  body: hide(inCalls, nullable),
  error: nullable,
  latency_ms: z.number().int().nullable(),
  next_at: seconds.nullable(),
});

export const DeliveryDetails = Delivery.extend({
  request_body: hide(inCalls, nullable),
  tries: z.array(DeliveryAttempt),
}).meta({ id: 'DeliveryDetails' });

const deliveryColumns = {
  at: { kind: 'time', value: (row: DeliveryRow) => row.at, file: 'Time (UTC)' },
  kind: { kind: 'text', value: (row: DeliveryRow) => row.kind, file: 'Kind' },
  conversion_id: { kind: 'text', value: (row: DeliveryRow) => row.conversion_id, file: 'Conversion ID' },
  offer: { kind: 'named', value: (row: DeliveryRow) => row.offer, file: 'Offer' },
  publisher: { kind: 'named', value: (row: DeliveryRow) => row.publisher, file: 'Publisher' },
  goal: { kind: 'text', value: (row: DeliveryRow) => row.goal_name, file: 'Goal' },
  event: { kind: 'text', value: (row: DeliveryRow) => row.event, file: 'Event' },
  sequence: { kind: 'number', value: (row: DeliveryRow) => row.sequence, file: 'Sequence' },
  url: { kind: 'text', hide: 'sub_values', value: (row: DeliveryRow) => row.url, file: 'URL' },
  method: { kind: 'text', value: (row: DeliveryRow) => row.method, file: 'Method' },
  state: { kind: 'status', value: (row: DeliveryRow) => row.state, file: 'State' },
  attempts: { kind: 'number', value: (row: DeliveryRow) => row.attempts, file: 'Attempts' },
  last_status: { kind: 'number', value: (row: DeliveryRow) => row.last_status, file: 'Last status' },
  last_error: { kind: 'text', value: (row: DeliveryRow) => row.last_error, file: 'Last error' },
  latency: { kind: 'number', value: (row: DeliveryRow) => row.latency_ms, file: 'Milliseconds' },
  next_at: { kind: 'time', value: (row: DeliveryRow) => row.next_at },
} as const;

/** what a publisher may ask of the calls made to it */
const ownFilters = { ...searched, state: oneOf(deliveryStates), from: momentFilter, to: momentFilter };

export const deliveryLog = log({
  row: Delivery,
  filters: {
    ...ownFilters,
    kind: oneOf(['postback', 'webhook']),
    publisher_id: idFilter,
    offer_id: idFilter,
    conversion_id: idFilter,
  },
  columns: deliveryColumns,
});

export const ownDeliveryLog = log({ row: Delivery, filters: ownFilters, columns: deliveryColumns });

export const deliveryRoutes = {
  deliveries: route({
    ...plain,
    method: 'GET',
    path: '/api/deliveries',
    heavy: true,
    summary: 'Postbacks and webhooks sent, newest first',
    access: logs,
    query: deliveryLog.query,
    reply: deliveryLog.reply,
    errors: ['invalid_input'],
  }),
  exportDeliveries: route({
    ...fileOf(deliveryLog),
    path: '/api/deliveries/export',
    summary: 'The filtered log of sent postbacks as a file',
    access: logs,
  }),
  delivery: route({
    ...plain,
    method: 'GET',
    path: '/api/deliveries/{id}',
    summary: 'One delivery with every attempt',
    access: logs,
    params: byId,
    names: 'delivery',
    reply: DeliveryDetails,
    errors: ['not_found'],
  }),
  resendDelivery: route({
    ...write,
    method: 'POST',
    path: '/api/deliveries/{id}/resend',
    summary: 'Sends it again now, with retries as for a new one',
    access: logs,
    params: byId,
    names: 'delivery',
    reply: done,
    errors: ['not_found', 'conflict'],
  }),
  replayDeliveries: route({
    ...write,
    method: 'POST',
    path: '/api/deliveries/replay',
    summary: 'Sends many again',
    access: logs,
    body: z.object({ ids }),
    reply: z.object({ queued: z.number().int(), skipped: z.number().int() }),
    errors: ['invalid_input'],
  }),
  resendConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/{id}/resend',
    summary: 'Fires the publisher’s postbacks for a conversion again, by its present status',
    access: session(['admin'], { impersonated: 'denied', section: 'conversions' }),
    params: byId,
    names: 'conversion',
    reply: z.object({ queued: z.number().int() }),
    errors: ['not_found'],
  }),
  ownDeliveries: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/deliveries',
    heavy: true,
    summary: 'Calls made to the publisher, newest first',
    access: publishers,
    query: ownDeliveryLog.query,
    reply: ownDeliveryLog.reply,
    errors: ['invalid_input'],
  }),
  ownDelivery: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/deliveries/{id}',
    summary: 'One call to the publisher with every attempt',
    access: publishers,
    params: byId,
    names: 'delivery',
    reply: DeliveryDetails,
    errors: ['not_found'],
  }),
};
