// Reconciliation: an advertiser's file, and a publisher's export, held against the conversions of a period; what is proposed is looked
// at, chosen, applied with a reason, and undone as a set.
import { z } from 'zod';
import { reason } from '../conversions/shared.ts';
import { day } from '../days.ts';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, list, log, searched } from '../lists.ts';
import { parseMoney } from '../money.ts';
import { route, session } from '../route.ts';
import {
  amountMeanings,
  dateOrders,
  decimalMarks,
  MAX_FILE_BYTES,
  mappedColumns,
  publisherColumnsRead,
  reconciliationChoices,
  reconciliationFindings,
  reconciliationStates,
  rejectCodes,
  rowOutcomes,
} from './reconciliation-words.ts';

export * from './reconciliation-words.ts';

const Named = z.object({ id: z.string(), number: z.int(), name: z.string() });
const decimal = z.string().nullable();
const seconds = z.int();

export const OwnReconciliation = z
  .object({
    id: z.string(),
    state: z.enum(reconciliationStates),
    /** whose upload it is: an advertiser's is a proposal, which an account manager applies */
    origin: z.enum(['manager', 'advertiser']),
    /** work on it stands still */
    halted: z.enum(['stopped', 'failed']).nullable(),
    error: z.string().nullable(),
    file_name: z.string(),
    offer: Named.nullable(),
    period_from: z.string(),
    period_to: z.string(),
    zone: z.string(),
    currency: z.string(),
    amount_is: z.enum(amountMeanings),
    tolerance: hide('revenue', z.string()),
    deadline: z.string().nullable(),
    /** of the file, without its headings */
    lines: z.int(),
    /** how far the work on it is, in rows */
    done: z.int(),
    total: z.int(),
    /** with which it was applied, and undone */
    reason: z.string().nullable(),
    undo_reason: z.string().nullable(),
    created_at: seconds,
    applied_at: seconds.nullable(),
    undone_at: seconds.nullable(),
  })
  .meta({ id: 'OwnReconciliation' });
export type OwnReconciliation = z.infer<typeof OwnReconciliation>;

export const Reconciliation = OwnReconciliation.extend({
  advertiser: Named.extend({ name: hide('advertiser_name', z.string()) }),
  /** whose export is held against ours, too */
  publisher: Named.nullable(),
  publisher_file: z.string().nullable(),
}).meta({ id: 'Reconciliation' });
export type Reconciliation = z.infer<typeof Reconciliation>;

const Found = z.object({ finding: z.enum(reconciliationFindings), rows: z.int(), chosen: z.int() });
/** how many rows there are of each kind, and how many of them will be changed */
const counts = {
  findings: z.array(Found),
  outcomes: z.array(z.object({ outcome: z.enum(rowOutcomes), rows: z.int() })),
};
export const OwnReconciliationDetails = OwnReconciliation.extend(counts).meta({ id: 'OwnReconciliationDetails' });
export const ReconciliationDetails = Reconciliation.extend(counts).meta({ id: 'ReconciliationDetails' });
export type ReconciliationDetails = z.infer<typeof ReconciliationDetails>;

export const OwnReconciliationRow = z
  .object({
    /** its place in the reconciliation */
    id: z.string(),
    /** of their file; null: a conversion that their file does not have */
    line: z.int().nullable(),
    finding: z.enum(reconciliationFindings),
    txn_id: z.string().nullable(),
    click_id: z.string().nullable(),
    /** as they wrote it */
    said: z.string().nullable(),
    /** when they say that it was, and what they say it is worth */
    at: seconds.nullable(),
    theirs: hide('revenue', decimal),
    theirs_currency: z.string().nullable(),
    /** theirs in the currency of ours, by the rate of the conversion's day */
    turned: hide('revenue', decimal),
    rate: z.string().nullable(),
    conversion_id: z.string().nullable(),
    ours_status: z.enum(['pending', 'approved', 'rejected']).nullable(),
    ours_at: seconds.nullable(),
    ours: hide('revenue', decimal),
    ours_currency: z.string().nullable(),
    offer: Named.nullable(),
    /** claimed by a document already: a change posts to earlier periods */
    billed: z.boolean(),
    proposal: z.enum(reconciliationChoices),
    choice: z.enum(reconciliationChoices),
    code: z.enum(rejectCodes).nullable(),
    outcome: z.enum(rowOutcomes).nullable(),
    /** why it cannot be read, what was refused, or what else there is to know */
    note: z.string().nullable(),
  })
  .meta({ id: 'OwnReconciliationRow' });
