import { seesAll, type sessionRoutes } from '@tributary/contract';
import { type Handlers, hiddenFrom, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Fault } from '../../platform/fault.ts';
import { recordAccess } from '../access-log/index.ts';
import { recordAudit } from '../audit/index.ts';
import { termsOfTenant, zoneAt } from '../tenancy/index.ts';
import type { AccountsDeps } from './deps.ts';
import { changePassword } from './passwords/change-password.ts';
import { forgotPassword, resetPassword } from './passwords/forgotten-password.ts';
import { findAccount } from './repo.ts';
import { confirmPassword } from './signing-in/confirm-password.ts';
import { login, signedInUser } from './signing-in/login.ts';
import { endSession, sessionExpiry, touchPasswordEntered } from './signing-in/sessions.repo.ts';

export const sessionHandlers = (deps: AccountsDeps): Handlers<typeof sessionRoutes> => ({
  login: (input, call) => login(input, call, deps),
  logout: inTransaction(async (_input, call, tx) => {
    await endSession(tx, call.principal.sessionId, call.clock.now());
    await recordAudit(tx, call, { action: 'session.ended', objectKind: 'session', objectId: call.principal.sessionId });
    await recordAccess(tx, call, { event: 'session_ended', detail: 'signed_out' });
    if (!call.principal.impersonator) call.clearCookie('am');
    return { ended: true };
  }),
  currentSession: inTransaction(async (_input, call, tx) => {
    const account = await findAccount(tx, call.principal.userId);
    if (!account) throw new Fault('unauthenticated');
    const expiresAt = await sessionExpiry(tx, call.principal.sessionId);
    const { impersonator, team, rules } = call.principal;
    const { on, dueAt, mustSetUp } = rules.twoFactor;
    return {
      user: signedInUser(account, call.tenant.subdomain),
      type: account.type,
      is_owner: account.is_owner,
      role: team && { name: team.name, sections: team.grants, sees_all: seesAll(team) },
      hidden: [...hiddenFrom(call.principal)],
      must_change_password: call.principal.mustChangePassword,
      must_accept_terms: call.principal.mustAcceptTerms,
      two_factor: { on, due_at: dueAt && unixSeconds(dueAt), must_set_up: mustSetUp },
      expires_at: unixSeconds(expiresAt),
      time_zone: zoneAt((await termsOfTenant(tx, call.tenant.id)).zones, call.clock.now()),
      impersonated_by: impersonator && { name: impersonator.name, email: impersonator.email },
    };
  }),
  confirmPassword: async ({ body }, call) => {
    await confirmPassword(body.password, call, deps, 'The password is not right.');
    await call.transaction(async (tx) => {
      await touchPasswordEntered(tx, call.principal.sessionId, call.clock.now());
      const { sessionId } = call.principal;
      await recordAudit(tx, call, { action: 'session.confirmed', objectKind: 'session', objectId: sessionId });
    });
    return { confirmed: true };
  },
  changePassword: (input, call) => changePassword(input, call, deps),
  forgotPassword: inTransaction(forgotPassword),
  resetPassword: (input, call) => resetPassword(input, call, deps),
});
