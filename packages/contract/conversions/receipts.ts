// Postbacks and pixels as they came, with what became of each.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, log, momentFilter, oneOf, searched } from '../lists.ts';
import { route } from '../route.ts';
import { receiptOutcomeNames } from './outcomes.ts';
import {
  byId,
  decimal,
  ids,
  logs,
  Named,
  NamedAdvertiser,
  nullable,
  plain,
  reason,
  seconds,
  TraceStep,
  write,
} from './shared.ts';

/** what a call's query may carry */
export const inQueries = ['sub_values', 'ip', 'device_ids', 'revenue'] as const;

/** a postback or pixel as it came, with what became of it */
export const ReceiptRow = z
  .object({
    id: z.string(),
    at: seconds,
    kind: z.enum(['postback', 'pixel']),
    method: nullable,
    ip: hide('ip', nullable),
    country: nullable,
    /** as received, the token taken out */
    query: hide(inQueries, nullable),
    click_id: nullable,
    txn_id: nullable,
    goal: nullable,
    status: nullable,
    sale_amount: hide('revenue', decimal),
    currency: nullable,
    offer: Named.nullable(),
    publisher: Named.nullable(),
    advertiser: NamedAdvertiser.nullable(),
    outcome: z.enum(receiptOutcomeNames),
    conversion_id: nullable,
  })
  .meta({ id: 'Receipt' });

export const ReceiptDetails = ReceiptRow.extend({
  user_agent: hide('device_ids', nullable),
  referer: hide('sub_values', nullable),
  params: hide(inQueries, z.record(z.string(), z.string())),
  trace: z.array(TraceStep),
  decided_at: seconds.nullable(),
});

export const receiptFilters = {
  /** found anywhere in the query as received */
  ...searched,
  outcome: anyOf(receiptOutcomeNames),
  kind: oneOf(['postback', 'pixel']),
  offer_id: idFilter,
  from: momentFilter,
  to: momentFilter,
};

export const receiptLog = log({
  row: ReceiptRow,
  filters: receiptFilters,
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    method: { kind: 'text', value: (row) => row.method, file: 'Method' },
    ip: { kind: 'text', hide: 'ip', value: (row) => row.ip, file: 'IP' },
    outcome: { kind: 'text', value: (row) => row.outcome, file: 'Outcome' },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    txn_id: { kind: 'text', value: (row) => row.txn_id, file: 'Transaction ID' },
    goal: { kind: 'text', value: (row) => row.goal, file: 'Goal' },
    sale_amount: { kind: 'text', hide: 'revenue', value: (row) => row.sale_amount, file: 'Sale amount' },
    query: { kind: 'text', hide: 'sub_values', value: (row) => row.query, file: 'Query' },
    conversion_id: { kind: 'text', value: (row) => row.conversion_id, file: 'Conversion ID' },
    offer: { kind: 'named', value: (row) => row.offer },
    publisher: { kind: 'named', value: (row) => row.publisher },
    advertiser: { kind: 'named', hide: 'advertiser_name', value: (row) => row.advertiser },
  },
});

export const receiptRoutes = {
  receipts: route({
    ...plain,
    method: 'GET',
    path: '/api/receipts',
    heavy: true,
    summary: 'Postbacks and pixels as they came, good and bad, newest first',
    access: logs,
    query: receiptLog.query,
    reply: receiptLog.reply,
    errors: ['invalid_input'],
  }),
  exportReceipts: route({
    ...fileOf(receiptLog),
    path: '/api/receipts/export',
    summary: 'The filtered log of received postbacks as a file',
    access: logs,
  }),
  receipt: route({
    ...plain,
    method: 'GET',
    path: '/api/receipts/{id}',
    summary: 'One received postback with the trace that explains its outcome',
    access: logs,
    params: byId,
    names: 'receipt',
    reply: ReceiptDetails,
    errors: ['not_found'],
  }),
  replayReceipts: route({
    ...write,
    method: 'POST',
    path: '/api/receipts/replay',
    summary: 'Processes receipts again, after what was wrong has been put right',
    body: z.object({
      ids,
      /** also those refused for their token, signature or address: you vouch for the sender */
      trust_sender: z.boolean().default(false),
      reason,
    }),
    reply: z.object({ queued: z.number().int(), skipped: z.number().int() }),
    errors: ['invalid_input'],
  }),
};
