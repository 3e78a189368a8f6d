// One's own profile, e-mail address, sessions and (advertisers) company details.
import type { ProfileBody, profileRoutes, ReplyOf } from '@tributary/contract';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { suspendKeys } from '../keys/api-keys.ts';
import { endAccess } from '../signing-in/end-access.ts';
import { endSession } from '../signing-in/sessions.repo.ts';
import { askForAddress } from './addresses.ts';
import { sessionsOf } from './details.repo.ts';
import { changePerson } from './people.repo.ts';
import { companyOf, profileOf, saveCompany } from './profile.repo.ts';

export const profileHandlers = (deps: AccountsDeps): Handlers<Omit<typeof profileRoutes, 'confirmEmail'>> => ({
  profile: inTransaction((_input, call, tx) => profileOf(tx, call.principal.userId, call.clock.now())),
  saveProfile: inTransaction(({ body }, call, tx) => saveProfile(tx, call, body)),
  changeEmail: (input, call) => askForAddress(input, call, deps),
  sessions: inTransaction(async (_input, call, tx) => {
    const rows = await sessionsOf(tx, call.principal.userId, call.clock.now());
    return { rows: rows.map((row) => ({ ...row, current: row.id === call.principal.sessionId })), total: rows.length };
  }),
  endOwnSession: inTransaction(async ({ params }, call, tx) => {
    const open = await sessionsOf(tx, call.principal.userId, call.clock.now());
    if (!isId(params.id) || !open.some((row) => row.id === params.id)) throw new Fault('not_found');
    await endSession(tx, params.id, call.clock.now());
    await recordAudit(tx, call, { action: 'session.ended', objectKind: 'session', objectId: params.id });
    await recordAccess(tx, call, { event: 'session_ended', sessionId: params.id, detail: 'revoked' });
    return { id: params.id };
  }),
  endOtherSessions: inTransaction(async (_input, call, tx) => {
    const ended = await endAccess(tx, call.principal.userId, call.clock.now(), call.principal.sessionId);
    await suspendKeys(tx, call, call.principal.userId, 'signed-out');
    await recordAudit(tx, call, {
      action: 'session.others-ended',
      objectKind: 'user',
      objectId: call.principal.userId,
      after: { ended },
    });
    await recordAccess(tx, call, { event: 'session_ended', detail: 'others_revoked' });
    return { ended };
  }),
  company: inTransaction((_input, call, tx) => companyOf(tx, call.principal.userId)),
  saveCompany: inTransaction(async ({ body }, call, tx) => {
    const before = await companyOf(tx, call.principal.userId);
    await saveCompany(tx, call.tenant.id, call.principal.userId, body, call.clock.now());
    await recordAudit(tx, call, {
      action: 'company.changed',
      objectKind: 'user',
      objectId: call.principal.userId,
      before,
      after: body,
    });
    return body;
  }),
});

async function saveProfile(
  tx: Tx,
  call: SignedInCall,
  body: z.output<typeof ProfileBody>,
): Promise<ReplyOf<typeof profileRoutes.saveProfile>> {
  const before = await profileOf(tx, call.principal.userId, call.clock.now());
  await changePerson(tx, call.principal.userId, body);
  await recordAudit(tx, call, {
    action: 'profile.changed',
    objectKind: 'user',
    objectId: call.principal.userId,
    before,
    after: body,
  });
  return { ...before, ...body };
}
