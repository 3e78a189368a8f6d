// Taking a change back: what it changed must stand as it left it, else somebody's later work would be lost; then what was there before
// is put back by the verb that people use, in this reader's name. The undoing is an entry of its own, and can be undone.
import { isDeepStrictEqual } from 'node:util';
import { undoStates } from '@tributary/contract/logs/undo-states';
import { z } from 'zod';
import { requireRecentPassword, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import type { AuditedCall, Change, Inverse, UndoingCall } from '../audit/index.ts';
import { findChange, undoingOf } from './changes.repo.ts';
import { changeOf, fieldNames, objectsOf } from './changes.ts';
import { inverses, undoStateOf } from './undo-state.ts';

export const readerOf = ({ principal }: SignedInCall) => {
  const scope = principal.team?.scope;
  const seesAll = !scope || (scope.publishers === 'all' && scope.advertisers === 'all');
  return { own: seesAll ? null : principal.userId };
};

/** a rule or cap that was made anew with the same words is the same */
const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, part: unknown) => (key === 'id' || key === 'number' ? undefined : part)),
  );

/** field by field, how it stands now; null: the object is gone, or was not there */
export async function nowOf(tx: Tx, call: SignedInCall, change: Change, inverse: Inverse) {
  const now = await inverse.now(tx, change, call);
  if (!now) return null;
  return fieldNames(change)
    .filter((field) => field in now)
    .map((field) => ({
      field,
      value: now[field] ?? null,
      changed_since: !isDeepStrictEqual(bare(now[field]), bare(change.after?.[field])),
    }));
}

async function requireUntouched(tx: Tx, call: SignedInCall, change: Change, inverse: Inverse): Promise<void> {
  const now = await nowOf(tx, call, change, inverse);
  const exists = now !== null;
  if (exists !== (change.after !== null)) {
    throw new Fault('conflict', exists ? 'It has been made again since.' : 'What this changed is no longer there.');
  }
  const since = now?.filter(({ changed_since }) => changed_since).map(({ field }) => field) ?? [];
  if (since.length > 0) {
    throw new Fault('conflict', `This has been changed since: ${since.join(', ')}. Please look at how it stands now.`);
  }
}

export interface UndoDeps {
  /** as the settings' own route saves a section */
  saveSection(tx: Tx, call: AuditedCall, section: string, saved: { version: number; value: unknown }): Promise<unknown>;
}

export const undoChange = (call: SignedInCall, id: string, { saveSection }: UndoDeps): Promise<{ id: string }> =>
  call.transaction(async (tx) => {
    const row = await findChange(tx, id, readerOf(call));
    if (!row) throw new Fault('not_found');
    const change = changeOf(row);
    const object = (await objectsOf(tx, [row], call))(row);
    const state = undoStateOf(
      change,
      {
        undoneBy: row.undone_by,
        accountKind: object?.accountKind ?? null,
        isErased: row.erased_at !== null,
      },
      call,
    );
    const inverse = inverses[change.action];
    if (state === 'no_right') throw new Fault('forbidden', undoStates.no_right);
    if (state !== 'possible' || !inverse) throw new Fault('conflict', undoStates[state]);
    const { access } = inverse.route(object?.accountKind ?? null);
    if (access.who === 'session' && access.recentPassword) requireRecentPassword(call.principal, call.clock.now());
    await requireUntouched(tx, call, change, inverse);
    const inside = { ...call, undoes: change.id, transaction: <R>(run: (same: Tx) => Promise<R>) => run(tx) };
    const undoing: UndoingCall = { ...inside, saveSection: (same, ...what) => saveSection(same, inside, ...what) };
    try {
      await inverse.back(tx, undoing, change);
    } catch (error) {
      // what was kept is no longer what this release takes
      if (error instanceof z.ZodError) throw new Fault('conflict', undoStates.older);
      throw error;
    }
    const entry = await undoingOf(tx, change.id);
    if (!entry) throw new Fault('conflict', 'It stands as it stood before already.');
    return { id: entry };
  });
