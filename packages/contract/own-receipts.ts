// What became of an advertiser's calls: the tracker answers each with a receipt's id, and here its final outcome is read, on
// the screen or by an API key.
import { z } from 'zod';
import { conversionStatuses, ReceiptQuery, ReceiptRow } from './conversions.ts';
import { csvStream, logReply } from './lists.ts';
import { route, session } from './route.ts';

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
        amount: z.string(),
        currency: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'OwnReceipt' });
export type OwnReceipt = z.infer<typeof OwnReceipt>;

const readers = session(['advertiser'], { impersonated: 'allowed', section: 'reports', apiKey: 'allowed' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;

export const ownReceiptRoutes = {
  ownReceipts: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/receipts',
    heavy: true,
    summary: 'An advertiser’s own postbacks and pixels with what became of each, newest first; also with an API key',
    access: readers,
    query: ReceiptQuery,
    reply: logReply(OwnReceipt),
    errors: ['invalid_input'],
  }),
  exportOwnReceipts: route({
    method: 'GET',
    path: '/api/advertiser/receipts/export',
    summary: 'The filtered log of an advertiser’s own calls as CSV',
    access: session(['advertiser'], { impersonated: 'allowed' }),
    wire: 'csv',
    heavy: true,
    headers: ['subdomain'],
    query: ReceiptQuery,
    reply: csvStream,
    errors: ['invalid_input'],
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
