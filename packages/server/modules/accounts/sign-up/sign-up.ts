// Public sign-up. A known address gets the same answer after the same work as a new one, and its owner a mail: nobody
// learns here who has an account.
import type { AccountKind, RegistrationAnswers, SignupBody, signupRoutes } from '@tributary/contract';
import type { z } from 'zod';
import { type Handlers, inTransaction, type TenantCall } from '../../../http/call.ts';
import { filledHoneypot } from '../../../http/honeypot.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newId, newSecret } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { nextNumber } from '../../tenancy/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { refuseWeakPassword } from '../passwords/password-rules.ts';
import { isTakenAddress } from '../people/people.repo.ts';
import { addAccount, findAccountByEmail } from '../repo.ts';
import { addAcceptance, termsInForce } from '../terms/terms.repo.ts';
import { shownTerms } from '../terms/terms-text.ts';
import { findReferrer, sharedWith } from './referrer.repo.ts';
import { findOwner, openRegistration, storeRegistration } from './sign-up.repo.ts';
import { type Agreed, readSignUp, SIGN_UP_CLOSED, signUpFormOf } from './sign-up-form.ts';
import { accountSignedUp, signUpRepeated } from './sign-up-topics.ts';

const REGISTRATION_MS = DAY_MS;

export const signUpHandlers = (deps: AccountsDeps): Handlers<typeof signupRoutes> => ({
  signupForm: inTransaction(async ({ params, query }, call, tx) => {
    const { form } = await signUpFormOf(tx, call, params.kind, query.invitation);
    return call.tenant.access === 'open' ? form : { ...form, state: 'closed', questions: [] };
  }),
  termsInForce: inTransaction(async ({ params, query }, call, tx) => {
    const terms = await termsInForce(tx, params.kind, call.clock.now());
    return { terms: terms && shownTerms(terms, query.language ?? 'en') };
  }),
  publisherSignup: ({ body }, call) => signUp('publisher', body, call, deps),
  advertiserSignup: ({ body }, call) => signUp('advertiser', body, call, deps),
  publisherRegistration: inTransaction(async ({ body }, call, tx) => {
    refuseWhenClosed(call);
    const { registration, ...answers } = body;
    await register(tx, call, registration, answers);
    return { saved: true };
  }),
});

function refuseWhenClosed(call: TenantCall): void {
  if (call.tenant.access !== 'open') throw new Fault('forbidden', SIGN_UP_CLOSED);
}

type Person = z.output<typeof SignupBody>;

async function signUp(
  kind: AccountKind,
  person: Person,
  call: TenantCall,
  deps: AccountsDeps,
): Promise<{ registration: string }> {
  refuseWhenClosed(call);
  if (filledHoneypot(person, call)) return { registration: newSecret() };
  const agreed = await call.transaction((tx) => readSignUp(tx, call, kind, person));
  const { subdomain, displayName, passwordMinLength } = call.tenant;
  refuseWeakPassword(person.password, {
    minLength: passwordMinLength,
    words: [deps.brandName, displayName, subdomain, person.email, person.first_name, person.last_name],
  });
  const passwordHash = await deps.passwords.hash(person.password);
  const registration = newSecret();
  const attempt = () =>
    call.transaction((tx) => addOrTellOwner(tx, call, kind, { ...person, ...agreed }, passwordHash, registration));
  await attempt().catch((error: unknown) => {
    // two sign-ups at once: the index let the other one in, so this one is the repeat
    if (isTakenAddress(error)) return attempt();
    throw error;
  });
  return { registration };
}

async function addOrTellOwner(
  tx: Tx,
  call: TenantCall,
  kind: AccountKind,
  person: Person & Agreed,
  passwordHash: string,
  registration: string,
): Promise<void> {
  const known = await findAccountByEmail(tx, person.email);
  if (known) {
    await recordAudit(tx, call, {
      action: 'account.sign-up-repeated',
      objectKind: 'user',
      objectId: known.id,
      after: { type: kind },
    });
    await emit(tx, call.tenant.id, signUpRepeated, { user_id: known.id });
    return;
  }
  const at = call.clock.now();
  const id = newId(at.getTime());
  const referrer = kind === 'publisher' && person.ref ? await findReferrer(tx, person.ref) : null;
  await addAccount(tx, {
    tenantId: call.tenant.id,
    id,
    type: kind,
    sequence: await nextNumber(tx, call.tenant.id, 'user'),
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    passwordHash,
    status: 'pending',
    emailUnconfirmed: true,
    signupAnswers: person.kept,
    referredBy: referrer && `${referrer.name} (${referrer.number})`,
    managerId: kind === 'advertiser' ? ((await findOwner(tx))?.id ?? null) : null,
    createdAt: at,
  });
  const { terms } = person;
  if (terms) {
    const language = person.language ?? 'en';
    await addAcceptance(tx, {
      tenantId: call.tenant.id,
      userId: id,
      terms,
      at,
      ip: call.ip,
      language,
      place: 'signup',
    });
  }
  await openRegistration(tx, id, hashSecret(registration), new Date(at.getTime() + REGISTRATION_MS));
  await recordAudit(tx, call, {
    action: 'account.signed-up',
    objectKind: 'user',
    objectId: id,
    after: {
      type: kind,
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      ...(terms ? { terms: terms.number } : {}),
      ...(referrer ? { referred_by: referrer.number } : {}),
    },
  });
  await emit(tx, call.tenant.id, accountSignedUp, {
    user_id: id,
    ...(referrer && (await referredBy(tx, call, referrer.id))),
  });
}

async function referredBy(tx: Tx, call: TenantCall, referrerId: string) {
  const device = call.cookies.device ? hashSecret(call.cookies.device) : null;
  const shared = await sharedWith(tx, referrerId, { device, ip: call.ip });
  return { referrer_id: referrerId, ...(shared ? { shared } : {}) };
}

/** an unknown secret is answered like a right one: it may be the one handed out for a known address */
async function register(tx: Tx, call: TenantCall, secret: string, answers: RegistrationAnswers): Promise<void> {
  const userId = await storeRegistration(tx, hashSecret(secret), answers, call.clock.now());
  if (!userId) return;
  await recordAudit(tx, call, { action: 'account.registered', objectKind: 'user', objectId: userId, after: answers });
}
