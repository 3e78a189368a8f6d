import { type AccountKind, type AccountRoutes, accountFile, type accountRoutes } from '@tributary/contract';
import { type Handlers, inTransaction } from '../../../http/call.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { ruledPerson } from '../factors/factors.repo.ts';
import { resetFactors } from '../factors/two-factor.ts';
import { suspendKeys } from '../keys/api-keys.ts';
import { languageOfAccount } from '../repo.ts';
import { endAccess } from '../signing-in/end-access.ts';
import { loginAs } from '../signing-in/login-as.ts';
import { inChargeOf, mayAssign } from '../team/in-charge.ts';
import { approve, reject, remove, requirePerson, restorableSince, restore } from './change-standing.ts';
import { createAccount } from './create-account.ts';
import { addNote, answersInWords, notesOn, registrationOf, sessionsOf, signupAnswersOf } from './details.repo.ts';
import { editAccount, setTags } from './edit-account.ts';
import { accounts, toRecord } from './people.repo.ts';
import { activityOf } from './trail.repo.ts';

const ACTIVITY_SHOWN = 50;

const handlersFor = (kind: AccountKind, deps: AccountsDeps): Handlers<AccountRoutes> => ({
  list: inTransaction(async ({ query }, call, tx) => {
    const whose = { kind, restorableSince: restorableSince(call) };
    const isBare = Object.values(query).every((value) => value === undefined);
    if (isBare) return (await accounts.whole(tx, query, whose)).map(toRecord);
    const { rows, total } = await accounts.page(tx, query, whose);
    return { rows: rows.map(toRecord), total };
  }),
  export: async ({ query }, call) =>
    exportList(
      call,
      { action: 'account.exported', objectKind: kind, filter: query },
      { ...accountFile, of: kind },
      accounts.all(call.transaction, query, { kind, restorableSince: restorableSince(call) }, async (tx, rows) => {
        const answers = await answersInWords(
          tx,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ ...toRecord(row), signup_answers: answers.get(row.id) ?? null }));
      }),
    ),
  details: inTransaction(async ({ params }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id);
    return {
      ...person,
      registration: await registrationOf(tx, person.id),
      signup: await signupAnswersOf(tx, person.id),
      two_factor: (await ruledPerson(tx, person.id)).has_factor,
      in_charge: await inChargeOf(tx, call, person.id),
      may_assign: mayAssign(call.principal),
      notes: await notesOn(tx, person.id),
      activity: await activityOf(tx, person.id, ACTIVITY_SHOWN),
      sessions: await sessionsOf(tx, person.id, call.clock.now()),
    };
  }),
  approve: inTransaction(({ params }, call, tx) => approve(tx, call, kind, params.id)),
  reject: inTransaction(({ params }, call, tx) => reject(tx, call, kind, params.id)),
  remove: inTransaction(({ params }, call, tx) => remove(tx, call, kind, params.id)),
  restore: inTransaction(({ params }, call, tx) => restore(tx, call, kind, params.id)),
  create: (input, call) => createAccount(input, call, kind, deps),
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
  setTags: inTransaction(({ params, body }, call, tx) => setTags(tx, call, kind, params.id, body.tags)),
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
    const user = { id: person.id, role: kind };
    await recordAccess(tx, call, { event: 'session_ended', user, detail: 'all_revoked' });
    return { ended };
  }),
  resetTwoFactor: inTransaction(async ({ params }, call, tx) => {
    const person = await requirePerson(tx, kind, params.id);
    const language = await languageOfAccount(tx, person.id);
    return resetFactors(tx, call, { ...person, type: kind, role_name: null, language });
  }),
});

const prefixed = <Hs extends object, P extends string>(prefix: P, handlers: Hs) =>
  Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [`${prefix}.${name}`, handler])) as {
    [K in keyof Hs & string as `${P}.${K}`]: Hs[K];
  };

/** the two kinds' declarations differ in paths alone, so one set of handlers serves both */
export const accountHandlers = (deps: AccountsDeps): Handlers<typeof accountRoutes> => ({
  ...prefixed('publishers', handlersFor('publisher', deps)),
  ...prefixed('advertisers', handlersFor('advertiser', deps)),
});
