// What was changed: when, by whom and in whose name, where it came from, which object, field by field. Most of it can be taken back.
import { z } from 'zod';
import { fileOf, idFilter, log, momentFilter, oneOf, searched, wordFilter } from '../lists.ts';
import { route, session } from '../route.ts';
import { Json } from '../trail.ts';
import { changeSourceLabels, changeSources } from './access-events.ts';
import { actionWords, fieldWords, kindWords } from './trail-actions.ts';
import { undoStateNames } from './undo-states.ts';

const Person = z.object({ id: z.string(), name: z.string() });
/** before and after are null where nothing was, or where the reader's role hides it */
const ChangedField = z.object({ field: z.string(), before: Json.nullable(), after: Json.nullable() });
export type ChangedField = z.output<typeof ChangedField>;

export const ChangeRow = z
  .object({
    id: z.string(),
    /** unix seconds */
    at: z.number().int(),
    /** nobody: a job, a timer or somebody who was not signed in */
    actor: Person.nullable(),
    actor_kind: z.string(),
    in_the_name_of: Person.nullable(),
    source: z.enum(changeSources),
    action: z.string(),
    object_kind: z.string(),
    object_id: z.string().nullable(),
    object_name: z.string().nullable(),
    /** it is no longer there: its name is the one that it had */
    object_gone: z.boolean(),
    /** of an account: publisher, advertiser or admin */
    account_kind: z.string().nullable(),
    fields: z.array(ChangedField),
    ip: z.string().nullable().meta({ hide: 'ip' }),
    request_id: z.string().nullable(),
    undo: z.enum(undoStateNames),
    /** the entry that this one took back */
    undoes: z.string().nullable(),
    undone_by: z.string().nullable(),
    /** people, offers, roles and goals that the fields name, by id */
    named: z.record(z.string(), z.string()),
    /** of the amounts in its fields */
    currency: z.string(),
  })
  .meta({ id: 'Change' });
export type ChangeRow = z.output<typeof ChangeRow>;

/** who it was, where nobody of the workspace did it */
const actorLabels: Readonly<Record<string, string>> = {
  system: 'The system',
  operator: 'The operator',
  anonymous: 'Somebody not signed in',
};
/** "Offer edited", or "Undo: Offer edited" of an entry that took one back */
export const changeWords = ({ action, undoes }: Pick<ChangeRow, 'action' | 'undoes'>): string =>
  undoes === null ? actionWords(action) : `Undo: ${actionWords(action)}`;
const objectWords = ({ object_kind: kind, object_name: name, object_gone: gone }: ChangeRow): string => {
  if (name === null) return gone ? `Deleted: ${kindWords(kind)}` : kindWords(kind);
  return gone ? `${name} (deleted)` : name;
};

/** of these the value is the name of a file */
export const imageFields: readonly string[] = ['logo', 'logo_dark', 'favicon', 'thumbnail_id'];
/** as a table of plain text says it: no quotes and braces, and names for ids */
function cellText(field: string, value: unknown, named: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return '';
  if (imageFields.includes(field)) return 'An image';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => cellText(field, one, named)).join(', ');
  if (typeof value !== 'object') return named[String(value)] ?? String(value);
  const parts = Object.entries(value).map(([name, part]) => [fieldWords(name), cellText(name, part, named)] as const);
  return parts.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])).join(', ');
}
const wordsOf = (side: 'before' | 'after') => (row: ChangeRow) =>
  row.fields
    .map((one) => [fieldWords(one.field), cellText(one.field, one[side], row.named)] as const)
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join('; ');

export const changeLog = log({
  row: ChangeRow,
  filters: {
    ...searched,
    from: momentFilter,
    to: momentFilter,
    /** who did it, or in whose name it was done */
    person_id: idFilter,
    object_kind: wordFilter(40),
    object_id: wordFilter(60),
    action: wordFilter(60),
    source: oneOf(changeSources),
    field: wordFilter(60),
    /** actions and fields by their codes, comma-separated: whose words hold what is searched for; with `q`, what either finds */
    means: wordFilter(4_000),
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    actor: { kind: 'text', value: (row) => row.actor?.name ?? actorLabels[row.actor_kind] ?? null, file: 'Who' },
    in_the_name_of: { kind: 'text', value: (row) => row.in_the_name_of?.name ?? null, file: 'In the name of' },
    source: { kind: 'text', value: (row) => changeSourceLabels[row.source], file: 'Source' },
    action: { kind: 'text', value: changeWords, file: 'Action' },
    object_kind: { kind: 'text', value: (row) => kindWords(row.object_kind), file: 'Object kind' },
    object: { kind: 'text', value: objectWords, file: 'Object' },
    object_id: { kind: 'text', value: (row) => row.object_id, file: 'Object ID' },
    before: { kind: 'text', value: wordsOf('before'), file: 'Before' },
    after: { kind: 'text', value: wordsOf('after'), file: 'After' },
    ip: { kind: 'text', value: (row) => row.ip, file: 'IP' },
    request_id: { kind: 'text', value: (row) => row.request_id, file: 'Request' },
    undoes: { kind: 'text', value: (row) => row.undoes, file: 'Undoes' },
    id: { kind: 'text', value: (row) => row.id, file: 'Entry' },
    undo: { kind: 'text', value: (row) => row.undo },
  },
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'security' });
const byId = z.object({ id: z.string() });

export const changeLogRoutes = {
  changeLog: route({
    ...plain,
    method: 'GET',
    path: '/api/change-log',
    heavy: true,
    summary: 'What was changed, newest first, with whether it can be undone',
    access,
    query: changeLog.query,
    reply: changeLog.reply,
    errors: ['invalid_input'],
  }),
  exportChangeLog: route({
    ...fileOf(changeLog),
    path: '/api/change-log/export',
    summary: 'The filtered log of changes as a file',
    access,
  }),
  change: route({
    ...plain,
    method: 'GET',
    path: '/api/change-log/{id}',
    summary: 'One change, with how its fields stand now',
    access,
    params: byId,
    names: 'change',
    reply: ChangeRow.extend({
      /** how the fields stand now, where the change can be undone; null: the object is gone, or it cannot be told */
      now: z.array(z.object({ field: z.string(), value: Json.nullable(), changed_since: z.boolean() })).nullable(),
    }),
    errors: ['not_found'],
  }),
  undoChange: route({
    ...plain,
    method: 'POST',
    path: '/api/change-log/{id}/undo',
    summary: 'Puts back what stood there before; 409 where it was changed since',
    access,
    params: byId,
    names: 'change',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict', 'forbidden', 'password_needed'],
    rates: ['admin-writes'],
  }),
};
