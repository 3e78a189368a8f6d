// Entries of the trail as people read them: with names, field by field, and whether each can be taken back.
import type { ChangeSource } from '@tributary/contract/logs/access-events';
import type { ChangeRow } from '@tributary/contract/logs/change-log';
import { TrailValues } from '@tributary/contract/trail';
import type { SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Change } from '../audit/index.ts';
import type { StoredChange } from './changes.repo.ts';
import { isUnnamed, keptFrom, withoutHidden } from './hidden-fields.ts';
import { accountsNamed, type Named, offersNamed } from './names.repo.ts';
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

/** the objects of these rows, by kind and id */
export async function objectsOf(tx: Tx, rows: readonly StoredChange[]): Promise<(row: StoredChange) => Named | null> {
  const idsOf = (kind: string) =>
    rows.flatMap((row) => (row.object_kind === kind && row.object_id !== null ? [row.object_id] : []));
  const [people, offers] = [await accountsNamed(tx, idsOf('user')), await offersNamed(tx, idsOf('offer'))];
  return ({ object_kind: kind, object_id: id }) =>
    id === null ? null : ((kind === 'user' ? people.get(id) : kind === 'offer' ? offers.get(id) : null) ?? null);
}

const personOf = (id: string | null, first: string | null, last: string | null) =>
  id !== null && first !== null ? { id, name: `${first} ${last ?? ''}`.trim() } : null;

export function toChangeRow(row: StoredChange, object: Named | null, call: SignedInCall): ChangeRow {
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
    account_kind: accountKind,
    fields: fieldNames(change).map((field) => ({
      field,
      before: before?.[field] ?? null,
      after: after?.[field] ?? null,
    })),
    ip: row.ip,
    request_id: row.request_id,
    undo: undoStateOf(change, { undoneBy: row.undone_by, accountKind }, call),
    undoes: row.undoes,
    undone_by: row.undone_by,
  };
}

export async function showChanges(tx: Tx, rows: readonly StoredChange[], call: SignedInCall): Promise<ChangeRow[]> {
  const objectOf = await objectsOf(tx, rows);
  return rows.map((row) => toChangeRow(row, objectOf(row), call));
}
