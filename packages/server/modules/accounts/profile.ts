// One's own profile, e-mail address, sessions and (advertisers) company details.
import type { InputOf, ProfileBody, profileRoutes, ReplyOf } from '@tributary/contract';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { addressLines, queueMail } from '../mail/index.ts';
import { confirmPassword } from './confirm-password.ts';
import { ADDRESS_TAKEN } from './create-account.ts';
import { sessionsOf } from './details.repo.ts';
import type { AccountsParts } from './parts.ts';
import { spendPasswordLinks } from './password-links.repo.ts';
import { changePerson, isTakenAddress } from './people.repo.ts';
import { companyOf, profileOf, saveCompany } from './profile.repo.ts';
import { endSession, endSessionsOf } from './sessions.repo.ts';

export const profileHandlers = (parts: AccountsParts): Handlers<typeof profileRoutes> => ({
  profile: inTransaction((_input, call, tx) => profileOf(tx, call.principal.userId)),
  saveProfile: inTransaction(({ body }, call, tx) => saveProfile(tx, call, body)),
  changeEmail: (input, call) => changeEmail(input, call, parts),
  sessions: inTransaction(async (_input, call, tx) => {
    const rows = await sessionsOf(tx, call.principal.userId, call.clock.now());
    return { rows: rows.map((row) => ({ ...row, current: row.id === call.principal.sessionId })), total: rows.length };
  }),
  endOwnSession: inTransaction(async ({ params }, call, tx) => {
    const open = await sessionsOf(tx, call.principal.userId, call.clock.now());
    if (!isId(params.id) || !open.some((row) => row.id === params.id)) throw new Fault('not_found');
    await endSession(tx, params.id, call.clock.now());
    await recordAudit(tx, call, { action: 'session.ended', objectKind: 'session', objectId: params.id });
    return { id: params.id };
  }),
  endOtherSessions: inTransaction(async (_input, call, tx) => {
    const ended = await endSessionsOf(tx, call.principal.userId, call.clock.now(), call.principal.sessionId);
    await recordAudit(tx, call, {
      action: 'session.others-ended',
      objectKind: 'user',
      objectId: call.principal.userId,
      after: { ended },
    });
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
  const before = await profileOf(tx, call.principal.userId);
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

type ChangeEmail = typeof profileRoutes.changeEmail;

async function changeEmail(
  { body }: InputOf<ChangeEmail>,
  call: SignedInCall,
  parts: AccountsParts,
): Promise<ReplyOf<ChangeEmail>> {
  const account = await confirmPassword(body.password, call, parts, 'The password is not right.');
  try {
    await call.transaction(async (tx) => {
      await changePerson(tx, account.id, { email: body.email });
      await spendPasswordLinks(tx, account.id, call.clock.now());
      await recordAudit(tx, call, {
        action: 'email.changed',
        objectKind: 'user',
        objectId: account.id,
        before: { email: account.email },
        after: { email: body.email },
      });
      const lines = addressLines(account.email, body.email);
      const values = { brand: call.tenant.displayName, firstName: account.first_name, lines };
      for (const to of [account.email, body.email]) {
        await queueMail(tx, { tenantId: call.tenant.id, to, name: 'email-changed', values, at: call.clock.now() });
      }
    });
  } catch (error) {
    if (isTakenAddress(error)) throw new Fault('conflict', ADDRESS_TAKEN);
    throw error;
  }
  return { email: body.email };
}
