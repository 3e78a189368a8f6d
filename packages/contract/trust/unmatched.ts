// Postbacks that became nothing, gathered by what they have in common: why, what they may be worth, and the way to make them good.
import { z } from 'zod';
import { receiptOutcomeNames } from '../conversions/outcomes.ts';
import { inQueries } from '../conversions/receipts.ts';
import { byId, logs, Named, NamedAdvertiser, nullable, plain, reason, seconds, write } from '../conversions/shared.ts';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, list, momentFilter, oneOf } from '../lists.ts';
import { route } from '../route.ts';
import { numberFormats, receiptTexts } from '../tracker/receipt-rules.ts';
import { MappingParts } from './mappings.ts';

/** why, in the order in which it is looked for; what nobody knows stays unknown */
export const unmatchedCauses = [
  /** a genuine click of ours stands under another name */
  'other_name',
  /** nobody put the value in */
  'unfilled',
  /** one of our parameters in another spelling */
  'spelling',
  /** nearly a goal's token */
  'goal',
  /** an amount that is written otherwise than ours */
  'amount',
  /** no such currency, or no rate for it */
  'currency',
  /** the token from before it was replaced */
  'old_token',
  /** the time of a signed call in milliseconds */
  'milliseconds',
  'unknown',
] as const;
export type UnmatchedCause = (typeof unmatchedCauses)[number];
export const unmatchedStates = ['open', 'fixed', 'ignored'] as const;
export const replayStates = ['running', 'stopping', 'stopped', 'done'] as const;

/** how far back, and how many at a time */
export const REPLAY_DAYS = 30;
export const REPLAY_MOST = 50_000;
/** calls that a preview looks at */
export const PREVIEW_MOST = 500;

export const UnmatchedGroup = z
  .object({
    id: z.string(),
    kind: z.enum(['postback', 'pixel']),
    outcome: z.enum(receiptOutcomeNames),
    cause: z.enum(unmatchedCauses),
    /** null: nobody can say whose calls they are */
    advertiser: NamedAdvertiser.nullable(),
    /** of the parameters that were sent */
    names: z.array(z.string()),
    /** from which they came */
    network: hide('ip', nullable),
    state: z.enum(unmatchedStates),
    calls: z.int(),
    /** of these, how many became something since */
    matched: z.int(),
    first_at: seconds,
    last_at: seconds,
    sample_id: z.string(),
    /** what those that are left would earn, as far as it can be told, in the workspace's currency */
    stake: hide('revenue', z.string()),
    currency: z.string(),
    replay: z.enum(replayStates).nullable(),
  })
  .meta({ id: 'UnmatchedGroup' });
export type UnmatchedGroup = z.infer<typeof UnmatchedGroup>;

