// Appeals of publishers and disputes of advertisers: one thing with two sides. While one is open, only the entries that it is about
// wait.
import { z } from 'zod';
import { hide, ofSide } from '../hiding.ts';
import { anyOf, fileOf, flag, list } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';
import { amount, billing, byId, Owner, ownAdvertiser, ownPublisher, payouts, plain } from './money.ts';

export const appealSubjects = ['conversion', 'document'] as const;
export const appealStates = ['open', 'upheld', 'overturned', 'partly', 'withdrawn'] as const;
export const appealOutcomes = ['uphold', 'overturn', 'partly'] as const;
/** how long after it was decided or issued */
export const APPEAL_DAYS = 60;
/** of one account that nobody has answered yet: whoever asks about everything keeps others from their answers */
export const MOST_OPEN_APPEALS = 1_000;
export const MAX_APPEAL_FILES = 5;
export const MAX_APPEAL_FILE_BYTES = 5 * 1024 * 1024;

const Subject = z.object({
  kind: z.enum(appealSubjects),
  id: z.string(),
  /** a conversion's transaction, or a document's number */
  name: z.string(),
  /** as it stands now: a conversion's status, a document's state */
  state: z.string(),
  currency: z.string(),
  /** to the publisher its payout, to the advertiser what it is charged; null where an offer does not tell it */
  amount: hide('account_amount', z.string().nullable()),
});

const row = {
  id: z.string(),
  subject: Subject,
  state: z.enum(appealStates),
  reason: z.string(),
  due_at: z.int(),
  is_overdue: z.boolean(),
  created_at: z.int(),
  decided_at: z.int().nullable(),
  decision: z.string().nullable(),
  version: z.int(),
};
export const OwnAppeal = z.object(row).meta({ id: 'OwnAppeal' });
export type OwnAppeal = z.infer<typeof OwnAppeal>;
export const Appeal = z.object({ ...row, owner: Owner }).meta({ id: 'Appeal' });
export type Appeal = z.infer<typeof Appeal>;

const Message = z.object({
  id: z.string(),
  at: z.int(),
  author: z.enum(['admin', 'publisher', 'advertiser', 'system']),
  /** of account managers to each other; a partner sees that it is one */
  author_name: z.string().nullable(),
  text: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
});
const messages = { messages: z.array(Message) };

const filters = { state: anyOf(appealStates), overdue: flag };
const columns = {
  subject: { kind: 'text', value: (one: OwnAppeal) => one.subject.name, file: 'Subject' },
  kind: { kind: 'text', value: (one: OwnAppeal) => one.subject.kind, file: 'Kind' },
  state: { kind: 'status', value: (one: OwnAppeal) => one.state, sort: true, file: 'State' },
  amount: {
    kind: 'money',
    hide: 'account_amount',
    value: ({ subject: { amount: told, currency } }: OwnAppeal) => (told === null ? null : { amount: told, currency }),
    file: 'Amount',
  },
  reason: { kind: 'text', value: (one: OwnAppeal) => one.reason, file: 'Reason' },
  due_at: { kind: 'time', value: (one: OwnAppeal) => one.due_at, sort: true, file: 'Due' },
  created_at: { kind: 'time', value: (one: OwnAppeal) => one.created_at, sort: true, file: 'Opened' },
  decided_at: { kind: 'time', value: (one: OwnAppeal) => one.decided_at, file: 'Decided' },
  decision: { kind: 'text', value: (one: OwnAppeal) => one.decision, file: 'Decision' },
} as const;
export const ownAppealList = list({ row: OwnAppeal, filters, columns });
export const appealList = list({
  row: Appeal,
  filters: { ...filters, currency: z.string().max(3).optional() },
  columns: {
    owner: { kind: 'named', hide: 'account_name', value: (one: Appeal) => one.owner, file: ['Account', 'Name'] },
    ...columns,
  },
});

