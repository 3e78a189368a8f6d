// What leaves: publishers’ own postbacks, set up by account managers or by themselves. Their log and the webhooks stand beside.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { fileOf, flag, idFilter, list, oneOf } from '../lists.ts';
import { route, session } from '../route.ts';
import { macroByName } from '../tracker/macros.ts';
import { parseTemplate } from '../tracker/template.ts';
import { deliveryRoutes } from './deliveries.ts';
import { admins, done, postbackMethods, publishers, write } from './outbound.ts';
import { conversionStatuses } from './outcomes.ts';
import { publisherConversionLog } from './partner-conversions.ts';
import { byId, Named, nullable, plain, seconds } from './shared.ts';
import { webhookRoutes } from './webhooks.ts';

export {
  Delivery,
  DeliveryAttempt,
  DeliveryDetails,
  type DeliverySubject,
  deliveryLog,
  deliveryStates,
  deliverySubjects,
  ownDeliveryLog,
  retryAfterSeconds,
} from './deliveries.ts';
export { postbackMethods } from './outbound.ts';
export { Webhook, type WebhookEvent, WebhookInput, webhookEvents } from './webhooks.ts';

export const postbackLevels = ['global', 'offer', 'goal'] as const;

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

const ownWrites = session(['publisher'], { impersonated: 'allowed' });

/** the address with sample values, and what answered */
const TestResult = z.object({
  url: hide(['revenue', 'ip', 'device_ids', 'sub_values'], z.string()),
  status: z.number().int().nullable(),
  body: hide(['revenue', 'ip', 'device_ids', 'sub_values'], nullable),
  error: nullable,
  latency_ms: z.number().int().nullable(),
});

const ownRoutes = {
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
};

export const postbackRoutes = {
  ...ownRoutes,
  ...deliveryRoutes,
  ...webhookRoutes,
};
