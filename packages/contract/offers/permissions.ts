// Who may run an offer: asking, deciding, letting in and blocking.
import { z } from 'zod';
import { list, oneOf, WHOLE_LIST_PAGE } from '../lists.ts';
import { route, session } from '../route.ts';
import { text } from './inputs.ts';
import * as terms from './offer-terms.ts';
import { admins, byId, nullable, onOffer, plain, requests, seconds } from './shared.ts';

export const Permission = z.object({
  publisher_id: z.string(),
  publisher_number: z.number().int(),
  publisher_name: z.string(),
  state: z.enum(terms.permissionStates),
  reason: nullable,
  decided_at: seconds.nullable(),
});

export const PermissionRequest = z.object({
  id: z.string(),
  offer_id: z.string(),
  camp_id: z.number().int(),
  offer_name: z.string(),
  publisher_id: z.string(),
  publisher_number: z.number().int(),
  publisher_name: z.string(),
  traffic: nullable,
  terms_version: z.number().int().nullable(),
  terms_accepted_at: seconds.nullable(),
  state: z.enum(terms.permissionStates),
  reason: nullable,
  requested_at: seconds,
});

export const permissionRequestList = list({
  row: PermissionRequest,
  mostRows: WHOLE_LIST_PAGE,
  filters: { state: oneOf(terms.permissionStates) },
  columns: {
    requested_at: { kind: 'time', value: (row) => row.requested_at, sort: true },
    offer_name: { kind: 'named', value: (row) => ({ number: row.camp_id, name: row.offer_name }), sort: true },
    publisher_name: {
      kind: 'named',
      value: (row) => ({ number: row.publisher_number, name: row.publisher_name }),
      sort: true,
    },
    traffic: { kind: 'text', value: (row) => row.traffic },
    state: { kind: 'status', value: (row) => row.state },
    reason: { kind: 'text', value: (row) => row.reason },
  },
});

export const permissionRoutes = {
  offerLink: route({
    ...plain,
    method: 'GET',
    path: '/api/offers/{id}/link',
    summary: 'The tracking link by which a publisher runs an offer, and whether the publisher may run it now',
    access: admins,
    params: byId,
    names: 'offer',
    query: z.object({ publisher_id: z.string().max(40) }),
    reply: z.object({ url: z.string(), runs: z.boolean() }),
    errors: ['not_found'],
  }),
  setPermission: route({
    ...onOffer,
    method: 'POST',
    path: '/api/offers/{id}/permissions',
    summary: 'Lets publishers run an offer, or blocks them',
    body: z.object({
      publisher_ids: z.array(z.string().max(40)).min(1).max(1000),
      state: z.enum(['allowed', 'blocked', 'none']),
    }),
    reply: z.object({ changed: z.number().int() }),
    errors: ['not_found'],
  }),
  permissionRequests: route({
    ...plain,
    method: 'GET',
    path: '/api/offer-requests',
    summary: 'Publishers who ask to run an offer',
    access: requests,
    query: permissionRequestList.query,
    reply: permissionRequestList.reply,
    errors: [],
  }),
  decideRequest: route({
    ...plain,
    method: 'POST',
    path: '/api/offer-requests/{id}/decide',
    summary: 'Approves or refuses a request, with a reason, and mails the publisher',
    access: requests,
    params: byId,
    names: 'offer-request',
    body: z.object({ allow: z.boolean(), reason: text(1000) }),
    reply: z.object({ id: z.string(), state: z.enum(terms.permissionStates) }),
    errors: ['not_found'],
    rates: ['admin-writes'],
  }),
  askForCampaign: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/campaigns/{id}/ask',
    summary: 'Asks to run a campaign, accepting its terms',
    access: session(['publisher'], { impersonated: 'denied' }),
    params: byId,
    names: 'offer',
    body: z.object({ traffic: text(2000), accepted_terms_version: z.number().int().nullish() }),
    reply: z.object({ id: z.string(), state: z.enum(['allowed', 'requested']) }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
};