export type OwnReconciliationRow = z.infer<typeof OwnReconciliationRow>;

export const ReconciliationRow = OwnReconciliationRow.extend({
  source: z.enum(['advertiser', 'publisher', 'ours']),
  p1: hide('sub_values', z.string().nullable()),
  publisher: Named.nullable(),
  /** about the same amount and time: no more than a hint */
  suggested_id: z.string().nullable(),
  /** a postback of the inbox that names the transaction or click */
  receipt_id: z.string().nullable(),
}).meta({ id: 'ReconciliationRow' });
export type ReconciliationRow = z.infer<typeof ReconciliationRow>;

const listColumns = {
  created_at: { kind: 'time', value: (row: OwnReconciliation) => row.created_at, sort: true, file: 'Uploaded' },
  state: { kind: 'status', value: (row: OwnReconciliation) => row.state, file: 'State' },
  file_name: { kind: 'text', value: (row: OwnReconciliation) => row.file_name, sort: true, file: 'File' },
  offer: { kind: 'named', value: (row: OwnReconciliation) => row.offer, file: ['Offer ID', 'Offer'] },
  period_from: { kind: 'text', value: (row: OwnReconciliation) => row.period_from, sort: true, file: 'From' },
  period_to: { kind: 'text', value: (row: OwnReconciliation) => row.period_to, file: 'To' },
  lines: { kind: 'number', value: (row: OwnReconciliation) => row.lines, sort: true, file: 'Lines' },
  applied_at: { kind: 'time', value: (row: OwnReconciliation) => row.applied_at, file: 'Applied' },
  reason: { kind: 'text', value: (row: OwnReconciliation) => row.reason, file: 'Reason' },
} as const;

export const reconciliationList = list({
  row: Reconciliation,
  filters: { state: anyOf(reconciliationStates), advertiser_id: idFilter },
  columns: {
    ...listColumns,
    advertiser: {
      kind: 'named',
      hide: 'advertiser_name',
      value: (row: Reconciliation) => row.advertiser,
      file: ['Advertiser ID', 'Advertiser'],
    },
    origin: { kind: 'text', value: (row: Reconciliation) => row.origin, file: 'Uploaded by' },
  },
});
export const ownReconciliationList = list({
  row: OwnReconciliation,
  filters: { state: anyOf(reconciliationStates) },
  columns: listColumns,
});

const money = (amount: string | null, currency: string | null) =>
  amount !== null && currency !== null ? { amount, currency } : null;
