// What leaves: publishers' own postbacks and the workspace's signed webhooks, with a log row for every attempt.
import { z } from 'zod';
import { fileOf, flag, idFilter, list, log, momentFilter, oneOf, searched } from '../lists.ts';
import { route, session } from '../route.ts';
import { macroByName } from '../tracker/macros.ts';
import { parseTemplate } from '../tracker/template.ts';
import { conversionStatuses, publisherConversionLog } from './conversions.ts';

/** seconds after the first attempt failed, the second, …; the first goes out at once */
export const retryAfterSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

export const postbackLevels = ['global', 'offer', 'goal'] as const;
export const postbackMethods = ['GET', 'POST'] as const;
/**
 * waiting: an attempt is due; delivered: answered 2xx; failed: all tries used up; cancelled: switched off meanwhile;
 * superseded: the conversion changed before it arrived, so it is not sent any more
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled', 'superseded'] as const;
export const webhookEvents = [
  'conversion.created',
  'conversion.approved',
  'conversion.rejected',
  'conversion.pending',
  'conversion.adjusted',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const seconds = z.number().int();
const nullable = z.string().nullable();
const Named = z.object({ id: z.string(), number: z.number().int(), name: z.string() });

/** a publisher may hold nothing that is not the publisher's to know, whoever typed the address */
const postbackUrl = z
  .string()
  .trim()
  .min(1, 'Please enter the postback URL')
  .max(2000, 'Please use at most 2,000 characters')
  .superRefine((value, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const { origin, unknown, faults, parts } = parseTemplate(value);
    if (origin === '') return refuse('The postback URL must be a full address that begins with http:// or https://');
    if (unknown.length > 0) return refuse(`The postback URL uses unknown macros: ${braced(unknown)}`);
    if (faults[0]) return refuse(`The postback URL has a part that cannot be read: ${faults[0].text}`);
    const secret = parts.flatMap((part) =>
      typeof part !== 'string' && macroByName.get(part.token)?.publisherVisible === false ? [part.token] : [],
    );
    if (secret.length > 0) refuse(`These macros are not available to publishers: ${braced(secret)}`);
  });
const braced = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

const optionalId = z
  .string()
  .max(40)
  .nullish()
  .transform((value) => value || null);

const PostbackFields = {
  /** null: for all offers; with a goal only for that goal. The most specific one wins */
  offer_id: optionalId,
  goal_id: optionalId,
  url: postbackUrl,
  method: z.enum(postbackMethods).default('GET'),
  /** it fires when a conversion comes to have one of these */
  statuses: z.array(z.enum(conversionStatuses)).min(1, 'Choose at least one status').max(3),
  enabled: z.boolean().default(true),
};
export const PublisherPostbackInput = z.object(PostbackFields);
export const PublisherPostback = z
  .object({
    id: z.string(),
    publisher: Named,
    level: z.enum(postbackLevels),
    offer: Named.nullable(),
    goal: Named.nullable(),
    url: z.string(),
    method: z.enum(postbackMethods),
    statuses: z.array(z.enum(conversionStatuses)),
    enabled: z.boolean(),
    /** why we switched it off */
    disabled_reason: nullable,
    last_status: z.number().int().nullable(),
    last_error: nullable,
    last_at: seconds.nullable(),
    created_at: seconds,
  })
  .meta({ id: 'PublisherPostback' });

export const deliverySubjects = ['conversion', 'offer', 'account', 'cap', 'document', 'payment'] as const;
export type DeliverySubject = (typeof deliverySubjects)[number];

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
    url: z.string(),
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
  url: z.string(),
  method: z.enum(postbackMethods),
  /** null where no answer came; `error` says why */
  status: z.number().int().nullable(),
  /** at most 4 KB of the answer */
  body: nullable,
  error: nullable,
  latency_ms: z.number().int().nullable(),
  next_at: seconds.nullable(),
});
export const DeliveryDetails = Delivery.extend({
  request_body: nullable,
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
  url: { kind: 'text', value: (row: DeliveryRow) => row.url, file: 'URL' },
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

export const postbackList = list({
  row: PublisherPostback,
  filters: {
    publisher_id: idFilter,
    offer_id: idFilter,
    level: oneOf(postbackLevels),
    enabled: oneOf(['0', '1']),
    /** whose last deliveries failed, or that were switched off because of it */
    failing: flag,
  },
  columns: {
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true },
    publisher: { kind: 'named', value: (row) => row.publisher, sort: true },
    offer: { kind: 'named', value: (row) => row.offer },
    goal: { kind: 'text', value: (row) => row.goal?.name ?? null },
    url: { kind: 'text', value: (row) => row.url },
    method: { kind: 'text', value: (row) => row.method },
    level: { kind: 'text', value: (row) => row.level },
    last_at: { kind: 'time', value: (row) => row.last_at },
  },
});

export const WebhookInput = z.object({
  url: z.url({ protocol: /^https?$/, error: 'The address must begin with http:// or https://' }).max(2000),
  events: z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event'),
  enabled: z.boolean().default(true),
});
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    enabled: z.boolean(),
    disabled_reason: nullable,
    last_status: z.number().int().nullable(),
    last_error: nullable,
    last_at: seconds.nullable(),
    created_at: seconds,
  })
  .meta({ id: 'Webhook' });

