// What advertisers and checks say against a higher decision, until an account manager has answered.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { log, oneOf } from '../lists.ts';
import { route } from '../route.ts';
import { conversionStatuses } from './outcomes.ts';
import {
  admins,
  byId,
  decimal,
  Named,
  NamedAdvertiser,
  nullable,
  overCap,
  plain,
  reason,
  seconds,
  write,
} from './shared.ts';

export const requestWords = ['approved', 'pending', 'rejected', 'refund', 'amount'] as const;
export type RequestWord = (typeof requestWords)[number];

/** open: nobody has answered; withdrawn and replaced: by whoever asked */
export const requestStates = ['open', 'accepted', 'declined', 'withdrawn', 'replaced'] as const;
export type RequestState = (typeof requestStates)[number];

/** a word that only an account manager may make true */
export const ConversionRequest = z
  .object({
    id: z.string(),
    at: seconds,
    conversion_id: z.string(),
    receipt_id: nullable,
    /** the advertiser's postback or portal, or our own checks */
    asked_by: z.enum(['advertiser', 'checks']),
    word: z.enum(requestWords),
    /** takes back what a manager approved: the conversion is not payable meanwhile */
    lowers: z.boolean(),
    reason: z.string(),
    offer: Named,
    publisher: Named,
    advertiser: NamedAdvertiser,
    txn_id: nullable,
    click_id: nullable,
    /** of the conversion, as it stands */
    status: z.enum(conversionStatuses),
    status_reason: nullable,
    revenue: hide('revenue', z.string()),
    payout: z.string(),
    currency: z.string(),
    /** what the amounts would be; null where the word is none about amounts */
    wanted_revenue: hide('revenue', decimal),
    wanted_payout: decimal,
    /** of the sale, in total; null: the whole, or no refund */
    refunded: hide('revenue', decimal),
    state: z.enum(requestStates),
    decided_at: seconds.nullable(),
    decided_by: nullable,
    decision_reason: nullable,
  })
  .meta({ id: 'ConversionRequest' });

export const requestLog = log({
  row: ConversionRequest,
  filters: { state: oneOf(requestStates) },
  columns: {
    at: { kind: 'time', value: (row) => row.at },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    advertiser: { kind: 'named', hide: 'advertiser_name', value: (row) => row.advertiser },
    state: { kind: 'status', value: (row) => row.state },
    asked_by: { kind: 'text', value: (row) => row.asked_by },
    status: { kind: 'text', value: (row) => row.status },
    revenue: { kind: 'money', hide: 'revenue', value: (row) => ({ amount: row.revenue, currency: row.currency }) },
    payout: { kind: 'money', value: (row) => ({ amount: row.payout, currency: row.currency }) },
    reason: { kind: 'text', value: (row) => row.reason },
    txn_id: { kind: 'text', value: (row) => row.txn_id },
    decision_reason: { kind: 'text', value: (row) => row.decision_reason },
    decided_by: { kind: 'text', value: (row) => row.decided_by },
  },
});

export const requestRoutes = {
  conversionRequests: route({
    ...plain,
    method: 'GET',
    path: '/api/conversion-requests',
    summary: 'What advertisers and checks say against a higher decision, newest first',
    access: admins,
    query: requestLog.query,
    reply: requestLog.reply.extend({ open: z.number().int() }),
    errors: ['invalid_input'],
  }),
  conversionRequest: route({
    ...plain,
    method: 'GET',
    path: '/api/conversion-requests/{id}',
    summary: 'One request, with the conversion it is about',
    access: admins,
    params: byId,
    names: 'conversion-request',
    reply: ConversionRequest,
    errors: ['not_found'],
  }),
  answerRequest: route({
    ...write,
    method: 'POST',
    path: '/api/conversion-requests/{id}/answer',
    summary: 'Accepts or declines a request; accepted, it is the manager’s own decision',
    params: byId,
    names: 'conversion-request',
    body: z.object({ accept: z.boolean(), reason, over_cap: overCap }),
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
};
