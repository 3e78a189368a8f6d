// An address is confirmed by a link that only its reader has. One's own change of address waits for that; whether the wished
// address is somebody's already is told to nobody but its owner.
import type { InputOf, profileRoutes, ReplyOf } from '@tributary/contract';
import type { Handlers, SignedInCall, TenantCall } from '../../../http/call.ts';
import { type Clock, HOUR_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newSecret } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { addressLines, queueMail, wasMailedSince } from '../../mail/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { spendPasswordLinks } from '../passwords/password-links.repo.ts';
import { type Account, findAccount, findAccountByEmail } from '../repo.ts';
import { signUpRepeated } from '../sign-up/sign-up-topics.ts';
import { confirmPassword, confirmPasswordOf } from '../signing-in/confirm-password.ts';
import { APPROVAL_LINK_MS, NEW_ADDRESS_LINK_MS } from '../signing-in/session-limits.ts';
import { confirmationWanted } from '../topics.ts';
import { addEmailLink, findEmailLink, spendEmailLinks } from './email-links.repo.ts';
import { changePerson } from './people.repo.ts';

interface NewLink {
  tenantId: string;
  userId: string;
  email: string;
  origin: string;
  at: Date;
  lifetimeMs: number;
  /** the page shows its field at once */
  asksPassword?: boolean;
}

/** it sits behind the `#`, so no server log ever holds it */
export async function createEmailLink(tx: Tx, link: NewLink): Promise<string> {
  const secret = newSecret();
  const { tenantId, userId, email, at } = link;
  const expiresAt = new Date(at.getTime() + link.lifetimeMs);
  await addEmailLink(tx, { tenantId, userId, email, hash: hashSecret(secret), at, expiresAt });
  return `${link.origin}/confirm-email#link=${secret}${link.asksPassword ? '&password=asked' : ''}`;
}

type Ask = typeof profileRoutes.changeEmail;

export async function askForAddress(
  { body }: InputOf<Ask>,
  call: SignedInCall,
  deps: AccountsDeps,
): Promise<ReplyOf<Ask>> {
  const account = await confirmPassword(body.password, call, deps, 'The password is not right.');
  // everybody in the tenant, as the system: the caller's own eyes see only himself
  const known = await deps.database.withTenant(call.tenant.id, { kind: 'system', id: null }, (tx) =>
    findAccountByEmail(tx, body.email),
  );
  const at = call.clock.now();
  await call.transaction(async (tx) => {
    const link = { tenantId: call.tenant.id, userId: account.id, email: body.email, origin: call.origin, at };
    // another wish takes the place of the one before
    await spendEmailLinks(tx, account.id, at);
    const url = await createEmailLink(tx, { ...link, lifetimeMs: NEW_ADDRESS_LINK_MS });
    await recordAudit(tx, call, {
      action: 'email.change-asked',
      objectKind: 'user',
      objectId: account.id,
      after: { email: body.email },
    });
    const values = { brand: call.tenant.displayName, firstName: account.first_name };
    const mail = { tenantId: call.tenant.id, language: account.language, at };
    const lines = addressLines(account.email, body.email);
    await queueMail(tx, { ...mail, to: account.email, name: 'email-change-asked', values: { ...values, lines } });
    if (known && known.id !== account.id) return emit(tx, call.tenant.id, signUpRepeated, { user_id: known.id });
    const action = { label: sentence('action.confirm-this-address'), url };
    await queueMail(tx, { ...mail, to: body.email, name: 'email-confirm', values: { ...values, action } });
  });
  return { email: account.email, waiting_for: body.email };
}

type Confirm = typeof profileRoutes.confirmEmail;

/**
 * Anybody can sign up with another's address. Its reader's click alone would let him in, with his own password; so a sign-up is
 * confirmed by whoever reads the mail and knows that password. Who does not sets a new one ("Forgot your password?").
 */
async function confirmEmail({ body }: InputOf<Confirm>, call: TenantCall, deps: AccountsDeps) {
  const signedUp = await call.transaction(async (tx) => {
    const link = await findEmailLink(tx, hashSecret(body.link), call.clock.now());
    const account = link && (await findAccount(tx, link.userId));
    return account?.email_unconfirmed ? account : null;
  });
  if (signedUp && !body.password) throw new Fault('wrong_credentials', SIGN_UP_PASSWORD);
  if (signedUp) {
    const sentence = 'This is not the password of the sign-up. If you do not know it, set a new one.';
    await confirmPasswordOf(signedUp.id, body.password ?? '', call, deps, sentence);
  }
  await call.transaction((tx) => confirmAddress(tx, call, body.link));
  return { confirmed: true as const };
}
const SIGN_UP_PASSWORD = 'Please enter the password that you chose when you signed up.';

/** an unknown, used or old link, and an address that is somebody else's by now, are one and the same answer */
async function confirmAddress(tx: Tx, call: TenantCall, secret: string): Promise<void> {
  const at = call.clock.now();
  const link = await findEmailLink(tx, hashSecret(secret), at);
  const account = link && (await findAccount(tx, link.userId));
  if (!link || !account) throw new Fault('link_expired');
  const holder = await findAccountByEmail(tx, link.email);
  if (holder && holder.id !== account.id) throw new Fault('link_expired');
  await spendEmailLinks(tx, account.id, at);
  await changePerson(tx, account.id, { email: link.email, email_unconfirmed: false });
  if (link.email === account.email) {
    await recordAudit(tx, call, { action: 'email.confirmed', objectKind: 'user', objectId: account.id });
    return;
  }
  await tellOfChange(tx, call, account, link.email, at);
}

async function tellOfChange(tx: Tx, call: TenantCall, account: Account, email: string, at: Date): Promise<void> {
  await spendPasswordLinks(tx, account.id, at);
  await recordAudit(tx, call, {
    action: 'email.changed',
    objectKind: 'user',
    objectId: account.id,
    before: { email: account.email },
    after: { email },
  });
  const lines = addressLines(account.email, email);
  const values = { brand: call.tenant.displayName, firstName: account.first_name, lines };
  for (const to of [account.email, email]) {
    await queueMail(tx, {
      tenantId: call.tenant.id,
      to,
      language: account.language,
      name: 'email-changed',
      values,
      at,
    });
  }
}

export const addressHandlers = (deps: AccountsDeps): Handlers<Pick<typeof profileRoutes, 'confirmEmail'>> => ({
  confirmEmail: (input, call) => confirmEmail(input, call, deps),
});

/** whoever knows the password but has lost the approval mail gets another, one an hour; the first stays good beside it */
export const addressJobs = ({ clock, publicOrigin }: { clock: Clock; publicOrigin: URL }): Job[] => [
  job(confirmationWanted, 'accounts.mail-confirmation', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const account = await findAccount(tx, payload.user_id);
        const at = clock.now();
        const since = new Date(at.getTime() - HOUR_MS);
        if (!account?.email_unconfirmed || account.status !== 'approved') return;
        if (await wasMailedSince(tx, 'email-confirm', account.email, since)) return;
        const tenant = await tenantById(tx, tenantId);
        const origin = originOfTenant(publicOrigin, tenant);
        const lifetimeMs = APPROVAL_LINK_MS;
        const link = { tenantId, userId: account.id, email: account.email, origin, at, lifetimeMs, asksPassword: true };
        const action = { label: sentence('action.confirm-this-address'), url: await createEmailLink(tx, link) };
        const values = { brand: tenant.displayName, firstName: account.first_name, action };
        const { email: to, language } = account;
        await queueMail(tx, { tenantId, to, language, name: 'email-confirm', values, at });
      }),
  }),
];
