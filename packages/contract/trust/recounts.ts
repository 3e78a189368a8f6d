// Every day counted again, by code that shares nothing with the reports: what was found, and the way to mend rollups.
import { z } from 'zod';
import { day } from '../days.ts';
import { hide } from '../hiding.ts';
import { anyOf, dayFilter, fileOf, flag, list } from '../lists.ts';
import { route, session } from '../route.ts';

export const recountParts = [
  /** what the trackers have kept by their own count against what is stored */
  'trackers',
  /** rows of clicks and impressions against every rollup */
  'clicks',
  /** conversions against their rollups, each under its own day */
  'conversions',
  /** every postback and pixel has an outcome or waits for one */
  'receipts',
  /** paid clicks and impressions against the terms and rows of their day */
  'lots',
  /** what the plan has counted in the month */
  'usage',
  /** the chain, its tree and checkpoints, every balance, and what was booked for conversions and lots; of the whole workspace */
  'ledger',
  /** documents, deposits, payments, closes and commissions; of the whole workspace */
  'documents',
] as const;
export type RecountPart = (typeof recountParts)[number];
export const recountStates = ['agrees', 'differs', 'waiting'] as const;
/** its turn, the rollups that are all being counted anew, or the rebuilding of its own */
export const recountWaits = ['turn', 'rollups', 'rebuild'] as const;

export const MOST_FINDINGS = 20;

export const Recount = z
  .object({
    /** the day, too */
    id: z.string(),
    /** in the zone of the workspace's rollups */
    day: z.string(),
    state: z.enum(recountStates),
    /** what it waits for; null: for nothing */
    waits_for: z.enum(recountWaits).nullable(),
    /** when it was last counted; null: not yet */
    at: z.int().nullable(),
    took_ms: z.int(),
    /** rows that were looked at */
    counted: z.int(),
    differences: z.int(),
  })
  .meta({ id: 'Recount' });
export type Recount = z.infer<typeof Recount>;

export const RecountDetails = Recount.extend({
  parts: z.array(
    z.object({
      part: z.enum(recountParts),
      counted: z.int(),
      differences: z.int(),
      /** the first of them, each a sentence, which may name sums of either side */
      findings: z.array(hide(['revenue', 'profit'], z.string())),
    }),
  ),
  /** single rows of the day were removed by the workspace's retention: it cannot be counted again */
  rows_removed: z.boolean(),
}).meta({ id: 'RecountDetails' });
export type RecountDetails = z.infer<typeof RecountDetails>;

export const recountList = list({
  row: Recount,
  filters: { state: anyOf(recountStates), from_day: dayFilter, to_day: dayFilter },
  columns: {
    day: { kind: 'text', value: (row) => row.day, sort: true, file: 'Day' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    counted: { kind: 'number', value: (row) => row.counted, sort: true, file: 'Rows counted' },
    differences: { kind: 'number', value: (row) => row.differences, sort: true, file: 'Differences' },
    at: { kind: 'time', value: (row) => row.at, file: 'Counted at' },
    took_ms: { kind: 'number', value: (row) => row.took_ms, file: 'Milliseconds' },
  },
});

export const OwnRecount = z
  .object({
    /** the day, too */
    id: z.string(),
    day: z.string(),
    at: z.int(),
    /** those that count, as reports show them */
    clicks: z.int(),
    /** approved and pending */
    conversions: z.int(),
    differs: z.boolean(),
  })
  .meta({ id: 'OwnRecount' });
export type OwnRecount = z.infer<typeof OwnRecount>;

export const ownRecountList = list({
  row: OwnRecount,
  filters: { differs: flag, from_day: dayFilter, to_day: dayFilter },
  columns: {
    day: { kind: 'text', value: (row) => row.day, sort: true, file: 'Day' },
    clicks: { kind: 'number', value: (row) => row.clicks, sort: true, file: 'Clicks' },
    conversions: { kind: 'number', value: (row) => row.conversions, sort: true, file: 'Conversions' },
    differs: { kind: 'text', value: (row) => (row.differs ? 'differs' : 'agrees'), file: 'Result' },
    at: { kind: 'time', value: (row) => row.at, file: 'Counted at' },
  },
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
const own = session(['publisher'], { impersonated: 'allowed', section: 'reports' });
const byDay = { params: z.object({ day }), names: { noId: 'a day' } } as const;

export const recountRoutes = {
  recounts: route({
    ...plain,
    method: 'GET',
    path: '/api/recounts',
    summary: 'Days that were counted again, with what was found',
    access,
    query: recountList.query,
    reply: recountList.reply,
    errors: ['invalid_input'],
  }),
  exportRecounts: route({
    ...fileOf(recountList),
    path: '/api/recounts/export',
    summary: 'The filtered recounts as a file',
    access,
  }),
  recount: route({
    ...plain,
    ...byDay,
    method: 'GET',
    path: '/api/recounts/{day}',
    summary: 'One day’s recount, part by part, with the first differences of each',
    access,
    reply: RecountDetails,
    errors: ['invalid_input', 'not_found'],
  }),
  startRecount: route({
    ...plain,
    method: 'POST',
    path: '/api/recounts',
    summary: 'Counts a day again now; answers at once, the day waits for its turn',
    access,
    body: z.object({ day }),
    reply: Recount,
    errors: ['invalid_input', 'conflict'],
  }),
  rebuildDay: route({
    ...plain,
    ...byDay,
    method: 'POST',
    path: '/api/recounts/{day}/rebuild',
    summary: 'Counts a day’s rollups anew from its rows, then the day again; never touches the ledger',
    access,
    body: z.object({}),
    reply: Recount,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  ownRecounts: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/recounts',
    summary:
      'A publisher’s own days that were counted again: its clicks and conversions, and whether its figures agree',
    access: own,
    query: ownRecountList.query,
    reply: ownRecountList.reply,
    errors: ['invalid_input'],
  }),
  exportOwnRecounts: route({
    ...fileOf(ownRecountList),
    path: '/api/publisher/recounts/export',
    summary: 'A publisher’s own recounts as a file',
    access: own,
  }),
};
