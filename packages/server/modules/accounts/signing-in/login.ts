// Signing in. Unknown address, wrong password and deleted account are told apart by nobody: same work, same answer.
// Pending, rejected and unconfirmed are told only after the right password, and so is that a second factor is on.
import { type InputOf, loginMessages, type ReplyOf, type sessionRoutes } from '@tributary/contract';
import type { TenantCall } from '../../../http/call.ts';
import { CLOSED_ADDRESS } from '../../../http/permission.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newId, newSecret } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { type AccessEntry, recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { ruledPerson } from '../factors/factors.repo.ts';
import { proveSecond } from '../factors/prove.ts';
import { type Account, findAccountByEmail, roleOfAccount, touchLastLogin } from '../repo.ts';
import { isAddressOpen, lifetimeMs, type SecurityRules, securityRules } from '../rules/security-rules.ts';
import { confirmationWanted } from '../topics.ts';
import { isStrange, mailNewDevice } from './new-device.ts';
import { DEVICE_COOKIE_SECONDS } from './session-limits.ts';
import { addSession, isKnownDevice, rememberDevice } from './sessions.repo.ts';
import { countTry, forgiveTries, onceAWait } from './throttle.repo.ts';
import { tooManyTries } from './too-many-tries.ts';

type Route = typeof sessionRoutes.login;

export async function login({ body }: InputOf<Route>, call: TenantCall, deps: AccountsDeps): Promise<ReplyOf<Route>> {
  const { subject, waitSeconds, account, knownDevice } = await call.transaction(async (tx) => {
    const device = call.cookies.device ? hashSecret(call.cookies.device) : null;
    // a device that signed in before does not wait for strangers' failures, only for its own
    const known = device !== null && (await isKnownDevice(tx, body.email, device));
    const subject = hashSecret(`${body.email.toLowerCase()}|${known && device ? device.toString('hex') : ''}`);
    const waitSeconds = await countTry(tx, call.tenant.id, subject, call.clock.now());
    return { subject, waitSeconds, account: await findAccountByEmail(tx, body.email), knownDevice: known };
  });
  if (waitSeconds > 0) {
    const entry = refusedLogin(body.email, account, 'throttled');
    await call.transaction(async (tx) => recordAccess(tx, call, { ...entry, once: await onceAWait(tx, subject) }));
    throw tooManyTries(waitSeconds);
  }
  // outside any transaction: hashing is slow on purpose and must not hold a connection
  const right = await deps.passwords.verify(account?.password_hash ?? null, body.password);
  if (!account || !right) {
    deps.loginFailed();
    await call.transaction(async (tx) => {
      await recordAudit(tx, call, {
        action: 'session.refused',
        objectKind: 'user',
        objectId: account?.id ?? null,
        after: { email: body.email },
      });
      await recordAccess(tx, call, refusedLogin(body.email, account, account ? 'wrong_password' : 'unknown_address'));
    });
    throw new Fault('wrong_credentials');
  }
  const closed = whyClosed(account, call);
  if (closed) {
    await call.transaction(async (tx) => {
      if (closed.why === 'unconfirmed') await emit(tx, call.tenant.id, confirmationWanted, { user_id: account.id });
      await recordAccess(tx, call, refusedLogin(body.email, account, closed.why));
    });
    throw new Fault('account_not_open', closed.sentence);
  }
  const rules = await call.transaction(async (tx) => {
    // the password was right: what is guessed from here on is counted by itself
    await forgiveTries(tx, subject);
    return securityRules(tx, call.tenant.id);
  });
  const { role_id } = await call.transaction((tx) => ruledPerson(tx, account.id));
  if (!isAddressOpen(rules, { type: account.type, role_id }, call.ip)) {
    const entry = { ...refusedLogin(body.email, account, 'address'), event: 'address_refused' } as const;
    await call.transaction((tx) => recordAccess(tx, call, entry));
    throw new Fault('forbidden', CLOSED_ADDRESS);
  }
  await proveSecond(account, body, call, deps, knownDevice ? (call.cookies.device ?? '') : '');
  const remember = body.rememberMe === true && rules.remember_days > 0;
  return openSession(account, { knownDevice, remember, rules }, call);
}

/** why the right password opens nothing; null: come in */
function whyClosed({ type, status, email_unconfirmed }: Account, { tenant }: TenantCall) {
  if (tenant.access === 'suspended') {
    return { why: 'suspended', sentence: 'This workspace is suspended. Please contact support.' };
  }
  const isSuspended = type === 'admin' && status === 'rejected';
  if (status !== 'approved') return { why: status, sentence: loginMessages[isSuspended ? 'suspended' : status] };
  return email_unconfirmed ? { why: 'unconfirmed', sentence: loginMessages.unconfirmed } : null;
}

const refusedLogin = (email: string, account: Account | null, detail: string): AccessEntry => ({
  event: 'login',
  result: 'refused',
  user: account && { id: account.id, role: roleOfAccount(account) },
  email,
  detail,
});

async function openSession(
  account: Account,
  { knownDevice, remember, rules }: { knownDevice: boolean; remember: boolean; rules: SecurityRules },
  call: TenantCall,
): Promise<ReplyOf<Route>> {
  const at = call.clock.now();
  const token = newSecret();
  const cookie = account.type === 'admin' ? newSecret() : null;
  // minted here unless we minted it: a cookie that someone planted never becomes a known device
  const device = (knownDevice && call.cookies.device) || newSecret();
  const livesMs = lifetimeMs(rules, remember);
  await call.transaction(async (tx) => {
    const sessionId = newId(at.getTime());
    await addSession(tx, {
      tenantId: call.tenant.id,
      id: sessionId,
      userId: account.id,
      tokenHash: hashSecret(token),
      cookieHash: cookie ? hashSecret(cookie) : null,
      remember,
      at,
      expiresAt: new Date(at.getTime() + livesMs),
      ip: call.ip,
      userAgent: call.userAgent,
    });
    if (!knownDevice && (await isStrange(tx, account.id, call))) await mailNewDevice(tx, call, account);
    await touchLastLogin(tx, account.id, at);
    await rememberDevice(tx, call.tenant.id, account.id, hashSecret(device), at);
    await recordAudit(tx, call, {
      action: 'session.started',
      objectKind: 'user',
      objectId: account.id,
      after: { session_id: sessionId, remember },
    });
    const user = { id: account.id, role: roleOfAccount(account) };
    await recordAccess(tx, call, { event: 'login', user, sessionId, ...(remember ? { detail: 'remembered' } : {}) });
  });
  if (cookie) call.setCookie('am', cookie, remember ? livesMs / 1_000 : null);
  call.setCookie('device', device, DEVICE_COOKIE_SECONDS);
  return {
    token,
    type: account.type,
    must_change_password: account.must_change_password,
    user: signedInUser(account, call.tenant.subdomain),
  };
}

export const signedInUser = (account: Account, subdomain: string) => ({
  id: account.id,
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  subdomain,
  status: account.status,
});