const admins = session(['admin'], { impersonated: 'denied', section: 'affiliates' });
const logs = session(['admin'], { impersonated: 'denied', section: 'logs' });
const webhooks = session(['admin'], { impersonated: 'denied', section: 'developer' });
/** the answer holds a secret */
const secretive = session(['admin'], { impersonated: 'denied', section: 'developer', recentPassword: 'required' });
const publishers = session(['publisher'], { impersonated: 'allowed' });
const ownWrites = session(['publisher'], { impersonated: 'allowed' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;
const byId = z.object({ id: z.string().max(100) });
const write = { ...plain, access: admins, rates: ['admin-writes'] } as const;
const ids = z.array(z.string().max(40)).min(1, 'Nothing is selected').max(1000, 'At most 1,000 at a time');
const done = z.object({ id: z.string() });
/** the address with sample values, and what answered */
const TestResult = z.object({
  url: z.string(),
  status: z.number().int().nullable(),
  body: nullable,
  error: nullable,
  latency_ms: z.number().int().nullable(),
});

export const postbackRoutes = {
  publisherPostbacks: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher-postbacks',
    summary: 'Publishers’ postbacks',
    access: admins,
    query: postbackList.query,
    reply: postbackList.reply,
    errors: [],
  }),
  addPublisherPostback: route({
    ...write,
    method: 'POST',
    path: '/api/publisher-postbacks',
    summary: 'Adds a postback for a publisher',
    body: z.object({ ...PostbackFields, publisher_id: z.string().max(40) }),
    reply: done,
    status: 201,
    errors: ['invalid_input', 'conflict'],
  }),
  editPublisherPostback: route({
    ...write,
    method: 'PUT',
    path: '/api/publisher-postbacks/{id}',
    summary: 'Changes a publisher’s postback; enabling it again forgets its failures',
    params: byId,
    names: 'publisher-postback',
    body: PublisherPostbackInput,
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  removePublisherPostback: route({
    ...write,
    method: 'DELETE',
    path: '/api/publisher-postbacks/{id}',
    summary: 'Removes a publisher’s postback',
    params: byId,
    names: 'publisher-postback',
    reply: done,
    errors: ['not_found'],
  }),
  testPublisherPostback: route({
    ...write,
    method: 'POST',
    path: '/api/publisher-postbacks/{id}/test',
    summary: 'Calls a publisher’s postback once with sample values and shows the answer',
    params: byId,
    names: 'publisher-postback',
    reply: TestResult,
    errors: ['not_found'],
    rates: ['call-tests', 'call-tests-tenant'],
  }),
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
  webhooks: route({
    ...plain,
    method: 'GET',
    path: '/api/webhooks',
    summary: 'The workspace’s webhooks',
    access: webhooks,
    reply: z.object({ rows: z.array(Webhook) }),
    errors: [],
  }),
  addWebhook: route({
    ...write,
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Adds a webhook; the signing secret is in the answer and at webhookSecret',
    access: secretive,
    body: WebhookInput,
    reply: z.object({ id: z.string(), secret: z.string() }),
    status: 201,
    errors: ['invalid_input', 'conflict', 'password_needed'],
  }),
  editWebhook: route({
    ...write,
    method: 'PUT',
    path: '/api/webhooks/{id}',
    summary: 'Changes a webhook; enabling it again forgets its failures',
    access: webhooks,
    params: byId,
    names: 'webhook',
    body: WebhookInput,
    reply: done,
    errors: ['invalid_input', 'not_found'],
  }),
  removeWebhook: route({
    ...write,
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Removes a webhook',
    access: webhooks,
    params: byId,
    names: 'webhook',
    reply: done,
    errors: ['not_found'],
  }),
  rotateWebhookSecret: route({
    ...write,
    method: 'POST',
    path: '/api/webhooks/{id}/rotate-secret',
    summary: 'Replaces the signing secret; for a day both sign',
    access: secretive,
    params: byId,
    names: 'webhook',
    reply: z.object({ id: z.string(), secret: z.string() }),
    errors: ['not_found', 'password_needed'],
  }),
  publisherConversions: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/conversions',
    heavy: true,
    summary: 'The publisher’s own conversions with status and reason, newest first',
    access: publishers,
    query: publisherConversionLog.query,
    reply: publisherConversionLog.reply,
    errors: ['invalid_input'],
  }),
  exportPublisherConversions: route({
    ...fileOf(publisherConversionLog),
    path: '/api/publisher/conversions/export',
    summary: 'The publisher’s own conversions as a file',
    access: publishers,
  }),
  ownPostbacks: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/postbacks',
    summary: 'The publisher’s own postbacks',
    access: publishers,
    reply: z.object({
      rows: z.array(PublisherPostback),
      /** offers and their goals to choose from */
      offers: z.array(Named.extend({ goals: z.array(Named) })),
    }),
    errors: [],
  }),
  addOwnPostback: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/postbacks',
    summary: 'Adds one of the publisher’s own postbacks',
    access: ownWrites,
    body: PublisherPostbackInput,
    reply: done,
    status: 201,
    errors: ['invalid_input', 'conflict'],
    rates: ['admin-writes'],
  }),
  editOwnPostback: route({
    ...plain,
    method: 'PUT',
    path: '/api/publisher/postbacks/{id}',
    summary: 'Changes one of the publisher’s own postbacks',
    access: ownWrites,
    params: byId,
    names: 'publisher-postback',
    body: PublisherPostbackInput,
    reply: done,
    errors: ['invalid_input', 'not_found'],
    rates: ['admin-writes'],
  }),
  removeOwnPostback: route({
    ...plain,
    method: 'DELETE',
    path: '/api/publisher/postbacks/{id}',
    summary: 'Removes one of the publisher’s own postbacks',
    access: ownWrites,
    params: byId,
    names: 'publisher-postback',
    reply: done,
    errors: ['not_found'],
    rates: ['admin-writes'],
  }),
  testOwnPostback: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/postbacks/{id}/test',
    summary: 'Calls one of the publisher’s own postbacks once with sample values',
    access: ownWrites,
    params: byId,
    names: 'publisher-postback',
    reply: TestResult,
    errors: ['not_found'],
    rates: ['call-tests', 'call-tests-tenant'],
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
