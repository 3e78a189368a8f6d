// Signing in. Unknown address, wrong password and deleted account are told apart by nobody: same work, same answer.
// Pending, rejected and unconfirmed are told only after the right password.
import { type InputOf, loginMessages, type ReplyOf, type sessionRoutes } from '@tributary/contract';
import type { TenantCall } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newId, newSecret } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { type Account, findAccountByEmail, touchLastLogin } from '../repo.ts';
import { confirmationWanted } from '../topics.ts';
import { DEVICE_COOKIE_SECONDS, LIFETIME_MS } from './session-limits.ts';
import { addSession, isKnownDevice, rememberDevice } from './sessions.repo.ts';
import { countTry, forgiveTries } from './throttle.repo.ts';

type Route = typeof sessionRoutes.login;

export async function login({ body }: InputOf<Route>, call: TenantCall, deps: AccountsDeps): Promise<ReplyOf<Route>> {
  const { subject, account, knownDevice } = await call.transaction(async (tx) => {
    const device = call.cookies.device ? hashSecret(call.cookies.device) : null;
    // a device that signed in before does not wait for strangers' failures, only for its own
    const known = device !== null && (await isKnownDevice(tx, body.email, device));
    const subject = hashSecret(`${body.email.toLowerCase()}|${known && device ? device.toString('hex') : ''}`);
    const waitSeconds = await countTry(tx, call.tenant.id, subject, call.clock.now());
    if (waitSeconds > 0) throw tooManyTries(waitSeconds);
    return { subject, account: await findAccountByEmail(tx, body.email), knownDevice: known };
  });
  // outside any transaction: hashing is slow on purpose and must not hold a connection
  const right = await deps.passwords.verify(account?.password_hash ?? null, body.password);
  if (!account || !right) {
    deps.loginFailed();
    await call.transaction((tx) =>
      recordAudit(tx, call, {
        action: 'session.refused',
        objectKind: 'user',
        objectId: account?.id ?? null,
        after: { email: body.email },
      }),
    );
    throw new Fault('wrong_credentials');
  }
  if (call.tenant.access === 'suspended')
    throw new Fault('account_not_open', 'This workspace is suspended. Please contact support.');
  if (account.status !== 'approved') throw new Fault('account_not_open', loginMessages[account.status]);
  if (account.email_unconfirmed) {
    await call.transaction((tx) => emit(tx, call.tenant.id, confirmationWanted, { user_id: account.id }));
    throw new Fault('account_not_open', loginMessages.unconfirmed);
  }
  return openSession(account, { subject, knownDevice, remember: body.rememberMe === true }, call);
}

export const tooManyTries = (seconds: number): Fault => {
  const sentence =
    seconds < 90
      ? `Too many attempts. Please wait ${seconds} seconds and try again.`
      : `Too many attempts. Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
  return new Fault('rate_limited', sentence, {
    retryAfterSeconds: seconds,
  });
};

async function openSession(
  account: Account,
  { subject, knownDevice, remember }: { subject: Buffer; knownDevice: boolean; remember: boolean },
  call: TenantCall,
): Promise<ReplyOf<Route>> {
  const at = call.clock.now();
  const token = newSecret();
  const cookie = account.type === 'admin' ? newSecret() : null;
  // minted here unless we minted it: a cookie that someone planted never becomes a known device
  const device = (knownDevice && call.cookies.device) || newSecret();
  const lifetimeMs = remember ? LIFETIME_MS.remembered : LIFETIME_MS.plain;
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
      expiresAt: new Date(at.getTime() + lifetimeMs),
      ip: call.ip,
      userAgent: call.userAgent,
    });
    await touchLastLogin(tx, account.id, at);
    await forgiveTries(tx, subject);
    await rememberDevice(tx, call.tenant.id, account.id, hashSecret(device), at);
    await recordAudit(tx, call, {
      action: 'session.started',
      objectKind: 'user',
      objectId: account.id,
      after: { session_id: sessionId, remember },
    });
  });
  if (cookie) call.setCookie('am', cookie, remember ? lifetimeMs / 1_000 : null);
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
