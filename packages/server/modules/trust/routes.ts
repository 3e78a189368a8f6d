import { type AccessEvent, type AccessResult, accessEvents } from '@tributary/contract/logs/access-events';
import { type AccessRow, accessLog, type accessLogRoutes } from '@tributary/contract/logs/access-log';
import { changeLog, type changeLogRoutes } from '@tributary/contract/logs/change-log';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { exportList } from '../audit/index.ts';
import { accesses, accessesOf, type StoredAccess } from './accesses.repo.ts';
import { changeRows, findChange } from './changes.repo.ts';
import { changeOf, showChanges } from './changes.ts';
import { keptFrom, withoutHidden } from './hidden-fields.ts';
import { peopleLike } from './names.repo.ts';
import { nowOf, readerOf, type UndoDeps, undoChange } from './undo.ts';
import { inverses } from './undo-state.ts';

const OWN_SHOWN = 20;
const PEOPLE_SHOWN = 50;

async function oneChange(tx: Tx, call: SignedInCall, id: string) {
  const row = await findChange(tx, id, readerOf(call));
  if (!row) throw new Fault('not_found');
  const [shown] = await showChanges(tx, [row], call);
  if (!shown) throw new Fault('not_found');
  const change = changeOf(row);
  const inverse = inverses[row.action];
  const now = inverse && shown.undo === 'possible' ? await nowOf(tx, call, change, inverse).catch(goneToNull) : null;
  const kept = keptFrom(call.principal, shown.account_kind);
  const seen = withoutHidden(Object.fromEntries(now?.map(({ field, value }) => [field, value]) ?? []), kept);
  return {
    ...shown,
    now: now?.map(({ field, changed_since }) => ({ field, value: seen?.[field] ?? null, changed_since })) ?? null,
  };
}

const goneToNull = (error: unknown): null => {
  if (error instanceof Fault && error.code === 'not_found') return null;
  throw error;
};

const person = (id: string | null, first: string | null, last: string | null, email: string | null) =>
  id !== null && first !== null ? { id, name: `${first} ${last ?? ''}`.trim(), email: email ?? '' } : null;

/** an event that a later release has made is none of this one's */
const eventOf = (event: string): AccessEvent => accessEvents.find((one) => one === event) ?? 'login';

const common = (row: StoredAccess) => ({
  id: row.id,
  at: unixSeconds(row.at),
  event: eventOf(row.event),
  // the check constraint keeps it within its list
  result: row.result as AccessResult,
  ip: row.ip,
  country: row.country,
  user_agent: row.user_agent,
  detail: row.detail,
});

const toAccess = (row: StoredAccess): AccessRow => ({
  ...common(row),
  user: person(row.user_id, row.user_first, row.user_last, row.user_email),
  actor: person(row.actor_id, row.actor_first, row.actor_last, row.actor_email),
  email: row.email,
  role: row.role,
  session_id: row.session_id,
});

export const trustHandlers = (deps: UndoDeps): Handlers<typeof changeLogRoutes & typeof accessLogRoutes> => ({
  changeLog: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await changeRows.page(tx, query, { ...readerOf(call), searched: query });
    return { rows: await showChanges(tx, rows, call), next };
  }),
  exportChangeLog: async ({ query }, call) =>
    exportList(
      call,
      { action: 'changes.exported', objectKind: 'change', filter: query },
      changeLog,
      changeRows.all(call.transaction, query, { ...readerOf(call), searched: query }, (tx, rows) =>
        showChanges(tx, rows, call),
      ),
    ),
  change: inTransaction(({ params }, call, tx) => oneChange(tx, call, params.id)),
  undoChange: ({ params }, call) => undoChange(call, params.id, deps),
  accessLog: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await accesses.page(tx, query);
    return { rows: rows.map(toAccess), next };
  }),
  exportAccessLog: async ({ query }, call) =>
    exportList(
      call,
      { action: 'accesses.exported', objectKind: 'access', filter: query },
      accessLog,
      accesses.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toAccess)),
    ),
  logPeople: inTransaction(async ({ query }, _call, tx) => ({
    rows: (await peopleLike(tx, query.q ?? '', PEOPLE_SHOWN)).map(({ id, first_name, last_name, email }) => ({
      id,
      name: `${first_name} ${last_name}`,
      email,
    })),
  })),
  ownAccesses: inTransaction(async (_input, call, tx) => {
    const rows = await accessesOf(tx, call.principal.userId, OWN_SHOWN);
    const who = (row: StoredAccess) => person(row.actor_id, row.actor_first, row.actor_last, null)?.name ?? null;
    return { rows: rows.map((row) => ({ ...common(row), actor_name: who(row) })), total: rows.length };
  }),
});
