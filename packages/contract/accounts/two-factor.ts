// One's own second factor: codes of an authenticator app, passkeys, and the codes for the day the device is gone.
import { z } from 'zod';
import { MAX_PASSWORD_BYTES } from '../messages.ts';
import { route, session } from '../route.ts';
import { FactorCode, NewPasskey, PasskeyAnswer, PasskeyOffer, PasskeyQuestion } from './factors.ts';
import { everyRole } from './sessions.ts';

const seconds = z.int();
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;

export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** the host that it was made on: on another one browsers do not offer it */
    host: z.string(),
    here: z.boolean(),
    created_at: seconds,
    last_used_at: seconds.nullable(),
  })
  .meta({ id: 'Passkey' });

export const TwoFactor = z.object({
  /** since when codes of an app are asked for; null while they are not */
  totp_since: seconds.nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  /** whether the workspace demands a second factor of this person */
  required: z.boolean(),
  /** by when it must be set up; null where nothing is open */
  due_at: seconds.nullable(),
});

/** the proof that the account's owner is there: the password, and one of the factors that are on */
export const Proof = z.object({
  password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_BYTES),
  code: FactorCode.optional(),
  passkey: PasskeyAnswer.optional(),
});
/** shown once; empty where the former ones still count */
const RecoveryCodes = z.array(z.string());

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const open = {
  section: 'self',
  impersonated: 'denied',
  whenReadOnly: 'allowed',
  beforeTwoFactor: 'allowed',
} as const;
const own = session(everyRole, open);
const withPassword = session(everyRole, { ...open, recentPassword: 'required' });
const byId = { params: z.object({ id: z.string().max(100) }), names: 'passkey' } as const;
const name = z.string().trim().min(1, 'Please enter a name').max(60, 'Please use at most 60 characters');
const proving = {
  body: Proof,
  errors: ['wrong_credentials', 'code_needed', 'rate_limited', 'busy', 'conflict'],
  rates: ['login'],
} as const;

export const twoFactorRoutes = {
  twoFactor: route({
    ...plain,
    method: 'GET',
    path: '/api/two-factor',
    summary: 'The own second factors, and whether the workspace demands one',
    access: own,
    reply: TwoFactor,
    errors: [],
  }),
  beginTotp: route({
    ...plain,
    method: 'POST',
    path: '/api/two-factor/totp',
    summary: 'A new secret for an authenticator app; it counts once a code of it has confirmed it',
    access: withPassword,
    reply: z.object({ uri: z.string(), secret: z.string() }),
    errors: ['conflict', 'password_needed'],
    rates: ['login'],
  }),
  confirmTotp: route({
    ...plain,
    method: 'POST',
    path: '/api/two-factor/totp/confirm',
    summary: 'Confirms the app with its first code; answers the recovery codes, once',
    access: withPassword,
    body: z.object({ code: FactorCode }),
    reply: z.object({ recovery_codes: RecoveryCodes }),
    errors: ['wrong_credentials', 'conflict', 'password_needed', 'rate_limited'],
    rates: ['login'],
  }),
  endTotp: route({
    ...plain,
    ...proving,
    method: 'POST',
    path: '/api/two-factor/totp/end',
    summary: 'Turns the app’s codes off, with password and code',
    access: own,
    reply: TwoFactor,
  }),
  renewRecoveryCodes: route({
    ...plain,
    ...proving,
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    summary: 'Ten new recovery codes; the former ones end',
    access: own,
    reply: z.object({ recovery_codes: RecoveryCodes }),
  }),
  askPasskey: route({
    ...plain,
    method: 'POST',
    path: '/api/two-factor/passkey-question',
    summary: 'What one of the own passkeys is to sign, as proof beside the password',
    access: own,
    reply: PasskeyQuestion,
    errors: ['conflict'],
    rates: ['login'],
  }),
  beginPasskey: route({
    ...plain,
    method: 'POST',
    path: '/api/passkeys/begin',
    summary: 'What a browser needs to make a passkey for this host',
    access: withPassword,
    reply: PasskeyOffer,
    errors: ['conflict', 'password_needed'],
    rates: ['login'],
  }),
  addPasskey: route({
    ...plain,
    method: 'POST',
    path: '/api/passkeys',
    summary: 'Keeps the passkey that the browser has made; answers the recovery codes, where there were none',
    access: withPassword,
    body: z.object({ name, answer: NewPasskey }),
    reply: z.object({ passkey: Passkey, recovery_codes: RecoveryCodes }),
    status: 201,
    errors: ['invalid_input', 'conflict', 'password_needed'],
    rates: ['login'],
  }),
  renamePasskey: route({
    ...plain,
    ...byId,
    method: 'PUT',
    path: '/api/passkeys/{id}',
    summary: 'Names an own passkey anew',
    access: own,
    body: z.object({ name }),
    reply: Passkey,
    errors: ['not_found'],
  }),
  removePasskey: route({
    ...plain,
    ...byId,
    ...proving,
    method: 'POST',
    path: '/api/passkeys/{id}/remove',
    summary: 'Removes an own passkey, with password and a factor that is on',
    access: own,
    reply: TwoFactor,
    errors: [...proving.errors, 'not_found'],
  }),
  resetMemberTwoFactor: route({
    ...plain,
    method: 'POST',
    path: '/api/team/{id}/reset-two-factor',
    summary: 'Takes the second factors of somebody in the team away whose device is gone, and mails him',
    access: session(['admin'], {
      impersonated: 'denied',
      section: 'team',
      ownerOnly: true,
      recentPassword: 'required',
      whenReadOnly: 'allowed',
    }),
    params: z.object({ id: z.string().max(100) }),
    names: 'member',
    reply: z.object({ removed: z.int() }),
    errors: ['not_found', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
};