const text = z.string().trim().min(1, 'Please write something').max(4_000, 'Please use at most 4,000 characters');
const NewFile = z.object({
  name: z.string().trim().min(1, 'A file needs a name').max(120, 'A file’s name may have at most 120 characters'),
  /** base64 */
  data: z.base64('A file is sent as base64'),
});
const files = z.array(NewFile).max(MAX_APPEAL_FILES, `At most ${MAX_APPEAL_FILES} files at once`).default([]);
const NewMessage = z.object({ text, files });
export const NewAppeal = z.object({
  subject: z.object({ kind: z.enum(appealSubjects), id: z.string().max(40) }),
  text,
  files,
});
export const AppealDecision = z.object({
  outcome: z.enum(appealOutcomes, { error: 'Please choose how it is decided' }),
  text,
  version: z.int(),
  /** partly: what the conversion's payout, or what it is charged, is to be; of a document, what is given or charged less */
  amount: amount('Amount').nullish(),
  over_cap: z.boolean().default(false),
});

const fileParams = z.object({ id: z.string().max(100), file: z.string().max(100) });
const bodyLimit = 8 * 1024 * 1024;
const fileReply = z.custom<FileReply>();

/** what an account speaks with is its own word: nobody says it in its name */
const publisherAlone = session(['publisher'], { impersonated: 'denied' });
const advertiserAlone = session(['advertiser'], { impersonated: 'denied' });

/** the same for both portals */
const shared = { ...plain, params: byId } as const;
const written = { method: 'POST', rates: ['admin-writes'], bodyLimit } as const;