const rowColumns = {
  line: { kind: 'number', value: (row: OwnReconciliationRow) => row.line, file: 'Line' },
  finding: { kind: 'text', value: (row: OwnReconciliationRow) => row.finding, file: 'Case' },
  txn_id: { kind: 'text', value: (row: OwnReconciliationRow) => row.txn_id, file: 'Transaction ID' },
  click_id: { kind: 'text', value: (row: OwnReconciliationRow) => row.click_id, file: 'Click ID' },
  said: { kind: 'text', value: (row: OwnReconciliationRow) => row.said, file: 'Their status' },
  at: { kind: 'time', value: (row: OwnReconciliationRow) => row.at, file: 'Their time (UTC)' },
  theirs: {
    kind: 'money',
    hide: 'revenue',
    value: (row: OwnReconciliationRow) => money(row.theirs, row.theirs_currency),
    file: 'Their amount',
  },
  theirs_currency: { kind: 'text', value: (row: OwnReconciliationRow) => row.theirs_currency, file: 'Their currency' },
  rate: { kind: 'text', value: (row: OwnReconciliationRow) => row.rate, file: 'Rate' },
  ours_status: { kind: 'text', value: (row: OwnReconciliationRow) => row.ours_status, file: 'Our status' },
  ours_at: { kind: 'time', value: (row: OwnReconciliationRow) => row.ours_at, file: 'Our time (UTC)' },
  ours: {
    kind: 'money',
    hide: 'revenue',
    value: (row: OwnReconciliationRow) => money(row.ours, row.ours_currency),
    file: 'Our amount',
  },
  ours_currency: { kind: 'text', value: (row: OwnReconciliationRow) => row.ours_currency, file: 'Our currency' },
  offer: { kind: 'named', value: (row: OwnReconciliationRow) => row.offer, file: ['Offer ID', 'Offer'] },
  choice: { kind: 'text', value: (row: OwnReconciliationRow) => row.choice, file: 'Proposal' },
  code: { kind: 'text', value: (row: OwnReconciliationRow) => row.code, file: 'Code' },
  outcome: { kind: 'text', value: (row: OwnReconciliationRow) => row.outcome, file: 'Outcome' },
  conversion_id: { kind: 'text', value: (row: OwnReconciliationRow) => row.conversion_id, file: 'Conversion ID' },
  note: { kind: 'text', value: (row: OwnReconciliationRow) => row.note, file: 'Note' },
} as const;
const rowFilters = {
  ...searched,
  finding: anyOf(reconciliationFindings),
  choice: anyOf(reconciliationChoices),
  outcome: anyOf(rowOutcomes),
};
export const reconciliationRowLog = log({
  row: ReconciliationRow,
  filters: rowFilters,
  columns: {
    ...rowColumns,
    publisher: { kind: 'named', value: (row: ReconciliationRow) => row.publisher, file: ['Publisher ID', 'Publisher'] },
    p1: { kind: 'text', hide: 'sub_values', value: (row: ReconciliationRow) => row.p1, file: 'p1' },
  },
});
export const ownReconciliationRowLog = log({
  row: OwnReconciliationRow,
  filters: rowFilters,
  columns: rowColumns,
});

const FILE_BODY = Math.ceil((MAX_FILE_BYTES * 4) / 3) + 20_000;
/** checked as bytes: base64 of this length is not worth a pattern */
const SentFile = z.object({
  name: z.string().trim().min(1, 'A file needs a name').max(120, 'A file’s name may have at most 120 characters'),
  data: z.string().min(1, 'Please choose a file').max(FILE_BODY, 'A file may have at most 20 MB.'),
});
const heading = z.string().max(200).nullable().default(null);
export const ColumnMap = z.object({
  ...(Object.fromEntries(mappedColumns.map((name) => [name, heading])) as Record<
    (typeof mappedColumns)[number],
    typeof heading
  >),
  date_order: z.enum(dateOrders).default('iso'),
  decimal_mark: z.enum(decimalMarks).default('point'),
});
export type ColumnMap = z.infer<typeof ColumnMap>;
const PublisherMap = z.object({
  ...(Object.fromEntries(publisherColumnsRead.map((name) => [name, heading])) as Record<
    (typeof publisherColumnsRead)[number],
    typeof heading
  >),
  date_order: z.enum(dateOrders).default('iso'),
  decimal_mark: z.enum(decimalMarks).default('point'),
});
export type PublisherMap = z.infer<typeof PublisherMap>;

const id = z.string().max(40);
const optionalId = id.nullish().transform((value) => value || null);
const currency = z.string().regex(/^[A-Z]{3}$/, 'Please choose a currency');
const tolerance = z
  .string()
  .max(30)
  .default('0')
  .transform((value, context) => {
    const micros = parseMoney(value === '' ? '0' : value);
    if (micros !== null && micros >= 0n) return micros;
    context.addIssue({ code: 'custom', message: 'A tolerance is an amount such as 0.05.' });
    return 0n;
  });
const settings = {
  file: SentFile,
  map: ColumnMap,
  offer_id: optionalId,
  period_from: day,
  period_to: day,
  zone: z.string().max(60),
  currency,
  amount_is: z.enum(amountMeanings).default('sale'),
  tolerance,
  /** for lines that are rejected without a reason; null: they are listed as unreadable */
  default_code: z
    .enum(rejectCodes)
    .nullish()
    .transform((value) => value ?? null),
  /** after that day what only we have is proposed to be rejected */
  deadline: day.nullish().transform((value) => value ?? null),
};
export const OwnReconciliationForm = z.object(settings);
export const ReconciliationForm = z.object({ advertiser_id: id, ...settings });