const Suggestion = z.object({
  kind: z.enum(['parameter', 'goal', 'number_format']),
  /** what they send: a name, a word, or an amount as it came */
  theirs: hide(inQueries, z.string()),
  /** what it seems to mean; null: a person must say */
  ours: nullable,
  /** others that it may mean */
  others: z.array(z.string()),
  /** nothing was guessed: what we minted ourselves was found there */
  certain: z.boolean(),
  calls: z.int(),
  offer: Named.nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const UnmatchedDetails = UnmatchedGroup.extend({
  /** whether anything on our side makes them good; else the advertiser must send them anew */
  replayable: z.boolean(),
  /** how many of those that are left do not prove their sender: somebody must vouch for them */
  unproven: z.int(),
  near_misses: z.array(Suggestion),
  /** whose goals they may be, and which those are */
  offers: z.array(Named.extend({ goals: z.array(z.string()) })),
  /** the mapping that is in force for all of the advertiser's offers */
  mapping: z
    .object({
      parameters: z.record(z.string(), z.enum(receiptTexts)),
      goals: z.record(z.string(), z.string()),
      number_format: z.enum(numberFormats).nullable(),
    })
    .nullable(),
  reason: nullable,
  /** of the last one */
  replayed: z
    .object({
      state: z.enum(replayStates),
      total: z.int(),
      done: z.int(),
      recorded: z.int(),
      duplicate: z.int(),
      refused: z.int(),
      at: seconds,
    })
    .nullable(),
}).meta({ id: 'UnmatchedDetails' });
export type UnmatchedDetails = z.infer<typeof UnmatchedDetails>;

export const UnmatchedPreview = z
  .object({
    /** calls that would be replayed, and how many of them were tried */
    total: z.int(),
    tried: z.int(),
    recorded: z.int(),
    duplicate: z.int(),
    refused: z.int(),
    /** why, and how many each */
    refusals: z.array(z.object({ outcome: z.enum(receiptOutcomeNames), calls: z.int() })),
    amounts: z.array(z.object({ currency: z.string(), revenue: hide('revenue', z.string()), payout: z.string() })),
  })
  .meta({ id: 'UnmatchedPreview' });
export type UnmatchedPreview = z.infer<typeof UnmatchedPreview>;

export const unmatchedList = list({
  row: UnmatchedGroup,
  filters: {
    state: anyOf(unmatchedStates),
    cause: anyOf(unmatchedCauses),
    kind: oneOf(['postback', 'pixel']),
    advertiser_id: idFilter,
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    outcome: { kind: 'text', value: (row) => row.outcome, file: 'Outcome' },
    cause: { kind: 'text', value: (row) => row.cause, file: 'Cause' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    advertiser: { kind: 'named', hide: 'advertiser_name', value: (row) => row.advertiser, file: 'Advertiser' },
    names: { kind: 'tags', value: (row) => row.names, file: 'Parameters' },
    network: { kind: 'text', hide: 'ip', value: (row) => row.network, file: 'Network' },
    calls: { kind: 'number', value: (row) => row.calls, sort: true, file: 'Calls' },
    matched: { kind: 'number', value: (row) => row.matched, file: 'Made good' },
    stake: {
      kind: 'money',
      hide: 'revenue',
      value: (row) => ({ amount: row.stake, currency: row.currency }),
      sort: true,
      file: 'Value at stake',
    },
    first_at: { kind: 'time', value: (row) => row.first_at, sort: true, file: 'First (UTC)' },
    last_at: { kind: 'time', value: (row) => row.last_at, sort: true, file: 'Last (UTC)' },
    sample: { kind: 'text', value: (row) => row.sample_id, file: 'Sample' },
  },
});

const of = { params: byId, names: 'unmatched-group' } as const;
/** for all of the advertiser's offers, or for one */
const Fix = MappingParts.extend({ offer_id: z.string().max(40).nullable() });

export const unmatchedRoutes = {
  unmatched: route({
    ...plain,
    method: 'GET',
    path: '/api/unmatched',
    summary: 'Postbacks that became nothing, gathered by outcome, cause, advertiser, parameters and network',
    access: logs,
    query: unmatchedList.query,
    reply: unmatchedList.reply,
    errors: ['invalid_input'],
  }),
  exportUnmatched: route({
    ...fileOf(unmatchedList),
    path: '/api/unmatched/export',
    summary: 'The filtered groups as a file',
    access: logs,
  }),
  unmatchedGroup: route({
    ...plain,
    ...of,
    method: 'GET',
    path: '/api/unmatched/{id}',
    summary: 'One group with its near misses, what may be done about it, and how far its replay is',
    access: logs,
    reply: UnmatchedDetails,
    errors: ['not_found'],
  }),
  fixUnmatched: route({
    ...write,
    ...of,
    method: 'POST',
    path: '/api/unmatched/{id}/fix',
    summary:
      'Adds to how the advertiser’s calls are read, so that the next ones pass at once; the group counts as fixed',
    body: Fix,
    reply: UnmatchedDetails,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  previewUnmatched: route({
    ...write,
    ...of,
    method: 'POST',
    path: '/api/unmatched/{id}/preview',
    heavy: true,
    summary: 'What a replay would come to, with what is proposed added to the mapping; nothing is recorded',
    body: z.object({ fix: Fix.nullable(), trust_sender: z.boolean().default(false) }),
    reply: UnmatchedPreview,
    errors: ['invalid_input', 'not_found', 'conflict', 'password_needed'],
  }),
  replayUnmatched: route({
    ...write,
    ...of,
    method: 'POST',
    path: '/api/unmatched/{id}/replay',
    summary: `Decides about the group’s calls of the last ${REPLAY_DAYS} days again, the oldest ${REPLAY_MOST} at most; one that was stopped goes on`,
    body: z.object({
      /** also those that do not prove their sender: you vouch for it */
      trust_sender: z.boolean().default(false),
      reason,
    }),
    reply: UnmatchedDetails,
    errors: ['invalid_input', 'not_found', 'conflict', 'password_needed'],
  }),
  stopUnmatched: route({
    ...write,
    ...of,
    method: 'POST',
    path: '/api/unmatched/{id}/stop',
    summary: 'Stops a group’s replay after what is under way; what was decided stays',
    body: z.object({}),
    reply: UnmatchedDetails,
    errors: ['not_found', 'conflict'],
  }),
  ignoreUnmatched: route({
    ...write,
    ...of,
    method: 'POST',
    path: '/api/unmatched/{id}/ignore',
    summary: 'Sets a group aside, with a reason, or opens it again',
    body: z.object({ ignored: z.boolean(), reason }),
    reply: UnmatchedDetails,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
};