export const appealRoutes = {
  appeals: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/appeals',
    summary: 'Publishers’ appeals, newest first',
    access: payouts,
    query: appealList.query,
    reply: ofSide('publisher', appealList.reply),
    errors: ['invalid_input'],
  }),
  exportAppeals: route({
    ...fileOf(appealList),
    path: '/api/billing/appeals/export',
    summary: 'The filtered appeals as a file',
    access: payouts,
  }),
  appeal: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/appeals/{id}',
    summary: 'A publisher’s appeal with its thread',
    access: payouts,
    names: 'appeal',
    reply: ofSide('publisher', Appeal.extend(messages)),
    errors: ['not_found'],
  }),
  appealFile: route({
    ...plain,
    wire: 'file',
    method: 'GET',
    path: '/api/billing/appeals/{id}/files/{file}',
    summary: 'A file that stands in an appeal’s thread',
    access: payouts,
    params: fileParams,
    names: 'appeal',
    reply: fileReply,
    errors: ['not_found'],
  }),
  answerAppeal: route({
    ...shared,
    ...written,
    path: '/api/billing/appeals/{id}/messages',
    summary: 'Writes into the thread of an open appeal',
    access: payouts,
    names: 'appeal',
    body: NewMessage,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  decideAppeal: route({
    ...shared,
    method: 'POST',
    path: '/api/billing/appeals/{id}/decide',
    summary: 'Upholds what was decided, overturns it, or changes it in part; what is booked is booked today',
    access: payouts,
    names: 'appeal',
    rates: ['admin-writes'],
    idempotent: true,
    body: AppealDecision,
    reply: z.object({ id: z.string(), state: z.enum(appealStates) }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  disputes: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/disputes',
    summary: 'Advertisers’ disputes, newest first',
    access: billing,
    query: appealList.query,
    reply: ofSide('advertiser', appealList.reply),
    errors: ['invalid_input'],
  }),
  exportDisputes: route({
    ...fileOf(appealList),
    path: '/api/billing/disputes/export',
    summary: 'The filtered disputes as a file',
    access: billing,
  }),
  dispute: route({
    ...shared,
    method: 'GET',
    path: '/api/billing/disputes/{id}',
    summary: 'An advertiser’s dispute with its thread',
    access: billing,
    names: 'dispute',
    reply: ofSide('advertiser', Appeal.extend(messages)),
    errors: ['not_found'],
  }),
  disputeFile: route({
    ...plain,
    wire: 'file',
    method: 'GET',
    path: '/api/billing/disputes/{id}/files/{file}',
    summary: 'A file that stands in a dispute’s thread',
    access: billing,
    params: fileParams,
    names: 'dispute',
    reply: fileReply,
    errors: ['not_found'],
  }),
  answerDispute: route({
    ...shared,
    ...written,
    path: '/api/billing/disputes/{id}/messages',
    summary: 'Writes into the thread of an open dispute',
    access: billing,
    names: 'dispute',
    body: NewMessage,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  decideDispute: route({
    ...shared,
    method: 'POST',
    path: '/api/billing/disputes/{id}/decide',
    summary: 'Upholds what is charged, overturns it, or changes it in part; what is booked is booked today',
    access: billing,
    names: 'dispute',
    rates: ['admin-writes'],
    idempotent: true,
    body: AppealDecision,
    reply: z.object({ id: z.string(), state: z.enum(appealStates) }),
    errors: ['invalid_input', 'not_found', 'conflict', 'over_cap'],
  }),
  ownAppeals: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/appeals',
    summary: 'One’s own appeals, newest first',
    access: ownPublisher,
    query: ownAppealList.query,
    reply: ownAppealList.reply,
    errors: ['invalid_input'],
  }),
  exportOwnAppeals: route({
    ...fileOf(ownAppealList),
    path: '/api/publisher/appeals/export',
    summary: 'One’s own filtered appeals as a file',
    access: ownPublisher,
  }),
  ownAppeal: route({
    ...shared,
    method: 'GET',
    path: '/api/publisher/appeals/{id}',
    summary: 'An appeal of one’s own with its thread',
    access: ownPublisher,
    names: 'own-appeal',
    reply: OwnAppeal.extend(messages),
    errors: ['not_found'],
  }),
  ownAppealFile: route({
    ...plain,
    wire: 'file',
    method: 'GET',
    path: '/api/publisher/appeals/{id}/files/{file}',
    summary: 'A file that stands in the thread of one’s own appeal',
    access: ownPublisher,
    params: fileParams,
    names: 'own-appeal',
    reply: fileReply,
    errors: ['not_found'],
  }),
  openAppeal: route({
    ...plain,
    ...written,
    path: '/api/publisher/appeals',
    summary: 'Appeals against a conversion that was rejected or changed, or against a document, within 60 days',
    access: publisherAlone,
    body: NewAppeal,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  writeToOwnAppeal: route({
    ...shared,
    ...written,
    path: '/api/publisher/appeals/{id}/messages',
    summary: 'Writes into the thread of one’s own open appeal',
    access: publisherAlone,
    names: 'own-appeal',
    body: NewMessage,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  withdrawAppeal: route({
    ...shared,
    method: 'POST',
    path: '/api/publisher/appeals/{id}/withdraw',
    summary: 'Takes back one’s own open appeal',
    access: publisherAlone,
    names: 'own-appeal',
    rates: ['admin-writes'],
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  ownDisputes: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/disputes',
    summary: 'One’s own disputes, newest first',
    access: ownAdvertiser,
    query: ownAppealList.query,
    reply: ofSide('advertiser', ownAppealList.reply),
    errors: ['invalid_input'],
  }),
  exportOwnDisputes: route({
    ...fileOf(ownAppealList),
    path: '/api/advertiser/disputes/export',
    summary: 'One’s own filtered disputes as a file',
    access: ownAdvertiser,
  }),
  ownDispute: route({
    ...shared,
    method: 'GET',
    path: '/api/advertiser/disputes/{id}',
    summary: 'A dispute of one’s own with its thread',
    access: ownAdvertiser,
    names: 'own-dispute',
    reply: ofSide('advertiser', OwnAppeal.extend(messages)),
    errors: ['not_found'],
  }),
  ownDisputeFile: route({
    ...plain,
    wire: 'file',
    method: 'GET',
    path: '/api/advertiser/disputes/{id}/files/{file}',
    summary: 'A file that stands in the thread of one’s own dispute',
    access: ownAdvertiser,
    params: fileParams,
    names: 'own-dispute',
    reply: fileReply,
    errors: ['not_found'],
  }),
  openDispute: route({
    ...plain,
    ...written,
    path: '/api/advertiser/disputes',
    summary: 'Disputes a conversion that is charged, or an invoice, within 60 days',
    access: advertiserAlone,
    body: NewAppeal,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  writeToOwnDispute: route({
    ...shared,
    ...written,
    path: '/api/advertiser/disputes/{id}/messages',
    summary: 'Writes into the thread of one’s own open dispute',
    access: advertiserAlone,
    names: 'own-dispute',
    body: NewMessage,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  withdrawDispute: route({
    ...shared,
    method: 'POST',
    path: '/api/advertiser/disputes/{id}/withdraw',
    summary: 'Takes back one’s own open dispute',
    access: advertiserAlone,
    names: 'own-dispute',
    rates: ['admin-writes'],
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
};
