import type { AccountKind, AccountRecord, AccountRoutes, accountRoutes } from '@tributary/contract';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { csvLine } from '../../platform/csv.ts';
import { newId } from '../../platform/ids.ts';
import { activityOf, recordAudit } from '../audit/index.ts';
import { suspendKeys } from './api-keys.ts';
import { approve, reject, remove, requirePerson, restorableSince, restore } from './change-standing.ts';
import { createAccount } from './create-account.ts';
import { addNote, notesOn, registrationOf, sessionsOf } from './details.repo.ts';
import { editAccount } from './edit-account.ts';
import { endAccess } from './end-access.ts';
import { loginAs } from './login-as.ts';
import type { AccountsParts } from './parts.ts';
import { type AccountFilter, accountsAfter, changePerson, listAccounts, pageOfAccounts } from './people.repo.ts';

const ACTIVITY_SHOWN = 50;
const EXPORT_PAGE = 1_000;

const handlersFor = (kind: AccountKind, parts: AccountsParts): Handlers<AccountRoutes> => ({
  list: inTransaction(async ({ query }, call, tx) =>
    Object.values(query).some((value) => value !== undefined)
      ? pageOfAccounts(tx, kind, query, restorableSince(call))
      : listAccounts(tx, kind, query, restorableSince(call)),
  ),
  export: async ({ query }, call) => exportLines(kind, query, call),
  details: inTransaction(async ({ params }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id);
    return {
      ...person,
      registration: await registrationOf(tx, person.id),
      notes: await notesOn(tx, person.id),
      activity: await activityOf(tx, person.id, ACTIVITY_SHOWN),
      sessions: await sessionsOf(tx, person.id, call.clock.now()),
    };
  }),
  approve: inTransaction(({ params }, call, tx) => approve(tx, call, kind, params.id)),
  reject: inTransaction(({ params }, call, tx) => reject(tx, call, kind, params.id)),
  remove: inTransaction(({ params }, call, tx) => remove(tx, call, kind, params.id)),
  restore: inTransaction(({ params }, call, tx) => restore(tx, call, kind, params.id)),
  create: (input, call) => createAccount(input, call, kind, parts),
  edit: (input, call) => editAccount(input, call, kind),
  loginAs: inTransaction(({ params }, call, tx) => loginAs(tx, call, kind, params.id)),
  addNote: inTransaction(async ({ params, body }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id);
    const at = call.clock.now();
    const id = newId(at.getTime());
    await addNote(tx, {
      tenantId: call.tenant.id,
      id,
      userId: person.id,
      authorId: call.principal.userId,
      text: body.text,
      at,
    });
    await recordAudit(tx, call, { action: 'account.note-added', objectKind: 'user', objectId: person.id });
    return { id };
  }),
  setTags: inTransaction(async ({ params, body }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id, { lock: true });
    const tags = [...new Set(body.tags)];
    await changePerson(tx, person.id, { tags });
    await recordAudit(tx, call, {
      action: 'account.tagged',
      objectKind: 'user',
      objectId: person.id,
      before: { tags: person.tags },
      after: { tags },
    });
    return { tags };
  }),
  endSessions: inTransaction(async ({ params }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id);
    const ended = await endAccess(tx, person.id, call.clock.now());
    await suspendKeys(tx, call, person.id, 'signed-out');
    await recordAudit(tx, call, {
      action: 'account.signed-out',
      objectKind: 'user',
      objectId: person.id,
      after: { ended },
    });
    return { ended };
  }),
});

const exportColumns: [title: string, read: (row: AccountRecord) => string | number | null][] = [
  ['User ID', (row) => row.user_sequence_id],
  ['First name', (row) => row.first_name],
  ['Last name', (row) => row.last_name],
  ['Email', (row) => row.email],
  ['Company', (row) => row.company],
  ['Status', (row) => row.status],
  ['Created (UTC)', (row) => isoTime(row.created_at)],
  ['Last login (UTC)', (row) => isoTime(row.last_login)],
  ['Reference ID', (row) => row.reference_id],
  ['Tax ID', (row) => row.tax_id],
  ['Referred by', (row) => row.referred_by],
  ['Managers', (row) => row.managers],
  ['Tags', (row) => row.tags.join('; ')],
];
const isoTime = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString();

async function* exportLines(kind: AccountKind, filter: AccountFilter, call: SignedInCall): AsyncGenerator<string> {
  await call.transaction((tx) =>
    recordAudit(tx, call, { action: 'account.exported', objectKind: kind, objectId: null, after: { ...filter } }),
  );
  yield csvLine(exportColumns.map(([title]) => title));
  for (let after = 0; ; ) {
    const rows = await call.transaction((tx) =>
      accountsAfter(tx, kind, filter, restorableSince(call), after, EXPORT_PAGE),
    );
    yield rows.map((row) => csvLine(exportColumns.map(([, read]) => read(row)))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    after = last.user_sequence_id;
  }
}

const prefixed = <Hs extends object, P extends string>(prefix: P, handlers: Hs) =>
  Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [`${prefix}.${name}`, handler])) as {
    [K in keyof Hs & string as `${P}.${K}`]: Hs[K];
  };

/** the two kinds' declarations differ in paths alone, so one set of handlers serves both */
export const accountHandlers = (parts: AccountsParts): Handlers<typeof accountRoutes> => ({
  ...prefixed('publishers', handlersFor('publisher', parts)),
  ...prefixed('advertisers', handlersFor('advertiser', parts)),
});
