// One's own second factors: set up with a recent password, confirmed before they count, turned off with password and factor.

import type { InputOf, twoFactorRoutes } from '@tributary/contract';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, isId } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { type Account, findAccount, roleOfAccount } from '../repo.ts';
import { isTwoFactorDemanded, securityRules } from '../rules/security-rules.ts';
import { confirmPassword } from '../signing-in/confirm-password.ts';
import { endSessionsOf } from '../signing-in/sessions.repo.ts';
import { countTry, forgiveTries } from '../signing-in/throttle.repo.ts';
import { tooManyTries } from '../signing-in/too-many-tries.ts';
import { type MailedPerson, mailFactorsEnded } from './factor-mails.ts';
import { confirmTotp, endRecoveryCodes, endTotp, offerTotp, recoveryCodesLeft, totpOf } from './factors.repo.ts';
import { passkeysOf, removePasskey, removePasskeys, renamePasskey } from './passkeys.repo.ts';
import { askForPasskey, keepPasskey, offerPasskey, shownPasskey } from './passkeys.ts';
import { factorsOf, proveSecond } from './prove.ts';
import { recoveryCodesIfNone, renewRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, takeTotpCode, totpPlace, totpUri } from './totp.ts';

type Proof = InputOf<typeof twoFactorRoutes.endTotp>['body'];

export const twoFactorHandlers = (deps: AccountsDeps): Handlers<typeof twoFactorRoutes> => ({
  twoFactor: inTransaction((_input, call, tx) => shown(tx, call)),
  beginTotp: inTransaction(async (_input, call, tx) => {
    const account = await self(tx, call);
    const secret = newTotpSecret();
    const sealed = deps.vault.seal(totpPlace(call.tenant.id, account.id), secret);
    const at = call.clock.now();
    if (!(await offerTotp(tx, { tenantId: call.tenant.id, userId: account.id, sealed, at }))) throw totpIsOn();
    return { secret, uri: totpUri(secret, call.tenant.displayName, account.email) };
  }),
  confirmTotp: async ({ body }, call) => {
    const { userId } = call.principal;
    const subject = hashSecret(`code|${userId}|set-up`);
    await call.transaction(async (tx) => {
      const waitSeconds = await countTry(tx, call.tenant.id, subject, call.clock.now());
      if (waitSeconds > 0) throw tooManyTries(waitSeconds);
    });
    return call.transaction(async (tx) => {
      const row = await totpOf(tx, userId);
      if (!row) throw new Fault('conflict', 'Please begin again: there is no app to confirm.');
      if (row.confirmed_at) throw totpIsOn();
      const at = call.clock.now();
      const code = body.code.replaceAll(/\s/g, '');
      const who = { tenantId: call.tenant.id, userId };
      const isRight = /^\d{6}$/.test(code) && (await takeTotpCode(tx, deps.vault, who, row, code, at));
      if (!isRight)
        throw new Fault('wrong_credentials', 'This code is not right. Please check the clock of your device.');
      if (!(await confirmTotp(tx, userId, at))) throw totpIsOn();
      await forgiveTries(tx, subject);
      await record(tx, call, 'two-factor.on', { by: 'totp' });
      return { recovery_codes: await recoveryCodesIfNone(tx, call.tenant.id, userId, at) };
    });
  },
  endTotp: async ({ body }, call) => {
    const account = await prove(body, call, deps);
    return call.transaction(async (tx) => {
      await oneAtATime(tx, 'two-factor', account.id);
      const { totp, passkeys } = await factorsOf(tx, account.id);
      if (!totp) throw new Fault('conflict', 'There is no authenticator app to turn off.');
      await refuseIfLast(tx, call, passkeys);
      await endTotp(tx, account.id);
      await ended(tx, call, account, passkeys, { by: 'totp' });
      return shown(tx, call);
    });
  },
  renewRecoveryCodes: async ({ body }, call) => {
    const account = await prove(body, call, deps);
    return call.transaction(async (tx) => {
      await record(tx, call, 'two-factor.recovery-codes-renewed');
      return { recovery_codes: await renewRecoveryCodes(tx, call.tenant.id, account.id, call.clock.now()) };
    });
  },
  askPasskey: inTransaction(async (_input, call, tx) => {
    const question = await askForPasskey(tx, call, call.principal.userId);
    if (!question) throw new Fault('conflict', 'You have no passkey for this address of the portal.');
    return question;
  }),
  beginPasskey: inTransaction(async (_input, call, tx) => offerPasskey(tx, call, await self(tx, call))),
  addPasskey: inTransaction(async ({ body }, call, tx) => {
    const { userId } = call.principal;
    const id = await keepPasskey(tx, call, userId, body);
    await record(tx, call, 'two-factor.on', { by: 'passkey', name: body.name });
    const recovery_codes = await recoveryCodesIfNone(tx, call.tenant.id, userId, call.clock.now());
    return { passkey: await ownPasskey(tx, call, id), recovery_codes };
  }),
  renamePasskey: inTransaction(async ({ params, body }, call, tx) => {
    const { userId } = call.principal;
    if (!isId(params.id) || !(await renamePasskey(tx, userId, params.id, body.name))) throw new Fault('not_found');
    await record(tx, call, 'two-factor.passkey-renamed', { id: params.id, name: body.name });
    return ownPasskey(tx, call, params.id);
  }),
  removePasskey: async ({ params, body }, call) => {
    const account = await prove(body, call, deps);
    return call.transaction(async (tx) => {
      await oneAtATime(tx, 'two-factor', account.id);
      const { totp, passkeys } = await factorsOf(tx, account.id);
      if (!isId(params.id) || !(await removePasskey(tx, account.id, params.id))) throw new Fault('not_found');
      const left = (totp ? 1 : 0) + passkeys - 1;
      await refuseIfLast(tx, call, left);
      await ended(tx, call, account, left, { by: 'passkey', id: params.id });
      return shown(tx, call);
    });
  },
  resetMemberTwoFactor: inTransaction(async ({ params }, call, tx) => {
    const account = isId(params.id) ? await findAccount(tx, params.id) : null;
    if (account?.type !== 'admin') throw new Fault('not_found');
    // one's own end with a proof, which this is none
    if (account.id === call.principal.userId) {
      throw new Fault(
        'conflict',
        'Your own two-factor sign-in is turned off on your Security page, with your password and a code.',
      );
    }
    return resetFactors(tx, call, account);
  }),
});

