// How an advertiser's calls are read where they differ from what we ask for; of all its offers, or of one.
import { z } from 'zod';
import { byId, logs, Named, NamedAdvertiser, nullable, plain, seconds, write } from '../conversions/shared.ts';
import { fileOf, idFilter, list } from '../lists.ts';
import { route } from '../route.ts';
import { isReserved } from '../tracker/postback-mapping.ts';
import { numberFormats, receiptTexts } from '../tracker/receipt-rules.ts';

const MOST = 50;
const NAME = /^[^&=#\s]{1,64}$/;

const most = (values: object): boolean => Object.keys(values).length <= MOST;
const room = `There is room for ${MOST} of each.`;

export const mappingParts = {
  /** ours, by the name that they send */
  parameters: z
    .record(
      z
        .string()
        .trim()
        .regex(NAME, 'A parameter’s name has no spaces and none of & = #, and at most 64 characters.')
        .refine(
          (name) => !isReserved(name),
          'This name has a meaning of its own. Choose the one that the advertiser sends instead.',
        ),
      z.enum(receiptTexts),
    )
    .refine(most, room),
  /** our token, by the word that they send; empty: the default goal */
  goals: z
    .record(z.string().trim().min(1, 'Please enter the advertiser’s word.').max(255), z.string().trim().max(255))
    .refine(most, room),
  /** null: as we write amounts, 1234.56 */
  number_format: z.enum(numberFormats).nullable(),
} as const;
export const MappingParts = z.object(mappingParts);
export type MappingParts = z.output<typeof MappingParts>;

export const PostbackMappingRow = z
  .object({
    id: z.string(),
    advertiser: NamedAdvertiser,
    /** null: all of the advertiser's */
    offer: Named.nullable(),
    parameters: z.record(z.string(), z.enum(receiptTexts)),
    goals: z.record(z.string(), z.string()),
    number_format: z.enum(numberFormats).nullable(),
    version: z.int(),
    changed_at: seconds,
    changed_by: nullable,
  })
  .meta({ id: 'PostbackMapping' });
export type PostbackMappingRow = z.infer<typeof PostbackMappingRow>;

/** "tid is txn_id", one line each */
const told = ({ parameters, goals, number_format: format }: PostbackMappingRow): string[] => [
  ...Object.entries(parameters).map(([theirs, ours]) => `${theirs} = ${ours}`),
  ...Object.entries(goals).map(([theirs, ours]) => `“${theirs}” = “${ours}”`),
  ...(format === null ? [] : [format === 'comma' ? '1.234,56' : '1,234.56']),
];

export const mappingList = list({
  row: PostbackMappingRow,
  filters: { advertiser_id: idFilter, offer_id: idFilter },
  columns: {
    advertiser: { kind: 'named', hide: 'advertiser_name', value: (row) => row.advertiser, file: 'Advertiser' },
    offer: { kind: 'named', value: (row) => row.offer, file: 'Offer' },
    reads: { kind: 'tags', value: told, file: 'Reads' },
    version: { kind: 'number', value: (row) => row.version, file: 'Version' },
    changed_at: { kind: 'time', value: (row) => row.changed_at, sort: true, file: 'Changed at' },
    changed_by: { kind: 'text', value: (row) => row.changed_by, file: 'Changed by' },
  },
});

export const mappingRoutes = {
  postbackMappings: route({
    ...plain,
    method: 'GET',
    path: '/api/postback-mappings',
    summary: 'How advertisers’ calls are read where they differ from what is asked for',
    access: logs,
    query: mappingList.query,
    reply: mappingList.reply,
    errors: ['invalid_input'],
  }),
  exportPostbackMappings: route({
    ...fileOf(mappingList),
    path: '/api/postback-mappings/export',
    summary: 'The filtered mappings as a file',
    access: logs,
  }),
  postbackMapping: route({
    ...plain,
    method: 'GET',
    path: '/api/postback-mappings/{id}',
    summary: 'One mapping',
    access: logs,
    params: byId,
    names: 'postback-mapping',
    reply: PostbackMappingRow,
    errors: ['not_found'],
  }),
  setPostbackMapping: route({
    ...write,
    method: 'PUT',
    path: '/api/postback-mappings',
    summary:
      'Sets how calls of an advertiser, or about one offer, are read; empty in every part, they are read as they stand',
    body: MappingParts.extend({
      advertiser_id: z.string().max(40),
      offer_id: z.string().max(40).nullable(),
      /** of the mapping that was read; 0: there was none */
      version: z.int().min(0),
    }),
    reply: PostbackMappingRow,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
};
