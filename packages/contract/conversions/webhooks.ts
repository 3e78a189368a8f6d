// The workspace’s signed webhooks.
import { z } from 'zod';
import { route, session } from '../route.ts';
import { done, write } from './outbound.ts';
import { byId, nullable, plain, seconds } from './shared.ts';

export const webhookEvents = [
  'conversion.created',
  'conversion.approved',
  'conversion.rejected',
  'conversion.pending',
  'conversion.adjusted',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

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

const webhooks = session(['admin'], { impersonated: 'denied', section: 'developer' });
/** the answer holds a secret, or it tells everything of every conversion to wherever its maker says */
const secretive = session(['admin'], {
  impersonated: 'denied',
  section: 'developer',
  seesAll: 'required',
  recentPassword: 'required',
});

export const webhookRoutes = {
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
    access: secretive,
    params: byId,
    names: 'webhook',
    body: WebhookInput,
    reply: done,
    errors: ['invalid_input', 'not_found', 'password_needed'],
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
};