const totpIsOn = () => new Fault('conflict', 'An authenticator app is on already. Please turn it off first.');

async function self(tx: Tx, call: SignedInCall): Promise<Account> {
  const account = await findAccount(tx, call.principal.userId);
  if (!account) throw new Fault('unauthenticated');
  return account;
}

/** the password, and a factor that is on */
async function prove({ password, code, passkey }: Proof, call: SignedInCall, deps: AccountsDeps): Promise<Account> {
  const account = await confirmPassword(password, call, deps, 'The password is not right.');
  const by = await proveSecond(account, { code, passkey }, call, deps);
  if (!by) throw new Fault('conflict', 'Two-factor sign-in is not on.');
  return account;
}

async function record(tx: Tx, call: SignedInCall, action: TrailAction, after: Record<string, unknown> | null = null) {
  await recordAudit(tx, call, { action, objectKind: 'user', objectId: call.principal.userId, after });
  await recordAccess(tx, call, { event: 'two_factor_changed', detail: action.replace('two-factor.', '') });
}

async function refuseIfLast(tx: Tx, call: SignedInCall, left: number): Promise<void> {
  if (left > 0 || !isTwoFactorDemanded(await securityRules(tx, call.tenant.id), call.principal.role)) return;
  throw new Fault(
    'conflict',
    'Your workspace demands two-factor sign-in. Please set up another way before you remove this one.',
  );
}

/** with the last factor the recovery codes end, too, and the person hears of it */
async function ended(tx: Tx, call: SignedInCall, account: Account, left: number, after: Record<string, unknown>) {
  await record(tx, call, left > 0 ? 'two-factor.factor-removed' : 'two-factor.off', after);
  if (left > 0) return;
  await endRecoveryCodes(tx, account.id);
  await mailFactorsEnded(tx, call, account, 'two-factor-off');
}

async function shown(tx: Tx, call: SignedInCall) {
  const { userId, role, rules } = call.principal;
  const totp = await totpOf(tx, userId);
  const passkeys = await passkeysOf(tx, userId);
  const isOn = totp?.confirmed_at != null || passkeys.length > 0;
  const { dueAt } = rules.twoFactor;
  return {
    totp_since: totp?.confirmed_at ? unixSeconds(totp.confirmed_at) : null,
    passkeys: passkeys.map((row) => shownPasskey(row, call)),
    recovery_codes_left: isOn ? await recoveryCodesLeft(tx, userId) : 0,
    required: isTwoFactorDemanded(await securityRules(tx, call.tenant.id), role),
    due_at: !isOn && dueAt ? unixSeconds(dueAt) : null,
  };
}

async function ownPasskey(tx: Tx, call: SignedInCall, id: string) {
  const row = (await passkeysOf(tx, call.principal.userId)).find((one) => one.id === id);
  if (!row) throw new Fault('not_found');
  return shownPasskey(row, call);
}

/** a device that is gone: somebody in charge takes the factors away, and the person hears of it */
export async function resetFactors(tx: Tx, call: SignedInCall, account: MailedPerson): Promise<{ removed: number }> {
  const totp = await totpOf(tx, account.id);
  await endTotp(tx, account.id);
  const removed = (await removePasskeys(tx, account.id)) + (totp?.confirmed_at ? 1 : 0);
  await endRecoveryCodes(tx, account.id);
  if (removed === 0) throw new Fault('conflict', 'Two-factor sign-in is not on for this account.');
  // the device that is gone may be signed in
  await endSessionsOf(tx, account.id, call.clock.now(), call.principal.sessionId);
  await recordAudit(tx, call, {
    action: 'two-factor.reset',
    objectKind: 'user',
    objectId: account.id,
    after: { removed },
  });
  await recordAccess(tx, call, {
    event: 'two_factor_changed',
    user: { id: account.id, role: roleOfAccount(account) },
    detail: 'reset',
  });
  await mailFactorsEnded(tx, call, account, 'two-factor-reset');
  return { removed };
}
