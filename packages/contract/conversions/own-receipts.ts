// What became of an advertiser's calls: the tracker answers each with a receipt's id, and here its final outcome is read, on
// the screen or by an API key.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { fileOf, log } from '../lists.ts';
import { route, session } from '../route.ts';
import { conversionStatuses, ReceiptRow, receiptFilters } from './conversions.ts';

export const OwnReceipt = ReceiptRow.pick({
  id: true,
  at: true,
  kind: true,
  method: true,
  query: true,
  click_id: true,
  txn_id: true,
  goal: true,
  status: true,
  sale_amount: true,
  currency: true,
  offer: true,
  outcome: true,
})
  .extend({
    /** the outcome in words */
    message: z.string(),
    /** false while it waits to be decided about, which takes seconds */
    is_final: z.boolean(),
    decided_at: z.number().int().nullable(),
    /** the conversion it became or met, as it stands now */
    conversion: z
      .object({
        id: z.string(),
        status: z.enum(conversionStatuses),
        reason: z.string().nullable(),
        amount: hide('revenue', z.string()),
        currency: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'OwnReceipt' });
export type OwnReceipt = z.infer<typeof OwnReceipt>;

export const ownReceiptLog = log({
  row: OwnReceipt,
  filters: receiptFilters,
  columns: {
    id: { kind: 'text', value: (row) => row.id, file: 'Receipt ID' },
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    outcome: { kind: 'text', value: (row) => row.outcome, file: 'Outcome' },
    message: { kind: 'text', value: (row) => row.message, file: 'Meaning' },
    is_final: { kind: 'text', value: (row) => (row.is_final ? 'yes' : 'no'), file: 'Final' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Campaign ID', 'Campaign'] },
    click_id: { kind: 'text', value: (row) => row.click_id, file: 'Click ID' },
    txn_id: { kind: 'text', value: (row) => row.txn_id, file: 'Transaction ID' },
    goal: { kind: 'text', value: (row) => row.goal, file: 'Goal' },
    status: { kind: 'text', value: (row) => row.status, file: 'Status sent' },
    sale_amount: { kind: 'text', hide: 'revenue', value: (row) => row.sale_amount, file: 'Sale amount' },
    sale_currency: { kind: 'text', value: (row) => row.currency, file: 'Sale currency' },
    conversion_id: { kind: 'text', value: ({ conversion }) => conversion?.id ?? null, file: 'Conversion ID' },
    conversion: { kind: 'text', value: ({ conversion }) => conversion?.status ?? null, file: 'Conversion status' },
    reason: { kind: 'text', value: ({ conversion }) => conversion?.reason ?? null, file: 'Reason' },
    amount: { kind: 'money', hide: 'revenue', value: ({ conversion }) => conversion, file: 'Amount' },
    currency: { kind: 'text', value: ({ conversion }) => conversion?.currency ?? null, file: 'Currency' },
    query: { kind: 'text', hide: 'sub_values', value: (row) => row.query, file: 'Query' },
  },
});

const readers = session(['advertiser'], { impersonated: 'allowed', section: 'reports' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;

export const ownReceiptRoutes = {
  ownReceipts: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/receipts',
    heavy: true,
    summary: 'An advertiser’s own postbacks and pixels with what became of each, newest first; also with an API key',
    access: readers,
    query: ownReceiptLog.query,
    reply: ownReceiptLog.reply,
    errors: ['invalid_input'],
  }),
  exportOwnReceipts: route({
    ...fileOf(ownReceiptLog),
    path: '/api/advertiser/receipts/export',
    summary: 'The filtered log of an advertiser’s own calls as a file',
    access: session(['advertiser'], { impersonated: 'allowed' }),
  }),
  ownReceipt: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/receipts/{id}',
    summary: 'What became of one call, by the receipt_id that the tracker answered with; also with an API key',
    access: readers,
    params: z.object({ id: z.string().max(100) }),
    names: 'receipt',
    reply: OwnReceipt,
    errors: ['not_found'],
  }),
};
