// Conversions on the wire: the log and what is done to a conversion. Receipts, requests, caps and the setup of postbacks stand in the
// files beside.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { fileOf } from '../lists.ts';
import { route } from '../route.ts';
import { capRoutes } from './caps.ts';
import { ConversionDetails, conversionLog } from './conversion-row.ts';
import { conversionStatuses } from './outcomes.ts';
import { partnerRoutes } from './partner-conversions.ts';
import { setupRoutes } from './postback-setup.ts';
import { receiptRoutes } from './receipts.ts';
import { requestRoutes } from './requests.ts';
import { admins, amount, BulkResult, byId, ids, overCap, plain, reason, text, write } from './shared.ts';

export { CapReached, CapUsage, cappingLog, capUsageList } from './caps.ts';
export {
  ConversionChange,
  ConversionDetails,
  ConversionRow,
  conversionLog,
  decisionMakers,
  waitsFor,
} from './conversion-row.ts';
export {
  type ConversionKind,
  type ConversionStatus,
  conversionKinds,
  conversionStatuses,
  type ReceiptOutcome,
  receiptOutcomeNames,
  receiptOutcomes,
} from './outcomes.ts';
export {
  AdvertiserConversion,
  advertiserConversionLog,
  PublisherConversion,
  publisherConversionLog,
} from './partner-conversions.ts';
export { PostbackAuth, PostbackSetup } from './postback-setup.ts';
export { ReceiptRow, receiptFilters, receiptLog } from './receipts.ts';
export {
  ConversionRequest,
  type RequestState,
  type RequestWord,
  requestLog,
  requestStates,
  requestWords,
} from './requests.ts';
export { amount, Named, NamedAdvertiser, reason, TraceStep, TraceSteps } from './shared.ts';

const Decision = z.object({ status: z.enum(conversionStatuses), reason, over_cap: overCap });

export const NewConversionBody = z.object({
  /** with a click id the offer and publisher follow from it */
  click_id: text(60),
  offer_id: text(40),
  publisher_id: text(40),
  goal_id: text(40),
  txn_id: text(255),
  at: z.number().int().min(0).max(253_402_300_799).nullish(),
  sale_amount: amount('Sale amount'),
  /** null: by the offer's rules */
  revenue: amount('Revenue'),
  payout: amount('Payout'),
  status: z.enum(conversionStatuses).default('approved'),
  reason,
  over_cap: overCap,
});

const ownRoutes = {
  conversions: route({
    ...plain,
    method: 'GET',
    path: '/api/conversions',
    heavy: true,
    summary: 'The log of conversions, newest first',
    access: admins,
    query: conversionLog.query,
    reply: conversionLog.reply,
    errors: ['invalid_input'],
  }),
  exportConversions: route({
    ...fileOf(conversionLog),
    path: '/api/conversions/export',
    summary: 'The filtered log of conversions as a file',
    access: admins,
  }),
  conversion: route({
    ...plain,
    method: 'GET',
    path: '/api/conversions/{id}',
    summary: 'One conversion with the trace that explains it, its history and its ledger transfers',
    access: admins,
    params: byId,
    names: 'conversion',
    reply: ConversionDetails,
    errors: ['not_found'],
  }),
  addConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions',
    summary: 'Adds a conversion by hand',
    body: NewConversionBody,
    reply: z.object({ id: z.string() }),
    status: 201,
    errors: ['invalid_input', 'conflict', 'over_cap'],
  }),
  decideConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/{id}/decide',
    summary: 'Approves, rejects or parks a conversion; again does nothing',
    params: byId,
    names: 'conversion',
    body: Decision,
    reply: z.object({ id: z.string(), status: z.enum(conversionStatuses) }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  decideConversions: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/decide',
    summary: 'Approves, rejects or parks many conversions',
    body: Decision.extend({ ids }),
    reply: BulkResult,
    errors: ['invalid_input'],
  }),
  adjustConversion: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/{id}/adjust',
    summary: 'Changes the amounts of a conversion; the ledger gets correcting transfers',
    params: byId,
    names: 'conversion',
    body: z.object({ revenue: amount('Revenue'), payout: amount('Payout'), reason, over_cap: overCap }),
    reply: z.object({ id: z.string(), revenue: hide('revenue', z.string()), payout: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  adjustConversions: route({
    ...write,
    method: 'POST',
    path: '/api/conversions/adjust',
    summary: 'Sets the same amounts on many conversions',
    body: z.object({ ids, revenue: amount('Revenue'), payout: amount('Payout'), reason, over_cap: overCap }),
    reply: BulkResult,
    errors: ['invalid_input'],
  }),
  noteConversion: route({
    ...write,
    method: 'PUT',
    path: '/api/conversions/{id}/note',
    summary: 'Sets the note that only account managers see',
    params: byId,
    names: 'conversion',
    body: z.object({ note: text(1000) }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
};

export const conversionRoutes = {
  ...ownRoutes,
  ...partnerRoutes,
  ...requestRoutes,
  ...receiptRoutes,
  ...capRoutes,
  ...setupRoutes,
};