const ReadFile = z
  .object({
    headings: z.array(z.string()),
    /** the first lines, as they stand */
    sample: z.array(z.array(z.string())),
    lines: z.int(),
    /** the columns that this advertiser's last file was read by, or what the headings say */
    map: ColumnMap,
    publisher_map: PublisherMap,
    saved: z.boolean(),
  })
  .meta({ id: 'ReadFile' });
export type ReadFile = z.infer<typeof ReadFile>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const admins = session(['admin'], { impersonated: 'denied', section: 'conversions' });
const advertisers = session(['advertiser'], { impersonated: 'allowed' });
const byId = { params: z.object({ id: z.string().max(100) }), names: 'reconciliation' } as const;
const own = { ...plain, access: advertisers } as const;
const managed = { ...plain, access: admins } as const;
const write = { ...managed, rates: ['admin-writes'], asks: 'revenue' } as const;
const file = { bodyLimit: FILE_BODY, heavy: true, rates: ['file-uploads'] } as const;

export const reconciliationRoutes = {
  reconciliations: route({
    ...managed,
    method: 'GET',
    path: '/api/reconciliations',
    summary: 'Files of advertisers that were held against conversions, newest first',
    query: reconciliationList.query,
    reply: reconciliationList.reply,
    errors: ['invalid_input'],
  }),
  exportReconciliations: route({
    ...fileOf(reconciliationList),
    path: '/api/reconciliations/export',
    summary: 'The filtered reconciliations as a file',
    access: admins,
  }),
  readReconciliationFile: route({
    ...write,
    ...file,
    method: 'POST',
    path: '/api/reconciliations/read',
    summary: 'Reads a file’s headings and first lines, and proposes what its columns are; nothing is kept',
    body: z.object({ advertiser_id: optionalId, file: SentFile }),
    reply: ReadFile,
    errors: ['invalid_input', 'too_large'],
  }),
  startReconciliation: route({
    ...write,
    ...file,
    method: 'POST',
    path: '/api/reconciliations',
    summary: 'Takes an advertiser’s file in and holds it against the conversions of a period; changes none',
    body: ReconciliationForm,
    reply: Reconciliation,
    status: 201,
    errors: ['invalid_input', 'conflict', 'too_large'],
  }),
  reconciliation: route({
    ...managed,
    ...byId,
    method: 'GET',
    path: '/api/reconciliations/{id}',
    summary: 'A reconciliation with the number of rows of each case',
    reply: ReconciliationDetails,
    errors: ['not_found'],
  }),
  addPublisherFile: route({
    ...write,
    ...file,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/publisher-file',
    summary: 'Holds a publisher’s export against the same period, by p1 or click id',
    body: z.object({ publisher_id: id, file: SentFile, map: PublisherMap }),
    reply: Reconciliation,
    errors: ['invalid_input', 'not_found', 'conflict', 'too_large'],
  }),
  matchReconciliation: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/match',
    summary: 'Compares an open reconciliation’s rows again with what is so now',
    body: z.object({}),
    reply: Reconciliation,
    errors: ['not_found', 'conflict'],
  }),
  chooseReconciliationRows: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/choose',
    summary: 'Chooses what is to be done about rows of an open reconciliation',
    body: z.object({
      rows: z
        .array(z.string().regex(/^\d{1,7}$/))
        .min(1, 'Nothing is selected')
        .max(1000, 'At most 1,000 at a time'),
      choice: z.enum(reconciliationChoices),
      code: z
        .enum(rejectCodes)
        .nullish()
        .transform((value) => value ?? null),
    }),
    reply: z.object({ changed: z.int(), unchanged: z.int() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  applyReconciliation: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/apply',
    summary: 'Applies what is chosen, in batches; answers at once',
    body: z.object({ reason }),
    reply: Reconciliation,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  stopReconciliation: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/stop',
    summary: 'Stops the work on a reconciliation after the batch that is under way',
    body: z.object({}),
    reply: Reconciliation,
    errors: ['not_found', 'conflict'],
  }),
  resumeReconciliation: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/resume',
    summary: 'Goes on with work that stands still',
    body: z.object({}),
    reply: Reconciliation,
    errors: ['not_found', 'conflict'],
  }),
  undoReconciliation: route({
    ...write,
    ...byId,
    method: 'POST',
    path: '/api/reconciliations/{id}/undo',
    summary: 'Takes back as a set what was applied; what was changed since stays',
    body: z.object({ reason }),
    reply: Reconciliation,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  deleteReconciliation: route({
    ...write,
    ...byId,
    method: 'DELETE',
    path: '/api/reconciliations/{id}',
    summary: 'Throws a reconciliation away that was never applied',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  reconciliationRows: route({
    ...managed,
    ...byId,
    method: 'GET',
    path: '/api/reconciliations/{id}/rows',
    heavy: true,
    summary: 'The rows of a reconciliation, in the order of their lines',
    query: reconciliationRowLog.query,
    reply: reconciliationRowLog.reply,
    errors: ['invalid_input', 'not_found'],
  }),
  exportReconciliationRows: route({
    ...fileOf(reconciliationRowLog),
    ...byId,
    path: '/api/reconciliations/{id}/rows/export',
    summary: 'The filtered rows of a reconciliation as a file',
    access: admins,
    errors: ['invalid_input', 'not_found'],
  }),
  ownReconciliations: route({
    ...own,
    method: 'GET',
    path: '/api/advertiser/reconciliations',
    summary: 'An advertiser’s own files that were held against its conversions',
    query: ownReconciliationList.query,
    reply: ownReconciliationList.reply,
    errors: ['invalid_input'],
  }),
  exportOwnReconciliations: route({
    ...fileOf(ownReconciliationList),
    path: '/api/advertiser/reconciliations/export',
    summary: 'An advertiser’s own reconciliations as a file',
    access: advertisers,
  }),
  readOwnReconciliationFile: route({
    ...own,
    ...file,
    method: 'POST',
    path: '/api/advertiser/reconciliations/read',
    summary: 'Reads a file’s headings and first lines; nothing is kept',
    body: z.object({ file: SentFile }),
    reply: ReadFile,
    errors: ['invalid_input', 'too_large'],
  }),
  startOwnReconciliation: route({
    ...own,
    ...file,
    method: 'POST',
    path: '/api/advertiser/reconciliations',
    summary: 'An advertiser’s own file, as a proposal that an account manager applies',
    body: OwnReconciliationForm,
    reply: OwnReconciliation,
    status: 201,
    errors: ['invalid_input', 'conflict', 'too_large'],
  }),
  ownReconciliation: route({
    ...own,
    ...byId,
    method: 'GET',
    path: '/api/advertiser/reconciliations/{id}',
    summary: 'One of an advertiser’s own reconciliations with the number of rows of each case',
    reply: OwnReconciliationDetails,
    errors: ['not_found'],
  }),
  ownReconciliationRows: route({
    ...own,
    ...byId,
    method: 'GET',
    path: '/api/advertiser/reconciliations/{id}/rows',
    heavy: true,
    summary: 'The rows of an advertiser’s own reconciliation',
    query: ownReconciliationRowLog.query,
    reply: ownReconciliationRowLog.reply,
    errors: ['invalid_input', 'not_found'],
  }),
  exportOwnReconciliationRows: route({
    ...fileOf(ownReconciliationRowLog),
    ...byId,
    path: '/api/advertiser/reconciliations/{id}/rows/export',
    summary: 'The filtered rows of an advertiser’s own reconciliation as a file',
    access: advertisers,
    errors: ['invalid_input', 'not_found'],
  }),
  deleteOwnReconciliation: route({
    ...own,
    ...byId,
    method: 'DELETE',
    path: '/api/advertiser/reconciliations/{id}',
    summary: 'Takes an own file back that nobody has applied yet',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
};
