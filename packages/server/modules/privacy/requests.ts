// A person's data: asked for by an owner with his password, gathered by a job, confirmed with the counts in front of him.

import type { InputOf } from '@tributary/contract/route';
import type { PersonRequest, personRequestRoutes } from '@tributary/contract/settings/person-requests';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { oneAtATime } from '../../platform/db/one-at-a-time.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAccess } from '../access-log/index.ts';
import { recordAudit } from '../audit/index.ts';
import { fileOf, readWhole } from '../reports/index.ts';
import { requireAccount, requireErasable } from './account-data.ts';
import { addRequest, findRequest, listRequests, openRequests, setRequest } from './requests.repo.ts';
import { personAskedFor } from './topics.ts';

const MAX_OPEN = 3;

async function require(tx: Tx, call: SignedInCall, id: string): Promise<PersonRequest> {
  const found = isId(id) ? await findRequest(tx, id, call.clock.now()) : null;
  if (!found) throw new Fault('not_found');
  return found;
}

async function ask(
  tx: Tx,
  call: SignedInCall,
  body: InputOf<typeof personRequestRoutes.askForPerson>['body'],
): Promise<PersonRequest> {
  const person = body.subject === 'account' ? await requireAccount(tx, { email: body.email }) : null;
  if (person && body.kind === 'erasure') await requireErasable(tx, person);
  await oneAtATime(tx, 'person-requests', call.tenant.id);
  if ((await openRequests(tx)) >= MAX_OPEN) {
    throw new Fault('busy', `${MAX_OPEN} requests are still being worked on. Please wait for one to finish.`);
  }
  const at = call.clock.now();
  const id = newId(at.getTime());
  const { kind, subject } = body;
  const sought = body.subject === 'account' ? null : body.value;
  const askedBy = call.principal.userId;
  await addRequest(tx, call.tenant.id, { id, kind, subject, userId: person?.id ?? null, sought, askedBy, at });
  await recordAudit(tx, call, {
    action: `person.${kind}-asked`,
    objectKind: 'person',
    objectId: person?.id ?? null,
    after: { subject, ...(person ? { account: person.number } : {}) },
  });
  await emit(tx, call.tenant.id, personAskedFor, { request_id: id });
  return require(tx, call, id);
}

const requireFound = (request: PersonRequest): void => {
  if (request.state !== 'found') throw new Fault('conflict', 'This does not wait to be confirmed any more.');
};

export const personRequestHandlers = ({
  exportFolder,
}: {
  exportFolder: string;
}): Handlers<typeof personRequestRoutes> => ({
  personRequests: inTransaction(async (_input, call, tx) => {
    const rows = await listRequests(tx, call.clock.now());
    return { rows, total: rows.length };
  }),
  askForPerson: inTransaction(({ body }, call, tx) => ask(tx, call, body)),
  confirmErasure: inTransaction(async ({ params }, call, tx) => {
    requireFound(await require(tx, call, params.id));
    await setRequest(tx, params.id, { state: 'waiting', progress: 0, confirmed_at: call.clock.now() });
    await recordAudit(tx, call, { action: 'person.erasure-confirmed', objectKind: 'person', objectId: null });
    await emit(tx, call.tenant.id, personAskedFor, { request_id: params.id });
    return require(tx, call, params.id);
  }),
  withdrawErasure: inTransaction(async ({ params }, call, tx) => {
    requireFound(await require(tx, call, params.id));
    await setRequest(tx, params.id, { state: 'withdrawn', sought: null, finished_at: call.clock.now() });
    return require(tx, call, params.id);
  }),
  personFile: async ({ params }, call) => {
    await call.transaction(async (tx) => {
      if ((await require(tx, call, params.id)).state !== 'ready') throw new Fault('not_found');
      await recordAccess(tx, call, { event: 'export', detail: 'person.exported json' });
    });
    const file = fileOf(exportFolder, call.tenant.id, params.id, 'json');
    return readWhole(file, { name: `person-${params.id.slice(-12)}.json`, type: 'application/json; charset=utf-8' });
  },
});
