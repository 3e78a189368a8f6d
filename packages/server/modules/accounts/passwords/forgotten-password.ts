// The way back in: a mail with a link that works once. Neither the answer nor its time tells whether the address is
// known: whatever differs happens in a job.
import type { InputOf, ReplyOf, sessionRoutes } from '@tributary/contract';
import type { TenantCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newSecret } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import type { AccountsDeps } from '../deps.ts';
import type { Suspension } from '../keys/api-keys.repo.ts';
import { suspendKeys } from '../keys/api-keys.ts';
import { changePerson } from '../people/people.repo.ts';
import { type Account, findAccount, findAccountByEmail, roleOfAccount, setPassword } from '../repo.ts';
import { endAccess } from '../signing-in/end-access.ts';
import { acceptInvitation, isInvited, waitForTeam } from '../team/accept-invitation.ts';
import { passwordLinkAsked } from '../topics.ts';
import { addPasswordLink, findPasswordLink } from './password-links.repo.ts';
import { refuseWeakPassword } from './password-rules.ts';

/** makes a link that sets the password; it sits behind the `#`, so no server log ever holds it. The page greets by its kind. */
export async function createPasswordLink(
  tx: Tx,
  link: { tenantId: string; userId: string; origin: string; at: Date; lifetimeMs: number },
  kind: 'link' | 'invitation' = 'link',
): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(link.at.getTime() + link.lifetimeMs);
  await addPasswordLink(tx, {
    tenantId: link.tenantId,
    userId: link.userId,
    hash: hashSecret(secret),
    at: link.at,
    expiresAt,
  });
  return `${link.origin}/reset-password#${kind}=${secret}`;
}

type Forgot = typeof sessionRoutes.forgotPassword;

export async function forgotPassword({ body }: InputOf<Forgot>, call: TenantCall, tx: Tx): Promise<ReplyOf<Forgot>> {
  const account = await findAccountByEmail(tx, body.email);
  await recordAudit(tx, call, {
    action: 'password.link-asked',
    objectKind: 'user',
    objectId: account?.id ?? null,
    after: { email: body.email },
  });
  await recordAccess(tx, call, {
    event: 'password_reset_asked',
    user: account && { id: account.id, role: roleOfAccount(account) },
    email: body.email,
    ...(account ? {} : { detail: 'unknown_address' }),
  });
  await emit(tx, call.tenant.id, passwordLinkAsked, { email: body.email });
  return { sent: true };
}

type Reset = typeof sessionRoutes.resetPassword;

export async function resetPassword(
  { body }: InputOf<Reset>,
  call: TenantCall,
  deps: AccountsDeps,
): Promise<ReplyOf<Reset>> {
  const hash = hashSecret(body.link);
  const account = await call.transaction(async (tx) => {
    const link = await findPasswordLink(tx, hash, call.clock.now(), false);
    return link ? findAccount(tx, link.userId) : null;
  });
  if (!account) throw new Fault('link_expired');
  const passwordHash = await hashNewPassword(body.password, account, call, deps);
  await call.transaction(async (tx) => {
    if (isInvited(account)) await waitForTeam(tx, call);
    const link = await findPasswordLink(tx, hash, call.clock.now(), true);
    if (!link) throw new Fault('link_expired');
    if (isInvited(account)) await acceptInvitation(tx, call, account);
    // whoever opened the link reads the address
    await changePerson(tx, account.id, { email_unconfirmed: false });
    await storeNewPassword(tx, account, passwordHash, call, { suspend: 'password-reset' });
  });
  return { changed: true };
}

export async function hashNewPassword(
  password: string,
  account: Account,
  call: TenantCall,
  deps: AccountsDeps,
): Promise<string> {
  refuseWeakPassword(password, {
    minLength: call.tenant.passwordMinLength,
    words: [
      deps.brandName,
      call.tenant.displayName,
      call.tenant.subdomain,
      account.email,
      account.first_name,
      account.last_name,
    ],
  });
  return deps.passwords.hash(password);
}

interface Beside {
  /** this one lives on */
  keepSession?: string;
  /** the API keys end for that reason */
  suspend?: Suspension;
}

/** a new password ends every session but the one it was set in, spends open links, and tells the owner by mail */
export async function storeNewPassword(
  tx: Tx,
  account: Account,
  passwordHash: string,
  call: TenantCall,
  { keepSession, suspend }: Beside,
): Promise<void> {
  const at = call.clock.now();
  await setPassword(tx, account.id, passwordHash);
  await endAccess(tx, account.id, at, keepSession);
  const suspended = suspend ? await suspendKeys(tx, call, account.id, suspend) : 0;
  await recordAudit(tx, call, { action: 'password.changed', objectKind: 'user', objectId: account.id });
  await recordAccess(tx, call, {
    event: keepSession ? 'password_changed' : 'password_reset',
    user: { id: account.id, role: roleOfAccount(account) },
  });
  // the first password of an invited account is no change that anyone needs to be warned of
  if (account.password_hash === null) return;
  await queueMail(tx, {
    tenantId: call.tenant.id,
    to: account.email,
    language: account.language,
    name: 'password-changed',
    values: {
      brand: call.tenant.displayName,
      firstName: account.first_name,
      lines: suspended > 0 ? [sentence('line.keys-suspended')] : [],
    },
    at,
  });
}
