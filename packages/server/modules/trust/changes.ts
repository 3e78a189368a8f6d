// Entries of the trail as people read them: with names, field by field, and whether each can be taken back.
import { isDeepStrictEqual } from 'node:util';
import type { ChangeSource } from '@tributary/contract/logs/access-events';
import type { ChangeRow } from '@tributary/contract/logs/change-log';
import { settingsSections } from '@tributary/contract/settings';
import { TrailValues } from '@tributary/contract/trail';
import type { SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { languageOfAccount } from '../accounts/index.ts';
import type { Change } from '../audit/index.ts';
import { templateTitle } from '../mail/index.ts';
import type { StoredChange } from './changes.repo.ts';
import { isUnnamed, type Kept, keptFrom, withoutHidden } from './hidden-fields.ts';
import { accountsNamed, goalsNamed, lookups, type Named, offersNamed, rolesNamed } from './names.repo.ts';
import { undoStateOf } from './undo-state.ts';

const Values = TrailValues.nullable();

export const changeOf = (row: StoredChange): Change => ({
  id: row.id,
  action: row.action,
  objectKind: row.object_kind,
  objectId: row.object_id ?? '',
  before: Values.parse(row.before),
  after: Values.parse(row.after),
});

export const fieldNames = ({ before, after }: Pick<Change, 'before' | 'after'>): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
];

/** without what stayed as it was: some entries keep the whole of what they changed a part of */
const changedNames = ({ before, after }: Change): string[] =>
  fieldNames({ before, after }).filter(
    (field) =>
      !(before && after && field in before && field in after && isDeepStrictEqual(before[field], after[field])),
  );

/** those that are deleted for good: whose id finds nothing is no more */
const vanishing: readonly string[] = ['role', 'domain', 'saved-report'];
const NAMES = ['name', 'title', 'host', 'url'] as const;
const nameIn = (values: TrailValues | null): string | null => {
  const name = NAMES.map((field) => values?.[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : null;
};
const isSection = (id: string): id is keyof typeof settingsSections => Object.hasOwn(settingsSections, id);

/** of things that have no row to be named by: what their id says, or the entry itself */
function toldBy({ object_kind: kind, object_id: id }: StoredChange, { before, after }: Change): string | null {
  if (kind === 'settings' && id !== null) return isSection(id) ? settingsSections[id].label : null;
  if (kind === 'link' || kind === 'exchange-rate') return id;
  if (kind === 'lot' || kind === 'late-lot') return typeof after?.day === 'string' ? after.day : null;
  // of an account nothing is told but what its row says
  return kind === 'user' ? null : (nameIn(after) ?? nameIn(before));
}

export type ObjectOf = (row: StoredChange) => Named | null;

/** the objects of these rows, by kind and id */
export async function objectsOf(tx: Tx, rows: readonly StoredChange[], call: SignedInCall): Promise<ObjectOf> {
  const idsOf = (kind: string) =>
    rows.flatMap((row) => (row.object_kind === kind && row.object_id !== null ? [row.object_id] : []));
  const found = new Map<string, Map<string, Named>>();
  for (const [kind, find] of Object.entries(lookups)) {
    const ids = idsOf(kind);
    if (ids.length > 0) found.set(kind, await find(tx, ids));
  }
  const templates = idsOf('mail-template');
  const language = templates.length > 0 ? await languageOfAccount(tx, call.principal.userId) : 'en';
  const scope = call.principal.team?.scope;
  const seesAll = !scope || (scope.publishers === 'all' && scope.advertisers === 'all');
  return (row) => {
    const { object_kind: kind, object_id: id } = row;
    const known = id === null ? undefined : found.get(kind)?.get(id);
    if (known) return known;
    const name =
      kind === 'mail-template' && id !== null
        ? templateTitle(id, call.tenant.displayName, language)
        : toldBy(row, changeOf(row));
    const isGone = seesAll && id !== null && vanishing.includes(kind);
    return name === null && !isGone ? null : { name, accountKind: null, currency: null, isGone };
  };
}

/** the texts that stand anywhere in the values; ids are among them */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type NamesOf = (change: Change, kept: Kept) => Record<string, string>;
/** what the fields of these entries name by ids */
async function namesIn(tx: Tx, changes: readonly Change[]): Promise<NamesOf> {
  const ids = changes.flatMap(({ before, after }) => [...textsIn(before), ...textsIn(after)]);
  const people = await accountsNamed(tx, ids);
  const others = new Map([
    ...(await goalsNamed(tx, ids)),
    ...[...(await offersNamed(tx, ids)), ...(await rolesNamed(tx, ids))].map(([id, { name }]) => [id, name] as const),
  ]);
  return ({ before, after }, kept) =>
    Object.fromEntries(
      [...textsIn(before), ...textsIn(after)].flatMap((id): [string, string][] => {
        const person = people.get(id);
        const name = person ? (isUnnamed(kept, person.accountKind) ? null : person.name) : others.get(id);
        return name ? [[id, name]] : [];
      }),
    );
}

const personOf = (id: string | null, first: string | null, last: string | null) =>
  id !== null && first !== null ? { id, name: `${first} ${last ?? ''}`.trim() } : null;

function toChangeRow(row: StoredChange, object: Named | null, namesOf: NamesOf, call: SignedInCall): ChangeRow {
  const change = changeOf(row);
  const accountKind = object?.accountKind ?? null;
  const kept = keptFrom(call.principal, accountKind);
  const [before, after] = [withoutHidden(change.before, kept), withoutHidden(change.after, kept)];
  return {
    id: row.id,
    at: unixSeconds(row.at),
    actor: isUnnamed(kept, row.actor_type) ? null : personOf(row.actor_id, row.actor_first, row.actor_last),
    actor_kind: row.actor_kind,
    in_the_name_of: isUnnamed(kept, row.named_type) ? null : personOf(row.act_as_id, row.named_first, row.named_last),
    // the check constraint keeps it within its list
    source: row.source as ChangeSource,
    action: row.action,
    object_kind: row.object_kind,
    object_id: row.object_id,
    object_name: isUnnamed(kept, accountKind) ? null : (object?.name ?? null),
    object_gone: object?.isGone ?? false,
    account_kind: accountKind,
    fields: changedNames(change).map((field) => ({
      field,
      before: before?.[field] ?? null,
      after: after?.[field] ?? null,
    })),
    ip: row.ip,
    request_id: row.request_id,
    undo: undoStateOf(change, { undoneBy: row.undone_by, accountKind, isErased: row.erased_at !== null }, call),
    undoes: row.undoes,
    undone_by: row.undone_by,
    named: namesOf(change, kept),
    currency: object?.currency ?? '',
  };
}

export async function showChanges(tx: Tx, rows: readonly StoredChange[], call: SignedInCall): Promise<ChangeRow[]> {
  const objectOf = await objectsOf(tx, rows, call);
  const namesOf = await namesIn(tx, rows.map(changeOf));
  return rows.map((row) => toChangeRow(row, objectOf(row), namesOf, call));
}
